// What may be asked of a quote, and what of it goes to a node: every refusal with its argument, every path with its query.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import {
  normalizeRequest,
  onePartPath,
  orderPath,
  parseRequest,
  plannedLimit,
  quotePath,
} from "../../../../lib/protocol/quote/request.ts";
import { parseUnits } from "../../../../lib/protocol/values/amounts.ts";
import type { KnownAsset } from "../../../../lib/protocol/values/assets.ts";
import { type Preset, presets } from "../../../../lib/protocol/values/chains.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";

const HEX = "0xabCd111111111111111111111111111111111111";
const BECH32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const known: KnownAsset[] = ["BTC.BTC", "ETH.ETH", "MAYA.MAYA"].map((asset) => ({
  asset,
  shortCode: null,
}));
const asked: QuoteRequest = { from: "BTC.BTC", to: "ETH.ETH", amount: "0.5" };
const prices = new Map([["BTC.BTC", 8_612_345_000_000n]]);
const inDollars = (amountUsd: string) => ({ amount: undefined, amountUsd });
const onceHint = "Give the amount once: in whole units of the asset to send, or in US dollars.";
const affiliateHint =
  "affiliate is one name or address, and affiliate_bps its part of the output. Give both or neither.";
const toleranceHint =
  "Give one tolerance: liquidity_tolerance_bps counts from the expected output, tolerance_bps from the price before fees.";
const orderHint =
  "A limit order needs a receiving address, and takes no tolerance and no streaming: target_out is its limit.";
const amountHint =
  'Write the amount as a positive decimal string in whole units, such as "0.05", with at most 8 decimals.';

/** What is refused, as far as it is told. */
function refusalOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, argument, hint, candidates } = error;
    return [code, argument, hint, candidates];
  }
  return null;
}

const streaming = { interval: 1, quantity: 1 };
const written: readonly [
  more: Partial<QuoteRequest>,
  code: string | null,
  argument?: string,
  hint?: string,
][] = [
  [{}, null],
  [{ affiliate: "ss", affiliateBps: 0 }, null],
  [{ affiliate: "a".repeat(64), affiliateBps: 30 }, null],
  [
    { affiliate: "a".repeat(65), affiliateBps: 30 },
    "invalid_affiliate",
    "affiliate",
    affiliateHint,
  ],
  [{ affiliate: "s s", affiliateBps: 30 }, "invalid_affiliate", "affiliate", affiliateHint],
  [{ affiliate: " ss", affiliateBps: 30 }, "invalid_affiliate", "affiliate", affiliateHint],
  [{ affiliate: "ss:", affiliateBps: 30 }, "invalid_affiliate", "affiliate", affiliateHint],
  [{ affiliate: "", affiliateBps: 30 }, "invalid_affiliate", "affiliate", affiliateHint],
  [{ affiliate: "ss" }, "invalid_affiliate", "affiliate_bps", affiliateHint],
  [{ affiliateBps: 30 }, "invalid_affiliate", "affiliate", affiliateHint],
  [{ toleranceBps: 0 }, null],
  [{ liquidityToleranceBps: 0 }, null],
  [
    { toleranceBps: 1, liquidityToleranceBps: 1 },
    "invalid_tolerance",
    "tolerance_bps",
    toleranceHint,
  ],
  [{ targetOut: "1", destination: HEX }, null],
  [{ targetOut: "1" }, "invalid_order", "target_out", orderHint],
  [{ targetOut: "1", destination: HEX, toleranceBps: 1 }, "invalid_order", "target_out", orderHint],
  [
    { targetOut: "1", destination: HEX, liquidityToleranceBps: 1 },
    "invalid_order",
    "target_out",
    orderHint,
  ],
  [{ targetOut: "1", destination: HEX, streaming }, "invalid_order", "target_out", orderHint],
  [{ amount: "0" }, "invalid_amount", "amount", amountHint],
  [{ amount: "-1" }, "invalid_amount", "amount", amountHint],
  [{ amount: "0.000000001" }, "invalid_amount", "amount", amountHint],
  [inDollars("500"), null],
  [{ amount: undefined }, "invalid_amount", "amount", onceHint],
  [{ amountUsd: "500" }, "invalid_amount", "amount", onceHint],
  [inDollars("0"), "invalid_amount", "amount_usd", amountHint],
  [inDollars("-5"), "invalid_amount", "amount_usd", amountHint],
  [inDollars("$5"), "invalid_amount", "amount_usd", amountHint],
  [inDollars("0.000000001"), "invalid_amount", "amount_usd", amountHint],
  // The native asset of MAYAChain has ten decimals, however it is written.
  [{ amount: "0.0000000001", from: "maya.cacao" }, null],
];
for (const [more, code, argument, hint] of written) {
  test(`as written, ${JSON.stringify(more).slice(0, 80)}: ${code ?? "taken"}`, () => {
    expect(refusalOf(() => normalizeRequest({ ...asked, ...more }))).toEqual(
      code && [code, argument, hint, []],
    );
  });
}

