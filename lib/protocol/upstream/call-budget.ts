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
