// One rate limit per process. Live pages (as HTML, Markdown or JSON) and the MCP endpoint share it.
// A request without a query counts too, because each answer costs work.
import { config } from "../config.ts";
import { findClientAddress, PEER_HEADER } from "../http/client-address.ts";
import {
  type BuiltRefusalCode,
  MAX_QUERY_CHARACTERS,
  type PageRefusal,
  queryTooLong,
  refusalResponse,
  tooManyRequests,
} from "../http/problem.ts";
import {
  createMemoryLimiter,
  type MemoryLimiter,
  type RateLimit,
  waitSeconds,
} from "../http/rate-limit.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { getProcessGlobal } from "./process-globals.ts";

export function getRateLimit(): RateLimit<MemoryLimiter> | null {
  return getProcessGlobal("rate-limit", createRateLimit);
}

function createRateLimit(): RateLimit<MemoryLimiter> | null {
  const { rateLimit, onVercel, trustedHops } = config();
  if (rateLimit === 0) return null;
  return {
    limiter: createMemoryLimiter(rateLimit),
    toClient: (headers) =>
      findClientAddress(headers, headers.get(PEER_HEADER), { onVercel, trustedHops }),
  };
}

export type LimitRefusal = PageRefusal<Exclude<BuiltRefusalCode, "unknown_chain">>;

export interface LimitedRequest {
  readonly method: string;
  /** The query with its question mark. Empty without a query. */
  readonly search: string;
  readonly headers: Pick<Headers, "get">;
}

/** Seconds that the client must wait. Null if so many messages are allowed now. */
function secondsToWait(
  { headers }: LimitedRequest,
  messageCount: number,
  step: "take" | "check",
): number | null {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  // A request that costs more than the whole limit counts as the limit. Otherwise it would always
  // be refused.
  const messageCost = Math.min(messageCount, limiter.limit);
  const { allowed, debtMs } = limiter[step](toClient(headers), messageCost);
  return allowed ? null : waitSeconds(debtMs, messageCost, limiter.limit);
}

/**
 * Counts a question for a live page in the limit. Null if it may be answered. A query that is too
 * long counts too, as one message.
 */
export function countQuestion(request: LimitedRequest, path: ResourcePath): LimitRefusal | null {
  return refuseAbove(request, path, "take");
}

/**
 * Refuses what `countQuestion` would refuse, before Next gets the question. Counts only what it
 * refuses for its length: Next counts all that it gets.
 */
export function checkQuestion(request: LimitedRequest, path: ResourcePath): LimitRefusal | null {
  return refuseAbove(request, path, "check");
}

function refuseAbove(
  request: LimitedRequest,
  path: ResourcePath,
  step: "take" | "check",
): LimitRefusal | null {
  const { method, search } = request;
  if (!isLivePage(path) || method === "OPTIONS") return null;
  const isTooLong = search.length > MAX_QUERY_CHARACTERS;
  const retryAfterSeconds = isTooLong
    ? secondsToWait(request, 1, "take")
    : secondsToWait(request, pageCost(path, search), step);
  if (retryAfterSeconds !== null) return tooManyRequests(retryAfterSeconds);
  return isTooLong ? queryTooLong : null;
}

export const toLimitedRequest = ({ method, url, headers }: Request): LimitedRequest => ({
  method,
  search: new URL(url).search,
  headers,
});

export function refuseQuestion(request: Request, path: ResourcePath): Response | null {
  const refusal = countQuestion(toLimitedRequest(request), path);
  return refusal && refusalResponse(request, refusal);
}
