// This folder decides when a provider may be called, and how often. It knows no HTTP and no network.
// This file: whether a provider may be asked now. A provider that is down, or asked for a pause, gets only a probe now and then.

export interface BreakerLimits {
  /** Consecutive failures after which the provider is left alone. */
  readonly breakerFailures: number;
  /** How long it is left alone before one probe is let through. */
  readonly breakerOpenMs: number;
  readonly backOffMinMs: number;
  readonly backOffMaxMs: number;
}

/** `ignored`: nothing was learnt about the provider (the callers went away before it answered). */
export type CallOutcome = "alive" | "failed" | "ignored";

export type Breaker = ReturnType<typeof createBreaker>;

/** @param random uniform in [0, 1) */
export function createBreaker(limits: BreakerLimits, now: () => number, random: () => number) {
  let failures = 0;
  let openUntilMs = 0;
  let probing = false;
  let pausedUntilMs = 0;
  let pauses = 0;

  return {
    /** Milliseconds to wait before asking again; 0 = ask now, and then `settle` must follow. */
    admit(): { waitMs: number; probe: boolean } {
      const nowMs = now();
      // A clock set back must not prolong a wait beyond its own length.
      openUntilMs = Math.min(openUntilMs, nowMs + limits.breakerOpenMs);
      pausedUntilMs = Math.min(pausedUntilMs, nowMs + limits.backOffMaxMs);
      const waitMs = Math.max(openUntilMs, pausedUntilMs) - nowMs;
      if (waitMs > 0) return { waitMs, probe: false };
      if (failures < limits.breakerFailures) return { waitMs: 0, probe: false };
      if (probing) return { waitMs: limits.breakerOpenMs, probe: false };
      probing = true;
      return { waitMs: 0, probe: true };
    },
    settle(probe: boolean, outcome: CallOutcome): void {
      if (probe) probing = false;
      if (outcome === "alive") {
        failures = 0;
        pauses = 0;
        openUntilMs = 0;
      } else if (outcome === "failed") {
        failures += 1;
        if (failures >= limits.breakerFailures) openUntilMs = now() + limits.breakerOpenMs;
      }
    },
    /** It failed too often or asked for a pause, and has not answered since: a caller with a choice asks another. */
    isDegraded: () => failures >= limits.breakerFailures || pauses > 0,
    /** The provider said 429 or 503: waits `retryAfterMs`, or an exponential time with full jitter when it named none. Returns the wait. */
    backOff(retryAfterMs: number | null): number {
      const ceilingMs = Math.min(limits.backOffMaxMs, limits.backOffMinMs * 2 ** Math.min(pauses, 30));
      const delayMs = retryAfterMs ?? random() * ceilingMs;
      pauses += 1;
      pausedUntilMs = Math.max(pausedUntilMs, now() + delayMs);
      return delayMs;
    },
  };
}
