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

export function createBreaker(limits: BreakerLimits, now: () => number, random: () => number) {
  let failures = 0;
  let openUntilMs = 0;
  let probing = false;
  let pausedUntilMs = 0;
  let pauses = 0;

  return {
    /** Milliseconds to wait; 0: call now, and call `settle` after it. */
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
    isDegraded: () => failures >= limits.breakerFailures || pauses > 0,
    /** After 429 or 503. Without `retryAfterMs`: exponential with full jitter. Returns the wait. */
    backOff(retryAfterMs: number | null): number {
      const ceilingMs = Math.min(
        limits.backOffMaxMs,
        limits.backOffMinMs * 2 ** Math.min(pauses, 30),
      );
      const delayMs = retryAfterMs ?? random() * ceilingMs;
      pauses += 1;
      pausedUntilMs = Math.max(pausedUntilMs, now() + delayMs);
      return delayMs;
    },
  };
}

// Concurrency: calls beyond the limit wait in a queue, and are refused where it is full.

export type Release = () => void;

export function createConcurrencyLimit(limits: {
  readonly inFlight: number;
  readonly waiting: number;
}) {
  let free = limits.inFlight;
  const line: Array<() => void> = [];

  const release = () => {
    const next = line.shift();
    if (next) next();
    else free += 1;
  };

  return {
    take(): Release | null {
      if (free === 0) return null;
      free -= 1;
      return release;
    },
    /**
     * Resolves to null where the queue is full. Rejects with the signal's reason when it aborts.
     */
    wait(signal: AbortSignal): Promise<Release | null> {
      if (line.length >= limits.waiting) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener("abort", leave);
          resolve(release);
        };
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          reject(signal.reason);
        };
        line.push(enter);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}

// Calls a minute that clients' questions may cost. The rest of the gateway's allowance is
// reserved for facts of safety.

export const BUDGET_SPENT = "budget";

/** Calls a minute for facts of safety, pools and fees: 100 to a node, and a tenth for retries. */
const reserved = { node: 110, indexer: 30 } as const;
/** Undefined: no limit. The gateway of an indexer is assumed to allow half of a node's. */
export function questionCalls(
  kind: keyof typeof reserved,
  callsPerMinute: number,
): number | undefined {
  if (callsPerMinute === 0) return undefined;
  return (kind === "node" ? callsPerMinute : Math.floor(callsPerMinute / 2)) - reserved[kind];
}

const MINUTE_MS = 60_000;
/** Absorbs rounding of sums on a clock of epoch milliseconds. */
const TOLERANCE_MS = 0.1;

/**
 * At most `calls` in any minute, whenever the gateway starts to count: half as a burst, the
 * other half as refill within the minute.
 */
export function createCallBudget(calls: number, now: () => number) {
  const callMs = MINUTE_MS / Math.floor(calls / 2);
  let fullAtMs = 0;
  const debtMs = () => Math.min(MINUTE_MS, Math.max(0, fullAtMs - now()));

  return {
    /** Takes one call and returns 0, or returns the milliseconds until one is left. */
    take(): number {
      const takenMs = debtMs() + callMs;
      const waitMs = Math.ceil(takenMs - MINUTE_MS - TOLERANCE_MS);
      if (waitMs <= 0) fullAtMs = now() + takenMs;
      return Math.max(0, waitMs);
    },
    empty(): void {
      fullAtMs = now() + MINUTE_MS;
    },
  };
}

// Single flight: equal calls under way are one call. It ends when its last caller aborts.

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly waiters: Waiter[];
}

/**
 * Joins the call with this key, or starts it. A symbol key is never shared.
 * A key must determine its result type. Rejects with the signal's reason when that aborts.
 */
export function createSingleFlight() {
  // No Map: its old tables keep their entries alive until V8 collects the whole heap.
  const flights: Record<string | symbol, Flight | undefined> = Object.create(null);

  function launch(
    key: string | symbol,
    start: (controller: AbortController) => Promise<unknown>,
  ): Flight {
    const flight: Flight = { controller: new AbortController(), waiters: [] };
    flights[key] = flight;
    start(flight.controller).then(
      (value) => {
        remove(key, flight);
        for (const waiter of flight.waiters) waiter.resolve(value);
      },
      (error) => {
        remove(key, flight);
        for (const waiter of flight.waiters) waiter.reject(error);
      },
    );
    return flight;
  }

  function remove(key: string | symbol, flight: Flight): void {
    if (flights[key] === flight) delete flights[key];
  }

  return <T>(
    key: string | symbol,
    signal: AbortSignal | undefined,
    start: (by: AbortController) => Promise<T>,
  ) => {
    if (signal?.aborted) return Promise.reject<T>(signal.reason);
    const flight = flights[key] ?? launch(key, start);
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiters.splice(flight.waiters.indexOf(waiter), 1);
        if (flight.waiters.length === 0) {
          // Removed first: a new caller must not join a call that is being aborted.
          remove(key, flight);
          flight.controller.abort();
        }
        reject(signal?.reason);
      };
      const stay = () => signal?.removeEventListener("abort", leave);
      const waiter: Waiter = {
        resolve(value) {
          stay();
          resolve(value as T);
        },
        reject(error) {
          stay();
          reject(error);
        },
      };
      flight.waiters.push(waiter);
      signal?.addEventListener("abort", leave, { once: true });
    });
  };
}

// Retry budget: during an outage, retries add at most a tenth to the requests.

const RETRIES_PER_ANSWER = 0.1;
const BURST = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** Token bucket, full at the start: N answers allow N / 10 + 10 retries, a full outage 10. */
export function createRetryBudget() {
  let tokens = BURST;
  return {
    earn(): void {
      tokens = Math.min(BURST, tokens + RETRIES_PER_ANSWER);
    },
    spend(): boolean {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    giveBack(): void {
      tokens = Math.min(BURST, tokens + 1);
    },
  };
}
