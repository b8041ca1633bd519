// How many messages a request to a page or tool counts as in the client's rate limit.
import type { CountedPath } from "./resources.ts";

/**
 * Messages that one call to a node counts as. A client's 120 messages a minute then cause at most
 * 30 calls to a node. All clients may cause 45 at once if the node's gateway allows 200 a minute.
 */
const MESSAGES_PER_CALL = 4;

type HasArgument = (name: string) => boolean;
/** Calls to each node that a request causes. Calls are not summed: each node has its own limit. */
type NodeCalls = (has: HasArgument) => number;

const noCalls: NodeCalls = () => 0;
const quoteCalls: NodeCalls = (has) => 1 + (has("target_out") ? 1 : 0);
/** The second call quotes the same swap in one part or in several, to compare. */
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
