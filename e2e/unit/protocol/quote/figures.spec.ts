// The quotes of two sources as one set of figures: the worse of each, and null where one is silent or they are too far apart.
import { expect, test } from "@playwright/test";
import type { Market } from "../../../../lib/protocol/market/market.ts";
import {
  agreedOutput,
  feeBps,
  leastTotalBps,
  listedDust,
  quoteFigures,
  quoteSeconds,
  readStatedFees,
  totalBps,
  unreadQuote,
  withTotal,
} from "../../../../lib/protocol/quote/figures.ts";
import type { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";

const quote = (more: Partial<QuoteSwap> = {}, fees: Partial<QuoteSwap["fees"]> = {}): QuoteSwap => ({
  expected_amount_out: 1_000_000n,
  fees: { asset: "ETH.ETH", outbound: 100_000n, affiliate: 10_000n, liquidity: 20_000n, ...fees },
  ...more,
});
const rates = { gasRate: null, gasRateUnits: null, outboundSize: "1000" };
const costs = (dustThreshold: bigint | null) => ({ dustThreshold, ...rates });
const market = (more: object = {}): Market =>
  ({
    preset: presets.thorchain,
    prices: new Map(),
    pools: [],
    chainCosts: new Map(),
    votes: new Map(),
    network: null,
    ...more,
  }) as unknown as Market;
const request = { from: "BTC.BTC", to: "ETH.ETH", amount: "1" };
const figuresOf = (quotes: readonly QuoteSwap[], more: object = {}, from = "BTC.BTC") =>
  quoteFigures(
    { request, from, to: "ETH.ETH", amount: 5n, quotes, quorum: quotes.length > 1 ? 2 : 1 },
    agreed(1_000_000n),
    market(more),
  );

test("the lesser output is told, and none where two are more than 1 % apart", () => {
  const of = (...outs: bigint[]) =>
    agreedOutput({ quotes: outs.map((out) => quote({ expected_amount_out: out })), quorum: 2 });
  expect(of(10_000n, 9_900n)).toBe(9_900n);
  expect(of(9_899n, 10_000n)).toBeNull();
  expect(of(10_000n)).toBeNull();
});

test("a figure is stated by all sources, by some, or by none", () => {
  const dust = { dust_threshold: 1_000n };
  const both = [
    quote({ ...dust, outbound_delay_seconds: 6, max_streaming_quantity: 3 }),
    quote({ ...dust, recommended_min_amount_in: 9n }, { affiliate: undefined }),
  ];
  const all = { liquidity: "all", outbound: "all", dustThreshold: "all", swap: "all", streaming: "all" };
  const some = { affiliate: "some", recommendedMinAmount: "some", maxStreamingQuantity: "some", outboundDelay: "some" };
  expect(figuresOf(both).statedBy).toEqual({ ...all, ...some });
});

test("each figure is the worse of two; one source's silence is no difference, and two that cannot both be true are", () => {
  const noRate = { gasRate: null, gasRateUnits: null };
  const rows: readonly [
    more: Partial<QuoteSwap>,
    fees: Partial<QuoteSwap["fees"]>,
    told: Record<string, unknown>,
    isApart: boolean,
  ][] = [
    [{}, {}, {}, false],
    [{ recommended_min_amount_in: 11n }, {}, { recommendedMinAmount: 11n }, false],
    [{ recommended_min_amount_in: 12n }, {}, { recommendedMinAmount: null }, true],
    [{ recommended_min_amount_in: undefined }, {}, { recommendedMinAmount: null }, false],
    [{ dust_threshold: 1_001n }, {}, { dustThreshold: null }, true],
    [{ dust_threshold: undefined }, {}, { dustThreshold: null }, false],
    [{ max_streaming_quantity: 3 }, {}, { maxStreamingQuantity: null, agreedMaxParts: null }, false],
    [{ max_streaming_quantity: undefined }, {}, { maxStreamingQuantity: null, agreedMaxParts: null }, false],
    [{}, { slippage_bps: 24 }, { slipBps: 24 }, false],
    [{}, { slippage_bps: 25 }, { slipBps: null }, true],
    [{}, { slippage_bps: 100 }, { slipBps: null }, true],
    [{}, { outbound: 108_000n }, { leastTotalBps: 1_212 }, false],
    [{}, { outbound: 900_000n }, { leastTotalBps: 4_818 }, true],
    [{ recommended_gas_rate: "22" }, {}, { inboundGasEstimate: { base: 5_500n }, gasRate: "22" }, false],
    [{ recommended_gas_rate: "23" }, {}, { inboundGasEstimate: null, ...noRate }, true],
    [{ recommended_gas_rate: "x" }, {}, { inboundGasEstimate: null, ...noRate }, false],
    [{ recommended_gas_rate: "x20" }, {}, { inboundGasEstimate: null, ...noRate }, false],
    [{ recommended_gas_rate: "20x" }, {}, { inboundGasEstimate: null, ...noRate }, false],
    [{ recommended_gas_rate: undefined }, {}, noRate, false],
    [{ gas_rate_units: "drop" }, {}, noRate, false],
    [{ gas_rate_units: undefined }, {}, noRate, false],
  ];
  const base = {
    recommended_min_amount_in: 10n,
    dust_threshold: 1_000n,
    max_streaming_quantity: 5,
    recommended_gas_rate: "20",
    gas_rate_units: "satsperbyte",
  };
  const slip = { slippage_bps: 20 };
  for (const [more, fees, told, isApart] of rows) {
    const [one, other] = [quote(base, slip), quote({ ...base, ...more }, { ...slip, ...fees })];
    for (const quotes of [
      [one, other],
      [other, one],
    ]) {
      const figures = figuresOf(quotes);
      expect(figures, JSON.stringify(told, toText)).toMatchObject(told);
      expect(figures.isApart, JSON.stringify([more, fees], toText)).toBe(isApart);
    }
  }
  const misnamed = quote({ ...base, gas_rate_units: "rune" });
  expect(figuresOf([misnamed, misnamed]), "mayanode counts parts of a RUNE").toMatchObject(noRate);
  expect(figuresOf([quote(base), quote(base)], {}, "ZEC.ZEC"), "a whole fee, not a rate").toMatchObject(noRate);
  const free = quote({ ...base, recommended_gas_rate: "0" });
  expect(figuresOf([free, free]), "a rate of 0 is none").toMatchObject(noRate);
  expect(figuresOf([quote(base), quote(base)])).toMatchObject({
    agreedMaxParts: 5,
    maxStreamingQuantity: 5,
    dustThreshold: 1_000n,
    inboundGasEstimate: { base: 5_000n },
    gasRate: "20",
    gasRateUnits: "satsperbyte",
    isApart: false,
  });
});

test("on MAYAChain the rate of an EVM source is that of the chain's row: quotes count 10 gwei, and say gwei", () => {
  const rate = { recommended_gas_rate: "12", gas_rate_units: "gwei" };
  const row = { gasRate: agreed("120"), gasRateUnits: agreed("gwei"), outboundSize: agreed("80000") };
  const of = (preset: Market["preset"], more: object | null, from = "ETH.ETH") => {
    const chainCosts = new Map(more === null ? [] : [["ETH", { ...row, ...more }] as const]);
    const asked = figuresOf([quote(rate), quote(rate)], { preset, chainCosts }, from);
    return [asked.gasRate, asked.gasRateUnits, asked.inboundGasEstimate?.base ?? null, asked.isApart];
  };
  const { mayachain, thorchain } = presets;
  expect(of(mayachain, {})).toEqual(["120", "gwei", 960_000n, false]);
  expect(of(mayachain, { gasRate: null })).toEqual([null, null, null, false]);
  expect(of(mayachain, null)).toEqual([null, null, null, false]);
  const other = quote({ ...rate, recommended_gas_rate: "1200" });
  const apart = figuresOf([quote(rate), other], { preset: mayachain, chainCosts: new Map([["ETH", row]]) }, "ETH.ETH");
  expect([apart.isApart, apart.gasRate], "one of two quotes is wrong").toEqual([true, null]);
  expect(of(thorchain, {})).toEqual(["12", "gwei", 96_000n, false]);
  expect(of(mayachain, {}, "DASH.DASH").slice(0, 2), "no EVM chain").toEqual(["12", "gwei"]);
});

test("quotes of one height state each figure alike, or it is none; of two heights, or of unknown ones, they may be near", () => {
  const near = {
    outbound_delay_blocks: 9,
    inbound_confirmation_seconds: 606,
    recommended_min_amount_in: 11n,
    recommended_gas_rate: "21",
    gas_rate_units: "satsperbyte",
    slippage_bps: 21,
  };
  const base = {
    ...near,
    inbound_confirmation_seconds: 600,
    recommended_min_amount_in: 10n,
    recommended_gas_rate: "20",
    slippage_bps: 20,
  };
  const of = (...heights: (number | null | undefined)[]) => {
    const quotes = [quote(base), quote(near, { outbound: 100_001n })].map((one, at) => ({
      ...one,
      height: heights[at] ?? null,
    }));
    const { fees, recommendedMinAmount, gasRate, slipBps, seconds, isApart } = figuresOf(quotes);
    const outbound = fees.find(({ kind }) => kind === "outbound")?.amount?.base ?? null;
    return [outbound, recommendedMinAmount, gasRate, slipBps, seconds.inboundConfirmation, isApart];
  };
  const told = [100_001n, 11n, "21", 21, 606, false];
  for (const heights of [[], [7], [7, 8], [null, null]]) expect(of(...heights), String(heights)).toEqual(told);
  expect(of(7, 7)).toEqual([null, null, null, null, null, true]);
  const same = [quote(base), quote(base)].map((one) => ({ ...one, height: 7 }));
  expect(figuresOf(same)).toMatchObject({ gasRate: "20", slipBps: 20, isApart: false, isUneven: false });
});

test("a fee is apart beyond a basis point of the output, where a tenth does not reach it", () => {
  const [small, near, far] = [1n, 112n, 113n].map((affiliate) => quote({}, { affiliate }));
  const affiliateOf = (quotes: readonly QuoteSwap[]) => {
    const { fees, isApart } = figuresOf(quotes);
    return [fees.find(({ kind }) => kind === "affiliate")?.amount?.base ?? null, isApart];
  };
  expect(affiliateOf([small, near] as QuoteSwap[])).toEqual([112n, false]);
  expect(affiliateOf([small, far] as QuoteSwap[])).toEqual([null, true]);
});

test("of three sources, two that say how many parts are taken do not speak for the third", () => {
  const [said, silent] = [quote({ max_streaming_quantity: 3 }), quote()];
  expect(figuresOf([said, said, said]).agreedMaxParts).toBe(3);
  expect(figuresOf([said, said, silent]).agreedMaxParts).toBeNull();
});

test("totals that two sources state too far apart are apart, also where neither total is whole", () => {
  const isApart = (...totals: number[]) =>
    figuresOf(totals.map((total_bps) => quote({}, { liquidity: 0n, slippage_bps: 20, total_bps }))).isApart;
  expect(isApart(1_000, 1_113)).toBe(false);
  expect(isApart(1_000, 1_114)).toBe(true);
});

test("the dust is the higher of the quotes' and of the source chain's, which is that of its gas asset", () => {
  const chainCosts = new Map([
    ["BTC", costs(1_000n)],
    ["THOR", costs(9n)],
  ]);
  expect(listedDust("BTC.BTC", market({ chainCosts }))).toBe(1_000n);
  expect(listedDust("ETH.ETH", market({ chainCosts }))).toBeNull();
  expect(listedDust("BTC/BTC", market({ chainCosts }))).toBeNull();
  expect(listedDust("THOR.RUNE", market({ chainCosts }))).toBeNull();
  expect(listedDust("BTC.BTC", market({ chainCosts: null }))).toBeNull();
  const dustOf = (stated: bigint | undefined, listed: bigint | null) =>
    figuresOf([quote({ dust_threshold: stated })], { chainCosts: new Map([["BTC", costs(listed)]]) }).dustThreshold;
  expect(dustOf(1_001n, 1_000n)).toBe(1_001n);
  expect(dustOf(999n, 1_000n)).toBe(1_000n);
  expect(dustOf(undefined, 1_000n)).toBe(1_000n);
  expect(dustOf(999n, null)).toBe(999n);
  expect(dustOf(undefined, null)).toBeNull();
  expect(dustOf(undefined, 0n)).toBe(0n);
});

test("times are each the longer; apart beyond a minute and a tenth they are not known", () => {
  const seconds = (one: number, other: number) =>
    figuresOf([one, other].map((stated) => quote({ inbound_confirmation_seconds: stated, outbound_delay_blocks: 0 })))
      .seconds;
  expect(seconds(600, 700)).toMatchObject({ inboundConfirmation: 700, swap: 6, total: 706 });
  expect(seconds(0, 66)).toMatchObject({ inboundConfirmation: 66 });
  expect(seconds(0, 67)).toMatchObject({ inboundConfirmation: null, total: null });
  const longest = (...stated: (number | undefined)[]) =>
    figuresOf(stated.map((one) => quote({ inbound_confirmation_seconds: one }))).longestConfirmation;
  expect([longest(600, 700), longest(0, 67), longest(9, undefined), longest(undefined, 9)]).toEqual([700, 67, 9, 9]);
  expect([longest(undefined, undefined), longest(0, 0)]).toEqual([null, null]);
  // The native chain confirms at once.
  expect(figuresOf([quote()]).seconds.inboundConfirmation).toBeNull();
  expect(figuresOf([quote()], {}, "THOR.RUNE").seconds.inboundConfirmation).toBe(0);
});

test("what the pools do not bear is told as if nobody refilled them, but of an order, and with an amount that works", () => {
  const quotedOut = agreed(33_000_000_000n);
  const pools = [
    { asset: "BTC.BTC", assetDepth: 10_000_000_000n, nativeDepth: 5_000_000_000_000_000n },
    { asset: "ETH.ETH", assetDepth: 145_520_480_984n, nativeDepth: 4_000_000_000_000_000n },
  ];
  const of = (stated: Partial<QuoteSwap> = {}, more: object = {}, told: readonly object[] | null = pools) =>
    quoteFigures(
      {
        request: { ...request, ...more },
        ...{ from: "BTC.BTC", to: "ETH.ETH", amount: 2_000_000_000n, quorum: 1 },
        quotes: [
          quote({ expected_amount_out: quotedOut, max_streaming_quantity: 9, streaming_swap_blocks: 3, ...stated }),
        ],
      },
      quotedOut,
      market({ pools: told }),
    );
  const figures = of();
  const lost = quotedOut - figures.expectedAmountOut;
  expect(lost).toBeGreaterThan(0n);
  // What 20 BTC are worth by the pools: 363.8 ETH.
  expect(Math.floor(figures.thinPoolLossBps ?? 0)).toBe(Number((lost * 10_000n) / 36_380_120_246n));
  expect(figures).toMatchObject({ quotedOut, sensibleMaxAmount: 400_000_000n });
  const least = (recommended_min_amount_in: bigint) => of({ recommended_min_amount_in }).sensibleMaxAmount;
  expect([least(399_999_999n), least(400_000_000n)]).toEqual([400_000_000n, null]);
  const whole = { expectedAmountOut: quotedOut, thinPoolLossBps: null };
  expect(of({}, { targetOut: "330" }), "an order waits for its price").toMatchObject(whole);
  expect(of({}, {}, null), "depths that were not read").toMatchObject({ ...whole, sensibleMaxAmount: null });
});

test("the parts and the whole of one source's fees, as far as it states them", () => {
  const none = { liquidity: null, outbound: null, affiliate: null, total: null };
  expect(readStatedFees(quote(), "ETH.ETH").total).toBe(130_000n);
  expect(readStatedFees(quote({}, { asset: "eth.eth", total: 5n }), "ETH.ETH").total).toBe(5n);
  expect(readStatedFees(quote({}, { asset: "BTC.BTC" }), "ETH.ETH")).toEqual(none);
  for (const part of ["liquidity", "outbound", "affiliate"] as const)
    expect(readStatedFees(quote({}, { [part]: undefined }), "ETH.ETH")).toMatchObject({ [part]: null, total: null });
  expect(totalBps(quote(), "ETH.ETH")).toBe(1_150);
  expect(feeBps(quote(), "ETH.ETH", "outbound")).toBe(884);
  expect(feeBps(quote({}, { affiliate: undefined, total: 130_000n }), "ETH.ETH", "affiliate")).toBeNull();
  expect(feeBps(quote({ expected_amount_out: 0n }, { total: 0n }), "ETH.ETH", "outbound")).toBeNull();
  expect(leastTotalBps(quote({}, { liquidity: undefined }), "ETH.ETH")).toBe(990);
  expect(leastTotalBps(quote({}, { liquidity: undefined, affiliate: undefined }), "ETH.ETH")).toBe(909);
  expect(leastTotalBps(quote({}, { liquidity: undefined, outbound: undefined }), "ETH.ETH")).toBe(99);
  expect(leastTotalBps(quote({}, { asset: "BTC.BTC", total_bps: 7 }), "ETH.ETH")).toBe(7);
});

test("seconds of a swap: blocks are sounder than seconds, and what was not split streams for none", () => {
  const of = (more: Partial<QuoteSwap>, streaming?: { interval: number; quantity: number }, isNative = false) =>
    quoteSeconds(quote(more), { ...request, ...(streaming && { streaming }) }, isNative);
  expect(of({})).toEqual({ inboundConfirmation: null, swap: 6, streaming: 0, outboundDelay: null, total: null });
  expect(of({}, undefined, true).inboundConfirmation).toBe(0);
  expect(of({ inbound_confirmation_seconds: 9 }, undefined, true).inboundConfirmation).toBe(9);
  expect(of({}, { interval: 1, quantity: 1 }).streaming).toBe(0);
  expect(of({}, { interval: 1, quantity: 0 }).streaming).toBeNull();
  expect(of({ streaming_swap_blocks: 3 }).streaming).toBe(18);
  expect(of({ streaming_swap_blocks: 3, streaming_swap_seconds: 20 }).streaming).toBe(20);
  // The node's time of rapid parts is its best case: without trades the other way, one part runs in a block.
  const rapid = { streaming_swap_blocks: 3, max_streaming_quantity: 9 };
  expect(of(rapid).streaming).toBe(54);
  expect(of(rapid, { interval: 0, quantity: 5 }).streaming).toBe(30);
  expect(of(rapid, { interval: 1, quantity: 5 }).streaming).toBe(18);
  expect(of({ ...rapid, streaming_swap_blocks: 0 }).streaming).toBe(0);
  expect(of({ outbound_delay_blocks: 2, outbound_delay_seconds: 30 }).outboundDelay).toBe(12);
  expect(of({ outbound_delay_seconds: 30 }).outboundDelay).toBe(30);
  const unknown = { inboundConfirmation: null, swap: null, streaming: null, outboundDelay: null, total: null };
  expect(unreadQuote.seconds).toEqual(unknown);
  const phases = { inboundConfirmation: 10, swap: 6, streaming: 20, outboundDelay: 15 };
  expect(withTotal(phases).total).toBe(30);
  expect(withTotal({ ...phases, outboundDelay: 25 }).total).toBe(35);
  for (const phase of ["inboundConfirmation", "swap", "streaming", "outboundDelay"] as const)
    expect(withTotal({ ...phases, [phase]: null }).total, phase).toBeNull();
});

const toText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
