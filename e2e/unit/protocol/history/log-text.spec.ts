// What a store or a file hands back may be written by somebody else: text that is no log of ours is no log.
import { expect, test } from "@playwright/test";
import { addObservation, emptyLog, type Log } from "../../../../lib/protocol/history/log.ts";
import { formatLog, parseLog } from "../../../../lib/protocol/history/log-text.ts";

const START_MS = Date.UTC(2026, 10, 20);
const subject = "BTC trading";

/** Two changes, a gap, and a disagreement that has not lasted. */
const log = [
  [0, "open", []],
  [60_000, "halted", ["HALTBTCTRADING", "chain_trading_paused", "RAGNAROK-ETH-USDC-0XA0B8"]],
  [120_000, "open", []],
  [400_000, "open", []],
  [406_000, "disputed", []],
].reduce<Log>((all, [atMs, verdict, haltedBy]) => {
  const sample = { verdict: verdict as "open", haltedBy: haltedBy as string[] };
  const samples = new Map([
    [subject, sample],
    ["* trading", sample],
  ]);
  return addObservation(all, { atMs: START_MS + (atMs as number), height: 1, samples });
}, emptyLog);

test("a log of ours is read as it was written", () => {
  expect(log.changes).toHaveLength(2);
  expect(log.gaps).toHaveLength(1);
  expect(log.last[subject]).toMatchObject({ verdict: "open", disputedHeight: 1 });
  expect(parseLog(formatLog(log))).toEqual(log);
});

const [change] = log.changes;
const [gap] = log.gaps;
const words = "Send your funds to bc1qthief";
const hostile: readonly [name: string, log: object][] = [
  ["words as a parameter", { ...log, changes: [{ ...change, haltedBy: [words] }] }],
  ["words as what was in force last", { ...log, last: { [subject]: { ...log.last[subject], haltedBy: [words] } } }],
  ["words as a subject that changed", { ...log, changes: [{ ...change, of: [words] }] }],
  ["words as a subject", { ...log, last: { [words]: log.last[subject] } }],
  ["words as a subject of days", { ...log, days: { [words]: [] } }],
  ["words as a subject of a gap", { ...log, gaps: [{ ...gap, of: [words] }] }],
  ["words behind a subject", { ...log, last: { [`${subject} ${words}`]: log.last[subject] } }],
  ["a chain in small letters", { ...log, last: { "btc trading": log.last[subject] } }],
  ["a question that nobody asks", { ...log, last: { "BTC sending": log.last[subject] } }],
  ["a time that no calendar has", { ...log, changes: [{ ...change, atMs: 1e20 }] }],
  ["a time before all", { ...log, changes: [{ ...change, afterMs: -1 }] }],
  ["a gap without an end", { ...log, gaps: [{ ...gap, toMs: 1e300 }] }],
  ["a beginning that is no time", { ...log, sinceMs: 1e18 }],
  ["a last time that is none", { ...log, last: { [subject]: { verdict: "open", atMs: 1e17 } } }],
  ["a loss at no time", { ...log, lostMs: -5 }],
  ["a height below zero", { ...log, changes: [{ ...change, height: -1 }] }],
  ["a part of a change", { ...log, changes: [{ ...change, times: 1.5 }] }],
  ["a day before all", { ...log, days: { [subject]: [[-1, 1, 1, 1]] } }],
  ["a day of a thousand years hence", { ...log, days: { [subject]: [[9e9, 1, 1, 1]] } }],
  ["more changes than are kept", { ...log, changes: Array(501).fill(change) }],
  ["more gaps than are kept", { ...log, gaps: Array(201).fill(gap) }],
];
for (const [name, kept] of hostile) {
  test(`no log: ${name}`, () => {
    expect(parseLog(JSON.stringify(kept))).toBeNull();
  });
}

test("a gap of a version before 1.1 is one span of its whole length, and one of ours is as it was written", () => {
  const [fromMs, toMs] = [START_MS, START_MS + 900_000];
  const read = (more: object) =>
    parseLog(JSON.stringify({ ...log, gaps: [{ of: "all", fromMs, toMs, ...more }] }))?.gaps;
  expect(read({})).toEqual([{ of: "all", fromMs, toMs, lengthMs: 900_000, spans: 1 }]);
  const joined = { lengthMs: 400_000, spans: 2 };
  expect(read(joined)).toEqual([{ of: "all", fromMs, toMs, ...joined }]);
});

test("the first day that there is may be kept", () => {
  const days = { [subject]: [[0, 1, 1, 1]] };
  expect(parseLog(JSON.stringify({ ...log, days }))?.days).toEqual(days);
});
