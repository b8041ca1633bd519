// The one rate limit of this process, by the real configuration: whatever is asked of the network for a client alone draws on that client's bucket.
import { config } from "../config.ts";
import { findClientAddress } from "../http/client-address.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { waitSeconds } from "../http/rate-limit-bucket.ts";
import { createMemoryLimiter } from "../http/rate-limit-memory.ts";
import { ownHeader } from "./internals/own-headers.ts";
import { getProcessGlobal } from "./internals/process-globals.ts";
import { createStoreLimiter } from "./rate-limit-store.ts";
import { getStore } from "./store.ts";

/** Null where the limit is off. Made at the first call. */
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

/** Takes `messages` for the client of a request; the seconds to wait where there is no room for them, else null. */
export async function takeMessages(headers: Headers, messages: number): Promise<number | null> {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  // A limit below the cost of one answer must not forbid it for ever.
  const cost = Math.min(messages, limiter.limit);
  const { allowed, debtMs } = await limiter.take(toClient(headers), cost);
  return allowed ? null : waitSeconds(debtMs, cost, limiter.limit);
}