test("with a destination there is a limit, of the caller or our own; an order has its own", () => {
  const limits = (more: Partial<QuoteRequest>) => {
    const { toleranceBps, liquidityToleranceBps } = normalizeRequest({ ...asked, ...more }).request;
    return [toleranceBps, liquidityToleranceBps];
  };
  expect(limits({})).toEqual([undefined, undefined]);
  expect(limits({ destination: HEX })).toEqual([undefined, 300]);
  expect(limits({ destination: HEX, liquidityToleranceBps: 0 })).toEqual([undefined, 0]);
  expect(limits({ destination: HEX, toleranceBps: 100 })).toEqual([100, undefined]);
  expect(limits({ destination: HEX, targetOut: "1" })).toEqual([undefined, undefined]);
  expect(
    refusalOf(() => normalizeRequest({ ...asked, destination: HEX, refundAddress: "a b" }))?.[1],
  ).toBe("refund_address");
  expect(refusalOf(() => normalizeRequest({ ...asked, destination: "a b" }))?.[1]).toBe(
    "destination",
  );
  expect(normalizeRequest({ ...asked, destination: HEX, refundAddress: BECH32 })).toMatchObject({
    amount: 50_000_000n,
    request: { destination: HEX, refundAddress: BECH32 },
  });
});

test("one part is asked for by an interval: without numbers in its memo the network would split the swap", () => {
  const way = (interval: number, quantity: number) =>
    normalizeRequest({ ...asked, streaming: { interval, quantity } }).request.streaming;
  expect(way(0, 1)).toEqual({ interval: 1, quantity: 1 });
  expect(way(1, 1)).toEqual({ interval: 1, quantity: 1 });
  expect(way(9, 1)).toEqual({ interval: 1, quantity: 1 });
  expect(way(0, 0)).toEqual({ interval: 0, quantity: 0 });
  expect(way(0, 2)).toEqual({ interval: 0, quantity: 2 });
  expect(
    normalizeRequest({ ...asked, destination: HEX, streaming: { interval: 0, quantity: 1 } })
      .request,
  ).toMatchObject({
    streaming: { interval: 1, quantity: 1 },
  });
});

test("MAYAChain reads a memo without numbers as one part, and one with numbers as a swap in parts", () => {
  const asked = { from: "BTC.BTC", to: "ETH.ETH", amount: 1n };
  const query = (preset: Preset, streaming: QuoteRequest["streaming"]) =>
    quotePath(asked, { ...(streaming && { streaming }) }, preset).split("&amount=1")[1];
  const one = { interval: 1, quantity: 1 };
  expect(query(presets.thorchain, one)).toBe("&streaming_interval=1&streaming_quantity=1");
  expect(query(presets.mayachain, one)).toBe("");
  for (const preset of [presets.thorchain, presets.mayachain]) {
    expect(query(preset, { interval: 2, quantity: 0 })).toBe(
      "&streaming_interval=2&streaming_quantity=0",
    );
    expect(query(preset, undefined)).toBe("");
  }
});

