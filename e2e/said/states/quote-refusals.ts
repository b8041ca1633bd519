// Questions that the network or this site refuses, in each wording of a node that leads to another answer.

import { poolsWith, refuseWith, scriptNodes, silence } from "../../support/changes.ts";
import { blamedArguments, refusalRows } from "../../support/refusals.ts";
import { poolBody } from "../../support/wire.ts";
import {
  type Alike,
  inWorld,
  type QuoteInput,
  quote,
  type State,
  type States,
  swap,
} from "../state.ts";
import { toEth } from "./quote-warnings.ts";

const everything = {
  ...toEth,
  liquidity_tolerance_bps: 300,
  affiliate: "t",
  affiliate_bps: 30,
  refund_address: "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh",
};
const { destination: _, ...estimate } = toEth;

const refused = (words: string, code: number, input: QuoteInput = everything): State => ({
  setting: inWorld((world) => scriptNodes(world, { swap: refuseWith(words, code) })),
  questions: [quote(input)],
});

/** The first wording of each code, then of each argument that is to blame. */
const refusals = firstOfEach([
  ...refusalRows.map(([words, code, name]) => [name, refused(words, code)] as const),
  ...blamedArguments.map(([words, argument, name]) => {
    const what = name === undefined ? argument : `${argument}, ${name}`;
    return [`${what} to blame`.replaceAll(/[_ ,]+/g, "-"), refused(words, 400)] as const;
  }),
]);

function firstOfEach(named: readonly (readonly [string, State])[]): States {
  return Object.fromEntries(
    [...named].reverse().toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
}

export const refusalScenes: Alike = {
  surface: "markdown",
  scenes: {
    ...refusals,
    "no-destination": refused("bad destination address: empty", 400, estimate),
    "memo-too-long-with-nothing-to-leave-out": refused(
      "generated memo too long for source chain",
      400,
      toEth,
    ),
    "limit-orders-require-the-queue": refused("limit orders require it", 400),
    "no-words": refused("", 500),
  },
};

/** Refused before a node is asked. */
const asked = (input: QuoteInput): State => ({ setting: inWorld(), questions: [quote(input)] });
const askedAmong = (assets: readonly string[], input: QuoteInput): State => ({
  setting: inWorld((world) => {
    const more = assets.map((asset) => poolBody("thorchain", asset, ["9", "9"]));
    scriptNodes(world, { pools: poolsWith(world, {}, more) });
  }),
  questions: [quote(input)],
});
const chains = "ETH AVAX BASE BSC POL TRON SOL ARB GAIA XRD KUJI DASH".split(" ");
const ripple = "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH";
export const inputScenes: Alike = {
  surface: "tool",
  scenes: {
    "unknown-asset": asked({ ...toEth, from: "NOSUCH" }),
    "ambiguous-asset": asked({ ...toEth, to: "E" }),
    "same-asset": asked({ ...toEth, to: "BTC" }),
    "twelve-assets-of-one-name": askedAmong(
      chains.map((code) => `${code}.DAI-0X1`),
      { ...toEth, from: "DAI" },
    ),
    "standard-of-six-tokens": askedAmong(
      [..."ABCDE"].map((ticker) => `ETH.${ticker}-0X1`),
      { ...toEth, from: "ERC-20" },
    ),
    "no-amount": asked({ from: "BTC", to: "ETH" }),
    "amount-of-nothing": asked({ ...toEth, amount: "0" }),
    "amount-in-words": asked({ ...toEth, amount: "one" }),
    "amount-too-precise": asked({ ...toEth, amount: "0.123456789123" }),
    "two-amounts": asked({ ...toEth, amount_usd: "10" }),
    "destination-of-another-chain": asked({ ...toEth, destination: "bc1q" }),
    "destination-misspelt": asked({ ...toEth, destination: `${toEth.destination}0` }),
    "destination-mistyped": asked({
      ...toEth,
      destination: "0x5aAfb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    }),
    "destination-with-a-tag": asked({ ...toEth, destination: `${ripple}:1` }),
    "destination-that-divides-a-memo": asked({ ...toEth, destination: "0x1:2" }),
    "refund-address-of-another-chain": asked({ ...toEth, refund_address: ripple }),
    "affiliate-without-a-share": asked({ ...toEth, affiliate: "t" }),
    "share-without-an-affiliate": asked({ ...toEth, affiliate_bps: 30 }),
    "two-tolerances": asked({ ...toEth, tolerance_bps: 100, liquidity_tolerance_bps: 100 }),
    "order-with-a-tolerance": asked({ ...toEth, target_out: "2", tolerance_bps: 100 }),
    "unknown-argument": asked({ ...toEth, speed: "fast" }),
    "transaction-of-any-chain": { setting: inWorld(), questions: [swap("?")] },
    "transaction-of-bitcoin": { setting: inWorld(), questions: [swap("?", "BTC")] },
    "transaction-of-solana": { setting: inWorld(), questions: [swap("?", "SOL")] },
    "address-as-a-transaction": { setting: inWorld(), questions: [swap(ripple)] },
    "transaction-of-an-unknown-chain": { setting: inWorld(), questions: [swap("?", "ZZZ9")] },
    "dollars-without-a-price": {
      setting: inWorld((world) => silence(world, "indexer0")),
      questions: [quote({ from: "ETH.USDC", to: "BTC", amount_usd: "5" })],
    },
  },
};
