// Circuit breaker: a provider that is down, or asked for a pause, gets one probe at a time.

export interface BreakerLimits {
  readonly breakerFailures: number;
  readonly breakerOpenMs: number;
  readonly backOffMinMs: number;
  readonly backOffMaxMs: number;
}

/** `ignored`: the outcome says nothing about the provider, such as a caller who went away. */
export type CallOutcome = "alive" | "failed" | "ignored";

export interface Breaker {
  /** Milliseconds to wait; 0: call now, and call `settle` after it. */
  admit(): { waitMs: number; isProbe: boolean };
  settle(isProbe: boolean, outcome: CallOutcome): void;
  isDegraded(): boolean;
  /** After 429 or 503. Without `retryAfterMs`: exponential with full jitter. */
  backOff(retryAfterMs: number | null): void;
}

export function createBreaker(
  limits: BreakerLimits,
  now: () => number,
  random: () => number,
): Breaker {
  let failures = 0;
  let openUntilMs = 0;
  let isProbing = false;
  let pausedUntilMs = 0;
  let pauses = 0;

  return {
    admit() {
      const nowMs = now();
      // A clock set back must not prolong a wait beyond its own length.
      openUntilMs = Math.min(openUntilMs, nowMs + limits.breakerOpenMs);
      pausedUntilMs = Math.min(pausedUntilMs, nowMs + limits.backOffMaxMs);
      const waitMs = Math.max(openUntilMs, pausedUntilMs) - nowMs;
      if (waitMs > 0) return { waitMs, isProbe: false };
      if (failures < limits.breakerFailures) return { waitMs: 0, isProbe: false };
      if (isProbing) return { waitMs: limits.breakerOpenMs, isProbe: false };
      isProbing = true;
      return { waitMs: 0, isProbe: true };
    },
    settle(isProbe, outcome) {
      if (isProbe) isProbing = false;
      if (outcome === "alive") {
        failures = 0;
        pauses = 0;
        openUntilMs = 0;
      } else if (outcome === "failed") {
        failures += 1;
        if (failures >= limits.breakerFailures) openUntilMs = now() + limits.breakerOpenMs;
      }
    },
    isDegraded: () => failures >= limits.breakerFailures || pauses > 0,
    backOff(retryAfterMs) {
      const exponentialMs = limits.backOffMinMs * 2 ** Math.min(pauses, 30);
      const delayMs = retryAfterMs ?? random() * Math.min(limits.backOffMaxMs, exponentialMs);
      pauses += 1;
      pausedUntilMs = Math.max(pausedUntilMs, now() + delayMs);
    },
  };
}