test("what is asked is understood whole, or refused by its argument", () => {
  const parse = (more: Partial<QuoteRequest>, preset: Preset = presets.thorchain) =>
    parseRequest({ ...asked, ...more }, known, preset, { prices, poolsAskedAtMs: 7 });
  expect(parse({ targetOut: "2", destination: HEX })).toMatchObject({
    from: "BTC.BTC",
    to: "ETH.ETH",
    amount: 50_000_000n,
    target: 200_000_000n,
  });
  expect(parse({})).toMatchObject({ target: null });
  expect(refusalOf(() => parse({}, presets.mayachain))).toBeNull();
  expect(refusalOf(() => parse({ to: "BTC/BTC" }))).toBeNull();
  expect(refusalOf(() => parse({ from: "BTC/BTC" }))).toBeNull();
  expect(refusalOf(() => parse({ destination: HEX }))).toBeNull();
  expect(refusalOf(() => parse({ destination: HEX, refundAddress: BECH32 }))).toBeNull();
  const rows: readonly [
    more: Partial<QuoteRequest>,
    code: string,
    argument: string,
    hint?: string,
    p?: Preset,
  ][] = [
    [{ from: "NOPE.NOPE" }, "invalid_asset", "from"],
    [{ to: "NOPE.NOPE" }, "invalid_asset", "to"],
    [
      { to: "BTC" },
      "invalid_asset",
      "to",
      "Both sides are the same asset. Name two different ones.",
    ],
    [{ destination: BECH32 }, "invalid_destination", "destination"],
    [{ refundAddress: HEX }, "invalid_refund_address", "refund_address"],
    [
      { from: "BTC/BTC", refundAddress: "thor13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px" },
      "invalid_refund_address",
      "refund_address",
      "A refund of BTC/BTC always goes to the sending address. Leave the refund address out.",
    ],
    [
      { targetOut: "50000001", destination: HEX },
      "invalid_order",
      "target_out",
      "A limit order for so many units of one sent is never filled. Ask for less, or leave target_out out.",
    ],
    [
      { targetOut: "1", from: "ETH.ETH", to: "BTC.BTC" },
      "limit_orders_off",
      "target_out",
      "MAYAChain has no limit orders. Leave target_out out.",
      presets.mayachain,
    ],
    [
      { targetOut: "1", to: "BTC/BTC" },
      "invalid_order",
      "target_out",
      "A limit order between two forms of one asset is never filled. Leave target_out out.",
    ],
    [{ targetOut: "0" }, "invalid_amount", "target_out", amountHint],
    [{ targetOut: "0.000000001" }, "invalid_amount", "target_out", amountHint],
    [{ amount: "x" }, "invalid_amount", "amount", amountHint],
    [inDollars("x"), "invalid_amount", "amount_usd", amountHint],
    // Finer than the four decimals of the asset that is meant.
    [{ from: "MAYA.MAYA", amount: "0.00001" }, "invalid_amount", "amount"],
    [
      { ...inDollars("500"), from: "ETH", to: "BTC" },
      "no_price",
      "amount_usd",
      "No price of ETH is agreed on now, so give the amount in ETH.",
    ],
    [
      inDollars("0.0008"),
      "invalid_amount",
      "amount_usd",
      "This is worth less than the least amount of BTC that the network counts. Give more dollars.",
    ],
  ];
  for (const [more, code, argument, hint, preset] of rows) {
    const refusal = refusalOf(() => parse(more, preset));
    expect(refusal?.slice(0, 2), JSON.stringify(more)).toEqual([code, argument]);
    if (hint !== undefined) expect(refusal?.slice(2)).toEqual([hint, []]);
  }
});

