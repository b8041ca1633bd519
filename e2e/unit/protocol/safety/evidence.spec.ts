// What a judgement rests on: how high the nodes are, which judgement is the newer one, and what a node that ran backwards still says.
import { expect, test } from "@playwright/test";
import type { Judgement } from "../../../../lib/protocol/model/verdicts.ts";
import {
  combine,
  findDoubt,
  isNewer,
  isWhole,
  listChainCodes,
  listDatedNodes,
  rowsOf as rowsOfNode,
  topHeight,
  type Verdicts,
} from "../../../../lib/protocol/safety/evidence.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { haltReasons, nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  chainOf,
  type Facts,
  H,
  halted,
  NOW,
  open,
  row,
  rowsOf,
  toEvidence,
  unknown,
} from "./halt-evidence.ts";

const nodeAt = (height: number | null) => ({
  height,
  mimir: { OTHER: 1 },
  rows: rowsOf("thorchain"),
});
const judged = (facts: Facts) => judge(toEvidence(facts));

test("the highest that a node told counts, but not one that the clock does not bear out", () => {
  const rows: [heights: (number | null)[], clockHeight: number | null, top: number | null][] = [
    [[H], H, H],
    [[H - 3, H], H, H],
    [[H, H + 5], H, H + 5],
    [[H, H + 6], H, H],
    [[H + 6], H, null],
    [[null, H - 9], H, H - 9],
    [[null], H, null],
    [[], H, null],
    [[H + 6, H], null, H + 6],
  ];
  for (const [heights, clockHeight, top] of rows) {
    const { clock } = toEvidence(clockHeight === null ? { noClock: true } : { clockHeight });
    expect(topHeight({ nodes: heights.map(nodeAt), clock }), `${heights} ${clockHeight}`).toBe(top);
  }
  expect(judged({}).height).toBe(H);
});

test("a judgement of a lower block takes no other's place, until the other is too old to be repeated", () => {
  const of = (height: number | null, blockTimeMs: number | null = NOW) => ({
    ...judged({}),
    height,
    blockTimeMs,
  });
  const rows: [next: Verdicts, earlier: Verdicts | null, isLater: boolean][] = [
    [of(1), null, true],
    [of(7), of(7), true],
    [of(8), of(7), true],
    [of(6), of(7), false],
    [of(null), of(7), false],
    [of(null), of(null), true],
    [of(7), of(null), true],
    [of(6), of(7, NOW - 600_000), false],
    [of(6), of(7, NOW - 600_001), true],
    [of(6), of(7, null), true],
  ];
  for (const [next, earlier, isLater] of rows) {
    expect(isNewer(next, earlier, NOW), `${next.height} after ${earlier?.height}`).toBe(isLater);
  }
});

test("a halt that was read at a higher block stands until a node is as far", () => {
  const previous = judged({ mimir: { HALTETHTRADING: 1 }, height: H + 3, clockHeight: H + 3 });
  const at = (height: number, before: Verdicts = previous) =>
    chainOf({ height, previous: before }, "ETH").trading;
  expect(at(H + 2)).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: haltReasons.before(3, nodeReasons.behindLastJudgement(1)),
  });
  expect(at(H + 3)).toEqual(open);
  expect(at(H + 2, { ...previous, height: null })).toEqual(open);
  expect(
    chainOf({ height: null, previous }, "ETH").trading,
    "a node without a height is behind nothing",
  ).toEqual(unknown(nodeReasons.unread("lastblock")));
  expect(
    chainOf({ height: H + 2, previous }, "BTC").trading,
    "only what was halted stands",
  ).toEqual(open);
});

const nothingUsable = unknown({ code: "upstream_unavailable", text: "no node answered" });

test("a node that ran backwards opens nothing, and what it says is halted counts", () => {
  const back = { ...nodeAt(H), rolledBack: true };
  const [eth, halts] = [(facts: Facts) => chainOf(facts, "ETH"), { OTHER: 1, HALTETHCHAIN: 1 }];
  for (const quorum of [1, 2] as const) {
    const alone = eth({ nodes: [back], quorum });
    expect([alone.trading, alone.signing]).toEqual([nothingUsable, nothingUsable]);
    expect(eth({ nodes: [back, back], quorum }).trading).toEqual(nothingUsable);
    expect(eth({ nodes: [{ ...back, mimir: halts }], quorum }).trading).toEqual(
      halted("HALTETHCHAIN"),
    );
  }
  expect(eth({ nodes: [back, nodeAt(H)], quorum: 2 }).trading).toEqual(
    unknown(nodeReasons.oneSource),
  );
  expect(eth({ nodes: [back, nodeAt(H)], quorum: 1 }).trading).toEqual(open);
  const previous = judged({ mimir: { HALTETHTRADING: 1 } });
  expect(eth({ nodes: [back], previous }).trading).toMatchObject({
    verdict: "halted",
    reason: { text: "halted when last read, 3 seconds ago", cause: nothingUsable.reason },
  });
});

