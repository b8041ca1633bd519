// How many messages a request to a page or tool counts as in the client's rate limit.
import type { CountedPath } from "./resources.ts";

/**
 * Each call to a node counts as 4 messages. By default, 120 messages a minute are 30 calls, and
 * all clients together may cause 45 calls to one node at once: one client cannot use all.
 */
const MESSAGES_PER_CALL = 4;

type HasArgument = (name: string) => boolean;
/**
 * Counts the calls that a request causes to one node, not to all nodes together, because each node
 * has its own limit.
 */
type CountCalls = (hasArgument: HasArgument) => number;

const countNone: CountCalls = () => 0;
const countQuoteCalls: CountCalls = (hasArgument) => 1 + (hasArgument("target_out") ? 1 : 0);
/**
 * Does not count the call for a comparison with the same swap in parts: nodes are not asked for it
 * while clients' calls are scarce. So a person may ask 30 quotes a minute.
 */
const countQuotePageCalls: CountCalls = (hasArgument) =>
  hasArgument("amount") || hasArgument("amount_usd") ? 1 : 0;
/** Does not count the queues of nodes, which are not asked either while calls are scarce. */
const countSwapCalls: CountCalls = (hasArgument) => (hasArgument("txid") ? 2 : 0);

const countersByPage: Readonly<Record<CountedPath, CountCalls>> = {
  "/pricing/now": () => 4,
  "/quote": countQuotePageCalls,
  "/quote.md": countQuotePageCalls,
  "/quote.json": countQuoteCalls,
  "/status": countNone,
  "/status/now": countNone,
  "/status.md": countNone,
  "/assets": countNone,
  "/assets/now": countNone,
  "/assets.md": countNone,
  "/embed/status": countNone,
  "/embed/quote": countQuotePageCalls,
  "/track": countSwapCalls,
  "/track/now": countSwapCalls,
  "/track.md": countSwapCalls,
  "/track.json": countSwapCalls,
};

const countersByTool = new Map<unknown, CountCalls>([
  ["get_swap_quote", countQuoteCalls],
  ["get_swap_status", countSwapCalls],
]);

const toMessageCount = (callCount: number): number => Math.max(1, MESSAGES_PER_CALL * callCount);

interface ToolRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export function pageCost(path: keyof typeof countersByPage, search: string): number {
  const query = new URLSearchParams(search);
  const hasArgument = (name: string) => query.getAll(name).some((text) => text.trim() !== "");
  return toMessageCount(countersByPage[path](hasArgument));
}

export function messageCost({ method, params = {} }: ToolRequest): number {
  const { name: tool, arguments: toolArguments } = params;
  const countToolCalls = method === "tools/call" ? countersByTool.get(tool) : undefined;
  const hasArgument = (name: string) => Object.hasOwn(Object(toolArguments), name);
  return toMessageCount(countToolCalls?.(hasArgument) ?? 0);
}
