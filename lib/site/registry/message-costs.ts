// What a question costs in the client's rate limit: one table for pages, twins, JSON and tools.
import type { CountedPath } from "./resources.ts";

/**
 * One client's 120 messages a minute cost a node at most 30 calls. A gateway that allows 200 calls
 * lets questions take 45 at once, so other clients are still answered.
 */
const MESSAGES_PER_CALL = 4;

type HasArgument = (name: string) => boolean;
/** Calls to each node. All nodes get the same calls, and each has a budget of its own. */
type NodeCalls = (has: HasArgument) => number;

const noCalls: NodeCalls = () => 0;
const quoteCalls: NodeCalls = (has) => 1 + (has("target_out") ? 1 : 0);
/** A page takes no limit order, but a second quote compares one part with several. */
const quotePageCalls: NodeCalls = (has) => (has("amount") || has("amount_usd") ? 2 : 0);
const swapCalls: NodeCalls = (has) => (has("txid") ? 2 : 0);

const pageCalls: Readonly<Record<CountedPath, NodeCalls>> = {
  "/pricing/now": () => 4,
  "/quote": quotePageCalls,
  "/quote.md": quotePageCalls,
  "/quote.json": quoteCalls,
  "/status": noCalls,
  "/status/now": noCalls,
  "/status.md": noCalls,
  "/assets": noCalls,
  "/assets/now": noCalls,
  "/assets.md": noCalls,
  "/track": swapCalls,
  "/track/now": swapCalls,
  "/track.md": swapCalls,
  "/track.json": swapCalls,
};

const toolCalls = new Map<unknown, NodeCalls>([
  ["get_swap_quote", quoteCalls],
  ["get_swap_status", swapCalls],
]);

const messagesOf = (callCount: number): number => Math.max(1, MESSAGES_PER_CALL * callCount);

interface ToolRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export function pageCost(path: keyof typeof pageCalls, search: string): number {
  const query = new URLSearchParams(search);
  const has = (name: string) => query.getAll(name).some((text) => text.trim() !== "");
  return messagesOf(pageCalls[path](has));
}

export function messageCost({ method, params = {} }: ToolRequest): number {
  const { name: tool, arguments: toolArguments } = params;
  const callsOfTool = method === "tools/call" ? toolCalls.get(tool) : undefined;
  const has = (name: string) => Object.hasOwn(Object(toolArguments), name);
  return messagesOf(callsOfTool?.(has) ?? 0);
}
