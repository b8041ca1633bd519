// What a log keeps: days of what has a bar, the newest subjects, and what is left where something is forgotten.
import { expect, test } from "@playwright/test";
import { DAY_MS, dayOf } from "../../../../lib/protocol/history/days.ts";
import type { Change, Gap, Log } from "../../../../lib/protocol/history/log.ts";
import { addObservation, emptyLog, forgetHalf, KEPT_MS } from "../../../../lib/protocol/history/log.ts";
import { type HistorySample, MAX_SUBJECTS } from "../../../../lib/protocol/history/observation.ts";
import { questions } from "../../../../lib/protocol/model/verdicts.ts";

const START_MS = Date.UTC(2026, 10, 20);
const open: HistorySample = { verdict: "open", haltedBy: [] };
const halted: HistorySample = { verdict: "halted", haltedBy: ["HALTTRADING"] };

type Seen = readonly [seconds: number, samples: Readonly<Record<string, HistorySample | null>>];
const see = (log: Log, [seconds, samples]: Seen) =>
  addObservation(log, { atMs: START_MS + seconds * 1000, height: seconds, samples: new Map(Object.entries(samples)) });
const logOf = (...seen: Seen[]) => seen.reduce(see, emptyLog);

test("trading and signing have a bar of days, and nothing else has", () => {
  const all = Object.fromEntries(questions.map((question) => [`BTC ${question}`, open]));
  const day = [dayOf(START_MS), 60_000, 0, 0];
  expect(logOf([0, all], [60, all]).days).toEqual({ "BTC trading": [day], "BTC signing": [day] });
});

test("a day counts from the first time that a subject was seen", () => {
  const log = logOf([0, { "BTC trading": null, "* trading": open }], [60, { "BTC trading": open, "* trading": open }]);
  expect(log.days).toEqual({ "* trading": [[dayOf(START_MS), 60_000, 0, 0]] });
});

test("the last sample names what was in force, where anything was", () => {
  const log = logOf([0, { "BTC trading": open, "ETH trading": halted, "LTC trading": null }]);
  expect(Object.keys(log.last["BTC trading"] ?? {})).toEqual(["verdict", "atMs"]);
  expect(log.last["ETH trading"]).toEqual({ verdict: "halted", atMs: START_MS, haltedBy: ["HALTTRADING"] });
  expect(log.last["LTC trading"]).toEqual({ verdict: null, atMs: START_MS });
});

test("subjects beyond the most that are kept push out those that were seen longest ago, with all that is told of them", () => {
  const crowd = (from: number, count: number, sample: HistorySample) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`C${from + index} trading`, sample]));
  const half = Math.floor(MAX_SUBJECTS / 2);
  // Seen last: the first and the third half. The second half was seen before them.
  const log = logOf(
    [0, { ...crowd(0, half, open), ...crowd(half, half, open) }],
    [300, { ...crowd(0, half, open), ...crowd(half, half, open) }],
    [360, crowd(half, half, halted)],
    [420, { ...crowd(0, half, halted), ...crowd(2 * half, half, open) }],
  );
  const kept = [...Object.keys(crowd(0, half, open)), ...Object.keys(crowd(2 * half, half, open))];
  const gone = Object.keys(crowd(half, half, open));
  const left = Object.keys(log.last);
  expect(left).toHaveLength(MAX_SUBJECTS);
  expect(kept.filter((subject) => !left.includes(subject))).toEqual([]);
  const toldOf = gone.filter((subject) => !left.includes(subject));
  expect(toldOf.length).toBeGreaterThan(half - 3);
  expect(log.changes.flatMap(({ of }) => of).filter((subject) => toldOf.includes(subject))).toEqual([]);
  expect(log.changes.every(({ of }) => of.length > 0)).toBe(true);
  expect(log.changes.at(-1)?.of).toHaveLength(half);
  expect(log.gaps.map(({ of }) => of)).toEqual(["all", Object.keys(crowd(2 * half, half, open))]);
});

