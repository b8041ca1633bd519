// Observations → changes and gaps. A change was seen by two observations in a row. A long time without an observation is a gap. Each span also counts for its days.

import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import { DAY_MS, type DayTotals, dayOf, KEPT_DAYS } from "./days.ts";
import type { Change, Gap, LastSample, Log } from "./log-text.ts";
import {
  type HistorySample,
  joinAlike,
  MAX_CHANGES,
  MAX_GAPS,
  MAX_SUBJECTS,
  type Observation,
  parseSubject,
  type Subject,
  WHOLE_NETWORK,
} from "./observation.ts";

export type { Change, Gap, Log };

/** Observations at most this far apart count as continuous: two checks of a minute each, one of which may fail. */
export const WATCH_MS = 180_000;
/** How far back the log reaches. */
export const KEPT_MS = KEPT_DAYS * DAY_MS;
/** An instance may answer from facts that are 6 s old, so the first `open` after anything else was seen is not yet believed. */
export const SETTLE_MS = 12_000;
/** Subjects that change more often than this within the time are told in one entry, until they have been quiet for as long. */
const FLAP_CHANGES = 20;
const FLAP_MS = 3_600_000;

export const emptyLog: Log = { sinceMs: null, last: {}, changes: [], gaps: [], days: {} };

/** What has a bar of days. */
const barQuestions = ["trading", "signing"] as const;
const hasBar = (subject: Subject) => barQuestions.some((question) => parseSubject(subject).question === question);

/** What the log has of one chain, and of the network as a whole. */
export function logOfChain(log: Log, chain: string): Log {
  const isOwn = (subject: Subject) => [chain, WHOLE_NETWORK].includes(parseSubject(subject).chain);
  const own = <Value>(all: Readonly<Record<Subject, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([subject]) => isOwn(subject)));
  const [changes, gaps] = [onlyOf(log.changes, isOwn), onlyOf(log.gaps, isOwn)];
  return { ...log, last: own(log.last), days: own(log.days), changes, gaps };
}

/** The entries of these subjects, each of them alone. */
const onlyOf = <Entry extends { readonly of: Gap["of"] }>(all: readonly Entry[], isMeant: (one: Subject) => boolean) =>
  all
    .map((entry) => (entry.of === "all" ? entry : { ...entry, of: entry.of.filter(isMeant) }))
    .filter(({ of }) => of.length > 0);

/** The log with one more observation. One that comes late, from before the last sample of a subject, adds nothing to it. */
export function addObservation(log: Log, observation: Observation): Log {
  const { atMs, height, samples } = observation;
  const sinceMs = log.sinceMs ?? atMs;
  const last: Record<Subject, LastSample> = { ...log.last };
  const days: Record<Subject, readonly DayTotals[]> = { ...log.days };
  const changes: Change[] = [];
  const gaps = new Map<number, Subject[]>();
  for (const [subject, sample] of samples) {
    const before = last[subject] ?? { verdict: null, atMs: sinceMs };
    last[subject] = before;
    if (sample === null || !isLater(before, sample, atMs)) continue;
    const disputedHeight = findDispute(before, sample, observation);
    if (disputedHeight !== null) {
      last[subject] = { ...before, disputedHeight };
      continue;
    }
    if (atMs - before.atMs > WATCH_MS) gaps.set(before.atMs, [...(gaps.get(before.atMs) ?? []), subject]);
    else if (before.verdict !== null && hasBar(subject))
      days[subject] = countSpan(days[subject] ?? [], worseVerdict(before.verdict, sample.verdict), before.atMs, atMs);
    if (before.verdict !== null && before.verdict !== sample.verdict) {
      const { verdict: from } = before;
      const { verdict: to, haltedBy } = sample;
      changes.push({ of: [subject], from, to, haltedBy, afterMs: before.atMs, atMs, height });
    }
    last[subject] = lastOf(sample, atMs);
  }
  const known = Object.keys(last).length;
  const found = [...gaps].map(([fromMs, of]): Gap => {
    return { of: of.length === known ? "all" : of, fromMs, toMs: atMs, lengthMs: atMs - fromMs, spans: 1 };
  });
  const changedMs = log.changes.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const next = {
    ...log,
    sinceMs,
    last,
    days,
    changes: joinAlike(changes).reduce(addChange, log.changes),
    gaps: found.reduce((all, gap) => addGap(all, gap, changedMs), log.gaps),
  };
  return trim(boundLists(boundSubjects(next)), atMs);
}

