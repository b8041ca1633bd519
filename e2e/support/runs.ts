// How often a property is tested: fully in `npm run test:long`,
// a share of it in `npm test`, or RUNS times if that is set.
import { test } from "@playwright/test";
import { readRevision } from "./revision.ts";

/** `least`: what the spec needs to say anything. */
export function countRuns(full: number, least = 1): number {
  const { runs, runShare } = test.info().config.metadata;
  return Math.max(least, runs ?? Math.ceil(full * runShare));
}

/** The seed of the random inputs: fixed for a commit, or random if RUNS is set. */
export function fuzzSeed(): { readonly seed?: number } {
  if (test.info().config.metadata.runs !== null) return {};
  return { seed: Number.parseInt(readRevision().slice(0, 7), 16) || 1 };
}
