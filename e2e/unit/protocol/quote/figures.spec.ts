// The quotes of two sources as one set of figures: the worse of each, and null where one is silent or they are too far apart.
import { expect, test } from "@playwright/test";
import type { Market } from "../../../../lib/protocol/market/market.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { agreedOutput, emptyQuote, quoteFigures } from "../../../../lib/protocol/quote/figures.ts";
import {
  feeBps,
  minTotalBps,
  readStatedFees,
  totalBps,
} from "../../../../lib/protocol/quote/stated-figures.ts";
import type { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";

const quote = (
  more: Partial<QuoteSwap> = {},
  fees: Partial<QuoteSwap["fees"]> = {},
): QuoteSwap => ({
  expected_amount_out: 1_000_000n,
  fees: { asset: "ETH.ETH", outbound: 100_000n, affiliate: 10_000n, liquidity: 20_000n, ...fees },
  ...more,
});
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
const figuresOf = (
  quotes: readonly QuoteSwap[],
  more: object = {},
  from = "BTC.BTC",
  asked: Partial<QuoteRequest> = {},
) =>
  quoteFigures(
    {
      request: { ...request, ...asked },
      from,
      to: "ETH.ETH",
      amount: 5n,
      quotes,
      quorum: quotes.length > 1 ? 2 : 1,
    },
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
    quote({ ...dust, outbound_delay_seconds: 6, total_swap_seconds: 6, max_streaming_quantity: 3 }),
    quote({ ...dust, recommended_min_amount_in: 9n }, { affiliate: undefined }),
  ];
  const all = { liquidity: "all", outbound: "all", dustThreshold: "all" };
  const times = { inboundConfirmation: "some", swap: "some", outboundDelay: "some", total: "some" };
  const some = {
    affiliate: "some",
    recommendedMinAmount: "some",
    maxStreamingQuantity: "some",
    ...times,
  };
  expect(figuresOf(both).statedBy).toEqual({ ...all, ...some });
});

test("each figure is the worse of two; one source's silence is no difference, and two that cannot both be true are", () => {
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
    [{ max_streaming_quantity: 3 }, {}, { maxStreamingQuantity: null }, false],
    [{ max_streaming_quantity: undefined }, {}, { maxStreamingQuantity: null }, false],
    [{}, { slippage_bps: 24 }, { slipBps: 24 }, false],
    [{}, { slippage_bps: 25 }, { slipBps: null }, true],
    [{}, { slippage_bps: 100 }, { slipBps: null }, true],
    [{}, { outbound: 108_000n }, { minTotalBps: 1_212 }, false],
    [{}, { outbound: 900_000n }, { minTotalBps: 4_818 }, true],
  ];
  const base = {
    recommended_min_amount_in: 10n,
    dust_threshold: 1_000n,
    max_streaming_quantity: 5,
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
      expect(figures.hasContradiction, JSON.stringify([more, fees], toText)).toBe(isApart);
    }
  }
  expect(figuresOf([quote(base), quote(base)])).toMatchObject({
    maxStreamingQuantity: 5,
    dustThreshold: 1_000n,
    hasContradiction: false,
  });
});

test("the gas rate is that of the source chain's row: quotes of mayanode count 10 gwei, and say gwei", () => {
  const row = {
    gasRate: agreed("120"),
    gasRateUnits: agreed("gwei"),
    outboundSize: agreed("80000"),
  };
  const rateOf = (chainCosts: Market["chainCosts"] | object, from = "ETH.ETH") => {
    const { gasRate, gasRateUnits, gasRatePer } = figuresOf([quote()], { chainCosts }, from);
    return [gasRate, gasRateUnits, gasRatePer];
  };
  const rows = new Map([["ETH", row]]);
  expect(rateOf(rows)).toEqual(["120", "gwei", "gas"]);
  expect(rateOf(rows, "ETH.USDC-0XA0")).toEqual(["120", "gwei", "gas"]);
  for (const [chainCosts, from] of [
    [rows, "BTC.BTC"],
    [rows, "ETH~ETH"],
    [new Map(), "ETH.ETH"],
    [null, "ETH.ETH"],
  ] as const)
    expect(rateOf(chainCosts as object, from)).toEqual([null, null, null]);
});

