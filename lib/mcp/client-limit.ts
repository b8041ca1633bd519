// DOOR: the one rate limit of this process, by the real configuration: whatever is asked of the network for a client alone draws on that client's bucket.
import { config } from "../config.ts";
import { toClientAddress, toPeerHeader } from "../http/client-address.ts";
import { getStore } from "../store/store.ts";
import type { RateLimit } from "./rate-limit.ts";
import { toWaitSeconds } from "./rate-limit-bucket.ts";
import { createMemoryLimiter } from "./rate-limit-memory.ts";
import { createStoreLimiter } from "./rate-limit-store.ts";

// On globalThis: a bundler may load this module once a route, and a client's bucket must be one.
const key = Symbol.for("signpost.rate-limit");
const shelf = globalThis as { [key]?: RateLimit | null };

/** Null where the limit is off. Made at the first call. */
export function getRateLimit(): RateLimit | null {
  if (shelf[key] === undefined) shelf[key] = createRateLimit();
  return shelf[key];
}

function createRateLimit(): RateLimit | null {
  const { rateLimit: limit, storeUrl, onVercel, trustedHops } = config();
  if (limit === 0) return null;
  const fallback = createMemoryLimiter(limit);
  const peerHeader = toPeerHeader();
  return {
    limiter: storeUrl ? createStoreLimiter({ store: getStore(storeUrl), secret: storeUrl, fallback }) : fallback,
    toClient: (headers) => toClientAddress(headers, headers.get(peerHeader), { onVercel, trustedHops }),
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
  return allowed ? null : toWaitSeconds(debtMs, cost, limiter.limit);
}
