// The buckets of one process. A client is dropped when its bucket
// is full again; above the maximum, the least recent one is.
import { LRUCache } from "lru-cache";
import type { RateLimiter } from "./rate-limit.ts";
import { takeMessages, WINDOW_MS } from "./rate-limit-bucket.ts";

const MAX_CLIENTS = 50_000;

/** Client → when its bucket is full again. `nowMs` need not be wall time, but must never go back. */
export function createBuckets(nowMs: () => number, maxClients: number = MAX_CLIENTS): LRUCache<string, number> {
  return new LRUCache({ max: maxClients, ttl: WINDOW_MS, ttlAutopurge: true, perf: { now: nowMs } });
}

export function createMemoryLimiter(
  limit: number,
  nowMs: () => number = () => performance.now(),
  fullAtMs: LRUCache<string, number> = createBuckets(nowMs),
): RateLimiter {
  return {
    limit,
    async take(client, messages) {
      const now = nowMs();
      const decision = takeMessages(fullAtMs.get(client) ?? 0, now, messages, limit);
      if (decision.allowed) fullAtMs.set(client, now + decision.debtMs);
      return decision;
    },
  };
}