test("quotes of one height state each figure alike, or it is none; of two heights, or of unknown ones, they may be near", () => {
  const near = {
    outbound_delay_seconds: 54,
    inbound_confirmation_seconds: 606,
    recommended_min_amount_in: 11n,
    slippage_bps: 21,
  };
  const base = {
    ...near,
    inbound_confirmation_seconds: 600,
    recommended_min_amount_in: 10n,
    slippage_bps: 20,
  };
  const of = (...heights: (number | null | undefined)[]) => {
    const quotes = [quote(base), quote(near, { outbound: 100_001n })].map((one, at) => ({
      ...one,
      height: heights[at] ?? null,
    }));
    const { fees, recommendedMinAmount, slipBps, seconds, hasContradiction } = figuresOf(quotes);
    const outbound = fees.find(({ kind }) => kind === "outbound")?.amount?.base ?? null;
    return [outbound, recommendedMinAmount, slipBps, seconds.inboundConfirmation, hasContradiction];
  };
  const told = [100_001n, 11n, 21, 606, false];
  for (const heights of [[], [7], [7, 8], [null, null]])
    expect(of(...heights), String(heights)).toEqual(told);
  expect(of(7, 7)).toEqual([null, null, null, null, true]);
  const same = [quote(base), quote(base)].map((one) => ({ ...one, height: 7 }));
  expect(figuresOf(same)).toMatchObject({
    slipBps: 20,
    hasContradiction: false,
    hasDifference: false,
  });
});

test("a fee is apart beyond a basis point of the output, where a tenth does not reach it", () => {
  const [small, near, far] = [1n, 112n, 113n].map((affiliate) => quote({}, { affiliate }));
  const affiliateOf = (quotes: readonly QuoteSwap[]) => {
    const { fees, hasContradiction } = figuresOf(quotes);
    return [fees.find(({ kind }) => kind === "affiliate")?.amount?.base ?? null, hasContradiction];
  };
  expect(affiliateOf([small, near] as QuoteSwap[])).toEqual([112n, false]);
  expect(affiliateOf([small, far] as QuoteSwap[])).toEqual([null, true]);
});

test("of three sources, two that say how many parts are taken do not speak for the third", () => {
  const [said, silent] = [quote({ max_streaming_quantity: 3 }), quote()];
  expect(figuresOf([said, said, said]).maxStreamingQuantity).toBe(3);
  expect(figuresOf([said, said, silent]).maxStreamingQuantity).toBeNull();
});

test("totals that two sources state too far apart are apart, also where neither total is whole", () => {
  const isApart = (...totals: number[]) =>
    figuresOf(totals.map((total_bps) => quote({}, { liquidity: 0n, slippage_bps: 20, total_bps })))
      .hasContradiction;
  expect(isApart(1_000, 1_113)).toBe(false);
  expect(isApart(1_000, 1_114)).toBe(true);
});

test("the dust is that of the quotes; what is sent on the protocol's own chain has none, whatever a quote says of it", () => {
  const dustOf = (from: string, dust_threshold?: bigint) => {
    const { dustThreshold, statedBy } = figuresOf([quote({ dust_threshold })], {}, from);
    return [dustThreshold, statedBy.dustThreshold];
  };
  expect(dustOf("BTC.BTC", 1_001n)).toEqual([1_001n, "all"]);
  expect(dustOf("BTC.BTC", 0n)).toEqual([0n, "all"]);
  expect(dustOf("BTC.BTC"), "an order's").toEqual([null, undefined]);
  const left = figuresOf([quote({ outbound_delay_seconds: 0 })], {}, "ETH.ETH");
  expect([left.dustThreshold, left.statedBy.dustThreshold], "a node leaves out what is 0").toEqual([
    0n,
    "all",
  ]);
  for (const form of ["THOR.RUNE", "BTC/BTC", "BTC~BTC", "BTC-BTC"])
    expect(dustOf(form, 1_001n), form).toEqual([null, "absent"]);
});

