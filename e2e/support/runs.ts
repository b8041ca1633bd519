// The number of runs of a property test: all runs in `npm run test:long`, a share in `npm test`.
// The variable RUNS overrides the number.
import { test } from "@playwright/test";

export function countRuns(full: number, least = 1): number {
  const { runs, runShare } = test.info().config.metadata;
  return Math.max(least, runs ?? Math.ceil(full * runShare));
}

/** At least every fourth recorded suite. All suites if the share of runs is a tenth or more. */
export function shareOf<Suite>(suites: readonly Suite[]): readonly Suite[] {
  const count = countRuns(suites.length * 10, Math.ceil(suites.length / 4));
  const step = Math.max(1, Math.floor(suites.length / count));
  return suites.filter((_, index) => index % step === 0);
}