const worstFirst = ["halted", "disputed", "open"] as const satisfies readonly HistorySample["verdict"][];

/** What is counted for the time between two samples: nobody saw when it changed, so the worse of both. */
function worseVerdict(a: HistorySample["verdict"], b: HistorySample["verdict"]) {
  return worstFirst.find((verdict) => verdict === a || verdict === b) ?? "halted";
}

const lastOf = ({ verdict, haltedBy }: HistorySample, atMs: number): LastSample => {
  return { verdict, atMs, ...(haltedBy.length > 0 && { haltedBy }) };
};

/** Adds a gap. It joins the one before of the same subjects where nothing changed since that one ended. */
function addGap(gaps: readonly Gap[], gap: Gap, changedMs: number): readonly Gap[] {
  const key = String(gap.of);
  const index = gaps.findLastIndex((one) => String(one.of) === key);
  const before = gaps[index];
  if (before === undefined || changedMs >= before.toMs) return [...gaps, gap];
  const { toMs, lengthMs, spans } = gap;
  const joined = { ...before, toMs, lengthMs: before.lengthMs + lengthMs, spans: before.spans + spans };
  return [...gaps.slice(0, index), ...gaps.slice(index + 1), joined];
}

/** A node that names new chains in each answer pushes out what was seen longest ago, which are its own earlier names. */
function boundSubjects(log: Log): Log {
  const seenMs = (subject: Subject) => log.last[subject]?.atMs ?? Number.NEGATIVE_INFINITY;
  const bound = <Kept>(all: Readonly<Record<Subject, Kept>>) => {
    if (Object.keys(all).length <= MAX_SUBJECTS) return all;
    const newest = Object.entries(all).sort(([a], [b]) => seenMs(b) - seenMs(a));
    return Object.fromEntries(newest.slice(0, MAX_SUBJECTS));
  };
  const [last, days] = [bound(log.last), bound(log.days)];
  if (last === log.last) return { ...log, days };
  const isKnown = (subject: Subject) => subject in last;
  return { ...log, last, days, changes: onlyOf(log.changes, isKnown), gaps: onlyOf(log.gaps, isKnown) };
}

function boundLists(log: Log): Log {
  // A gap of all is one of its own: what was known then may be known no more.
  const gaps = log.gaps.map((gap) => ({ ...gap, of: gap.of === "all" ? ["all"] : gap.of }));
  const bounded = boundEntries(gaps, MAX_GAPS, {
    apartMs: (before, after) => after.fromMs - before.toMs,
    join: ({ fromMs, lengthMs, spans }, after) => {
      return { ...after, fromMs, lengthMs: lengthMs + after.lengthMs, spans: spans + after.spans };
    },
    endMs: (gap) => gap.toMs,
  });
  const changes = boundEntries(log.changes, MAX_CHANGES, {
    apartMs: (before, after) => after.atMs - before.atMs,
    join: ({ from, afterMs, times = 1 }, after) => ({ ...after, from, afterMs, times: times + (after.times ?? 1) }),
    endMs: (change) => change.atMs,
  });
  return { ...log, changes, ...(bounded !== gaps && { gaps: bounded.map(withAll) }) };
}

const withAll = (gap: Gap): Gap => (gap.of.includes("all") ? { ...gap, of: "all" } : gap);

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

function isLater(before: LastSample, sample: HistorySample, atMs: number): boolean {
  const reopens = before.verdict !== "open" && before.verdict !== null && sample.verdict === "open";
  return atMs - before.atMs >= (reopens ? SETTLE_MS : 0);
}

