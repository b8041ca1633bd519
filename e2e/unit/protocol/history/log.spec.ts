// Observations → changes and gaps: a table of cases, and random observations against an oracle that sees each subject alone.
import assert from "node:assert/strict";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Change, Gap, Log } from "../../../../lib/protocol/history/log.ts";
import {
  addObservation,
  emptyLog,
  forgetHalf,
  KEPT_MS,
  listOpenGaps,
  SETTLE_MS,
  WATCH_MS,
} from "../../../../lib/protocol/history/log.ts";
import type { HistorySample, Observation } from "../../../../lib/protocol/history/observation.ts";
import { MAX_SUBJECTS, observeNetwork } from "../../../../lib/protocol/history/observation.ts";
import type { Judgement } from "../../../../lib/protocol/model/verdicts.ts";
import { chainReasons, clockReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import { chains, fresh, status } from "../../mcp/fake-network.ts";

const START_MS = Date.UTC(2026, 10, 20);
const open: HistorySample = { verdict: "open", haltedBy: [] };
const halted: HistorySample = { verdict: "halted", haltedBy: [tradingHalt("BTC")] };
const disputed: HistorySample = { verdict: "disputed", haltedBy: [] };
type Letter = "o" | "h" | "d" | "-";
const samplesByLetter = { o: open, h: halted, d: disputed, "-": null } as const;

/** "oh-" at a second: BTC open, ETH halted, DOGE not seen. */
function see(seconds: number, letters: string): Observation {
  const subjects = ["BTC trading", "ETH trading", "DOGE trading"];
  const samples = new Map(
    [...letters].map((letter, index) => [subjects[index] as string, samplesByLetter[letter as Letter]]),
  );
  return { atMs: START_MS + seconds * 1000, height: 1_000_000 + Math.floor(seconds / 6), samples };
}

const toLogOf = (observations: readonly Observation[]) => observations.reduce(addObservation, emptyLog);

const toChangeText = (change: Change) =>
  `${change.of.map((one) => one.split(" ")[0]).join("+")} ${change.from}>${change.to} ${(change.afterMs - START_MS) / 1000}..${(change.atMs - START_MS) / 1000}`;
const toGapText = ({ of, fromMs, toMs }: Pick<Gap, "of" | "fromMs"> & { readonly toMs?: number }) =>
  `${of === "all" ? "all" : of.map((one) => one.split(" ")[0]).join("+")} ${(fromMs - START_MS) / 1000}..${toMs === undefined ? "" : (toMs - START_MS) / 1000}`;

const cases: readonly [what: string, seen: string, changes: string[], gaps: string[]][] = [
  ["nothing changes", "0 oo, 60 oo, 120 oo", [], []],
  ["one chain is halted", "0 oo, 60 ho", ["BTC open>halted 0..60"], []],
  ["and runs again", "0 o, 60 h, 120 o", ["BTC open>halted 0..60", "BTC halted>open 60..120"], []],
  [
    "sources that disagree are a change, and their agreement is another",
    "0 o, 60 d, 120 d, 180 o",
    ["BTC open>disputed 0..120", "BTC disputed>open 120..180"],
    [],
  ],
  ["an open right after a disagreement is not believed", "0 o, 60 d, 120 d, 126 o", ["BTC open>disputed 0..120"], []],
  [
    "two nodes that are a block apart where a halt begins and ends do not disagree",
    "0 o, 6 d, 12 h, 60 h, 66 d, 72 o, 102 o",
    ["BTC open>halted 0..12", "BTC halted>open 60..102"],
    [],
  ],
  ["a disagreement for five blocks is none", "0 o, 6 d, 36 d, 42 o", [], []],
  ["one for six is", "0 o, 6 d, 42 d", ["BTC open>disputed 0..42"], []],
  ["one that comes and goes is", "0 o, 6 d, 12 o, 18 d, 24 o, 36 o, 42 d", ["BTC open>disputed 0..42"], []],
  ["two that are over are two", "0 o, 6 d, 42 o, 48 d, 54 o, 84 o", [], []],
  [
    "one after a minute and a half without an observation is told at once, so that no gap follows",
    "0 o, 90 d, 120 h, 180 h, 271 d",
    ["BTC open>halted 0..120", "BTC halted>disputed 180..271"],
    [],
  ],
  ["two at once are one change", "0 oo, 60 hh", ["BTC+ETH open>halted 0..60"], []],
  ["seen at two times: two", "0 oo, 60 -o, 120 hh", ["BTC open>halted 0..120", "ETH open>halted 60..120"], []],
  ["a first sample is no change", "0 h, 60 ho, 120 hoh", [], []],
  ["unknown is no change", "0 oo, 60 -o, 120 oo", [], []],
  ["a change behind an unknown", "0 oo, 60 -o, 120 ho", ["BTC open>halted 0..120"], []],
  ["exactly the limit is watched", "0 oo, 180 oo", [], []],
  ["longer is a gap of all", "0 oo, 181 oo", [], ["all 0..181"]],
  [
    "gaps with no change between them are one, and one behind a change is another",
    "0 oo, 300 oo, 360 oo, 900 oo, 960 ho, 1500 ho, 2000 ho",
    ["BTC open>halted 900..960"],
    ["all 0..900", "all 960..2000"],
  ],
  ["a change in a gap is both", "0 oo, 900 ho", ["BTC open>halted 0..900"], ["all 0..900"]],
  ["one chain alone is not seen", "0 oo, 150 -o, 300 oo", [], ["BTC 0..300"]],
  ["never seen until late", "0 -o, 150 -o, 300 oo", [], ["BTC 0..300"]],
  ["a chain that is listed late", "0 o, 150 o, 300 oo", [], ["ETH 0..300"]],
  ["one that comes late is ignored", "0 oo, 60 oo, 30 hh, 120 oo", [], []],
  ["an open after a settled halt", "0 o, 60 h, 66 o, 72 o", ["BTC open>halted 0..60", "BTC halted>open 60..72"], []],
  ["a flip back and forth of an instance behind is none", "0 o, 60 h, 62 o, 66 h", ["BTC open>halted 0..60"], []],
  ["a halt needs no settling, at the same block either", "0 o, 0 h", ["BTC open>halted 0..0"], []],
];

for (const [what, seen, changes, gaps] of cases) {
  test(`history: ${what}`, () => {
    const log = toLogOf(seen.split(", ").map((one) => see(Number.parseInt(one, 10), one.replace(/^\d+ /, ""))));
    expect(log.changes.map(toChangeText)).toEqual(changes);
    expect(log.gaps.map(toGapText)).toEqual(gaps);
    expect(log.sinceMs).toBe(START_MS);
  });
}

test("a change names what is in force now, and at which block it was seen", () => {
  const { changes } = toLogOf([see(0, "o"), see(60, "h"), see(120, "o")]);
  expect(changes[0]).toMatchObject({ haltedBy: [tradingHalt("BTC")], height: 1_000_010 });
  expect(changes[1]).toMatchObject({ haltedBy: [], height: 1_000_020 });
});

test("what is silent up to now is an open gap, from its last sample", () => {
  const log = toLogOf([see(0, "oo"), see(150, "-o")]);
  const at = (seconds: number) => listOpenGaps(log, START_MS + seconds * 1000).map(toGapText);
  expect(at(180)).toEqual([]);
  expect(at(181)).toEqual(["BTC 0.."]);
  expect(at(331)).toEqual(["BTC 0..", "ETH 150.."]);
  expect(listOpenGaps(toLogOf([see(0, "oo")]), START_MS + 301_000).map(toGapText)).toEqual(["all 0.."]);
  expect(listOpenGaps(emptyLog, START_MS)).toEqual([]);
});

test("a log forgets after 90 days and is bounded, and says from where on it is whole", () => {
  const day = 86_400;
  const old = toLogOf([see(0, "oo"), see(60, "ho"), see(120, "ho"), see(91 * day, "ho")]);
  expect(old.changes).toEqual([]);
  expect(old.sinceMs).toBe(START_MS + 91 * day * 1000 - KEPT_MS);
  expect(old.gaps.map(({ fromMs, lengthMs }) => [fromMs, lengthMs])).toEqual([[old.sinceMs, KEPT_MS]]);
  expect(addObservation(old, see(91 * day + 60, "oo")).changes.map(toChangeText)).toEqual([
    `BTC halted>open ${91 * day}..${91 * day + 60}`,
  ]);

  const many = toLogOf(Array.from({ length: 2_000 }, (_, index) => see(index * 400, index % 2 ? "hoo" : "ooo")));
  expect(many.changes.length).toBeLessThanOrEqual(500);
  expect(many.gaps.length).toBeLessThanOrEqual(200);
  expect(many.gaps.length).toBeGreaterThan(190);
  const sinceMs = many.sinceMs as number;
  expect(many.changes.filter((change) => !(change.atMs > sinceMs))).toEqual([]);
  expect(many.gaps.filter((gap) => !(gap.fromMs >= sinceMs))).toEqual([]);
  expect(many.changes.at(-1)).toMatchObject({ to: "halted", atMs: START_MS + 1_999 * 400_000 });
  expect(many.changes.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(1_999);
  expect(many.gaps.reduce((sum, { spans }) => sum + spans, 0)).toBe(1_999);
  expect(many.gaps.reduce((sum, { lengthMs }) => sum + lengthMs, 0)).toBe(1_999 * 400_000);

  const half = forgetHalf(many, START_MS + 2_000 * 400_000);
  expect(half.changes.length).toBeLessThanOrEqual(many.changes.length / 2 + 1);
  expect(half.sinceMs).toBeGreaterThan(sinceMs);
  expect(half.days, "the days do not depend on the lists").toEqual(many.days);
});

test("a node that names new chains in each answer pushes no known chain out", () => {
  const seen = Array.from({ length: 100 }, (_, index): Observation => {
    const names = ["BTC", ...Array.from({ length: 47 }, (_, other) => `X${index * 47 + other}`)];
    const samples = new Map(names.map((name) => [`${name} trading`, index % 9 ? open : halted]));
    return { atMs: START_MS + index * 60_000, height: index, samples };
  });
  const log = toLogOf(seen);
  expect(Object.keys(log.last).length).toBeLessThanOrEqual(MAX_SUBJECTS);
  expect(Object.keys(log.days).length).toBeLessThanOrEqual(MAX_SUBJECTS);
  expect(log.days["BTC trading"]?.map(([, ...times]) => times.reduce((sum, ms) => sum + ms))).toEqual([99 * 60_000]);
});

test("subjects that flap take one entry, and push nothing of others out", () => {
  const flaps = (count: number) =>
    Array.from({ length: count }, (_, index) => see(120 + index * 15, index % 2 ? "ohh" : "hhh"));
  const told = (count: number) => toLogOf([see(0, "ooo"), see(60, "ohh"), ...flaps(count)]).changes;
  expect(told(20).filter(({ of }) => of.length === 1)).toHaveLength(20);
  expect(told(21).filter(({ of }) => of.length === 1)).toHaveLength(1);
  const [others, btc, ...more] = told(1_001);
  expect(more).toEqual([]);
  expect(toChangeText(others as Change)).toBe("ETH+DOGE open>halted 0..60");
  const flapped = { from: "open", to: "halted", times: 1_001, afterMs: START_MS + 60_000 };
  expect(btc).toMatchObject({ of: ["BTC trading"], ...flapped });
  const quiet = toLogOf([see(0, "ooo"), see(60, "ohh"), ...flaps(100), see(9_000, "hhh")]);
  expect(quiet.changes.map(({ times }) => times)).toEqual([undefined, 100, undefined]);
});

/** What a node that wants the past forgotten can make this site see: each chain changes alone, again and again. */
const noises: readonly [what: string, samples: (step: number) => ReadonlyMap<string, HistorySample | null>][] = [
  [
    "that halts and opens each chain by a parameter of its own",
    (step) =>
      new Map(
        noisy.map((subject) => [subject, step % 2 ? open : { verdict: "halted", haltedBy: [`HALT ${subject}`] }]),
      ),
  ],
  [
    "that halts other chains each time",
    (step) =>
      new Map(noisy.map((subject, index) => [subject, (step * 7919 + index * 104729) % 1009 < 504 ? open : halted])),
  ],
  [
    "that names new chains each time",
    (step) =>
      new Map(noisy.map((_, index) => [`X${Math.floor(step / 2)}N${index} signing`, step % 2 ? open : disputed])),
  ],
  [
    "that hides each chain in its turn",
    (step) =>
      new Map(noisy.map((subject, index) => [subject, (step + index) % 20 ? null : step % 40 < 20 ? open : disputed])),
  ],
];
const noisy = Array.from({ length: 80 }, (_, index) => `C${index} trading`);
for (const [what, draw] of noises) {
  test(`a node ${what} pushes no earlier halt out of the log`, () => {
    const before = [see(0, "ooo"), see(60, "ooh"), see(3_600, "ooh"), see(3_660, "ooo")];
    const noise = Array.from({ length: 600 }, (_, step): Observation => {
      const { atMs, height, samples: honest } = see(3_720 + step * 15, "ooo");
      return { atMs, height, samples: new Map([...honest, ...draw(step)]) };
    });
    const log = toLogOf([...before, ...noise]);
    expect(log.sinceMs).toBe(START_MS);
    expect(log.changes.filter(({ of }) => of.includes("DOGE trading")).map(toChangeText)).toEqual([
      "DOGE open>halted 0..60",
      "DOGE halted>open 3600..3660",
    ]);
    const gaps = log.gaps.filter(({ of }) => of === "all" || of.includes("DOGE trading"));
    expect(gaps.map(({ fromMs, toMs }) => [fromMs - START_MS, toMs - START_MS])).toEqual([[60_000, 3_600_000]]);
    expect(log.changes.length).toBeLessThanOrEqual(500);
    expect(log.gaps.length).toBeLessThanOrEqual(200);
    const instants = log.changes.map((change) => change.atMs);
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    const ends = log.gaps.map((one) => one.toMs);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
  });
}

const observations = fc.array(
  fc.record({
    stepSeconds: fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 170, max: 190 }),
      fc.integer({ min: -60, max: 2_000 }),
    ),
    letters: fc.string({ unit: fc.constantFrom("o", "h", "d", "-"), minLength: 3, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 40 },
);

/** One subject alone: its samples in the order in which they count, and what follows from two that are neighbours. */
function judgeAlone(seen: readonly Observation[], subject: string) {
  const sinceMs = seen[0]?.atMs as number;
  const listed = seen.some((one) => one.samples.has(subject));
  const counted: { verdict: string | null; atMs: number }[] = listed ? [{ verdict: null, atMs: sinceMs }] : [];
  let noted: number | null = null;
  for (const { atMs, height, samples } of seen) {
    const verdict = samples.get(subject)?.verdict;
    const before = counted.at(-1);
    if (!verdict || !before || atMs < before.atMs) continue;
    if (before.verdict && before.verdict !== "open" && verdict === "open" && atMs < before.atMs + SETTLE_MS) continue;
    const isCertain = before.verdict === "open" || before.verdict === "halted";
    if (verdict === "disputed" && isCertain && atMs <= before.atMs + WATCH_MS / 2) noted ??= height;
    if (verdict !== "halted" && noted !== null && Math.abs(height - noted) <= 5) continue;
    noted = null;
    counted.push({ verdict, atMs });
  }
  const pairs = counted.slice(1).map((after, index) => ({ before: counted[index] as (typeof counted)[0], after }));
  return {
    counted,
    changes: pairs
      .filter(({ before, after }) => before.verdict !== null && before.verdict !== after.verdict)
      .map(({ before, after }) => [before.verdict, after.verdict, before.atMs, after.atMs]),
    gaps: pairs
      .filter(({ before, after }) => after.atMs - before.atMs > WATCH_MS)
      .map(({ before, after }) => ({ fromMs: before.atMs, toMs: after.atMs })),
  };
}

test("random observations: every change was observed on both sides, and gaps are exactly the unobserved spans", () => {
  const tally = { changes: 0, gaps: 0, together: 0 };
  fc.assert(
    fc.property(observations, (steps) => {
      let seconds = 10_000;
      const seen = steps.map(({ stepSeconds, letters }) => {
        seconds += stepSeconds;
        return see(seconds, letters);
      });
      const useful = seen.filter((one) => [...one.samples.values()].some((sample) => sample !== null));
      if (useful.length === 0) return;
      const log: Log = toLogOf(useful);
      const nowMs = (useful.at(-1) as Observation).atMs + 3_000_000;
      for (const subject of ["BTC trading", "ETH trading", "DOGE trading"]) {
        const alone = judgeAlone(useful, subject);
        const isOf = ({ of }: { readonly of: Gap["of"] }) => of === "all" || of.includes(subject);
        const changes = log.changes.filter(isOf);
        assert.deepEqual(
          changes.map((one) => [one.from, one.to, one.afterMs, one.atMs]),
          alone.changes,
        );
        // Some reading really showed each side at its instant.
        const isSeen = (atMs: number, verdict: string) =>
          useful.some((one) => one.atMs === atMs && one.samples.get(subject)?.verdict === verdict);
        assert(changes.every((one) => isSeen(one.afterMs, one.from) && isSeen(one.atMs, one.to)));
        const gaps = log.gaps.filter(isOf);
        // A gap of the log may be several of the subject, with nothing lost of their time.
        const lengthOf = (spans: readonly { fromMs: number; toMs: number }[]) =>
          spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
        assert.equal(
          gaps.reduce((sum, { lengthMs }) => sum + lengthMs, 0),
          lengthOf(alone.gaps),
        );
        assert.equal(
          gaps.reduce((sum, { spans }) => sum + spans, 0),
          alone.gaps.length,
        );
        assert(alone.gaps.every((one) => gaps.some((gap) => gap.fromMs <= one.fromMs && one.toMs <= gap.toMs)));
        assert.deepEqual(
          listOpenGaps(log, nowMs)
            .filter(isOf)
            .map((gap) => gap.fromMs),
          [alone.counted.at(-1)?.atMs],
        );
        tally.changes += changes.length;
        tally.gaps += gaps.length;
        tally.together += changes.filter((one) => one.of.length > 1).length;
      }
    }),
    { numRuns: 1_000 },
  );
  for (const [what, count] of Object.entries(tally)) expect(count, what).toBeGreaterThan(100);
});

test("the order of two instances' observations within a block changes nothing that is claimed wrongly", () => {
  const [first, second] = [see(60, "h"), see(60, "o")];
  const [one, two] = [toLogOf([see(0, "o"), first, second]), toLogOf([see(0, "o"), second, first])];
  expect(one.last).toEqual(two.last);
  expect(one.changes.map(toChangeText)).toEqual(["BTC open>halted 0..60"]);
});

const reason = clockReasons.late(40);
const unread: Judgement = { verdict: "unknown", haltedBy: [], reason };
const repeated: Judgement = { verdict: "halted", haltedBy: ["HALTTRADING"], reason };

test("a chain that the network does not list is not observed, whatever its parameters say", () => {
  const absent: Judgement = { verdict: "unknown", haltedBy: [], reason: chainReasons.notListed };
  const listed = chains.slice(0, 3);
  const one = { ...(chains[1] as (typeof chains)[0]), chain: "SOL", trading: absent, deposits: absent };
  const observation = observeNetwork({ ...status, chains: [...listed, one] }) as Observation;
  expect([...observation.samples.keys()].filter((subject) => subject.startsWith("SOL "))).toEqual([]);
  expect(observation.samples.size).toBe(1 + 4 * listed.length);
});

test("a reading sees only what its block says for certain", () => {
  const observation = observeNetwork(status) as Observation;
  expect(observation).toMatchObject({ atMs: status.clock.blockTimeMs, height: status.clock.height });
  expect(observation.samples.size).toBe(1 + 4 * chains.length);
  expect(observation.samples.get("* trading")).toEqual({ verdict: "open", haltedBy: [] });
  expect(observation.samples.get("DOGE signing")).toEqual({ verdict: "halted", haltedBy: [signingHalt("DOGE")] });

  const btc = { ...(chains[1] as (typeof chains)[0]), trading: unread, signing: repeated };
  const partly = observeNetwork({ ...status, chains: [btc] }) as Observation;
  expect(partly.samples.get("BTC trading")).toBeNull();
  expect(partly.samples.get("BTC signing"), "a halt that is repeated").toBeNull();
  expect(partly.samples.get("BTC deposits")).toEqual({ verdict: "open", haltedBy: [] });

  const reason = { code: "providers_disagree", text: "address" } as const;
  const disagreement: Judgement = { verdict: "unknown", haltedBy: [], reason };
  const apart = observeNetwork({ ...status, chains: [{ ...btc, trading: disagreement }] }) as Observation;
  expect(apart.samples.get("BTC trading"), "sources that disagree").toEqual({ verdict: "disputed", haltedBy: [] });

  const nothing = { ...btc, deposits: unread, liquidity: unread };
  expect(observeNetwork({ ...status, trading: unread, chains: [nothing] })).toBeNull();
  for (const clock of [
    { ...fresh.clock, blockTimeMs: null },
    { ...fresh.clock, height: null },
  ]) {
    expect(observeNetwork({ ...status, clock })).toBeNull();
  }
  const crowd = Array.from({ length: 500 }, (_, index) => ({ ...btc, chain: `C${index}` }));
  expect(observeNetwork({ ...status, chains: crowd })?.samples.size).toBe(1 + 4 * 48);
});
