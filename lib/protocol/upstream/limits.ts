// When a provider may be called, and how often. It knows no HTTP and no network.

// Whether a provider may be asked now. A provider that is down, or asked for a pause, gets only a probe now and then.

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

// How many calls one provider gets at a time; the rest wait in line, and a line that is too long is refused.

/** Gives a taken slot back. Call it once. */
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
    /** Null where no slot is free. */
    take(): Release | null {
      if (free === 0) return null;
      free -= 1;
      return release;
    },
    /** Resolves when a slot was given back, with null where the line is full. Rejects with the signal's reason when it aborts before. */
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

// How many calls a minute one provider gets for what clients ask. What its gateway allows beyond is the reserve of safety, which no
// question can spend.

/** The code of a call that was not made because the budget is spent. */
export const BUDGET_SPENT = "budget";

/** What is left of a gateway's allowance while facts of safety, pools and fees are read: of a node 100 calls and a tenth more for retries. */
const reserved = { node: 110, indexer: 30 } as const;
/** What questions may cost where a gateway of nodes allows so many calls a minute; undefined where it allows any number (0). One of indexers is taken to allow half. */
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

/** At most `calls` in any minute, wherever the gateway begins to count: half of them at once, and half as they come back in a minute. */
export function createCallBudget(calls: number, now: () => number) {
  const callMs = MINUTE_MS / Math.floor(calls / 2);
  let fullAtMs = 0;
  /** A clock set back must not prolong a wait beyond a minute. */
  const debtMs = () => Math.min(MINUTE_MS, Math.max(0, fullAtMs - now()));

  return {
    /** Takes one call: 0. Milliseconds until one is left, where none is: nothing is taken. */
    take(): number {
      const takenMs = debtMs() + callMs;
      const waitMs = Math.ceil(takenMs - MINUTE_MS - TOLERANCE_MS);
      if (waitMs <= 0) fullAtMs = now() + takenMs;
      return Math.max(0, waitMs);
    },
    /** Nothing is left. The provider refused a call as one too many. */
    empty(): void {
      fullAtMs = now() + MINUTE_MS;
    },
  };
}

// Equal calls under way are one call. A caller that aborts leaves the call to the others. The last one ends it.

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly waiters: Waiter[];
}

/**
 * Joins the call under way with a key, or starts it. A symbol key is never equal to another, so it is never shared. A key must determine
 * its result type. Rejects with the signal's reason when the caller's signal aborts.
 */
export function createSingleFlight() {
  // No Map: the tables that a Map leaves behind as it is filled and emptied keep what was in them alive until V8 collects its whole heap.
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
          // Off the list first: who asks from now on must not join a call that is being torn down.
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

// How often a failed request may be tried again on another provider. During an outage retries add at most a tenth to the requests.

const RETRIES_PER_ANSWER = 0.1;
/** Retries that may be spent before the first answers have earned any. */
const BURST = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** Token bucket, full at the start: N answers allow N / 10 + 10 retries; a full outage earns none, so it is amplified by 10 calls in all. */
export function createRetryBudget() {
  let tokens = BURST;
  return {
    /** A request was answered: earns a tenth of a retry. */
    earn(): void {
      tokens = Math.min(BURST, tokens + RETRIES_PER_ANSWER);
    },
    /** Takes one retry; false when none is left. */
    spend(): boolean {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** The retry that was taken made no call. */
    giveBack(): void {
      tokens = Math.min(BURST, tokens + 1);
    },
  };
}