/**
 * Where a halt begins or ends, two honest nodes that are read blocks apart disagree. So a disagreement is a sample once all nodes that are
 * compared have passed the block at which it was first seen, and an `open` ends it then. Null for what is a sample now.
 */
function findDispute(before: LastSample, { verdict }: HistorySample, { atMs, height }: Observation): number | null {
  // What may not be confirmed before the span counts as a gap is taken at once.
  const isCertain = before.verdict === "open" || before.verdict === "halted";
  const isNew = verdict === "disputed" && isCertain && atMs - before.atMs <= WATCH_MS / 2;
  const found = before.disputedHeight ?? (isNew ? height : null);
  return found !== null && verdict !== "halted" && Math.abs(height - found) <= MAX_LAG_BLOCKS ? found : null;
}

/** The log without the older half of its lists, for where it has no room. */
export function forgetHalf(log: Log, nowMs: number): Log {
  return trim(log, nowMs, Math.floor(log.changes.length / 2), Math.floor(log.gaps.length / 2));
}

/** Forgets from the far end, and says from where on the log is whole. */
function trim(log: Log, nowMs: number, maxChanges = MAX_CHANGES, maxGaps = MAX_GAPS): Log {
  const lost = [
    ...log.changes.slice(0, Math.max(0, log.changes.length - maxChanges)).map((change) => change.atMs),
    ...log.gaps.slice(0, Math.max(0, log.gaps.length - maxGaps)).map((gap) => gap.toMs),
  ];
  const sinceMs = Math.max(log.sinceMs ?? nowMs, nowMs - KEPT_MS, ...lost);
  if (sinceMs === log.sinceMs) return log;
  return {
    ...log,
    sinceMs,
    last: Object.fromEntries(Object.entries(log.last).filter(([, { atMs }]) => atMs >= sinceMs)),
    changes: log.changes.filter((change) => change.atMs > sinceMs),
    gaps: log.gaps.filter((gap) => gap.toMs > sinceMs).map((gap) => cutGap(gap, sinceMs)),
  };
}

function cutGap(gap: Gap, sinceMs: number): Gap {
  if (gap.fromMs >= sinceMs) return gap;
  return { ...gap, fromMs: sinceMs, lengthMs: Math.min(gap.lengthMs, gap.toMs - sinceMs) };
}

/** Spans up to now in which nothing was seen any more, by the instant of the last sample. */
export function listOpenGaps(log: Log, nowMs: number): { readonly of: Gap["of"]; readonly fromMs: number }[] {
  const silent = new Map<number, Subject[]>();
  const all = Object.entries(log.last);
  for (const [subject, { atMs }] of all) {
    if (nowMs - atMs > WATCH_MS) silent.set(atMs, [...(silent.get(atMs) ?? []), subject]);
  }
  return [...silent].map(([fromMs, of]) => ({ of: of.length === all.length ? "all" : of, fromMs }));
}

/** How the entries of one kind follow each other and are joined. */
export interface Joining<Entry> {
  /** From the end of one to the next one. */
  readonly apartMs: (before: Entry, after: Entry) => number;
  readonly join: (before: Entry, after: Entry) => Entry;
  readonly endMs: (entry: Entry) => number;
}

/** Two entries of a subject that are less than this apart are joined first, then those that are twice as far apart. */
const FIRST_MS = 12_000;

/** The same list, or one of about three quarters of `most` at most: room for entries to come. Of one subject at least one entry stays. */
export function boundEntries<Entry extends { readonly of: readonly Subject[] }>(
  entries: readonly Entry[],
  most: number,
  joining: Joining<Entry>,
): readonly Entry[] {
  if (entries.length <= most) return entries;
  const ends = entries.map(joining.endMs);
  const longestMs = Math.max(...ends) - Math.min(...ends);
  let joined: readonly Entry[] = entries;
  for (let withinMs = FIRST_MS; joined.length * 4 > most * 3; withinMs *= 2) {
    joined = joinNear(entries, withinMs, joining);
    if (withinMs > longestMs) break;
  }
  return joined;
}

