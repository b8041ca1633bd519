// What a question costs in the client's rate limit: one table for pages, twins, JSON and tools.
import type { CountedPath } from "./resources.ts";

/**
 * 120 messages a minute may cost one node 30 calls. A gateway of 200 calls leaves 45 for questions,
 * so other clients are still answered.
 */
const MESSAGES_PER_CALL = 4;

type IsAsked = (argument: string) => boolean;
/** Calls per node. All nodes are asked alike, and each has its own budget. */
type NodeCalls = (isAsked: IsAsked) => number;

const none: NodeCalls = () => 0;
const quote: NodeCalls = (isAsked) => 1 + (isAsked("target_out") ? 1 : 0);
/** A page takes no order. It compares the swap with the same in one part. */
const quotePage: NodeCalls = (isAsked) => (isAsked("amount") || isAsked("amount_usd") ? 2 : 0);
const swap: NodeCalls = (isAsked) => (isAsked("txid") ? 2 : 0);

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
  return messagesOf(
    nodeCalls[path]((argument) => query.getAll(argument).some((text) => text.trim() !== "")),
  );
}

export function messageCost({ method, params = {} }: ToolRequest): number {
  const { name, arguments: given } = params;
  const calls = method === "tools/call" ? toolCalls.get(name) : undefined;
  const isAsked = (argument: string) => Object.hasOwn(Object(given), argument);
  return messagesOf(calls?.(isAsked) ?? 0);
}