test("what a node says from far ahead of the clock, or from too long ago, is no halt", () => {
  const mimir = { HALTETHCHAIN: 1 };
  const verdictAt = (height: number) => chainOf({ mimir, height, ageMs: 0 }, "ETH").signing.verdict;
  expect([H - 101, H - 100, H - 6, H + 5, H + 6].map(verdictAt)).toEqual([
    ...["unknown", "halted", "halted", "halted", "unknown"],
  ]);
});

test("a halt that nobody can date keeps a pair from being open, though enough other nodes are whole", () => {
  const undated = { height: null, mimir: { HALTETHTRADING: 1 } };
  const { chains, network } = judged({ quorum: 1, second: undated });
  expect(chains.get("ETH")?.trading).toEqual(unknown(nodeReasons.undatedHalt));
  expect([chains.get("BTC")?.trading, network]).toEqual([open, open]);
});

test("without a clock no node is dated, and without a height of its own a node is as high as the clock", () => {
  const heightsOf = (facts: Facts) =>
    listDatedNodes(toEvidence(facts)).map(({ staleness, lowHeight, height }) => [
      staleness,
      lowHeight,
      height,
    ]);
  expect(heightsOf({ noClock: true })).toEqual([]);
  expect(heightsOf({ noClock: true, height: null })).toEqual([]);
  expect(heightsOf({ height: null, clockHeight: H + 7 })).toEqual([["undated", H + 7, H + 7]]);
  expect(heightsOf({ height: H - 7 })).toEqual([["aged", H - 7, H]]);
  expect(heightsOf({ height: H + 2 })).toEqual([["fresh", H, H + 2]]);
});

test("a node is whole where it told its height, its parameters and at least one chain", () => {
  const node = nodeAt(H);
  expect(isWhole(node)).toBe(true);
  const broken = [
    { height: null },
    { mimir: null },
    { rows: null },
    { rows: [] },
    { rolledBack: true },
  ];
  for (const part of broken)
    expect(isWhole({ ...node, ...part }), JSON.stringify(part)).toBe(false);
  expect(broken.map((part) => isWhole({ ...node, ...part }, false))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test("what follows from one evidence is found once", () => {
  const evidence = toEvidence({ height: H + 2, second: { height: H - 4 } });
  expect(listDatedNodes(evidence)).toBe(listDatedNodes(evidence));
  for (const needsRows of [true, false]) {
    expect(findDoubt(evidence, needsRows)).not.toBeNull();
    expect(findDoubt(evidence, needsRows)).toBe(findDoubt(evidence, needsRows));
  }
  const node = nodeAt(H);
  expect(rowsOfNode(node, "BTC")).toEqual([row("BTC")]);
  expect(rowsOfNode(node, "BTC")).toBe(rowsOfNode(node, "BTC"));
  expect(rowsOfNode({ ...node, rows: null }, "BTC")).toEqual([]);
});

test("at most 16 chains that the preset does not have are judged, in alphabetical order", () => {
  const others = Array.from({ length: 20 }, (_, index) => `Z${String.fromCharCode(65 + index)}`);
  const codes = listChainCodes(
    toEvidence({ rows: [...others].reverse().map((code) => row(code)) }),
  );
  expect(codes).toEqual([
    ...presets.thorchain.chains.map(({ code }) => code),
    ...others.slice(0, 16),
  ]);
  const twice = toEvidence({ rows: [row("ZB"), row("ZB")] });
  expect(listChainCodes(twice).slice(presets.thorchain.chains.length)).toEqual(["ZB"]);
});

test("of two nodes, both must name a chain that the preset does not have", () => {
  const others = (rows: string[], second?: string[]) =>
    listChainCodes(
      toEvidence({
        rows: rows.map((code) => row(code)),
        second: { rows: second?.map((code) => row(code)) ?? null },
      }),
    ).slice(presets.thorchain.chains.length);
  const crowd = Array.from({ length: 20 }, (_, index) => `A${String.fromCharCode(65 + index)}`);
  expect(others([...crowd, "ZA", "ZB"], ["ZB", "ZA", "BTC", "ZC"])).toEqual(["ZA", "ZB"]);
  expect(others(["ZB", "ZB"], ["BTC"])).toEqual([]);
  expect(others(["ZB"])).toEqual([]);
});

test("halted if any is, else unknown if any is, else open", () => {
  const late = { code: "stale", text: "late" } as const;
  const repeated: Judgement = { verdict: "halted", haltedBy: ["A", "C"], reason: late };
  const doubt = unknown({ code: "unreadable", text: "first" });
  const rows: [judgements: Judgement[], whole: Judgement][] = [
    [[], open],
    [[open, open], open],
    [[open, doubt, unknown({ code: "stale", text: "second" })], doubt],
    [[doubt, halted("A")], halted("A")],
    [[halted("A", "B"), open, halted("B", "C")], halted("A", "B", "C")],
    [[open, repeated], repeated],
    [[repeated, halted("B")], halted("A", "C", "B")],
    [[repeated, { ...repeated, reason: { ...late, text: "later" } }], repeated],
  ];
  for (const [judgements, whole] of rows) expect(combine(judgements)).toEqual(whole);
});