const converted: readonly [usd: string, from: string, priceUsd: bigint, amount: bigint][] = [
  ["500", "BTC.BTC", 8_612_345_000_000n, 580_561n],
  // Rounded down, never up: 0.99999999 of a unit is none.
  ["0.99999999", "BTC.BTC", 100_000_000n, 99_999_999n],
  ["0.00086124", "BTC.BTC", 8_612_345_000_000n, 1n],
  ["2", "BTC.BTC", 300_000_000n, 66_666_666n],
  ["1000000000000000000", "BTC.BTC", 1n, 10n ** 34n],
  // By the price of the asset behind any form, in its own decimals.
  ["500", "BTC~BTC", 8_612_345_000_000n, 580_561n],
  ["1", "MAYA.CACAO", 50_000_000n, 20_000_000_000n],
];
for (const [usd, from, priceUsd, amount] of converted) {
  test(`$${usd} of ${from} at ${priceUsd}: ${amount}`, () => {
    const all = [...known, { asset: "MAYA.CACAO", shortCode: null }];
    const layer1 = new Map([[from.replace("~", "."), priceUsd]]);
    const request = { from, to: "ETH.ETH", amountUsd: usd };
    const parsed = parseRequest(request, all, presets.mayachain, {
      prices: layer1,
      poolsAskedAtMs: 7,
    });
    expect(parsed).toMatchObject({
      amount,
      converted: { usd: parseUnits(usd, 8), priceUsd, pricedAtMs: 7 },
    });
  });
}

test("the limit that a memo would have counts from the expected output, where it is one below that", () => {
  const limit = (more: Partial<QuoteRequest>) => plannedLimit(10_000n, { ...asked, ...more });
  expect(limit({})).toBe(9_700n);
  expect(limit({ liquidityToleranceBps: 100 })).toBe(9_900n);
  expect(limit({ liquidityToleranceBps: 0 })).toBeNull();
  expect(limit({ toleranceBps: 100 })).toBeNull();
  expect(plannedLimit(99n, asked), "rounded down").toBe(96n);
});

test("the same swap in one part is asked for without a limit", () => {
  const request = {
    ...asked,
    ...{
      destination: HEX,
      streaming: { interval: 0, quantity: 9 },
      toleranceBps: 5,
      liquidityToleranceBps: 5,
    },
    ...{ affiliate: "ss", affiliateBps: 7 },
  };
  expect(
    onePartPath(
      { request, from: "BTC.BTC", to: "ETH.ETH", amount: 5n, converted: null, target: null },
      presets.thorchain,
    ),
  ).toBe(
    `/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=5&destination=${HEX}&streaming_interval=1&streaming_quantity=1&affiliate=ss&affiliate_bps=7`,
  );
});

test("the path names what was asked, and nothing else", () => {
  const pair = { from: "BTC.BTC", to: "ETH.ETH", amount: 5n };
  const base = "from_asset=BTC.BTC&to_asset=ETH.ETH&amount=5";
  const rows: readonly [ways: Parameters<typeof quotePath>[1], query: string][] = [
    [{}, ""],
    [{ destination: HEX }, `&destination=${HEX}`],
    [{ streaming: { interval: 1, quantity: 0 } }, "&streaming_interval=1&streaming_quantity=0"],
    [{ streaming: { interval: 0, quantity: 2 } }, "&streaming_interval=0&streaming_quantity=2"],
    [{ refundAddress: BECH32 }, `&refund_address=${BECH32}`],
    [{ affiliate: "ss", affiliateBps: 0 }, "&affiliate=ss&affiliate_bps=0"],
    [{ toleranceBps: 0 }, "&tolerance_bps=0"],
    [{ liquidityToleranceBps: 300 }, "&liquidity_tolerance_bps=300"],
    [{ liquidityToleranceBps: 0 }, ""],
  ];
  for (const [ways, query] of rows)
    expect(quotePath(pair, ways, presets.thorchain)).toBe(`/thorchain/quote/swap?${base}${query}`);
  expect(quotePath(pair, {}, presets.mayachain)).toBe(`/mayachain/quote/swap?${base}`);
  const order = { ...pair, converted: null, target: 7n };
  const request = {
    ...asked,
    destination: HEX,
    refundAddress: BECH32,
    affiliate: "ss",
    affiliateBps: 5,
  };
  expect(orderPath({ ...order, request }, presets.thorchain)).toBe(
    `/thorchain/quote/limit?${base}&destination=${HEX}&target_out=7&refund_address=${BECH32}&affiliate=ss&affiliate_bps=5`,
  );
});
