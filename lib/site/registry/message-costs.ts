// How many messages a request to a page or tool counts as in the client's rate limit.
import type { CountedPath } from "./resources.ts";

/**
 * Messages that one call to a node counts as. A client may send 120 messages a minute. These cause
 * at most 30 calls to a node, fewer than the 45 that all clients together may cause at once.
 */
const MESSAGES_PER_CALL = 4;

type HasArgument = (name: string) => boolean;
/** Counts the calls to one node that a request causes: each node has its own limit. */
type NodeCalls = (hasArgument: HasArgument) => number;

const noCalls: NodeCalls = () => 0;
const quoteCalls: NodeCalls = (hasArgument) => 1 + (hasArgument("target_out") ? 1 : 0);
/** The second call quotes the same swap in one part or in several, for the comparison. */
const quotePageCalls: NodeCalls = (hasArgument) =>
  hasArgument("amount") || hasArgument("amount_usd") ? 2 : 0;
const swapCalls: NodeCalls = (hasArgument) => (hasArgument("txid") ? 2 : 0);

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
  const hasArgument = (name: string) => query.getAll(name).some((text) => text.trim() !== "");
  return messagesOf(pageCalls[path](hasArgument));
}

export function messageCost({ method, params = {} }: ToolRequest): number {
  const { name: tool, arguments: toolArguments } = params;
  const callsOfTool = method === "tools/call" ? toolCalls.get(tool) : undefined;
  const hasArgument = (name: string) => Object.hasOwn(Object(toolArguments), name);
  return messagesOf(callsOfTool?.(hasArgument) ?? 0);
}
