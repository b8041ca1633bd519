// Limits the calls a minute for clients' requests, so that calls for network data remain possible.

export const BUDGET_SPENT = "budget";

/**
 * Calls a minute that are kept free for network data (halts, pools, fees). A node needs 100 calls,
 * plus a tenth for retries.
 */
const reservedCallsPerMinute = { node: 110, indexer: 30 } as const;

/**
 * Calls a minute that clients' requests may use. `callsPerMinute`: what a node's gateway allows. We
 * assume that an indexer's gateway allows half of that. Undefined if the limit is 0 (no limit).
 */
export function clientCallLimit(
  kind: keyof typeof reservedCallsPerMinute,
  callsPerMinute: number,
): number | undefined {
  if (callsPerMinute === 0) return undefined;
  const allowedCallsPerMinute = kind === "node" ? callsPerMinute : Math.floor(callsPerMinute / 2);
  return allowedCallsPerMinute - reservedCallsPerMinute[kind];
}

const MINUTE_MS = 60_000;
/** Sums of epoch milliseconds have rounding errors. A wait shorter than this counts as no wait. */
const TOLERANCE_MS = 0.1;

/**
 * A token bucket: half of `callsPerMinute` may come at once, the other half refills in a minute. So
 * no period of one minute has more than `callsPerMinute` calls.
 */
export interface CallBudget {
  /** Takes one call and returns 0. If no call is left, returns the ms until the next one. */
  take(): number;
  /** The same, but as if only half of the calls were there: the others stay for `take`. */
  takeSpare(): number;
  empty(): void;
}

export function createCallBudget(callsPerMinute: number, now: () => number): CallBudget {
  const refillMsPerCall = MINUTE_MS / Math.floor(callsPerMinute / 2);
  let fullAtMs = 0;
  const msUntilFull = () => Math.min(MINUTE_MS, Math.max(0, fullAtMs - now()));

  function takeWithin(usableMs: number): number {
    const msUntilFullAfterCall = msUntilFull() + refillMsPerCall;
    const waitMs = Math.ceil(msUntilFullAfterCall - usableMs - TOLERANCE_MS);
    if (waitMs <= 0) fullAtMs = now() + msUntilFullAfterCall;
    return Math.max(0, waitMs);
  }

  return {
    take: () => takeWithin(MINUTE_MS),
    takeSpare: () => takeWithin(MINUTE_MS / 2),
    empty() {
      fullAtMs = now() + MINUTE_MS;
    },
  };
}
