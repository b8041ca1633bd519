// The days of one chain as a bar: runs of days that look alike, and what each says. A day that was not watched whole is never drawn as open.
import { DAY_MS, listDays, sumDays, type WatchedDay } from "../../../protocol/history/days.ts";
import type { Halt } from "../../../protocol/history/halts.ts";
import { type Log, WATCH_MS } from "../../../protocol/history/log.ts";
import { historySubject, type Subject } from "../../../protocol/history/observation.ts";
import type { Question } from "../../../protocol/model/verdicts.ts";
import { formatBpsAsPercent, formatSpan, toIsoTime } from "../../../protocol/values/figure-text.ts";

/** In how many steps a day is divided between open, halted and disputed. What is left was not watched. */
export const LEVELS = 4;

/** So that no history makes the page too large: days that differ too often are joined. */
export const MAX_RUNS = 12;

export interface BarRun {
  /** Its first day, from 0, and how many days it has. */
  readonly start: number;
  readonly count: number;
  /** Steps of `LEVELS`: a halt of a minute has one, and so has a minute that was not watched. */
  readonly open: number;
  readonly halted: number;
  readonly disputed: number;
  /** "2026-11-03 to 2026-11-05: halted 31 hours". */
  readonly title: string;
  /** The id of the halt that it shows; null where no list has it. */
  readonly halt: string | null;
}

export interface Bar {
  /** The part of the watched time in which it was open: "97.8 %". */
  readonly share: string;
  /** How much of the time was watched. */
  readonly watchedMs: number;
  readonly lengthMs: number;
  readonly runs: readonly BarRun[];
}

/** A halt with its id in the list. */
export interface ListedHalt {
  readonly id: string;
  readonly halt: Halt;
}

export function statusBar(
  log: Log,
  chain: string,
  question: Question,
  nowMs: number,
  halts: readonly ListedHalt[],
): Bar {
  const subject = historySubject(chain, question);
  const days = subjectDays(log, subject, nowMs);
  const { openMs, lengthMs, unwatchedMs } = sumDays(days);
  const own = halts.filter(({ halt }) => halt.of.includes(subject));
  return {
    share: openShare(openMs, lengthMs - unwatchedMs),
    watchedMs: lengthMs - unwatchedMs,
    lengthMs,
    runs: joinAlike(days).map(({ start, count, levels }) => {
      const part = days.slice(start, start + count);
      return {
        start,
        count,
        ...levels,
        title: runTitle(part),
        halt: levels.halted + levels.disputed > 0 ? findHalt(own, part) : null,
      };
    }),
  };
}

export function subjectDays(log: Log, subject: Subject, nowMs: number): readonly WatchedDay[] {
  return listDays(log.days[subject] ?? [], log.last[subject]?.atMs ?? null, nowMs, WATCH_MS);
}

/** Rounded down, so that only what was open all the time is 100 %. A part that is not 0 is never shown as 0 %. */
const shareBps = (partMs: number, wholeMs: number) =>
  partMs === 0 ? 0 : Math.max(0.01, Math.floor((partMs * 10_000) / wholeMs));
const formatShare = (partMs: number, wholeMs: number) => formatBpsAsPercent(shareBps(partMs, wholeMs));

/** Of less watched time, a percentage says too little. */
const LEAST_DAYS = 7;
const isShort = (watchedMs: number) => watchedMs < LEAST_DAYS * DAY_MS;

function openShare(openMs: number, watchedMs: number): string {
  if (watchedMs === 0) return "not checked";
  return isShort(watchedMs) ? `under ${LEAST_DAYS} days` : formatShare(openMs, watchedMs);
}

export const watchedText = ({ watchedMs, lengthMs }: Pick<Bar, "watchedMs" | "lengthMs">) =>
  isShort(watchedMs) ? formatSpan(watchedMs / 1000) : formatShare(watchedMs, lengthMs);

export const formatDay = (day: WatchedDay["day"]) => toIsoTime(day * 86_400_000)?.slice(0, 10) ?? "";

type Levels = Pick<BarRun, "open" | "halted" | "disputed">;

/** What is halted or disputed is rounded up, what is open down: no level of open stands for time that was not watched. */
function levelsOf({ lengthMs, openMs, haltedMs, disputedMs }: WatchedDay): Levels {
  if (lengthMs === 0) return { open: 0, halted: 0, disputed: 0 };
  const up = (ms: number) => Math.ceil((ms * LEVELS) / lengthMs);
  const halted = up(haltedMs);
  const disputed = Math.min(up(disputedMs), LEVELS - halted);
  const open = Math.min(Math.floor((openMs * LEVELS) / lengthMs), LEVELS - halted - disputed);
  return { open, halted, disputed };
}

const isAlike = (one: Levels, other: Levels) =>
  one.open === other.open && one.halted === other.halted && one.disputed === other.disputed;

function joinAlike(days: readonly WatchedDay[]) {
  const runs: { start: number; count: number; levels: Levels }[] = [];
  for (const [index, day] of days.entries()) {
    const levels = levelsOf(day);
    const last = runs.at(-1);
    if (last && isAlike(last.levels, levels)) last.count += 1;
    else runs.push({ start: index, count: 1, levels });
  }
  while (runs.length > MAX_RUNS) joinShortest(runs);
  return runs;
}

/** Two neighbours become one that is as bad as the worse of both. Its title adds up what happened. */
function joinShortest(runs: { start: number; count: number; levels: Levels }[]): void {
  const lengths = runs.slice(1).map((run, index) => run.count + (runs[index]?.count ?? 0));
  const index = lengths.indexOf(Math.min(...lengths));
  const [first, second] = runs.slice(index, index + 2);
  if (!first || !second) return;
  const halted = Math.max(first.levels.halted, second.levels.halted);
  const disputed = Math.min(Math.max(first.levels.disputed, second.levels.disputed), LEVELS - halted);
  const open = Math.min(first.levels.open, second.levels.open, LEVELS - halted - disputed);
  runs.splice(index, 2, { start: first.start, count: first.count + second.count, levels: { open, halted, disputed } });
}

function runTitle(days: readonly WatchedDay[]): string {
  const [first, last] = [days[0], days.at(-1)].map((day) => (day ? formatDay(day.day) : ""));
  return `${first === last ? first : `${first} to ${last}`}: ${daysText(days)}`;
}

/** "halted 3 hours, else open". */
export function daysText(days: readonly WatchedDay[]): string {
  const { lengthMs, openMs, haltedMs, disputedMs, unwatchedMs } = sumDays(days);
  if (unwatchedMs === lengthMs) return "not checked";
  const parts = [
    haltedMs > 0 ? `halted ${formatSpan(haltedMs / 1000)}` : "",
    disputedMs > 0 ? `sources disagreed ${formatSpan(disputedMs / 1000)}` : "",
    unwatchedMs > 0 ? `not checked ${formatSpan(unwatchedMs / 1000)}` : "",
    openMs === lengthMs ? "open" : openMs > 0 ? "else open" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The newest that was in force in one of the days. */
function findHalt(own: readonly ListedHalt[], days: readonly WatchedDay[]): string | null {
  const fromMs = (days[0]?.day ?? 0) * 86_400_000;
  const toMs = ((days.at(-1)?.day ?? 0) + 1) * 86_400_000;
  const found = own.find(
    ({ halt }) => (halt.began?.afterMs ?? 0) < toMs && (halt.ended?.atMs ?? Number.POSITIVE_INFINITY) > fromMs,
  );
  return found?.id ?? null;
}
