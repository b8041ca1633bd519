// Which nodes are asked, what their answers together are, and of which instant the facts beside them are.
import { expect, test } from "@playwright/test";
import type { QuoteReading } from "../../../lib/protocol/model/quote.ts";
import { refuseWith, scriptNodes } from "../../support/changes.ts";
import type { Row } from "../../support/wire.ts";
import { down, type Reply, type World } from "../../support/world.ts";
import {
  type Asked,
  askWorld,
  blocksApart,
  createQuoteWorld,
  inWords,
  MEMO,
  outcomeOf,
  poolOf,
  poolsAnd,
  quoteCalls,
  read,
  warningCodes,
} from "./asked.ts";

const out = (expected_amount_out: number) => ({ expected_amount_out: `${expected_amount_out}` });
const refuses =
  (words = "bad destination address") =>
  () =>
    refuseWith(words);
const fails = () => down;
type Saying = object | ((quote: Row) => Reply);

// What each of up to three nodes says, which of them are asked, and what is told: an output, or a code.
const answers: readonly [
  name: string,
  says: readonly Saying[],
  asked: string,
  expected: number | string,
  isOutvoted?: true,
][] = [
  ["two that are near, of three", [{}, out(995_000), {}], "01", 995_000],
  ["two that are apart", [{}, out(900_000)], "01", "sources_disagree"],
  ["a third that refutes a refusal", [{}, refuses(), out(995_000)], "012", 995_000, true],
  ["a third near the first", [{}, out(900_000), out(995_000)], "012", 995_000, true],
  ["a third near none", [{}, out(900_000), out(950_000)], "012", "sources_disagree"],
  ["a third near both", [{}, out(985_000), out(992_500)], "012", "sources_disagree"],
  [
    "a third refusal decides",
    [refuses(), refuses("pool does not exist"), refuses()],
    "012",
    "invalid_destination",
    true,
  ],
  ["a third stands in for one that failed", [{}, fails, out(995_000)], "012", 995_000],
  ["a quote beside a refusal and a failure", [refuses(), fails, {}], "012", "sources_disagree"],
  ["two failures", [fails, fails, {}], "01", "unavailable"],
  ["one node, which is enough", [{}], "0", 1_000_000],
];
const toldOf = (quote: QuoteReading) =>
  quote.expectedAmountOut === null ? outcomeOf(quote) : Number(quote.expectedAmountOut);
for (const [name, say, asked, expected, isOutvoted = false] of answers) {
  test(`of ${name}: ${expected}, and ${asked} are asked`, async () => {
    const world = createQuoteWorld({ say, in: { nodes: say.length }, change: blocksApart });
    const quote = await askWorld(world);
    expect(toldOf(quote)).toBe(expected);
    const path = "thorchain/quote/swap";
    expect(quoteCalls(world)).toEqual([...asked].map((node) => `node${node} ${path}`));
    expect(warningCodes(quote).includes("outvoted")).toBe(isOutvoted);
  });
}

// What of two quotes is not the same, so that a third is asked. Limits of time and price are as near as blocks move them.
const seconds = 1_800_000_000;
const within = { ask: { liquidityToleranceBps: 200 } };
const alike: readonly [name: string, other: object, isAlike: boolean, asked?: Asked][] = [
  ["nothing", {}, true],
  ["notes", { notes: "Send." }, false],
  ["notes with a blank", { notes: " " }, true],
  ["an expiry a minute later", { expiry: seconds + 960 }, true],
  ["an expiry more than a minute later", { expiry: seconds + 961 }, false],
  ["no parts", { streaming_swap_blocks: 0 }, true],
  ["a memo's limit", { memo: `${MEMO}:985000` }, true, within],
  ["a memo's limit far off", { memo: `${MEMO}:995000` }, false, within],
  ["a memo with a fault", { memo: `${MEMO}:979000` }, false, within],
];
for (const [name, other, isAlike, asked = {}] of alike) {
  test(`where two quotes differ by ${name}, ${isAlike ? "no" : "a"} third is asked`, async () => {
    for (const say of [
      [{}, other, {}],
      [other, {}, {}],
    ]) {
      const world = createQuoteWorld({ ...asked, say, in: { nodes: 3 } });
      await askWorld(world, asked.ask);
      expect(quoteCalls(world)).toHaveLength(isAlike ? 2 : 3);
    }
  });
}

test("of an expiry that is over for one and not for the other, a third is asked", async () => {
  const say = [{ expiry: seconds + 1 }, { expiry: seconds }, { expiry: seconds + 1 }];
  const world = createQuoteWorld({ say, in: { nodes: 3 } });
  expect(toldOf(await askWorld(world))).toBe(1_000_000);
  expect(quoteCalls(world)).toHaveLength(3);
});

