// Changes → halts and disagreements with their begin, end and reason. A begin or end that nobody saw is null or a span, never a guess.
import type { Change, Gap, Log } from "./log.ts";
import { type HistorySample, joinAlike, type Subject } from "./observation.ts";

type Verdict = HistorySample["verdict"];

/** It changed between two samples one after the other. */
interface SeenChange {
  readonly afterMs: number;
  readonly atMs: number;
}

/** A time in which subjects were not open. */
export interface Halt {
  readonly of: readonly Subject[];
  readonly verdict: Exclude<Verdict, "open">;
  /** What was in force when it was first seen; empty where that is not known. */
  readonly haltedBy: readonly string[];
  /** Null: it had begun before the log did. */
  readonly began: SeenChange | null;
  /** Null: it had not ended at the last sample. */
  readonly ended: SeenChange | null;
  /** How much of it was not watched: it may have been open then. */
  readonly unwatchedMs: number;
  /** More than 1 where it opened and closed again too often to tell each. */
  readonly times: number;
}

type Draft = Omit<Halt, "of" | "unwatchedMs">;

/** The newest first; those that have not ended before all others. */
export function listHalts(log: Log): readonly Halt[] {
  const drafts = subjectsOf(log).flatMap((of) => draftsOf(log, of).map((draft) => ({ ...draft, of: [of] })));
  return joinAlike(drafts)
    .map((halt): Halt => ({ ...halt, unwatchedMs: unwatchedMs(halt, halt.of, log.gaps) }))
    .sort((a, b) => rank(b) - rank(a) || (b.began?.atMs ?? 0) - (a.began?.atMs ?? 0));
}

const rank = ({ ended }: Halt) => ended?.atMs ?? Number.MAX_SAFE_INTEGER;

/** In the order of the last reading, then those that it did not name. */
function subjectsOf({ last, changes }: Log): Subject[] {
  return [...new Set([...Object.keys(last), ...changes.flatMap(({ of }) => of)])];
}

function draftsOf({ last, changes }: Log, subject: Subject): Draft[] {
  const drafts: Draft[] = [];
  let current: Draft | null = null;
  for (const change of changes) {
    if (!change.of.includes(subject)) continue;
    const { from, to, haltedBy, afterMs, atMs, times = 1 } = change;
    const seen = { afterMs, atMs };
    current ??= from === "open" ? null : { verdict: from, haltedBy: [], began: null, ended: null, times: 1 };
    if (times > 1) {
      current = { ...(current ?? startOf(change)), times: (current?.times ?? 0) + times };
      if (to !== "open") continue;
    }
    // Of many changes in one entry, only the last instant is known.
    if (current) drafts.push({ ...current, ended: times > 1 ? { afterMs: atMs, atMs } : seen });
    current = to === "open" ? null : { verdict: to, haltedBy, began: seen, ended: null, times: 1 };
  }
  const now = last[subject];
  if (current === null && now && now.verdict !== null && now.verdict !== "open")
    current = { verdict: now.verdict, haltedBy: now.haltedBy ?? [], began: null, ended: null, times: 1 };
  return current ? [...drafts, current] : drafts;
}

/** Of many changes in one entry: they began after the first of them was last seen otherwise. */
function startOf({ to, haltedBy, afterMs }: Change): Draft {
  const verdict = to === "open" ? "halted" : to;
  return { verdict, haltedBy, began: { afterMs, atMs: afterMs }, ended: null, times: 0 };
}

function unwatchedMs({ began, ended }: Draft, of: readonly Subject[], gaps: readonly Gap[]): number {
  const fromMs = began?.atMs ?? Number.NEGATIVE_INFINITY;
  const toMs = ended?.afterMs ?? Number.POSITIVE_INFINITY;
  const own = gaps.filter((gap) => gap.of === "all" || of.some((one) => gap.of.includes(one)));
  // Of gaps that were joined over a change, a part of the halt may be all that was not watched.
  const partMs = (gap: Gap) => Math.min(gap.toMs, toMs) - Math.max(gap.fromMs, fromMs);
  return own.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.lengthMs, partMs(gap))), 0);
}
