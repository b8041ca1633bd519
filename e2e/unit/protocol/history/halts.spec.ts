// Changes → halts with begin, end and reason: a table of cases.
import { expect, test } from "@playwright/test";
import { type Halt, listHalts } from "../../../../lib/protocol/history/halts.ts";
import { addObservation, type Change, emptyLog } from "../../../../lib/protocol/history/log.ts";
import type { HistorySample, Observation } from "../../../../lib/protocol/history/observation.ts";

const START_MS = Date.UTC(2026, 10, 20);
const samples: Readonly<Record<string, HistorySample | null>> = {
  o: { verdict: "open", haltedBy: [] },
  h: { verdict: "halted", haltedBy: ["H"] },
  d: { verdict: "disputed", haltedBy: [] },
  "-": null,
};

/** "oh": BTC open, ETH halted. */
const see = ([seconds, letters]: readonly [number, string]): Observation => ({
  atMs: START_MS + seconds * 1000,
  height: seconds,
  samples: new Map(
    [...letters].map((letter, index) => [["BTC trading", "ETH trading"][index] as string, samples[letter] ?? null]),
  ),
});

/** "0 oo, 60 ho": at second 0 both open, at second 60 Bitcoin halted. */
const parseSeen = (seen: string) =>
  seen.split(", ").map((one): [number, string] => [Number.parseInt(one, 10), one.replace(/^\d+ /, "")]);

function toText({ of, verdict, haltedBy, began, ended, unwatchedMs, times }: Halt): string {
  const at = (seen: Halt["began"]) =>
    seen ? `${(seen.afterMs - START_MS) / 1000}-${(seen.atMs - START_MS) / 1000}` : "?";
  const more = [...(unwatchedMs ? [`unwatched ${unwatchedMs / 1000}`] : []), ...(times > 1 ? [`${times} times`] : [])];
  const who = of.map((one) => one.split(" ")[0]).join("+");
  return [`${who} ${verdict} by ${haltedBy.join() || "?"}, ${at(began)} to ${at(ended)}`, ...more].join(", ");
}

const cases: readonly [what: string, seen: string, halts: string[]][] = [
  ["open all the time", "0 oo, 60 oo", []],
  ["a halt that began and ended", "0 oo, 60 ho, 120 ho, 180 oo", ["BTC halted by H, 0-60 to 120-180"]],
  ["one that goes on", "0 oo, 60 ho, 120 ho", ["BTC halted by H, 0-60 to ?"]],
  ["several at once are one", "0 oo, 60 hh, 120 oo", ["BTC+ETH halted by H, 0-60 to 60-120"]],
  [
    "different ends: the longer first",
    "0 oo, 60 hh, 120 ho",
    ["BTC halted by H, 0-60 to ?", "ETH halted by H, 0-60 to 60-120"],
  ],
  [
    "one that goes on stands before one that ended, whichever began first",
    "0 oo, 60 oh, 120 hh, 180 oh",
    ["ETH halted by H, 0-60 to ?", "BTC halted by H, 60-120 to 120-180"],
  ],
  [
    "two that go on: the newer first",
    "0 oo, 60 ho, 120 hh",
    ["ETH halted by H, 60-120 to ?", "BTC halted by H, 0-60 to ?"],
  ],
  ["of two, one of unknown begin last", "0 ho, 60 hh", ["ETH halted by H, 0-60 to ?", "BTC halted by H, ? to ?"]],
  ["the other way round", "0 oh, 60 hh", ["BTC halted by H, 0-60 to ?", "ETH halted by H, ? to ?"]],
  ["one that was never seen is none", "0 -o, 60 -o", []],
  ["a disagreement from the first sample on", "0 do, 60 do", ["BTC disputed by ?, ? to ?"]],
  [
    "another chain was not watched",
    "0 oo, 60 ho, 120 h-, 240 h-, 360 ho, 420 oo",
    ["BTC halted by H, 0-60 to 360-420"],
  ],
  [
    "nobody watched one of two that are halted",
    "0 oo, 60 hh, 120 h-, 240 h-, 360 hh, 420 oo",
    ["BTC+ETH halted by H, 0-60 to 360-420, unwatched 300"],
  ],
  ["halted from the first sample on: its begin is not known", "0 ho, 60 ho", ["BTC halted by H, ? to ?"]],
  ["and neither its reason where it ended", "0 ho, 60 oo", ["BTC halted by ?, ? to 0-60"]],
  [
    "a disagreement, then a halt",
    "0 oo, 60 do, 120 do, 180 ho, 240 oo",
    ["BTC halted by H, 120-180 to 180-240", "BTC disputed by ?, 0-120 to 120-180"],
  ],
  [
    "a halt across a pause says how much of it nobody watched",
    "0 oo, 60 ho, 1060 ho, 1120 oo",
    ["BTC halted by H, 0-60 to 1060-1120, unwatched 1000"],
  ],
  [
    "a pause before or after it",
    "0 oo, 1000 oo, 1060 ho, 1120 oo, 3000 oo",
    ["BTC halted by H, 1000-1060 to 1060-1120"],
  ],
  ["one that began in a pause: between two instants", "0 oo, 1000 ho", ["BTC halted by H, 0-1000 to ?"]],
];
for (const [what, seen, halts] of cases) {
  test(`halts: ${what}`, () => {
    const log = parseSeen(seen).map(see).reduce(addObservation, emptyLog);
    expect(listHalts(log).map(toText)).toEqual(halts);
  });
}

test("what opens and closes too often is one halt, from the first change to the last", () => {
  const flaps = Array.from(
    { length: 101 },
    (_, index) => [60 + index * 30, index % 2 ? "oo" : "ho"] as [number, string],
  );
  const at = (...more: [number, string][]) =>
    listHalts([[0, "oo"] as [number, string], ...flaps, ...more].map(see).reduce(addObservation, emptyLog)).map(toText);
  expect(at()).toEqual(["BTC halted by H, 0-0 to ?, 101 times"]);
  expect(at([3_200, "oo"])).toEqual(["BTC halted by ?, 0-0 to 3200-3200, 102 times"]);
});

const change: Change = {
  of: ["BTC trading"],
  from: "open",
  to: "disputed",
  haltedBy: [],
  afterMs: START_MS,
  atMs: START_MS + 60_000,
  height: 1,
};

test("a chain that the last readings name no more keeps its halts", () => {
  expect(listHalts({ ...emptyLog, changes: [change] }).map(toText)).toEqual(["BTC disputed by ?, 0-60 to ?"]);
});

test("many disagreements in one entry are one disagreement, and many halts that are over were halts", () => {
  const told = (more: Partial<Change>) =>
    listHalts({ ...emptyLog, changes: [{ ...change, times: 30, ...more }] }).map(toText);
  expect(told({})).toEqual(["BTC disputed by ?, 0-0 to ?, 30 times"]);
  expect(told({ to: "open" })).toEqual(["BTC halted by ?, 0-0 to 60-60, 30 times"]);
});
