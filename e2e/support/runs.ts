// How often a property is tested: fully in `npm run test:long`,
// a share of it in `npm test`, or RUNS times if that is set.
import { test } from "@playwright/test";

/** `least`: what the spec needs to say anything. */
export function countRuns(full: number, least = 1): number {
  const { runs, runShare } = test.info().config.metadata;
  return Math.max(least, runs ?? Math.ceil(full * runShare));
}

/** A quarter of the recorded suites, spread over all; each of them from a share of a tenth on. */
export function shareOf<Suite>(suites: readonly Suite[]): readonly Suite[] {
  const count = countRuns(suites.length * 10, Math.ceil(suites.length / 4));
  const step = Math.max(1, Math.floor(suites.length / count));
  return suites.filter((_, index) => index % step === 0);
}
