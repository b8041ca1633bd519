// What a question costs in the client's rate limit: one table for pages, twins, JSON and tools.
import type { CountedPath } from "./resources.ts";

/**
 * 120 messages a minute may cost one node 30 calls. A gateway of 200 calls leaves 45 for questions,
 * so other clients are still answered.
 */
const MESSAGES_PER_CALL = 4;

type HasArgument = (name: string) => boolean;
/** Calls per node. All nodes are asked alike, and each has its own budget. */
type NodeCalls = (has: HasArgument) => number;

const none: NodeCalls = () => 0;
const quote: NodeCalls = (has) => 1 + (has("target_out") ? 1 : 0);
/** A page takes no order. It compares the swap with the same in one part. */
const quotePage: NodeCalls = (has) => (has("amount") || has("amount_usd") ? 2 : 0);
const swap: NodeCalls = (has) => (has("txid") ? 2 : 0);

const nodeCalls: Readonly<Record<CountedPath, NodeCalls>> = {
  "/pricing/now": () => 4,
  "/quote": quotePage,
  "/quote.md": quotePage,
  "/quote.json": quote,
  "/status": none,
  "/status/now": none,
  "/status.md": none,
  "/assets": none,
  "/assets/now": none,
  "/assets.md": none,
  "/track": swap,
  "/track/now": swap,
  "/track.md": swap,
  "/track.json": swap,
};

const toolCalls = new Map<unknown, NodeCalls>([
  ["get_swap_quote", quote],
  ["get_swap_status", swap],
]);

const messagesOf = (calls: number): number => Math.max(1, MESSAGES_PER_CALL * calls);

interface ToolRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export function pageCost(path: keyof typeof nodeCalls, search: string): number {
  const query = new URLSearchParams(search);
  const has = (name: string) => query.getAll(name).some((text) => text.trim() !== "");
  return messagesOf(nodeCalls[path](has));
}

export function messageCost({ method, params = {} }: ToolRequest): number {
  const { name: tool, arguments: toolArguments } = params;
  const calls = method === "tools/call" ? toolCalls.get(tool) : undefined;
  const has = (name: string) => Object.hasOwn(Object(toolArguments), name);
  return messagesOf(calls?.(has) ?? 0);
}
