// How long a subject was seen open, halted or disputed on each UTC day. Only time between two samples is counted: the rest was not watched.

export const DAY_MS = 86_400_000;
/** The current day and those before it. */
export const KEPT_DAYS = 90;

/** One UTC day, by its number since 1970. */
export type DayTotals = readonly [day: number, openMs: number, haltedMs: number, disputedMs: number];

/** A day with nothing left out: the four times add up to `lengthMs`, which is a whole day, or the current one so far. */
export interface WatchedDay {
  readonly day: number;
  readonly lengthMs: number;
  readonly openMs: number;
  readonly haltedMs: number;
  readonly disputedMs: number;
  readonly unwatchedMs: number;
}

export const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS);

/** The kept days up to now, oldest first. `seenMs`: the last sample, or null. `continuousMs`: how long nothing need be seen after it. */
export function listDays(
  totals: readonly DayTotals[],
  seenMs: number | null,
  nowMs: number,
  continuousMs: number,
): readonly WatchedDay[] {
  const today = dayOf(nowMs);
  // The time since the last sample is not yet known, and not yet unwatched either.
  const isWatched = seenMs !== null && nowMs - seenMs <= continuousMs && dayOf(seenMs) === today;
  const untilMs = isWatched ? Math.min(seenMs, nowMs) : nowMs;
  const byDay = new Map(totals.map((one) => [one[0], one]));
  return Array.from({ length: KEPT_DAYS }, (_, index) => {
    const day = today - KEPT_DAYS + 1 + index;
    const [, openMs, haltedMs, disputedMs] = byDay.get(day) ?? [day, 0, 0, 0];
    const watchedMs = openMs + haltedMs + disputedMs;
    const lengthMs = Math.max(day === today ? untilMs - day * DAY_MS : DAY_MS, watchedMs);
    return { day, lengthMs, openMs, haltedMs, disputedMs, unwatchedMs: lengthMs - watchedMs };
  });
}

/** The times of several days together. */
export function sumDays(days: readonly WatchedDay[]): Omit<WatchedDay, "day"> {
  const sum = (read: (day: WatchedDay) => number) => days.reduce((total, day) => total + read(day), 0);
  return {
    lengthMs: sum((day) => day.lengthMs),
    openMs: sum((day) => day.openMs),
    haltedMs: sum((day) => day.haltedMs),
    disputedMs: sum((day) => day.disputedMs),
    unwatchedMs: sum((day) => day.unwatchedMs),
  };
}
