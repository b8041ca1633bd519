// Questions that the network or this site refuses, in each wording of a node that leads to another answer.

import { blamedArguments, refusalRows } from "../../fixtures/refusals.ts";
import { poolsWith, refuseWith, scriptNodes } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { toPools, type World } from "../../support/world.ts";
import {
  type Alike,
  inboundOf,
  mayaState,
  type QuoteInput,
  quote,
  type State,
  type States,
  state,
  swap,
} from "../state.ts";
import { quoted, toEth, withPools } from "./quote-warnings.ts";

const everything = {
  ...toEth,
  liquidity_tolerance_bps: 300,
  affiliate: "t",
  affiliate_bps: 30,
  refund_address: "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh",
};
const { destination: _, ...estimate } = toEth;

const refused = (words: string, code = 400, input: QuoteInput = everything): State =>
  state(quote(input), (world) => scriptNodes(world, { swap: refuseWith(words, code) }));

/** The first wording of each code, then of each argument that is to blame. */
const refusals = firstOfEach([
  ...refusalRows.map(([words, code, name]) => [name, refused(words, code)] as const),
  ...blamedArguments.map(([words, argument, name]) => {
    const what = name === undefined ? argument : `${argument}, ${name}`;
    return [`${what} to blame`.replaceAll(/[_ ,]+/g, "-"), refused(words)] as const;
  }),
]);

function firstOfEach(named: readonly (readonly [string, State])[]): States {
  return Object.fromEntries(
    [...named].reverse().toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
}

export const refusalScenes: Alike = {
  surface: "tool",
  scenes: {
    ...refusals,
    "no-destination": refused("bad destination address: empty", 400, estimate),
    "memo-too-long-with-nothing-to-leave-out": refused(
      "generated memo too long for source chain",
      400,
      toEth,
    ),
    "limit-orders-require-the-queue": refused("limit orders require it"),
    "amount-below-the-recommended-minimum": refused(
      "swap too small; recommended_min_amount_in: 990000000",
    ),
    "no-words": refused("", 500),
  },
};

/** A page asks without an affiliate. */
export const refusalPageScenes: Alike = {
  surface: "markdown",
  scenes: firstOfEach(
    refusalRows.map(([words, code, name]) => [name, refused(words, code, toEth)] as const),
  ),
};

/** Refused before a node is asked. */
const quotedAmong = (assets: readonly string[], from: string): State =>
  quoted({ from }, (world) => {
    const more = assets.map((asset) => poolBody("thorchain", asset, ["9", "9"]));
    scriptNodes(world, { pools: poolsWith(world, {}, more) });
  });
const chains = "ETH AVAX BASE BSC POL TRON SOL ARB GAIA XRD KUJI DASH".split(" ");
const NATIVE_ADDRESS = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const TAPROOT = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";
const toBitcoin = { from: "ETH", to: "BTC", amount: "1" };
const poolsOfOne =
  (...assets: readonly string[]) =>
  (world: World) => {
    const more = assets.map((asset) => ({ ...toPools(world)[1], asset }) as Row);
    scriptNodes(world, { pools: poolsWith(world, {}, more) }, ["node1"]);
  };
const ripple = "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH";
export const inputScenes: Alike = {
  surface: "tool",
  scenes: {
    "unknown-asset": quoted({ from: "NOSUCH" }),
    "ambiguous-asset": quoted({ to: "E" }),
    "same-asset": quoted({ to: "BTC" }),
    "twelve-assets-of-one-name": quotedAmong(
      chains.map((code) => `${code}.DAI-0X1`),
      "DAI",
    ),
    "standard-of-six-tokens": quotedAmong(
      [..."ABCDE"].map((ticker) => `ETH.${ticker}-0X1`),
      "ERC-20",
    ),
    "no-amount": state(quote({ from: "BTC", to: "ETH" })),
    "amount-of-nothing": quoted({ amount: "0" }),
    "amount-in-words": quoted({ amount: "one" }),
    "amount-too-precise": quoted({ amount: "0.123456789123" }),
    "two-amounts": quoted({ amount_usd: "10" }),
    "destination-of-another-chain": quoted({ destination: "bc1q" }),
    "destination-misspelt": quoted({ destination: `${toEth.destination}0` }),
    "destination-mistyped": quoted({ destination: "0x5aAfb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
    "destination-with-a-tag": quoted({ destination: `${ripple}:1` }),
    "destination-that-divides-a-memo": quoted({ destination: "0x1:2" }),
    "refund-address-of-another-chain": quoted({ refund_address: ripple }),
    "affiliate-without-a-share": quoted({ affiliate: "t" }),
    "share-without-an-affiliate": quoted({ affiliate_bps: 30 }),
    "two-tolerances": quoted({ tolerance_bps: 100, liquidity_tolerance_bps: 100 }),
    "order-with-a-tolerance": quoted({ target_out: "2", tolerance_bps: 100 }),
    "unknown-argument": quoted({ speed: "fast" }),
    "taproot-address-on-mayachain": mayaState(quote({ ...toBitcoin, destination: TAPROOT })),
    "address-that-bitcoin-has-too": quoted(
      { to: "LTC", destination: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy" },
      withPools("LTC.LTC"),
    ),
    "order-so-large-that-nothing-fills-it": quoted({ amount: "0.00000001", target_out: "9" }),
    "order-between-forms-of-one-asset": quoted({
      to: "BTC/BTC",
      destination: NATIVE_ADDRESS,
      target_out: "1",
    }),
    "refund-address-of-the-own-chain": quoted({
      from: "RUNE",
      amount: "100",
      refund_address: NATIVE_ADDRESS,
    }),
    "asset-in-dispute": quoted({ from: "LTC" }, poolsOfOne("LTC.LTC")),
    "dollars-without-an-agreed-price": state(
      quote({ from: "ETH", to: "BTC", amount_usd: "5" }),
      (world) => scriptNodes(world, { pools: poolsWith(world, { asset_tor_price: "0" }) }),
    ),
    "chain-that-the-network-does-not-have": state(inboundOf("NOPE")),
    "transaction-of-any-chain": state(swap("?")),
    "transaction-of-bitcoin": state(swap("?", "BTC")),
    "transaction-of-solana": state(swap("?", "SOL")),
    "address-as-a-transaction": state(swap(ripple)),
    "transaction-of-an-unknown-chain": state(swap("?", "ZZZ9")),
    "dollars-without-a-price": state(
      quote({ from: "ETH.USDC", to: "BTC", amount_usd: "5" }),
      "indexer0 silent",
    ),
  },
};
