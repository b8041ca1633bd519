// One rate limit per process. Live pages (as HTML, Markdown or JSON) and the MCP endpoint share it.
// A request without a query counts too, because each answer costs work.
import { config } from "../config.ts";
import { findClientAddress, PEER_HEADER } from "../http/client-address.ts";
import {
  MAX_QUERY_CHARACTERS,
  type PageRefusal,
  queryTooLong,
  refusalResponse,
  tooManyRequests,
} from "../http/problem.ts";
import { createMemoryLimiter, type RateLimit, waitSeconds } from "../http/rate-limit.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { getProcessGlobal } from "./process-globals.ts";

export function getRateLimit(): RateLimit | null {
  return getProcessGlobal("rate-limit", createRateLimit);
}

function createRateLimit(): RateLimit | null {
  const { rateLimit, onVercel, trustedHops } = config();
  if (rateLimit === 0) return null;
  return {
    limiter: createMemoryLimiter(rateLimit),
    toClient: (headers) =>
      findClientAddress(headers, headers.get(PEER_HEADER), { onVercel, trustedHops }),
  };
}

/** Counts messages of a client. Returns the seconds to wait, or null if they are allowed now. */
function takeFromLimit(headers: Pick<Headers, "get">, messageCount: number): number | null {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  // A request that costs more than the whole limit counts as the limit. Otherwise it would always
  // be refused.
  const messageCost = Math.min(messageCount, limiter.limit);
  const { allowed, debtMs } = limiter.take(toClient(headers), messageCost);
  return allowed ? null : waitSeconds(debtMs, messageCost, limiter.limit);
}

/** Counts a question for a live page in the limit. Null if it may be answered. */
export function countQuestion(request: Request, path: ResourcePath): PageRefusal | null {
  if (!isLivePage(path) || request.method === "OPTIONS") return null;
  const { search } = new URL(request.url);
  if (search.length > MAX_QUERY_CHARACTERS) return queryTooLong;
  const retryAfterSeconds = takeFromLimit(request.headers, pageCost(path, search));
  return retryAfterSeconds === null ? null : tooManyRequests(retryAfterSeconds);
}

export function refuseQuestion(request: Request, path: ResourcePath): Response | null {
  const refusal = countQuestion(request, path);
  return refusal && refusalResponse(request, refusal);
}
