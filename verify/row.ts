// A check, and how its outcome becomes a row of the report.
import { Missing } from "./missing.ts";
import type { Site } from "./site.ts";

export type Status = "pass" | "fail" | "skip" | "not-claimed";

export interface Outcome {
  readonly status: Status;
  /** What was seen, or why there was nothing to check. */
  readonly evidence: string;
}

export interface Check {
  /** Stable, `group.rule`. */
  readonly id: string;
  /** The rule, as a sentence that is true if the row passes. */
  readonly what: string;
  /** What to do if it is false. */
  readonly todo: string;
  readonly run: (site: Site) => Outcome | Promise<Outcome>;
}

export interface Group {
  readonly title: string;
  readonly checks: readonly Check[];
}

export interface Row extends Outcome {
  readonly id: string;
  readonly group: string;
  readonly what: string;
  /** Only on a failing row: what to do. */
  readonly todo?: string;
}

/** Maximum of problems that a row names. */
const SHOWN = 6;

export const pass = (evidence: string): Outcome => ({ status: "pass", evidence });
export const fail = (evidence: string): Outcome => ({ status: "fail", evidence });
export const skip = (evidence: string): Outcome => ({ status: "skip", evidence });
export const notClaimed = (reason: string): Outcome => ({ status: "not-claimed", evidence: reason });

/** Fails if there are problems, and names them. */
export function judge(problems: readonly string[], evidence: string): Outcome {
  if (problems.length === 0) return pass(evidence);
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  return fail([...problems.slice(0, SHOWN), ...more].join("; "));
}

/** Applies a rule to every item. The rule returns the problem, or null. Without items the row is skipped. */
export async function every<Item>(
  items: readonly Item[],
  noun: string,
  rule: (item: Item) => string | null | Promise<string | null>,
): Promise<Outcome> {
  if (items.length === 0) return skip(`no ${noun} found`);
  const problems = await Promise.all(items.map(rule));
  return judge(
    problems.filter((problem) => problem !== null),
    `${items.length} ${noun} checked`,
  );
}

export async function runCheck(group: Group, { id, what, todo, run }: Check, site: Site): Promise<Row> {
  const outcome = await runSafely(run, site);
  return { id, group: group.title, what, ...outcome, ...(outcome.status === "fail" ? { todo } : {}) };
}

async function runSafely(run: Check["run"], site: Site): Promise<Outcome> {
  try {
    return await run(site);
  } catch (error) {
    if (error instanceof Missing) return skip(error.message);
    return fail(error instanceof Error ? error.message : String(error));
  }
}