test("a change of subjects that are all pushed out is told no more", () => {
  const crowd = (name: string, sample: HistorySample) =>
    Object.fromEntries(Array.from({ length: MAX_SUBJECTS }, (_, index) => [`${name}${index} trading`, sample]));
  const { changes, last } = logOf(
    [0, { "BTC trading": open }],
    [60, { "BTC trading": halted }],
    [120, crowd("C", open)],
  );
  expect(Object.keys(last)).not.toContain("BTC trading");
  expect(changes).toEqual([]);
});

test("more gaps of one chain than are kept are joined, and stay that chain's", () => {
  const steps = Array.from({ length: 300 }, (_, index): Seen[] => [
    [index * 400, { "BTC trading": index % 2 ? open : halted, "ETH trading": open }],
    [index * 400 + 150, { "BTC trading": null, "ETH trading": open }],
    [index * 400 + 300, { "BTC trading": null, "ETH trading": open }],
  ]);
  const { gaps } = logOf(...steps.flat());
  expect(gaps.length).toBeLessThanOrEqual(200);
  expect([...new Set(gaps.map(({ of }) => String(of)))]).toEqual(["BTC trading"]);
  expect(gaps.reduce((sum, { spans }) => sum + spans, 0)).toBe(299);
});

test("subjects that flap are told in one entry for an hour after their last change, and no longer", () => {
  const flaps = Array.from(
    { length: 25 },
    (_, index): Seen => [index * 60, { "BTC trading": index % 2 ? halted : open }],
  );
  const timesAfter = (seconds: number) =>
    logOf(...flaps, [24 * 60 + seconds, { "BTC trading": halted }]).changes.map(({ times }) => times);
  expect(timesAfter(3_600)).toEqual([25]);
  expect(timesAfter(3_601)).toEqual([24, undefined]);
});

const at = (minutes: number) => START_MS + minutes * 60_000;
const changeAt = (minutes: number): Change => ({
  ...{ of: ["BTC trading"], from: "open", to: "halted", haltedBy: [], height: 1 },
  ...{ afterMs: at(minutes - 1), atMs: at(minutes) },
});
const gapOf = (from: number, to: number): Gap => ({
  ...{ of: "all", fromMs: at(from), toMs: at(to), lengthMs: at(to) - at(from), spans: 1 },
});
const changes = [1, 2, 3, 4, 5, 6].map(changeAt);
const gaps = [gapOf(0, 5), gapOf(10, 15), gapOf(20, 25), gapOf(30, 35)];

test("where there is no room, the older half of either list is forgotten, and the log is whole from there on", () => {
  const whole: Log = { ...emptyLog, sinceMs: at(0) };
  const noGaps = forgetHalf({ ...whole, changes }, at(60));
  expect(noGaps).toEqual({ ...whole, sinceMs: at(3), changes: changes.slice(3) });
  const noChanges = forgetHalf({ ...whole, gaps }, at(60));
  expect(noChanges).toEqual({ ...whole, sinceMs: at(15), gaps: gaps.slice(2) });
  const both = forgetHalf({ ...whole, changes: [...changes, changeAt(40)], gaps }, at(60));
  expect(both).toEqual({ ...whole, sinceMs: at(15), changes: [changeAt(40)], gaps: gaps.slice(2) });
  const last = { "BTC trading": { verdict: "open", atMs: at(14) }, "ETH trading": { verdict: "open", atMs: at(15) } };
  expect(forgetHalf({ ...whole, gaps, last: last as Log["last"] }, at(60)).last).toEqual({
    "ETH trading": last["ETH trading"],
  });
});

test("a gap across the day from which on a log is kept is cut there", () => {
  const nowMs = at(0) + KEPT_MS + DAY_MS;
  const gap = { ...gapOf(0, 2 * 24 * 60), spans: 2 };
  const cut = (lengthMs: number) =>
    forgetHalf({ ...emptyLog, sinceMs: at(0), gaps: [gapOf(-9, -8), { ...gap, lengthMs }] }, nowMs).gaps;
  expect(cut(2 * DAY_MS)).toEqual([{ ...gap, fromMs: at(0) + DAY_MS, lengthMs: DAY_MS }]);
  expect(cut(60_000)).toEqual([{ ...gap, fromMs: at(0) + DAY_MS, lengthMs: 60_000 }]);
});
