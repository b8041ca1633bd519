// When a provider may be called, and how often. It knows no HTTP and no network.

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
  admit(): { waitMs: number; probe: boolean };
  settle(probe: boolean, outcome: CallOutcome): void;
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
      if (waitMs > 0) return { waitMs, probe: false };
      if (failures < limits.breakerFailures) return { waitMs: 0, probe: false };
      if (isProbing) return { waitMs: limits.breakerOpenMs, probe: false };
      isProbing = true;
      return { waitMs: 0, probe: true };
    },
    settle(probe, outcome) {
      if (probe) isProbing = false;
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

// Concurrency: calls beyond the limit wait in a queue, and are refused where it is full.

export type Release = () => void;

export interface ConcurrencyLimit {
  /** Null where all slots are taken. */
  take(): Release | null;
  /** Resolves to null where the queue is full. Rejects with the signal's reason when it aborts. */
  wait(signal: AbortSignal): Promise<Release | null>;
}

export function createConcurrencyLimit(inFlight: number, maxWaiting: number): ConcurrencyLimit {
  let free = inFlight;
  const queue: Array<() => void> = [];

  const release = () => {
    const startNext = queue.shift();
    if (startNext) startNext();
    else free += 1;
  };

  return {
    take() {
      if (free === 0) return null;
      free -= 1;
      return release;
    },
    wait(signal) {
      if (queue.length >= maxWaiting) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const start = () => {
          signal.removeEventListener("abort", abandon);
          resolve(release);
        };
        const abandon = () => {
          queue.splice(queue.indexOf(start), 1);
          reject(signal.reason);
        };
        queue.push(start);
        signal.addEventListener("abort", abandon, { once: true });
      });
    },
  };
}

// Calls a minute that clients' questions may cost. The rest of the gateway's allowance is
// reserved for facts of safety.

export const BUDGET_SPENT = "budget";

/** Calls a minute for facts of safety, pools and fees: 100 to a node, and a tenth for retries. */
const reservedCalls = { node: 110, indexer: 30 } as const;
/** Undefined: no limit. The gateway of an indexer is assumed to allow half of a node's. */
export function questionCalls(
  kind: keyof typeof reservedCalls,
  callsPerMinute: number,
): number | undefined {
  if (callsPerMinute === 0) return undefined;
  return (kind === "node" ? callsPerMinute : Math.floor(callsPerMinute / 2)) - reservedCalls[kind];
}

const MINUTE_MS = 60_000;
/** Absorbs rounding of sums on a clock of epoch milliseconds. */
const TOLERANCE_MS = 0.1;

/**
 * At most `calls` in any minute, whenever the gateway starts to count: half as a burst, the
 * other half as refill within the minute.
 */
export interface CallBudget {
  /** Takes one call and returns 0, or returns the milliseconds until one is left. */
  take(): number;
  empty(): void;
}

export function createCallBudget(calls: number, now: () => number): CallBudget {
  const refillMs = MINUTE_MS / Math.floor(calls / 2);
  let fullAtMs = 0;
  const debtMs = () => Math.min(MINUTE_MS, Math.max(0, fullAtMs - now()));

  return {
    take() {
      const nextDebtMs = debtMs() + refillMs;
      const waitMs = Math.ceil(nextDebtMs - MINUTE_MS - TOLERANCE_MS);
      if (waitMs <= 0) fullAtMs = now() + nextDebtMs;
      return Math.max(0, waitMs);
    },
    empty() {
      fullAtMs = now() + MINUTE_MS;
    },
  };
}

// Retry budget: during an outage, retries add at most a tenth to the requests.

const RETRIES_PER_ANSWER = 0.1;
const MAX_TOKENS = 10;

export interface RetryBudget {
  earn(): void;
  /** False where no retry is left. */
  spend(): boolean;
  giveBack(): void;
}

/** Token bucket, full at the start: N answers allow N / 10 + 10 retries, a full outage 10. */
export function createRetryBudget(): RetryBudget {
  let tokens = MAX_TOKENS;
  return {
    earn() {
      tokens = Math.min(MAX_TOKENS, tokens + RETRIES_PER_ANSWER);
    },
    spend() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    giveBack() {
      tokens = Math.min(MAX_TOKENS, tokens + 1);
    },
  };
}
