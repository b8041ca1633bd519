// The days behind the bars: random observations against an oracle that marks each second alone.
import assert from "node:assert/strict";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { DAY_MS, type DayTotals, dayOf, KEPT_DAYS, listDays, sumDays } from "../../../../lib/protocol/history/days.ts";
import { addObservation, countSpan, emptyLog, SETTLE_MS, WATCH_MS } from "../../../../lib/protocol/history/log.ts";
import type { HistorySample, Observation } from "../../../../lib/protocol/history/observation.ts";

const START_MS = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;
const subjects = ["BTC trading", "ETH trading"] as const;
const samplesByLetter: Readonly<Record<string, HistorySample | null>> = {
  o: { verdict: "open", haltedBy: [] },
  h: { verdict: "halted", haltedBy: ["HALTTRADING"] },
  d: { verdict: "disputed", haltedBy: [] },
  "-": null,
};

const see = (seconds: number, letters: string): Observation => ({
  atMs: START_MS + seconds * 1000,
  height: Math.floor(seconds / 6),
  samples: new Map(subjects.map((subject, index) => [subject, samplesByLetter[letters[index] ?? "-"] ?? null])),
});

const cases: readonly [what: string, seen: string, totals: readonly number[][]][] = [
  ["nothing is counted before the second sample", "0 o", []],
  ["open on both sides is open", "0 o, 60 o", [[60, 0, 0]]],
  ["nobody saw when it was halted: the whole minute counts", "0 o, 60 h", [[0, 60, 0]]],
  ["nor when it reopened", "0 h, 60 o", [[0, 60, 0]]],
  ["a disagreement is worse than open", "0 o, 60 d, 120 d, 180 o", [[0, 0, 180]]],
  ["one that is over in the next minute is none", "0 o, 60 d, 120 o", [[120, 0, 0]]],
  ["a halt is worse than a disagreement", "0 d, 60 h", [[0, 60, 0]]],
  ["three minutes apart is watched", "0 o, 180 o", [[180, 0, 0]]],
  ["a second more is not", "0 o, 181 o, 241 o", [[60, 0, 0]]],
  ["a halt on both sides of a pause is not known in it", "0 h, 600 h", []],
  [
    "midnight divides a span",
    "86340 o, 86460 o",
    [
      [60, 0, 0],
      [60, 0, 0],
    ],
  ],
];
for (const [what, seen, totals] of cases) {
  test(`days: ${what}`, () => {
    const observed = seen.split(", ").map((one) => see(Number.parseInt(one, 10), one.slice(-1)));
    const log = observed.reduce(addObservation, emptyLog);
    expect((log.days["BTC trading"] ?? []).map(([, ...times]) => times.map((ms) => ms / 1000))).toEqual(totals);
  });
}

test("only trading and signing have days", () => {
  const samples = new Map(
    ["BTC trading", "BTC deposits", "BTC signing", "BTC liquidity"].map((one) => [
      one,
      samplesByLetter.o as HistorySample,
    ]),
  );
  const log = [0, 60].map((seconds) => ({ ...see(seconds, ""), samples })).reduce(addObservation, emptyLog);
  expect(Object.keys(log.days)).toEqual(["BTC trading", "BTC signing"]);
});

const steps = fc.array(
  fc.record({
    seconds: fc.oneof(
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 170, max: 190 }),
      fc.integer({ min: -60, max: 40_000 }),
    ),
    letters: fc.string({ unit: fc.constantFrom("o", "h", "d", "-"), minLength: 2, maxLength: 2 }),
  }),
  { minLength: 2, maxLength: 40 },
);

/** Whether every sample that a log takes, up to the one at or after this second, leaves it watched; and what the neighbours say. */
function judgeSecond(seen: readonly Observation[], subject: string, atMs: number): string {
  const taken: { verdict: string; atMs: number }[] = [];
  let noted: number | null = null;
  for (const { atMs: seenMs, height, samples } of seen) {
    const verdict = samples.get(subject)?.verdict;
    const before = taken.at(-1);
    // Nothing is taken from before the log began.
    if (!verdict || seenMs < (before?.atMs ?? (seen[0] as Observation).atMs)) continue;
    if (before && before.verdict !== "open" && verdict === "open" && seenMs < before.atMs + SETTLE_MS) continue;
    const isCertain = before && before.verdict !== "disputed" && seenMs <= before.atMs + WATCH_MS / 2;
    if (verdict === "disputed" && isCertain) noted ??= height;
    if (verdict !== "halted" && noted !== null && Math.abs(height - noted) <= 5) continue;
    noted = null;
    taken.push({ verdict, atMs: seenMs });
  }
  const before = taken.findLast((one) => one.atMs <= atMs);
  const after = taken.find((one) => one.atMs > atMs);
  if (!before || !after || after.atMs - before.atMs > WATCH_MS) return "unwatched";
  return ["halted", "disputed", "open"].find((one) => one === before.verdict || one === after.verdict) as string;
}