test("times are each the longer, as the nodes state them; apart beyond a minute and a tenth they are not known", () => {
  const seconds = (one: Partial<QuoteSwap>, other: Partial<QuoteSwap> = one) =>
    figuresOf([quote(one), quote(other)]).seconds;
  const delay = { outbound_delay_seconds: 0 };
  const stated = (inbound_confirmation_seconds: number) => ({
    ...delay,
    inbound_confirmation_seconds,
  });
  expect(seconds(stated(600), stated(700))).toMatchObject({ inboundConfirmation: 700 });
  expect(seconds(stated(0), stated(66))).toMatchObject({ inboundConfirmation: 66 });
  expect(seconds(stated(0), stated(67))).toMatchObject({ inboundConfirmation: null });
  const whole = {
    inbound_confirmation_seconds: 600,
    streaming_swap_seconds: 18,
    outbound_delay_seconds: 54,
  };
  expect(seconds({ ...whole, total_swap_seconds: 654 })).toEqual({
    ...{ inboundConfirmation: 600, swap: 18, outboundDelay: 54, total: 654 },
  });
  // A node leaves out what is 0, but for the delay.
  expect(seconds(delay)).toEqual({ inboundConfirmation: 0, swap: 0, outboundDelay: 0, total: 0 });
  expect(seconds(whole).total, "a total that is no 0").toBeNull();
  const unknown = { inboundConfirmation: null, swap: null, outboundDelay: null, total: null };
  expect(seconds({})).toEqual(unknown);
  expect(seconds(delay, {})).toEqual(unknown);
  expect(emptyQuote.seconds).toEqual(unknown);
  const longest = (...all: (number | undefined)[]) =>
    figuresOf(all.map((one) => quote({ ...delay, inbound_confirmation_seconds: one })))
      .maxConfirmationSeconds;
  expect([longest(600, 700), longest(0, 67), longest(9, undefined), longest(undefined, 9)]).toEqual(
    [700, 67, 9, 9],
  );
  expect([longest(undefined, undefined), longest(0, 0)]).toEqual([0, 0]);
  const inParts = { ...delay, streaming_swap_seconds: 1_800 };
  const late = { outbound_delay_seconds: 1_900 };
  const payout = (...all: Partial<QuoteSwap>[]) =>
    figuresOf(all.map((one) => quote(one))).maxPayoutSeconds;
  expect([payout(inParts, delay), payout(inParts, late), payout({ ...inParts, ...late })]).toEqual([
    1_800, 1_900, 3_700,
  ]);
  expect([payout({}), payout({}, inParts)], "no source states it, or one").toEqual([null, 1_800]);
  expect(
    figuresOf([quote({})], {}, "BTC.BTC", { targetOut: "1" }).maxPayoutSeconds,
    "an order rests",
  ).toBe(0);
});

test("what the pools do not bear is told as if nobody refilled them, but of an order, and with an amount that works", () => {
  const quotedOut = agreed(33_000_000_000n);
  const pools = [
    { asset: "BTC.BTC", assetDepth: 10_000_000_000n, nativeDepth: 5_000_000_000_000_000n },
    { asset: "ETH.ETH", assetDepth: 145_520_480_984n, nativeDepth: 4_000_000_000_000_000n },
  ];
  const of = (
    stated: Partial<QuoteSwap> = {},
    more: object = {},
    told: readonly object[] | null = pools,
  ) =>
    quoteFigures(
      {
        request: { ...request, ...more },
        ...{ from: "BTC.BTC", to: "ETH.ETH", amount: 2_000_000_000n, quorum: 1 },
        quotes: [
          quote({
            expected_amount_out: quotedOut,
            max_streaming_quantity: 9,
            streaming_swap_blocks: 3,
            ...stated,
          }),
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
  const least = (recommended_min_amount_in: bigint) =>
    of({ recommended_min_amount_in }).sensibleMaxAmount;
  expect([least(399_999_999n), least(400_000_000n)]).toEqual([400_000_000n, null]);
  const whole = { expectedAmountOut: quotedOut, thinPoolLossBps: null };
  expect(of({}, { targetOut: "330" }), "an order waits for its price").toMatchObject(whole);
  expect(of({}, {}, null), "depths that were not read").toMatchObject({
    ...whole,
    sensibleMaxAmount: null,
  });
});

test("the parts and the whole of one source's fees, as far as it states them", () => {
  const none = { liquidity: null, outbound: null, affiliate: null, total: null };
  expect(readStatedFees(quote(), "ETH.ETH").total).toBe(130_000n);
  expect(readStatedFees(quote({}, { asset: "eth.eth", total: 5n }), "ETH.ETH").total).toBe(5n);
  expect(readStatedFees(quote({}, { asset: "BTC.BTC" }), "ETH.ETH")).toEqual(none);
  for (const part of ["liquidity", "outbound", "affiliate"] as const)
    expect(readStatedFees(quote({}, { [part]: undefined }), "ETH.ETH")).toMatchObject({
      [part]: null,
      total: null,
    });
  expect(totalBps(quote(), "ETH.ETH")).toBe(1_150);
  expect(feeBps(quote(), "ETH.ETH", "outbound")).toBe(884);
  expect(
    feeBps(quote({}, { affiliate: undefined, total: 130_000n }), "ETH.ETH", "affiliate"),
  ).toBeNull();
  expect(
    feeBps(quote({ expected_amount_out: 0n }, { total: 0n }), "ETH.ETH", "outbound"),
  ).toBeNull();
  expect(minTotalBps(quote({}, { liquidity: undefined }), "ETH.ETH")).toBe(990);
  expect(minTotalBps(quote({}, { liquidity: undefined, affiliate: undefined }), "ETH.ETH")).toBe(
    909,
  );
  expect(minTotalBps(quote({}, { liquidity: undefined, outbound: undefined }), "ETH.ETH")).toBe(99);
  expect(minTotalBps(quote({}, { asset: "BTC.BTC", total_bps: 7 }), "ETH.ETH")).toBe(7);
});

const toText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
