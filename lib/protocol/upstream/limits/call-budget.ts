// How many calls a minute one provider gets for what clients ask. What its gateway allows beyond is the reserve of safety, which no
// question can spend.

/** The code of a call that was not made because the budget is spent. */
export const BUDGET_SPENT = "budget";

export type CallBudget = ReturnType<typeof createCallBudget>;

/** What is left of a gateway's allowance while facts of safety, pools and fees are read: of a node 100 calls and a tenth more for retries. */
const reserved = { node: 110, indexer: 30 } as const;
/** What questions may cost where a gateway of nodes allows so many calls a minute; undefined where it allows any number (0). One of indexers is taken to allow half. */
export function questionCalls(kind: keyof typeof reserved, callsPerMinute: number): number | undefined {
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
    /** Nothing is left. The provider refused a call of safety as one too many. */
    empty(): void {
      fullAtMs = now() + MINUTE_MS;
    },
  };
}
