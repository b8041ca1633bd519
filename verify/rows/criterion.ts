// A scanner's criterion as a row. Criteria use the scanner's words; other rows check the same facts more strictly.
import { Missing } from "../missing.ts";
import { type Check, type Group, judge, notClaimed } from "../row.ts";
import type { Site } from "../site.ts";

type Judge = (site: Site) => boolean | Promise<boolean>;

export interface Scanner {
  /** A criterion that only this row checks. `todo` also covers the case that its subject is missing. */
  has(id: string, what: string, todo: string, holds: Judge): Check;
  /** A criterion that another row checks. @throws Error if there is no such row. */
  as(id: string, what: string, group: Group, row: string): Check;
  /** A criterion that a read-only site without keys does not meet, and why. It never counts as passed. */
  lacks(id: string, what: string, reason: string): Check;
}

export function createScanner(name: string): Scanner {
  return {
    has: (id, what, todo, holds) => ({
      id: `${name}.${id}`,
      what,
      todo,
      run: async (site) => judge((await isMet(holds, site)) ? [] : ["the criterion is not met"], "met"),
    }),
    as(id, what, group, row) {
      const check = group.checks.find((one) => one.id === row);
      if (!check) throw new Error(`no row ${row}`);
      return { id: `${name}.${id}`, what, todo: check.todo, run: check.run };
    },
    lacks: (id, what, reason) => ({ id: `${name}.${id}`, what, todo: reason, run: () => notClaimed(reason) }),
  };
}

/** Scanners count the criteria of a missing document as failed. */
async function isMet(holds: Judge, site: Site): Promise<boolean> {
  try {
    return await holds(site);
  } catch (error) {
    if (error instanceof Missing) return false;
    throw error;
  }
}
