// Whether a request is allowed. A token bucket has continuous refill: its whole state is one number, and the clock is an argument.
import { LRUCache } from "lru-cache";

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time until the bucket is full again, after this take; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

export interface RateLimiter {
  /** Messages a minute, which is also the largest burst. */
  readonly limit: number;
  /** Takes all of `messages` from the client's bucket or none; never throws. */
  take(client: string, messages: number): RateLimitDecision;
}

export interface RateLimit {
  readonly limiter: RateLimiter;
  /** The client that a request counts for. */
  readonly toClient: (headers: Pick<Headers, "get">) => string;
}

/** The time in which an empty bucket of `limit` messages fills. */
export const WINDOW_MS = 60_000;

/** Absorbs rounding of sums, in messages: `limit` takes at one instant all fit on a clock below 1e9 ms. */
const TOLERANCE = 0.01;

/**
 * Takes all of `messages` or none. `fullAtMs` is when the bucket would be full again (0 for a new one).
 * The next state is `nowMs + debtMs`. A clock that was set back costs the client one window at most.
 */
export function takeMessages(
  fullAtMs: number,
  nowMs: number,
  messages: number,
  limit: number,
): RateLimitDecision {
  const messageMs = WINDOW_MS / limit;
  const debtMs = Math.min(Math.max(fullAtMs - nowMs, 0), WINDOW_MS);
  const takenMs = debtMs + messages * messageMs;
  const allowed = takenMs <= WINDOW_MS + TOLERANCE * messageMs;
  return { allowed, debtMs: allowed ? Math.min(takenMs, WINDOW_MS) : debtMs };
}

/** Whole messages that the bucket still allows. */
export function remainingTokens(debtMs: number, limit: number): number {
  return Math.floor(((WINDOW_MS - debtMs) * limit) / WINDOW_MS + TOLERANCE);
}

/** Whole seconds, at least 1, until `messages` fit. If they exceed the limit: until the bucket is full. */
export function waitSeconds(debtMs: number, messages: number, limit: number): number {
  const waitMs = debtMs + (Math.min(messages, limit) * WINDOW_MS) / limit - WINDOW_MS;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** A client is dropped when its bucket is full again; above the maximum, the least recent one is. */
const MAX_CLIENTS = 50_000;

/** Client → when its bucket is full again. `nowMs` need not be wall time, but must never go back. */
export function createBuckets(
  nowMs: () => number,
  maxClients: number = MAX_CLIENTS,
): LRUCache<string, number> {
  return new LRUCache({
    max: maxClients,
    ttl: WINDOW_MS,
    ttlAutopurge: true,
    perf: { now: nowMs },
  });
}

export function createMemoryLimiter(
  limit: number,
  nowMs: () => number = () => performance.now(),
  fullAtMs: LRUCache<string, number> = createBuckets(nowMs),
): RateLimiter {
  return {
    limit,
    take(client, messages) {
      const now = nowMs();
      const decision = takeMessages(fullAtMs.get(client) ?? 0, now, messages, limit);
      if (decision.allowed) fullAtMs.set(client, now + decision.debtMs);
      return decision;
    },
  };
}