test("random observations: no second counts as open that was not watched as open on both sides, and shares add up", () => {
  const tally = { open: 0, halted: 0, disputed: 0, unwatched: 0 };
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 10 }), (some, lateMinutes) => {
      let seconds = 50_000;
      const seen = some.map((step) => {
        seconds += step.seconds;
        return see(seconds, step.letters);
      });
      const log = seen.reduce(addObservation, emptyLog);
      const newestMs = Math.max(...seen.map(({ atMs }) => atMs));
      const nowMs = newestMs + lateMinutes * 60_000;
      for (const subject of subjects) {
        const days = listDays(log.days[subject] ?? [], log.last[subject]?.atMs ?? null, nowMs, WATCH_MS);
        assert.equal(days.length, KEPT_DAYS);
        const expected = { open: 0, halted: 0, disputed: 0 };
        const edges = [...new Set(seen.map(({ atMs }) => atMs))].sort((a, b) => a - b);
        for (const [index, atMs] of edges.slice(0, -1).entries()) {
          const verdict = judgeSecond(seen, subject, atMs);
          if (verdict !== "unwatched") expected[verdict as "open"] += (edges[index + 1] as number) - atMs;
        }
        const { openMs, haltedMs, disputedMs, unwatchedMs, lengthMs } = sumDays(days);
        assert.deepEqual({ open: openMs, halted: haltedMs, disputed: disputedMs }, expected);
        assert.equal(openMs + haltedMs + disputedMs + unwatchedMs, lengthMs);
        for (const day of days) {
          assert(Math.min(day.openMs, day.haltedMs, day.disputedMs, day.unwatchedMs) >= 0);
          assert(day.lengthMs <= DAY_MS && (day.day === dayOf(nowMs) || day.lengthMs === DAY_MS));
        }
        tally.open += Math.sign(openMs);
        tally.halted += Math.sign(haltedMs);
        tally.disputed += Math.sign(disputedMs);
        tally.unwatched += Math.sign(unwatchedMs);
      }
    }),
    { numRuns: 500 },
  );
  for (const [what, count] of Object.entries(tally)) expect(count, what).toBeGreaterThan(50);
});

test("random observations of two instances in one log: a halt that either saw is in its day", () => {
  fc.assert(
    fc.property(steps, steps, (one, two) => {
      const seen = [one, two]
        .flatMap((some) => {
          let seconds = 50_000;
          return some.map((step) => {
            seconds += Math.abs(step.seconds);
            return see(seconds, step.letters);
          });
        })
        .sort((a, b) => a.atMs - b.atMs);
      const log = seen.reduce(addObservation, emptyLog);
      for (const subject of subjects) {
        const samples = seen.filter(({ samples }) => samples.get(subject));
        for (const [index, sample] of samples.entries()) {
          // An open right after a halt is not believed, and a disagreement not before it has lasted: they watch nothing.
          const least = { open: SETTLE_MS, disputed: WATCH_MS / 2 + 1, halted: 0 };
          let isDoubted = false;
          const after = samples.slice(index + 1).find(({ atMs, samples }) => {
            const { verdict } = samples.get(subject) as HistorySample;
            const isTaken = atMs - sample.atMs >= least[verdict] && (!isDoubted || verdict === "halted");
            isDoubted ||= verdict === "disputed";
            return isTaken;
          });
          const isWatched = after && after.atMs > sample.atMs && after.atMs - sample.atMs <= WATCH_MS;
          if (sample.samples.get(subject)?.verdict !== "halted" || !isWatched) continue;
          const totals = log.days[subject]?.find(([day]) => day === dayOf(sample.atMs));
          assert((totals?.[2] ?? 0) > 0, "halted");
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("days older than the kept ones are dropped, and a span over all of them keeps the newest", () => {
  const end = START_MS + 5 * HOUR_MS;
  const long = countSpan([], "open", end - 200 * DAY_MS, end);
  expect(long).toHaveLength(KEPT_DAYS);
  expect(long.at(-1)).toEqual([dayOf(end), 5 * HOUR_MS, 0, 0]);
  expect(long[0]).toEqual([dayOf(end) - KEPT_DAYS + 1, DAY_MS, 0, 0]);
  const later = countSpan(long, "halted", end + DAY_MS, end + DAY_MS + HOUR_MS);
  expect(later).toHaveLength(KEPT_DAYS - 1 + 1);
  expect(later.at(-1)).toEqual([dayOf(end) + 1, 0, HOUR_MS, 0]);
});

test("the current day is as long as it is known: a minute since the last check is not grey, an hour is", () => {
  const totals: DayTotals[] = [[dayOf(START_MS), 2 * HOUR_MS, 0, 0]];
  const today = (nowMs: number) => listDays(totals, START_MS + 2 * HOUR_MS, nowMs, WATCH_MS).at(-1);
  const day = { day: dayOf(START_MS), openMs: 2 * HOUR_MS, haltedMs: 0, disputedMs: 0 };
  expect(today(START_MS + 2 * HOUR_MS + 60_000)).toEqual({ ...day, lengthMs: 2 * HOUR_MS, unwatchedMs: 0 });
  expect(today(START_MS + 3 * HOUR_MS)).toEqual({ ...day, lengthMs: 3 * HOUR_MS, unwatchedMs: HOUR_MS });
  const untouched = listDays([], null, START_MS + HOUR_MS, WATCH_MS);
  expect(sumDays(untouched)).toMatchObject({ openMs: 0, unwatchedMs: (KEPT_DAYS - 1) * DAY_MS + HOUR_MS });
});

test("the time since the last check is left open for as long as it may be, and not past midnight", () => {
  const lengthOf = (seenMs: number, nowMs: number) => listDays([], seenMs, nowMs, WATCH_MS).at(-1)?.lengthMs;
  const seenMs = START_MS + HOUR_MS;
  expect(lengthOf(seenMs, seenMs + WATCH_MS)).toBe(HOUR_MS);
  expect(lengthOf(seenMs, seenMs + WATCH_MS + 1)).toBe(HOUR_MS + WATCH_MS + 1);
  expect(lengthOf(START_MS - 30_000, START_MS + 30_000), "seen on the day before").toBe(30_000);
  expect(lengthOf(seenMs + 5_000, seenMs), "by a clock that is ahead").toBe(HOUR_MS);
});
