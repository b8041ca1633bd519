// How often a property is tried: in full by `npm run test:long`, a share of it in `npm test`, and as often as RUNS says where it is set.
import { test } from "@playwright/test";
import { readRevision } from "./revision.ts";

export function countRuns(full: number): number {
  const { runs, runShare } = test.info().config.metadata;
  return runs ?? Math.ceil(full * runShare);
}

/** The same draws in every run of a commit, others in the next; with RUNS others in every run. */
export function toSeed(): { readonly seed?: number } {
  if (test.info().config.metadata.runs !== null) return {};
  return { seed: Number.parseInt(readRevision().slice(0, 7), 16) || 1 };
}