test("a node that failed of late is asked after the others, and two of one operator are one source", async () => {
  const world = createQuoteWorld({ say: [fails, {}, {}], in: { nodes: 3 } });
  for (let round = 0; round < 6; round += 1) {
    await askWorld(world);
    world.nowMs += 2_000;
  }
  const calls = quoteCalls(world)
    .slice(-3)
    .map((call) => call.split(" ")[0]);
  expect(calls).toEqual(["node1", "node0", "node2"]);
  const urls = { node0: "https://a.gateway.test", node1: "https://b.gateway.test" };
  const shared = createQuoteWorld({ in: { nodes: 3, urls } });
  expect(toldOf(await askWorld(shared))).toBe(1_000_000);
  const asked = quoteCalls(shared).map((call) => call.split(" ")[0]);
  expect([asked.length, asked.includes("node2")]).toEqual([2, true]);
});

test("equal questions share a call, and its answer for a second; each answer is judged anew", async () => {
  const world = createQuoteWorld();
  const countCalls = async (work: () => Promise<unknown>) => {
    const before = quoteCalls(world).length;
    await work();
    return quoteCalls(world).length - before;
  };
  const ask = () => askWorld(world);
  expect(await countCalls(() => Promise.all([ask(), ask(), ask()]))).toBe(2);
  expect(await countCalls(() => askWorld(world, { amount: "0.02" }))).toBe(2);
  world.nowMs += 999;
  expect(await countCalls(ask)).toBe(0);
  world.nowMs += 1;
  expect(await countCalls(ask)).toBe(2);
  world.mimir.HALTETHTRADING = 1;
  world.nowMs += 6_000;
  expect(outcomeOf(await ask())).toBe("halted");
});

test("without verified safety or pools no node is asked, and the pair is not known to be open", async () => {
  const late = createQuoteWorld();
  late.frozenAtMs = late.nowMs;
  late.nowMs += 61_000;
  const unread = createQuoteWorld({ change: (world) => scriptNodes(world, { pools: down }) });
  for (const [world, code] of [
    [late, "stale"],
    [unread, "upstream_unavailable"],
  ] as const) {
    const quote = await askWorld(world);
    expect(quote).toMatchObject({
      ...{ from: "BTC", to: "ETH", amount: 1_000_000n, converted: null, payoutSigning: "unknown" },
      ...{ trading: { verdict: "unknown", reason: { code } }, failure: { code } },
      ...{ expectedAmountOut: null, memo: null, inboundAddress: null, fees: [] },
    });
    expect(quoteCalls(world)).toEqual([]);
  }
});

test("while nothing can be read, a pair is halted where the whole network was, and else not known", async () => {
  for (const [mimir, verdict] of [
    [{ HALTTRADING: 1 }, "halted"],
    [{ HALTBTCTRADING: 1 }, "unknown"],
    [{}, "unknown"],
  ] as const) {
    const world = createQuoteWorld({ mimir });
    await askWorld(world);
    world.intercept = () => down;
    world.nowMs += 60_000;
    const quote = await askWorld(world);
    expect([quote.trading.verdict, quote.memo]).toEqual([verdict, null]);
    expect(quote.failure).not.toBeNull();
  }
});

test("sources that are late by the time of their answer give no quote", async () => {
  const world: World = createQuoteWorld({
    say: (quote: Row) => {
      world.nowMs += 7_000;
      return quote;
    },
    in: { nodes: 1 },
  });
  world.frozenAtMs = world.nowMs - 24_000;
  const quote = await askWorld(world);
  expect(quote).toMatchObject({ failure: { code: "stale" }, expectedAmountOut: null, fees: [] });
});

// Of figures that cannot be told a halt is told first, then why.
const why: readonly [name: string, change: Asked, code: string][] = [
  ["an open pair", {}, "providers_disagree"],
  ["a halted pair", { mimir: { HALTETHTRADING: 1 } }, "halted"],
];
for (const [name, change, code] of why) {
  test(`outputs that are apart, of ${name}: ${code}`, async () => {
    const quote = await read({ ...change, say: [{}, out(900_000)] });
    expect(quote).toMatchObject({ expectedAmountOut: null, failure: null, reason: { code } });
    expect(warningCodes(quote)).toHaveLength(1);
  });
}

test("a pool of which one source alone says other depths is told as outvoted", async () => {
  const change = (world: World) =>
    scriptNodes(world, { pools: [poolOf("BTC.BTC"), poolOf("ETH.ETH", { balance_asset: "1" })] }, [
      "node2",
    ]);
  const quote = await read({ in: { nodes: 3 }, change });
  expect([quote.memo, warningCodes(quote)]).toEqual([MEMO, ["no_price_limit"]]);
});

test("of a chain that nobody judged, payouts are not known to run", async () => {
  for (const [from, to, payoutSigning] of [
    ["NEW.NEW", "ETH", "open"],
    ["BTC", "NEW.NEW", "unknown"],
  ] as const) {
    const ask = { from, to, destination: undefined };
    const quote = await read({ ask, pools: poolsAnd("NEW.NEW") });
    expect(quote).toMatchObject({ failure: null, payoutSigning, trading: { verdict: "unknown" } });
    expect(quote.expectedAmountOut, inWords(quote.reason)).toBe(1_000_000n);
  }
});
