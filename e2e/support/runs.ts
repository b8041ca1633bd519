// How often a property is tested: fully in `npm run test:long`,
// a share of it in `npm test`, or RUNS times if that is set.
import { test } from "@playwright/test";

/** `least`: what the spec needs to say anything. */
export function countRuns(full: number, least = 1): number {
  const { runs, runShare } = test.info().config.metadata;
  return Math.max(least, runs ?? Math.ceil(full * runShare));
}
