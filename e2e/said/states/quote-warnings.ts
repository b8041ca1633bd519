// Quotes that may be sent, and what must be said first.

import { userAddress } from "../../mcp/text-scenes.ts";
import { changeQuote, scriptNodes } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { toBlock, toPools, type World } from "../../support/world.ts";
import { inWorld, quote, type States } from "../state.ts";

export const toEth = { from: "BTC", to: "ETH", amount: "0.1", destination: userAddress("ETH") };
export const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";

/** The network also swaps a token, whose deposit goes through a router. */
export function openUsdc(world: World): void {
  const usdc = poolBody("thorchain", USDC, ["100000000000000", "625000000000000", "100000000"]);
  scriptNodes(world, { pools: [...toPools(world).slice(0, 2), { ...usdc, decimals: 6 }] });
}

const ordersOn = (world: World) => {
  world.mimir.ENABLEADVSWAPQUEUE = 1;
};

/** At unchanged depths, 20 of 100 BTC would bring most of what they are worth. */
function splitInParts(world: World): void {
  changeQuote(world, ({ memo, ...rest }) => ({
    ...rest,
    expected_amount_out: "33000000000",
    memo: `${memo}`.replace(/\d+$/, "3300000000"),
    max_streaming_quantity: 9,
    streaming_swap_blocks: 3,
  }));
}

export const quoteWarningStates: States = {
  "quote-that-may-be-sent": { setting: inWorld(), questions: [quote(toEth)] },
  "quote-in-dollars": {
    setting: inWorld(),
    questions: [
      quote({ from: "BTC", to: "ETH", amount_usd: "5000", destination: toEth.destination }),
    ],
  },
  "large-swap-moves-the-price": {
    setting: inWorld(),
    questions: [quote({ ...toEth, amount: "1" })],
  },
  "swap-so-large-that-half-is-lost": {
    setting: inWorld(),
    questions: [quote({ ...toEth, amount: "300" })],
  },
  "fees-take-much-of-a-small-swap": {
    setting: inWorld(),
    questions: [quote({ ...toEth, amount: "0.001" })],
  },
  "no-limit-on-the-price": {
    setting: inWorld(),
    questions: [quote({ ...toEth, liquidity_tolerance_bps: 0 })],
  },
  "pools-too-thin-for-the-parts": {
    setting: inWorld(splitInParts),
    questions: [quote({ ...toEth, amount: "20", liquidity_tolerance_bps: 9_000 })],
  },
  "parts-not-applied": {
    setting: inWorld((world) =>
      changeQuote(world, {
        max_streaming_quantity: 1,
        memo: `=:ETH.ETH:${toEth.destination}:0/3/1`,
      }),
    ),
    questions: [
      quote({ ...toEth, liquidity_tolerance_bps: 0, streaming: { interval: 3, quantity: 10 } }),
    ],
  },
  "parts-wait-with-no-end-date": {
    setting: inWorld((world) => {
      world.mimir.STREAMINGSWAPPAUSE = 1;
      const memo = `=:ETH.ETH:${toEth.destination}:0/3/12`;
      changeQuote(world, { max_streaming_quantity: 12, streaming_swap_blocks: 33, memo });
    }),
    questions: [
      quote({ ...toEth, liquidity_tolerance_bps: 0, streaming: { interval: 3, quantity: 12 } }),
    ],
  },
  "payouts-halted": {
    setting: inWorld((world) => {
      world.mimir.HALTSIGNINGETH = 1;
    }),
    questions: [quote(toEth)],
  },
  "refunds-halted": {
    setting: inWorld((world) => {
      world.mimir.HALTSIGNINGBTC = 1;
    }),
    questions: [quote(toEth)],
  },
  "halt-scheduled-after-the-swap": {
    setting: inWorld((world) => {
      world.mimir.HALTETHTRADING = toBlock(world).height + 2_400;
    }),
    questions: [quote(toEth)],
  },
  "limit-order-waits-for-its-price": {
    setting: inWorld(ordersOn),
    questions: [quote({ ...toEth, amount: "1", target_out: "18" })],
  },
  "limit-order-below-the-market": {
    setting: inWorld(ordersOn),
    questions: [quote({ ...toEth, amount: "1", target_out: "16" })],
  },
  "token-only-through-its-router": {
    setting: inWorld((world) => {
      openUsdc(world);
      changeQuote(world, { expected_amount_out: "623000", memo: undefined });
      changeQuote(world, (said) => ({ ...said, memo: `=:BTC.BTC:${userAddress("BTC")}:604310` }));
    }),
    questions: [
      quote({ from: "eth.usdc", to: "BTC", amount: "500", destination: userAddress("BTC") }),
    ],
  },
  "from-an-evm-chain-by-its-router": {
    setting: inWorld(),
    questions: [quote({ from: "ETH", to: "BTC", amount: "1", destination: userAddress("BTC") })],
  },
  "affiliate-takes-a-share": {
    setting: inWorld((world) =>
      changeQuote(world, ({ memo, fees, ...rest }) => ({
        ...rest,
        memo: `${memo}:t:30`,
        fees: { ...(fees as Row), affiliate: "540000" },
      })),
    ),
    questions: [quote({ ...toEth, affiliate: "t", affiliate_bps: 30 })],
  },
  "one-operator-speaks-alone": {
    setting: inWorld(undefined, { nodes: 1 }),
    questions: [quote(toEth)],
  },
  "outvoted-node-told-another-output": {
    setting: inWorld((world) => changeQuote(world, { expected_amount_out: "900000" }, "node1"), {
      nodes: 3,
    }),
    questions: [quote(toEth)],
  },
  "notes-of-the-nodes": {
    setting: inWorld((world) =>
      changeQuote(world, { notes: "First output should be to inbound_address." }),
    ),
    questions: [quote(toEth)],
  },
};
