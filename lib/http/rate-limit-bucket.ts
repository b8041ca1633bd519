// The arithmetic of a token bucket with continuous refill. Pure: one number is the whole state, and the clock is an argument.

/** A bucket of `limit` messages fills from empty in this time. */
export const WINDOW_MS = 60_000;

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time until the bucket is full again, this take included; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

/** Absorbs the rounding of sums, in messages, so that `limit` takes at one instant all fit on a clock below 1e9 ms. */
const TOLERANCE = 0.01;

/**
 * Takes all of `messages` or none. `fullAtMs` is when the bucket would be full again (0 for a new one); the next state is
 * `nowMs + debtMs`. A clock that went back costs the client one window at most.
 */
export function takeMessages(fullAtMs: number, nowMs: number, messages: number, limit: number): RateLimitDecision {
  const messageMs = WINDOW_MS / limit;
  const debtMs = Math.min(Math.max(fullAtMs - nowMs, 0), WINDOW_MS);
  const takenMs = debtMs + messages * messageMs;
  const allowed = takenMs <= WINDOW_MS + TOLERANCE * messageMs;
  return { allowed, debtMs: allowed ? Math.min(takenMs, WINDOW_MS) : debtMs };
}

/** Whole messages that the bucket would still give. */
export function remainingTokens(debtMs: number, limit: number): number {
  return Math.floor(((WINDOW_MS - debtMs) * limit) / WINDOW_MS + TOLERANCE);
}

/** Whole seconds, at least 1, until that many messages fit; more than the bucket holds wait until it is full. */
export function waitSeconds(debtMs: number, messages: number, limit: number): number {
  const waitMs = debtMs + (Math.min(messages, limit) * WINDOW_MS) / limit - WINDOW_MS;
  return Math.max(1, Math.ceil(waitMs / 1000));
}
