// The figures of a quote: of each the worse that two sources state. Where one is silent, or they are too far apart, it is not known.
import { expect, test } from "@playwright/test";
import type { QuoteFee, QuoteReading, QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { changeRow, scriptNodes } from "../../support/changes.ts";
import type { World } from "../../support/world.ts";
import {
  type Asked,
  askWorld,
  BECH32,
  blocksApart,
  createQuoteWorld,
  inWords,
  poolOf,
  poolsAnd,
  quoteCalls,
  read,
} from "./asked.ts";

const usdc = "ETH.USDC-0XA0B8";
const full = { asset: "ETH.ETH", outbound: "500", affiliate: "100", liquidity: "100" };
const base = {
  fees: { ...full, slippage_bps: 20 },
  recommended_min_amount_in: "100",
  dust_threshold: "1000",
  max_streaming_quantity: 5,
  inbound_confirmation_seconds: 600,
  streaming_swap_seconds: 18,
  outbound_delay_seconds: 54,
  total_swap_seconds: 654,
};
const feeOf = ({ fees }: QuoteReading, kind: QuoteFee["kind"]) =>
  fees.find((fee) => fee.kind === kind);
const baseOf = (quote: QuoteReading, kind: QuoteFee["kind"]) => feeOf(quote, kind)?.amount?.base;
const figuresOf = (quote: QuoteReading) => ({
  out: quote.expectedAmountOut,
  min: quote.recommendedMinAmount,
  dust: quote.dustThreshold,
  parts: quote.maxStreamingQuantity,
  slip: quote.slipBps,
  outbound: baseOf(quote, "outbound") ?? null,
  affiliate: baseOf(quote, "affiliate") ?? null,
  liquidity: baseOf(quote, "liquidity") ?? null,
  total: quote.totalBps,
  confirmed: quote.seconds.inboundConfirmation,
  swapped: quote.seconds.swap,
  delayed: quote.seconds.outboundDelay,
  done: quote.seconds.total,
});
type Figures = Partial<Record<keyof ReturnType<typeof figuresOf>, bigint | number | null>>;
const honest: Figures = {
  ...{ out: 1_000_000n, min: 100n, dust: 1_000n, parts: 5, slip: 20 },
  ...{ outbound: 500n, affiliate: 100n, liquidity: 100n, total: 6 },
  ...{ confirmed: 600, swapped: 18, delayed: 54, done: 654 },
};
const fees = (more: object) => ({ fees: { ...base.fees, ...more } });

/** Of two sources a block apart: what the other says, what is told, and whether a third is asked. */
type Row2 = readonly [change: object, expected: Figures | "apart", asksThird: boolean];
const rows: readonly Row2[] = [
  [{}, {}, false],
  [{ expected_amount_out: "990000" }, { out: 990_000n, total: 7 }, false],
  [{ recommended_min_amount_in: undefined }, { min: null }, true],
  // A node leaves out what is 0.
  [{ dust_threshold: undefined }, "apart", true],
  [{ max_streaming_quantity: 3 }, { parts: null }, true],
  [{ max_streaming_quantity: undefined }, { parts: null }, true],
  [fees({ slippage_bps: undefined }), { slip: null }, true],
  // A fee is apart beyond a tenth and a basis point of the output.
  [fees({ outbound: "666" }), { outbound: 666n, total: 8 }, false],
  [fees({ outbound: "667" }), "apart", true],
  [fees({ affiliate: "222" }), { affiliate: 222n, total: 8 }, false],
  [fees({ affiliate: "223" }), "apart", true],
  [fees({ affiliate: undefined }), { affiliate: null, total: null }, true],
  [fees({ liquidity: undefined }), { liquidity: null, total: null }, true],
  [fees({ total_bps: 9 }), "apart", true],
  // Times are apart beyond a tenth and a minute.
  [{ inbound_confirmation_seconds: 733 }, { confirmed: 733 }, false],
  [{ inbound_confirmation_seconds: 734 }, { confirmed: null }, true],
  [{ outbound_delay_seconds: 128 }, { delayed: null }, true],
  [{ total_swap_seconds: 794 }, { done: null }, true],
  [{ total_swap_seconds: undefined }, { done: null }, true],
  [{ outbound_delay_seconds: undefined }, { swapped: null, delayed: null, done: null }, true],
];
for (const [change, expected, asksThird] of rows) {
  const name = expected === "apart" ? "apart" : `tells ${inWords(expected)}`;
  test(`beside the honest quote, one of ${inWords(change)} ${name}`, async () => {
    const other = { ...base, ...change };
    for (const say of [
      [base, other],
      [other, base],
    ]) {
      const quote = await read({ ask: noDestination, say, change: blocksApart });
      if (expected === "apart") expect(quote.withheld?.code).toBe("sources_disagree");
      else expect(figuresOf(quote)).toEqual({ ...honest, ...expected });
      if (expected === "apart") expect(quote.expectedAmountOut).toBeNull();
    }
    const world = createQuoteWorld({
      say: [base, other, base],
      in: { nodes: 3 },
      change: blocksApart,
    });
    const quote = await askWorld(world, noDestination);
    expect(quoteCalls(world)).toHaveLength(asksThird ? 3 : 2);
    if (asksThird) expect(figuresOf(quote)).toEqual(honest);
    expect(quote.warnings.some(({ code }) => code === "outvoted")).toBe(asksThird);
  });
}
const noDestination = { destination: undefined };

test("of one height each figure is stated alike, or it is none", async () => {
  const near = { ...base, inbound_confirmation_seconds: 606 };
  const ofOne = await read({ ask: noDestination, say: [base, near] });
  expect(figuresOf(ofOne)).toEqual({ ...honest, confirmed: null });
  const fee = await read({
    ask: noDestination,
    say: [base, { ...base, ...fees({ outbound: "501" }) }],
  });
  expect(fee.withheld?.code).toBe("sources_disagree");
  const unknown = (world: ReturnType<typeof createQuoteWorld>) => {
    world.behind = { node0: Number.NaN, node1: Number.NaN };
  };
  const undated = await read({ ask: noDestination, say: [base, near], change: unknown });
  expect(figuresOf(undated)).toEqual({ ...honest, confirmed: 606 });
});

const figureNames = [
  ...["liquidity", "outbound", "affiliate", "recommendedMinAmount", "dustThreshold"],
  ...["maxStreamingQuantity", "inboundConfirmation", "swap", "outboundDelay", "total", "refundFee"],
];
const statedBy = (...byAll: readonly string[]) =>
  Object.fromEntries(figureNames.map((name) => [name, byAll.includes(name) ? "all" : "some"]));
const [dusty, noTimes] = [
  { dust_threshold: "1000" },
  { inbound_confirmation_seconds: undefined, total_swap_seconds: undefined },
];

test("each figure is stated by all sources, or by some", async () => {
  const byOf = async (...say: object[]) =>
    (await read({ ask: noDestination, say, change: blocksApart })).statedBy;
  expect(await byOf(base, base)).toEqual(statedBy(...figureNames));
  const one = { ...dusty, max_streaming_quantity: 3, total_swap_seconds: 6 };
  const silent = { ...dusty, ...noTimes, outbound_delay_seconds: undefined };
  const other = { ...silent, recommended_min_amount_in: "9", fees: full };
  expect(await byOf(one, other)).toEqual(statedBy("outbound", "dustThreshold", "refundFee"));
});

// Dust of what is sent, by what a quote says of it.
const dusts: readonly [
  from: string,
  dust: string | undefined,
  expected: bigint | null,
  by: string,
][] = [
  ["BTC", "1001", 1_001n, "all"],
  ["BTC", "0", 0n, "all"],
  ["BTC", undefined, 0n, "all"],
  ["THOR.RUNE", "1001", null, "absent"],
];
for (const [from, dust_threshold, expected, by] of dusts) {
  test(`dust of ${from}, stated as ${dust_threshold}: ${expected}`, async () => {
    const quote = await read({ ask: { ...noDestination, from }, say: { dust_threshold } });
    expect([quote.dustThreshold, quote.statedBy.dustThreshold]).toEqual([expected, by]);
  });
}

// As one node states its fees and times: what is told of them.
const left = { asset: "ETH.ETH", affiliate: "0", liquidity: "0", outbound: "3600", total: "3600" };
const taken = {
  ...left,
  outbound: "240000",
  liquidity: "3745180",
  total: "4716768",
  total_bps: 27,
};
const cut = { total: 27, bps: [21, 1, 0] };
const noFees = { liquidity: null, outbound: null, total: null, bps: [null, null, null] };
const noAffiliate = { affiliate: null, total: 6, bps: [0, 4, null] };
const alone: readonly [name: string, say: object, expected: Figures & { bps?: unknown }][] = [
  ["fees add up to the total", { fees: full }, { total: 6, bps: [0, 4, 0] }],
  ["the node's own total", { fees: { ...full, total: "99999" } }, { total: 909, bps: [0, 4, 0] }],
  ["fees in another asset", { fees: { ...full, asset: "BTC.BTC" } }, noFees],
  ["no affiliate's fee", { fees: { ...full, affiliate: undefined, total: "700" } }, noAffiliate],
  [
    "a liquidity fee of 0 beside a slip was left out",
    { fees: { ...left, slippage_bps: 189 } },
    {
      ...{ liquidity: null, outbound: 3_600n, total: null, slip: 189, bps: [null, null, null] },
    },
  ],
  [
    "a liquidity fee of 0 without a slip",
    { fees: { ...left, slippage_bps: 0 } },
    { liquidity: 0n, total: 35 },
  ],
  ["the slip beside the fees", { fees: left, slippage_bps: 7 }, { slip: 7, liquidity: null }],
  // Of a recorded quote: 27.2 bps, of which 21.6 are for liquidity.
  [
    "each fee is cut to whole bps, as the total",
    { expected_amount_out: "1727571000", fees: taken },
    cut,
  ],
  ["a node leaves out what is 0", noTimes, { confirmed: 0, swapped: 0, delayed: 0, done: 0 }],
  ["a total that is no 0", { total_swap_seconds: undefined }, { confirmed: 1_200, done: null }],
  [
    "parts without a total",
    { ...noTimes, streaming_swap_seconds: 18 },
    { swapped: 18, done: null },
  ],
];
for (const [name, say, { bps, ...expected }] of alone) {
  test(`one node: ${name}`, async () => {
    const amount = "expected_amount_out" in say ? "17.5" : "0.01";
    const quote = await read({ ask: { ...noDestination, amount }, say, in: { nodes: 1 } });
    expect(figuresOf(quote)).toMatchObject(expected);
    if (bps !== undefined) expect(quote.fees.map((fee) => fee.bps)).toEqual(bps);
  });
}

// Fees whose total is not known forbid by what is known of them; `costly` warns from 3 % on.
const half = "1000000";
const costs: readonly [fees: object, code: string | undefined, totalBps: number | null][] = [
  [{ outbound: half, liquidity: "0", affiliate: "0" }, "forbidden", 5_000],
  [{ outbound: half }, "forbidden", null],
  [{ affiliate: half }, "forbidden", null],
  [{ outbound: half, liquidity: "0", affiliate: "0", slippage_bps: 20 }, "forbidden", null],
  [{ liquidity: "0", slippage_bps: 20, total_bps: 5_000 }, "forbidden", null],
  [{ asset: "BTC.BTC", total_bps: 5_000 }, "forbidden", 5_000],
  [{ outbound: "30927" }, "none", null],
  [{ outbound: "30928" }, "warned", null],
];
for (const [stated, level, totalBps] of costs) {
  test(`fees of ${inWords(stated)}: ${level}`, async () => {
    const say = { fees: { asset: "ETH.ETH", ...stated } };
    const quote = await read({ ask: noDestination, say });
    expect([quote.adviceLevel, quote.totalBps]).toEqual([level, totalBps]);
    expect(quote.withheld?.code).toBe(level === "forbidden" ? "costly" : "no_destination");
  });
}

test("the gas rate is that of the source chain's row", async () => {
  const ratesOf = async (from: string, to: string) => {
    const quote = await read({ ask: { ...noDestination, from, to } });
    return [quote.gasRate, quote.gasRateUnits, quote.gasRatePer];
  };
  expect(await ratesOf("ETH", "BTC")).toEqual(["10", "gwei", "gas"]);
  expect(await ratesOf("BTC", "ETH")).toEqual(["10", "sat", "byte"]);
});

// The fee of a refund is that of the asset sent, by who states it.
const unstated = (node?: string) => (world: World) =>
  changeRow(world, "BTC", { outbound_fee: undefined }, node);
const refunds: readonly [
  from: string,
  fee: bigint | null,
  by: string | undefined,
  asked?: Asked,
][] = [
  ["BTC", 1_103n, "all"],
  ["BTC", null, undefined, { change: unstated() }],
  ["BTC", null, "some", { change: unstated("node1") }],
  ["ETH.USDC-0XA0B8", 100_000_000n, "all"],
  ["BTC/BTC", 0n, undefined],
];
for (const [from, fee, by, asked] of refunds) {
  test(`the fee of a refund of ${from}: ${fee}, stated by ${by}`, async () => {
    const ask = { ...noDestination, from, to: from.startsWith("BTC") ? "ETH" : "BTC" };
    const { refundFee, statedBy } = await read({ ask, pools: poolsAnd(usdc), ...asked });
    expect([refundFee?.base ?? null, statedBy.refundFee]).toEqual([fee, by]);
  });
}

// A token that is sent: its contract, and the decimals that both nodes state.
const decimals: readonly [from: string, decimals: readonly unknown[], token: object | null][] = [
  [usdc, [6, 6], { contract: "0xa0b8", decimals: 6 }],
  [usdc, [6, 18], { contract: "0xa0b8", decimals: null }],
  [usdc, [6, undefined], { contract: "0xa0b8", decimals: null }],
  ["ETH", [6, 6], null],
  ["ETH/USDC-0XA0B8", [6, 6], null],
  ["ETH.ODD-TR7NHQ", [6, 6], null],
];
for (const [from, stated, token] of decimals) {
  test(`${from} with decimals ${stated.join(" and ")}: ${inWords(token)}`, async () => {
    const poolsOf = (decimals: unknown) => [
      ...poolsAnd(),
      ...[usdc, "ETH.ODD-TR7NHQ"].map((asset) => poolOf(asset, { decimals })),
    ];
    const quote = await read({
      ask: { from, to: "BTC", destination: BECH32 },
      change: (world) =>
        stated.forEach((decimals, index) => {
          scriptNodes(world, { pools: poolsOf(decimals) }, [`node${index}`]);
        }),
    });
    expect(quote.token).toEqual(token);
  });
}

// How a swap would run: what one part is, and what the sources do not say alike.
const way = (...[mode, interval, quantity, isApplied]: readonly unknown[]) => ({
  ...{ mode, interval, quantity, isApplied },
});
const split = (cap?: number) => ({ streaming_swap_blocks: 1, max_streaming_quantity: cap });
const whole = (cap?: number) => ({ streaming_swap_blocks: 0, max_streaming_quantity: cap });
const inParts = (interval: number, quantity: number) => ({ interval, quantity });
const single = way("single", 0, 1, true);
const ways: readonly [
  name: string,
  streaming: QuoteRequest["streaming"],
  say: object,
  expected: object,
][] = [
  ["not split, whatever the cap", undefined, whole(9), single],
  ["split by itself", undefined, split(9), way("rapid", 0, 9, true)],
  ["split by one source", undefined, [whole(9), split(9)], way(null, null, null, null)],
  [
    "spaced, and split by one source",
    inParts(1, 4),
    [whole(9), split(9)],
    way("spaced", 1, 4, true),
  ],
  ["split, of an unknown cap", undefined, [split(9), split(8)], way("rapid", 0, null, null)],
  ["asked for in one part", inParts(1, 1), split(9), single],
  ["spaced, as many as it may", inParts(1, 0), split(9), way("spaced", 1, 9, true)],
  ["spaced, but not split", inParts(1, 0), split(1), way("spaced", 1, 1, false)],
  ["spaced, with a cap of none", inParts(1, 7), whole(0), way("spaced", 1, 1, false)],
  ["rapid in a number of parts", inParts(0, 4), whole(9), way("rapid", 0, 4, true)],
  ["spaced, of an unknown cap", inParts(2, 4), split(), way("spaced", 2, null, null)],
];
for (const [name, streaming, say, expected] of ways) {
  test(`a swap ${name}`, async () => {
    const quote = await read({ ask: { ...noDestination, streaming }, say });
    expect(quote.streaming).toEqual(expected);
  });
}

test("of three sources, two that say how many parts are taken decide", async () => {
  const say = [{ max_streaming_quantity: 3 }, { max_streaming_quantity: 3 }, {}];
  const quote = await read({ ask: noDestination, say, in: { nodes: 3 } });
  expect(quote.maxStreamingQuantity).toBe(3);
});

// What happens below the limit: with a memo by its own, without one by the limit that it would have.
const below: readonly [ask: Partial<QuoteRequest>, parts: boolean, expected: string | null][] = [
  [{}, false, null],
  [{ liquidityToleranceBps: undefined }, false, "refund"],
  [{ liquidityToleranceBps: undefined }, true, "refund_parts"],
  [{ toleranceBps: 10_000 }, false, null],
  [{ liquidityToleranceBps: 100 }, true, "refund_parts"],
];
for (const [ask, parts, expected] of below) {
  test(`below the limit of ${inWords(ask)}, ${parts ? "in parts" : "whole"}: ${expected}`, async () => {
    const say = parts ? split(4) : whole(4);
    for (const more of [{}, noDestination])
      expect((await read({ ask: { ...ask, ...more }, say })).belowLimit).toBe(expected);
  });
}
