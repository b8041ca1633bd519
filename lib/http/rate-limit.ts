// A token bucket with continuous refill: its state is one number, and the clock is an argument.
import { LRUCache } from "lru-cache";

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time until the bucket is full again, after this take; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

export interface RateLimiter {
  readonly limit: number;
  take(client: string, messages: number): RateLimitDecision;
}

export interface RateLimit {
  readonly limiter: RateLimiter;
  readonly toClient: (headers: Pick<Headers, "get">) => string;
}

export const WINDOW_MS = 60_000;

/** In messages. `limit` takes at one instant all fit, in spite of rounding, below 1e9 ms. */
const TOLERANCE = 0.01;

/**
 * Takes all of `messages` or none. `fullAtMs`: when the bucket would be full again; 0 if it is new.
 * The next `fullAtMs` is `nowMs + debtMs`. A clock set back costs the client one window at most.
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

export function remainingTokens(debtMs: number, limit: number): number {
  return Math.floor(((WINDOW_MS - debtMs) * limit) / WINDOW_MS + TOLERANCE);
}

/** Whole seconds, at least 1, until `messages` fit; if they never fit, until the bucket is full. */
export function waitSeconds(debtMs: number, messages: number, limit: number): number {
  const waitMs = debtMs + (Math.min(messages, limit) * WINDOW_MS) / limit - WINDOW_MS;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

const MAX_CLIENTS = 50_000;

/** Client → when its bucket is full again. `nowMs` may start anywhere but must never go back. */
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
