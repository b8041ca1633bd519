// Observations → changes and gaps. A change was seen by two observations in a row. A long time without an observation is a gap.
import type { HistorySample, Observation, Subject } from "./observation.ts";

/** Observations at most this far apart count as continuous. A shorter halt may be missing, and the page says so. */
export const WATCH_MS = 300_000;
/** How far back the log reaches. */
export const KEPT_MS = 30 * 86_400_000;
/** An instance may answer from facts that are 6 s old, so the first `open` after anything else was seen is not yet believed. */
export const SETTLE_MS = 12_000;
const MAX_CHANGES = 200;
/** Subjects that change more often than this within the time are told in one entry, until they have been quiet for as long. */
const FLAP_CHANGES = 20;
const FLAP_MS = 3_600_000;
const MAX_GAPS = 200;

/** All the subjects that were known then, or some of them. */
export type SubjectSet = "all" | readonly Subject[];

/** Between two sights one after the other of the same subjects. */
export interface Change {
  readonly of: readonly Subject[];
  readonly from: HistorySample["verdict"];
  readonly to: HistorySample["verdict"];
  /** What is in force now; empty unless halted. */
  readonly haltedBy: readonly string[];
  /** Block times of the sight before and of this one: it changed between the two. */
  readonly afterMs: number;
  readonly atMs: number;
  readonly height: number;
  /** How many changes this entry stands for, where there were too many to tell each: `from` is of the first, the rest of the last. */
  readonly times?: number | undefined;
}

/** A span longer than `WATCH_MS` without a sight. */
export interface Gap {
  readonly of: SubjectSet;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The last sight of a subject; `verdict` is null until there was one, and `atMs` is then when the log began. */
interface LastSample {
  readonly verdict: HistorySample["verdict"] | null;
  readonly atMs: number;
}

/** Bounded, as JSON too. Changes and gaps in the order in which they were found. */
export interface Log {
  /** From here on the log is whole; null before the first observation. */
  readonly sinceMs: number | null;
  readonly last: Readonly<Record<Subject, LastSample>>;
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
}

export const emptyLog: Log = { sinceMs: null, last: {}, changes: [], gaps: [] };

/** The log with one more observation. One that comes late, from before the last sight of a subject, adds nothing to it. */
export function addObservation(log: Log, observation: Observation): Log {
  const { atMs, height, sights } = observation;
  const sinceMs = log.sinceMs ?? atMs;
  const last: Record<Subject, LastSample> = { ...log.last };
  const changes = new Map<string, Change>();
  const gaps = new Map<number, Subject[]>();
  for (const [subject, sight] of sights) {
    const before = last[subject] ?? { verdict: null, atMs: sinceMs };
    last[subject] = before;
    if (sight === null || !isLater(before, sight, atMs)) continue;
    if (atMs - before.atMs > WATCH_MS) gaps.set(before.atMs, [...(gaps.get(before.atMs) ?? []), subject]);
    if (before.verdict !== null && before.verdict !== sight.verdict) {
      const { verdict: from } = before;
      const { verdict: to, haltedBy } = sight;
      const key = JSON.stringify([from, to, before.atMs, haltedBy]);
      const of = [...(changes.get(key)?.of ?? []), subject];
      changes.set(key, { of, from, to, haltedBy, afterMs: before.atMs, atMs, height });
    }
    last[subject] = { verdict: sight.verdict, atMs };
  }
  const known = Object.keys(last).length;
  const found = [...gaps].map(([fromMs, of]): Gap => ({ of: of.length === known ? "all" : of, fromMs, toMs: atMs }));
  return trim(
    { sinceMs, last, changes: [...changes.values()].reduce(addChange, log.changes), gaps: [...log.gaps, ...found] },
    atMs,
  );
}

/** Adds a change. One of subjects that flap joins the entry that they have, so that it pushes nothing of others out of the log. */
function addChange(changes: readonly Change[], change: Change): readonly Change[] {
  const key = change.of.join();
  const isRecent = (one: Change) => change.atMs - one.atMs <= FLAP_MS && one.of.join() === key;
  const before = changes.filter(isRecent);
  const [first] = before;
  const isFlapping = before.length >= FLAP_CHANGES || before.some((one) => one.times !== undefined);
  if (!isFlapping || !first) return [...changes, change];
  const times = before.reduce((sum, one) => sum + (one.times ?? 1), 1);
  return [...changes.filter((one) => !isRecent(one)), { ...change, from: first.from, afterMs: first.afterMs, times }];
}

function isLater(before: LastSample, sight: HistorySample, atMs: number): boolean {
  const reopens = before.verdict !== "open" && before.verdict !== null && sight.verdict === "open";
  return atMs - before.atMs >= (reopens ? SETTLE_MS : 0);
}

/** Forgets from the far end, and says from where on the log is whole. */
function trim(log: Log, nowMs: number): Log {
  const lost = [
    ...log.changes.slice(0, -MAX_CHANGES).map((change) => change.atMs),
    ...log.gaps.slice(0, -MAX_GAPS).map((gap) => gap.toMs),
  ];
  const sinceMs = Math.max(log.sinceMs ?? nowMs, nowMs - KEPT_MS, ...lost);
  if (sinceMs === log.sinceMs) return log;
  return {
    sinceMs,
    last: Object.fromEntries(Object.entries(log.last).filter(([, { atMs }]) => atMs >= sinceMs)),
    changes: log.changes.filter((change) => change.atMs > sinceMs),
    gaps: log.gaps
      .filter((gap) => gap.toMs > sinceMs)
      .map((gap) => ({ ...gap, fromMs: Math.max(gap.fromMs, sinceMs) })),
  };
}

/** Spans up to now in which nothing was seen any more, by the instant of the last sight. */
export function listOpenGaps(log: Log, nowMs: number): (Omit<Gap, "toMs"> & { readonly toMs: null })[] {
  const silent = new Map<number, Subject[]>();
  const all = Object.entries(log.last);
  for (const [subject, { atMs }] of all) {
    if (nowMs - atMs > WATCH_MS) silent.set(atMs, [...(silent.get(atMs) ?? []), subject]);
  }
  return [...silent].map(([fromMs, of]) => ({ of: of.length === all.length ? "all" : of, fromMs, toMs: null }));
}
