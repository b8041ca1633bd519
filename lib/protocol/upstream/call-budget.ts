// Limits the calls a minute that clients' questions cost, and so reserves the rest for safety.

export const BUDGET_SPENT = "budget";

/** Calls a minute for facts of safety, pools and fees: 100 to a node, and a tenth for retries. */
const reservedCallsPerMinute = { node: 110, indexer: 30 } as const;

/** Undefined: no limit. An indexer's gateway is assumed to allow half the calls of a node's. */
export function questionCalls(
  kind: keyof typeof reservedCallsPerMinute,
  callsPerMinute: number,
): number | undefined {
  if (callsPerMinute === 0) return undefined;
  const allowedCalls = kind === "node" ? callsPerMinute : Math.floor(callsPerMinute / 2);
  return allowedCalls - reservedCallsPerMinute[kind];
}

const MINUTE_MS = 60_000;
/** Absorbs rounding errors of sums with epoch milliseconds. */
const TOLERANCE_MS = 0.1;

/**
 * Allows `callsPerMinute` in any minute, whenever the gateway starts to count: half of them at
 * once, the other half as refill within the minute.
 */
export interface CallBudget {
  /** Takes one call and returns 0, or returns the milliseconds until a call is available. */
  take(): number;
  empty(): void;
}

export function createCallBudget(callsPerMinute: number, now: () => number): CallBudget {
  const refillMsPerCall = MINUTE_MS / Math.floor(callsPerMinute / 2);
  let fullAtMs = 0;
  const msUntilFull = () => Math.min(MINUTE_MS, Math.max(0, fullAtMs - now()));

  return {
    take() {
      const nextMsUntilFull = msUntilFull() + refillMsPerCall;
      const waitMs = Math.ceil(nextMsUntilFull - MINUTE_MS - TOLERANCE_MS);
      if (waitMs <= 0) fullAtMs = now() + nextMsUntilFull;
      return Math.max(0, waitMs);
    },
    empty() {
      fullAtMs = now() + MINUTE_MS;
    },
  };
}
