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

/** Absorbs rounding errors of times below 1e9 ms, so that `limit` messages at one instant fit. */
const TOLERANCE_MESSAGES = 0.01;

/**
 * Takes all of `messages` or none. `fullAtMs`: time when the bucket is full; 0 if it is new.
 * The next `fullAtMs` is `nowMs + debtMs`. A clock set back costs the client one window at most.
 */
export function takeMessages(
  fullAtMs: number,
  nowMs: number,
  messageCount: number,
  limit: number,
): RateLimitDecision {
  const messageMs = WINDOW_MS / limit;
  const debtMs = Math.min(Math.max(fullAtMs - nowMs, 0), WINDOW_MS);
  const debtAfterMs = debtMs + messageCount * messageMs;
  const allowed = debtAfterMs <= WINDOW_MS + TOLERANCE_MESSAGES * messageMs;
  return { allowed, debtMs: allowed ? Math.min(debtAfterMs, WINDOW_MS) : debtMs };
}

export function remainingTokens(debtMs: number, limit: number): number {
  return Math.floor(((WINDOW_MS - debtMs) * limit) / WINDOW_MS + TOLERANCE_MESSAGES);
}

/** Whole seconds, at least 1, until `messages` fit. If they never fit: until the bucket is full. */
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
