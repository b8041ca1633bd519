// The rate limit of this process. Live pages and the MCP endpoint share one bucket per client.
import { config } from "../config.ts";
import { createMemoryLimiter, findClientAddress, type RateLimit, waitSeconds } from "../http/rate-limit.ts";
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
export async function countMessages(headers: Pick<Headers, "get">, messages: number): Promise<number | null> {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  // If the limit is below the cost of one answer, that answer must still be possible.
  const cost = Math.min(messages, limiter.limit);
  const { allowed, debtMs } = await limiter.take(toClient(headers), cost);
  return allowed ? null : waitSeconds(debtMs, cost, limiter.limit);
}
