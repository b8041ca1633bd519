// Circuit breaker: stops calls to a node or indexer that fails or asks for a pause. After failures,
// one probe call at a time tests whether the node or indexer works again.

export interface BreakerLimits {
  readonly breakerFailures: number;
  readonly breakerOpenMs: number;
  readonly backOffMinMs: number;
  readonly backOffMaxMs: number;
}

/** `ignored`: the call says nothing about the provider's health, for example if it was aborted. */
export type CallOutcome = "alive" | "failed" | "ignored";

export interface Breaker {
  admit(): { waitMs: number; isProbe: boolean };
  recordOutcome(isProbe: boolean, outcome: CallOutcome): void;
  isDegraded(): boolean;
  /**
   * Pauses calls after HTTP 429 or 503. If `retryAfterMs` is null, the pause is a random time. The
   * maximum of this time doubles with each pause, up to `backOffMaxMs`.
   */
  backOff(retryAfterMs: number | null): void;
}

export function createBreaker(
  limits: BreakerLimits,
  now: () => number,
  random: () => number,
): Breaker {
  let failureCount = 0;
  let openUntilMs = 0;
  let isProbeRunning = false;
  let pausedUntilMs = 0;
  let pauseCount = 0;

  return {
    admit() {
      const nowMs = now();
      // If the system clock was set back, the remaining wait must not exceed the longest wait.
      openUntilMs = Math.min(openUntilMs, nowMs + limits.breakerOpenMs);
      pausedUntilMs = Math.min(pausedUntilMs, nowMs + limits.backOffMaxMs);
      const waitMs = Math.max(openUntilMs, pausedUntilMs) - nowMs;
      if (waitMs > 0) return { waitMs, isProbe: false };
      if (failureCount < limits.breakerFailures) return { waitMs: 0, isProbe: false };
      if (isProbeRunning) return { waitMs: limits.breakerOpenMs, isProbe: false };
      isProbeRunning = true;
      return { waitMs: 0, isProbe: true };
    },
    recordOutcome(isProbe, outcome) {
      if (isProbe) isProbeRunning = false;
      if (outcome === "alive") {
        failureCount = 0;
        pauseCount = 0;
        openUntilMs = 0;
      } else if (outcome === "failed") {
        failureCount += 1;
        if (failureCount >= limits.breakerFailures) openUntilMs = now() + limits.breakerOpenMs;
      }
    },
    isDegraded: () => failureCount >= limits.breakerFailures || pauseCount > 0,
    backOff(retryAfterMs) {
      const exponentialDelayMs = limits.backOffMinMs * 2 ** Math.min(pauseCount, 30);
      const delayMs = retryAfterMs ?? random() * Math.min(limits.backOffMaxMs, exponentialDelayMs);
      pauseCount += 1;
      pausedUntilMs = Math.max(pausedUntilMs, now() + delayMs);
    },
  };
}
