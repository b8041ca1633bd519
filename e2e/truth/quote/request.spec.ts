// What may be asked: what is refused before a node is asked, by its argument, and what of the rest goes to the nodes.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { type NetworkName, presets } from "../../../lib/protocol/values/chains.ts";
import {
  askWorld,
  BECH32,
  createQuoteWorld,
  HEX,
  inWords,
  poolOf,
  quoteCalls,
  refusedInput,
  THOR,
} from "./asked.ts";

type Ask = Partial<QuoteRequest>;
const dollars = (amountUsd: string): Ask => ({ amount: undefined, amountUsd });
const streaming = (interval: number, quantity: number) => ({ streaming: { interval, quantity } });
const noDestination = { destination: undefined };
const order = { targetOut: "0.01" };
const maya = "mayachain";

const refused: readonly [code: string, argument: string, ask: Ask, network?: NetworkName][] = [
  ["invalid_affiliate", "affiliate", { affiliate: "a".repeat(65), affiliateBps: 30 }],
  ["invalid_affiliate", "affiliate", { affiliate: "s s", affiliateBps: 30 }],
  ["invalid_affiliate", "affiliate", { affiliate: "ss:", affiliateBps: 30 }],
  ["invalid_affiliate", "affiliate", { affiliate: "", affiliateBps: 30 }],
  ["invalid_affiliate", "affiliate", { affiliateBps: 30 }],
  ["invalid_affiliate", "affiliate_bps", { affiliate: "ss" }],
  ["invalid_order", "target_out", { ...order, ...noDestination }],
  ["invalid_order", "target_out", { ...order, toleranceBps: 1 }],
  ["invalid_order", "target_out", { ...order, liquidityToleranceBps: 0 }],
  ["invalid_order", "target_out", { ...order, ...streaming(1, 1) }],
  // Never filled: so many units of one sent, or two forms of one asset.
  ["invalid_order", "target_out", { targetOut: "1000000.00000001" }],
  ["invalid_order", "target_out", { ...order, to: "BTC/BTC", destination: THOR }],
  ["limit_orders_off", "target_out", order, maya],
  ["invalid_amount", "target_out", { targetOut: "0" }],
  ["invalid_amount", "target_out", { targetOut: "0.000000001" }],
  ["invalid_amount", "amount", { amount: "1e3" }],
  ["invalid_amount", "amount", { amount: undefined }],
  ["invalid_amount", "amount", { amountUsd: "500" }],
  ["invalid_amount", "amount_usd", dollars("0")],
  ["invalid_amount", "amount_usd", dollars("$5")],
  ["invalid_amount", "amount_usd", dollars("0.000000001")],
  // Less than the least that is counted.
  ["invalid_amount", "amount_usd", dollars("0.00000001")],
  ["no_price", "amount_usd", { ...dollars("5"), from: "ETH.DAI", to: "BTC", destination: BECH32 }],
  // Finer than the four decimals of MAYA.
  [
    "invalid_amount",
    "amount",
    { from: "MAYA.MAYA", to: "BTC", destination: BECH32, amount: "0.00001" },
    maya,
  ],
  ["invalid_asset", "to", { to: "NOPE.NOPE" }],
  ["invalid_destination", "destination", { destination: "a b" }],
  ["invalid_destination", "destination", { destination: BECH32 }],
  ["invalid_refund_address", "refund_address", { refundAddress: "a b" }],
  ["invalid_refund_address", "refund_address", { refundAddress: HEX }],
  ["invalid_refund_address", "refund_address", { from: "BTC/BTC", refundAddress: THOR }],
];
for (const [code, argument, ask, network = "thorchain"] of refused) {
  test(`${network} ${inWords(ask).slice(0, 90)}: ${code} of ${argument}`, async () => {
    const { segment } = presets[network];
    const assets = ["BTC.BTC", "ETH.ETH", segment === maya ? "MAYA.MAYA" : "ETH.DAI-0XCCC222"];
    const unpriced = { status: "Available", asset_tor_price: undefined };
    const pools = assets.map((asset) =>
      poolOf(asset, asset.startsWith("ETH.DAI") ? unpriced : {}, segment),
    );
    const world = createQuoteWorld({ in: { network }, pools });
    expect(await refusedInput(world, ask)).toEqual([code, argument, 0]);
  });
}

/** By path, the query that every node was asked with, without the pair. */
async function queriesOf(ask: Ask, network: NetworkName = "thorchain", mimir = {}) {
  const queries = new Set<string>();
  const world = createQuoteWorld({ in: { network }, mimir });
  const { intercept } = world;
  world.intercept = (name, url, reply) => {
    if (url.pathname.includes("/quote/"))
      queries.add(`${url.pathname.split("/").at(-1)} ${url.search.replace(/^.*&amount=/, "")}`);
    return intercept(name, url, reply);
  };
  const quote = await askWorld(world, ask);
  expect(quoteCalls(world)).toHaveLength(2 * queries.size);
  return { quote, queries: [...queries] };
}

