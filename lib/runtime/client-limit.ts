// The rate limit of this process: live pages, in every form, and the MCP endpoint share one bucket per client. A request without a query
// counts too, because each answer costs this process work.
import { config } from "../config.ts";
import { MAX_QUERY_CHARACTERS, queryTooLong, tooManyRequests } from "../http/problem.ts";
import { createMemoryLimiter, findClientAddress, type RateLimit, waitSeconds } from "../http/rate-limit.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { findResource, isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { ownHeader } from "./internals/own-headers.ts";
import { getProcessGlobal } from "./internals/process-globals.ts";
import { createStoreLimiter } from "./store/rate-limit-store.ts";
import { getStore } from "./store/store.ts";

/** Null if the limit is off. Made at the first call. */
export function getRateLimit(): RateLimit | null {
  return getProcessGlobal("rate-limit", createRateLimit);
}

function createRateLimit(): RateLimit | null {
  const { rateLimit: limit, storeUrl, onVercel, trustedHops } = config();
  if (limit === 0) return null;
  const fallback = createMemoryLimiter(limit);
  const peerHeader = ownHeader("peer");
  return {
    limiter: storeUrl ? createStoreLimiter({ store: getStore(storeUrl), secret: storeUrl, fallback }) : fallback,
    toClient: (headers) => findClientAddress(headers, headers.get(peerHeader), { onVercel, trustedHops }),
  };
}

/** Counts `messages` for the client of a request. Returns null if allowed, else the seconds to wait. */
async function countMessages(headers: Pick<Headers, "get">, messages: number): Promise<number | null> {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  // If the limit is below the cost of one answer, that answer must still be possible.
  const cost = Math.min(messages, limiter.limit);
  const { allowed, debtMs } = await limiter.take(toClient(headers), cost);
  return allowed ? null : waitSeconds(debtMs, cost, limiter.limit);
}

/** 414 for a long query, 429 for a client above its limit; null to go on. What our listener counted is not counted again. */
export async function refuseQuestion(request: Request, path: ResourcePath): Promise<Response | null> {
  if (!isLivePage(path) || request.method === "OPTIONS") return null;
  const { headers, url } = request;
  const { search } = new URL(url);
  if (search.length > MAX_QUERY_CHARACTERS) return queryTooLong(request, isForPeople(headers, path));
  if (headers.has(ownHeader("counted"))) return null;
  return refuseClient(headers, path, search, () => request);
}

/** Counts a request to a live page for the client of its headers. Returns 429 for the request, or null if it is allowed. */
export async function refuseClient(
  headers: Pick<Headers, "get">,
  path: ResourcePath,
  search: string,
  getRequest: () => Request,
): Promise<Response | null> {
  const seconds = isLivePage(path) ? await countMessages(headers, pageCost(path, search)) : null;
  return seconds === null ? null : tooManyRequests(getRequest(), seconds, isForPeople(headers, path));
}

function isForPeople(headers: Pick<Headers, "get">, path: ResourcePath): boolean {
  return findResource(path).mediaType.startsWith("text/html") && /text\/html/i.test(headers.get("accept") ?? "");
}
