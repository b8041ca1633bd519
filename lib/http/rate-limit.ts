// A token bucket that refills continuously. Its state is one number. Callers pass the time.
import { LRUCache } from "lru-cache";

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time after this call until the bucket is full again; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

export interface RateLimiter {
  readonly limit: number;
  take(client: string, messageCount: number): RateLimitDecision;
}

export interface RateLimit {
  readonly limiter: RateLimiter;
  readonly toClient: (headers: Pick<Headers, "get">) => string;
}

export const WINDOW_MS = 60_000;

/** Allows for rounding errors of times below 1e9 ms: exactly `limit` messages must fit at once. */
const TOLERANCE_MESSAGES = 0.01;

/**
 * Takes a token for each message, or none. `fullAtMs`: when the bucket is full; 0 if it is new.
 * The next `fullAtMs` is `nowMs + debtMs`. After a clock is set back, a client waits one window at
 * most.
 */
export function takeMessages(
  fullAtMs: number,
  nowMs: number,
  messageCount: number,
  limit: number,
): RateLimitDecision {
  const msPerMessage = WINDOW_MS / limit;
  const debtMs = Math.min(Math.max(fullAtMs - nowMs, 0), WINDOW_MS);
  const debtAfterMs = debtMs + messageCount * msPerMessage;
  const allowed = debtAfterMs <= WINDOW_MS + TOLERANCE_MESSAGES * msPerMessage;
  return { allowed, debtMs: allowed ? Math.min(debtAfterMs, WINDOW_MS) : debtMs };
}

export function remainingTokens(debtMs: number, limit: number): number {
  return Math.floor(((WINDOW_MS - debtMs) * limit) / WINDOW_MS + TOLERANCE_MESSAGES);
}

/**
 * Seconds until the bucket has a token for each message; at least 1. More messages than the bucket
 * can hold: seconds until the bucket is full.
 */
export function waitSeconds(debtMs: number, messageCount: number, limit: number): number {
  const waitMs = debtMs + (Math.min(messageCount, limit) * WINDOW_MS) / limit - WINDOW_MS;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

const MAX_CLIENTS = 50_000;

/** Maps a client to the time when its bucket is full again. `clockMs` must never go back. */
export function createBuckets(
  clockMs: () => number,
  maxClients: number = MAX_CLIENTS,
): LRUCache<string, number> {
  return new LRUCache({
    max: maxClients,
    ttl: WINDOW_MS,
    ttlAutopurge: true,
    perf: { now: clockMs },
  });
}

export function createMemoryLimiter(
  limit: number,
  clockMs: () => number = () => performance.now(),
  fullAtByClient: LRUCache<string, number> = createBuckets(clockMs),
): RateLimiter {
  return {
    limit,
    take(client, messageCount) {
      const nowMs = clockMs();
      const decision = takeMessages(fullAtByClient.get(client) ?? 0, nowMs, messageCount, limit);
      if (decision.allowed) fullAtByClient.set(client, nowMs + decision.debtMs);
      return decision;
    },
  };
}
