// MCP room: the buckets of one instance. Bounded: when there are too many clients, the one unseen for longest starts anew.
import { LRUCache } from "lru-cache";
import type { RateLimiter } from "./rate-limit.ts";
import { takeMessages } from "./rate-limit-bucket.ts";

const MAX_CLIENTS = 50_000;

/** `nowMs` need not be wall time: it must only never go back. */
export function createMemoryLimiter(
  limit: number,
  nowMs: () => number = () => performance.now(),
  maxClients: number = MAX_CLIENTS,
): RateLimiter {
  const fullAtMs = new LRUCache<string, number>({ max: maxClients });
  return {
    limit,
    async take(client, messages) {
      const now = nowMs();
      const verdict = takeMessages(fullAtMs.get(client) ?? 0, now, messages, limit);
      if (verdict.allowed) fullAtMs.set(client, now + verdict.debtMs);
      return verdict;
    },
  };
}