const to = `destination=${HEX}`;
const parts = (interval: number, quantity: number) =>
  `&streaming_interval=${interval}&streaming_quantity=${quantity}`;
const base = { ...noDestination, liquidityToleranceBps: undefined };
const refundAddress = BECH32;
const affiliate = { affiliate: "ss", affiliateBps: 0 };
const ofAffiliate = "&affiliate=ss&affiliate_bps=0";
const paused = { STREAMINGSWAPPAUSE: 1 };
const rows: readonly [ask: Ask, queries: readonly string[], more?: object][] = [
  [base, ["swap 1000000"]],
  // With a destination there is a limit, of the caller or our own.
  [{ liquidityToleranceBps: undefined }, [`swap 1000000&${to}&liquidity_tolerance_bps=300`]],
  [{}, [`swap 1000000&${to}`]],
  [{ toleranceBps: 0 }, [`swap 1000000&${to}&tolerance_bps=0`]],
  [{ toleranceBps: 100 }, [`swap 1000000&${to}&tolerance_bps=100`]],
  [{ liquidityToleranceBps: 5, ...noDestination }, ["swap 1000000&liquidity_tolerance_bps=5"]],
  [{ refundAddress }, [`swap 1000000&${to}&refund_address=${BECH32}`]],
  [affiliate, [`swap 1000000&${to}${ofAffiliate}`]],
  [
    { affiliate: "a".repeat(64), affiliateBps: 5, ...base },
    [`swap 1000000&affiliate=${"a".repeat(64)}&affiliate_bps=5`],
  ],
  // One part has an interval: without numbers in its memo, the network would split the swap.
  [{ ...base, ...streaming(0, 1) }, [`swap 1000000${parts(1, 1)}`]],
  [streaming(9, 1), [`swap 1000000&${to}${parts(1, 1)}`]],
  [{ ...base, ...streaming(0, 2) }, [`swap 1000000${parts(0, 2)}`]],
  [{ ...base, ...streaming(2, 0) }, [`swap 1000000${parts(2, 0)}`]],
  [{ ...base, ...streaming(0, 0) }, ["swap 1000000"]],
  // MAYAChain reads a memo without numbers as one part.
  [{ ...base, ...streaming(1, 1) }, ["swap 1000000"], { network: maya }],
  [{ ...base, ...streaming(2, 0) }, [`swap 1000000${parts(2, 0)}`], { network: maya }],
  // The price of now is asked beside an order, without a limit.
  [
    { ...order, ...affiliate, refundAddress },
    [
      `swap 1000000&${to}&refund_address=${BECH32}${ofAffiliate}`,
      `limit 1000000&${to}&target_out=1000000&refund_address=${BECH32}${ofAffiliate}`,
    ],
    { mimir: { ENABLEADVSWAPQUEUE: 1 } },
  ],
  // While swaps of several parts wait, one part is asked for as well, without a limit.
  [
    { ...streaming(0, 9), toleranceBps: 5, ...affiliate },
    [
      `swap 1000000&${to}${parts(0, 9)}${ofAffiliate}&tolerance_bps=5`,
      `swap 1000000&${to}${parts(1, 1)}${ofAffiliate}`,
    ],
    { mimir: paused },
  ],
  [
    { liquidityToleranceBps: 5 },
    [`swap 1000000&${to}&liquidity_tolerance_bps=5`, `swap 1000000&${to}${parts(1, 1)}`],
    { mimir: paused },
  ],
  [streaming(1, 1), [`swap 1000000&${to}${parts(1, 1)}`], { mimir: paused }],
  [order, [`swap 1000000&${to}`, `limit 1000000&${to}&target_out=1000000`], { mimir: paused }],
];
for (const [ask, queries, more] of rows) {
  test(`${inWords(ask)} ${inWords(more)}: ${queries.join(" and ")}`, async () => {
    const { network, mimir } = { network: undefined, mimir: {}, ...more };
    expect((await queriesOf(ask, network, mimir)).queries).toEqual(queries);
  });
}

/** A unit of each asset is worth 1.5 dollars. */
const converted: readonly [usd: string, from: string, amount: bigint, network?: NetworkName][] = [
  ["500", "BTC.BTC", 33_333_333_333n],
  // Rounded down, never up.
  ["0.00000002", "BTC.BTC", 1n],
  // By the price of the layer-1 asset behind any form.
  ["500", "BTC~BTC", 33_333_333_333n],
  ["3", "THOR.RUNE", 200_000_000n],
];
for (const [usd, from, amount] of converted) {
  test(`$${usd} of ${from} are ${amount}`, async () => {
    const { quote } = await queriesOf({ ...dollars(usd), from, ...noDestination });
    const priceUsd = 150_000_000n;
    const exact = BigInt(Math.round(Number(usd) * 1e8));
    expect(quote).toMatchObject({ amount, converted: { usd: exact, priceUsd } });
    expect(quote.converted?.pricedAtMs).toBe(1_800_000_000_000);
  });
}