function joinNear<Entry extends { readonly of: readonly Subject[] }>(
  entries: readonly Entry[],
  withinMs: number,
  { apartMs, join, endMs }: Joining<Entry>,
): Entry[] {
  const found: Entry[] = [];
  const newest = new Map<Subject, Entry>();
  for (const entry of entries) {
    for (const subject of entry.of) {
      const before = newest.get(subject);
      const isNear = before !== undefined && apartMs(before, entry) <= withinMs;
      if (before && !isNear) found.push({ ...before, of: [subject] });
      newest.set(subject, isNear ? join(before, entry) : entry);
    }
  }
  for (const [subject, entry] of newest) found.push({ ...entry, of: [subject] });
  return joinAlike(found).sort((a, b) => endMs(a) - endMs(b));
}

/** A known past is told as if it was watched each minute. */
const CHECK_MS = 60_000;

/** One subject, watched without a pause and without a change. */
interface WatchedSpan extends HistorySample {
  readonly of: Subject;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The log of a known past: the sample network has one from its first request on. Spans of one subject follow each other in time. Where they
 * do not meet, nobody watched. `heightAt`: the block at an instant.
 */
export function logOfSpans(spans: readonly WatchedSpan[], heightAt: (atMs: number) => number): Log {
  const days: Record<Subject, Log["days"][string]> = {};
  const last: Record<Subject, WatchedSpan> = {};
  const changes: Change[] = [];
  const gaps: (Gap & Pick<Change, "of">)[] = [];
  for (const span of spans) {
    const { of, verdict, haltedBy, fromMs, toMs } = span;
    const before = last[of];
    last[of] = span;
    if (hasBar(of)) days[of] = countSpan(days[of] ?? [], verdict, fromMs, toMs);
    if (!before) continue;
    const afterMs = Math.min(before.toMs, fromMs - CHECK_MS);
    const [seen, lengthMs] = [{ afterMs, atMs: fromMs, height: heightAt(fromMs) }, fromMs - before.toMs];
    if (before.verdict !== verdict) changes.push({ from: before.verdict, to: verdict, haltedBy, ...seen, of: [of] });
    if (lengthMs > WATCH_MS) gaps.push({ fromMs: before.toMs, toMs: fromMs, lengthMs, spans: 1, of: [of] });
  }
  const all = Object.keys(last).length;
  return {
    ...emptyLog,
    sinceMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    last: Object.fromEntries(Object.values(last).map((span) => [span.of, lastOf(span, span.toMs)])),
    changes: joinAlike(changes).sort((a, b) => a.atMs - b.atMs),
    gaps: joinAlike(gaps)
      .sort((a, b) => a.toMs - b.toMs)
      .map((gap) => (gap.of.length === all ? { ...gap, of: "all" } : gap)),
    days,
  };
}

type Verdict = HistorySample["verdict"];

/** The totals with a span that follows all earlier ones. Days before the kept ones are dropped. */
export function countSpan(
  totals: readonly DayTotals[],
  verdict: Verdict,
  fromMs: number,
  toMs: number,
): readonly DayTotals[] {
  const firstDay = dayOf(toMs) - KEPT_DAYS + 1;
  const counted = totals.filter(([day]) => day >= firstDay);
  for (let startMs = Math.max(fromMs, firstDay * DAY_MS); startMs < toMs; ) {
    const day = dayOf(startMs);
    const endMs = Math.min(toMs, (day + 1) * DAY_MS);
    const last = counted.at(-1);
    const [, openMs, haltedMs, disputedMs] = last?.[0] === day ? last : [day, 0, 0, 0];
    const more = (one: Verdict) => (one === verdict ? endMs - startMs : 0);
    const next: DayTotals = [day, openMs + more("open"), haltedMs + more("halted"), disputedMs + more("disputed")];
    counted.splice(last?.[0] === day ? -1 : counted.length, 1, next);
    startMs = endMs;
  }
  return counted;
}
