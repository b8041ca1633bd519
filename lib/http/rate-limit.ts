// A token bucket that refills continuously. Its state is one number. Callers pass the time.
import { LRUCache } from "lru-cache";

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time until the client's bucket is full again, after this call; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

interface RateLimiter {
  readonly limit: number;
  take(client: string, messageCount: number): RateLimitDecision;
}

export interface MemoryLimiter extends RateLimiter {
  /** Decides as `take` would, and takes nothing. */
  check(client: string, messageCount: number): RateLimitDecision;
}

export interface RateLimit<Limiter extends RateLimiter = RateLimiter> {
  readonly limiter: Limiter;
  readonly toClient: (headers: Pick<Headers, "get">) => string;
}

export const WINDOW_MS = 60_000;

/**
 * Tolerance, in messages, so that a full bucket always has exactly `limit` messages. It is larger
 * than all rounding errors of times below 1e9 ms.
 */
const TOLERANCE_MESSAGES = 0.01;

/**
 * Takes one token for each message, or none if too few are left. `fullAtMs`: when the bucket is
 * full. The caller stores `nowMs + debtMs` as the next `fullAtMs`. If the clock
 * is set back, a client waits at most `WINDOW_MS`.
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
 * Seconds, at least 1, until the bucket has a token for each message. If the bucket can never hold
 * so many tokens: seconds until it is full.
 */
export function waitSeconds(debtMs: number, messageCount: number, limit: number): number {
  const waitMs = debtMs + (Math.min(messageCount, limit) * WINDOW_MS) / limit - WINDOW_MS;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

const MAX_CLIENTS = 50_000;

/**
 * Maps a client to the time in ms when its bucket is full again. A bucket is forgotten after one
 * window, when it is full, or earlier if there are too many clients. `clockMs` must never go back.
 */
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
): MemoryLimiter {
  const decide = (client: string, nowMs: number, messageCount: number) => {
    const fullAtMs = fullAtByClient.get(client);
    // A client without a bucket has asked nothing in the last window: its bucket is full now.
    return takeMessages(fullAtMs === undefined ? nowMs : fullAtMs, nowMs, messageCount, limit);
  };
  return {
    limit,
    check: (client, messageCount) => decide(client, clockMs(), messageCount),
    take(client, messageCount) {
      const nowMs = clockMs();
      const decision = decide(client, nowMs, messageCount);
      if (decision.allowed) fullAtByClient.set(client, nowMs + decision.debtMs);
      return decision;
    },
  };
}
