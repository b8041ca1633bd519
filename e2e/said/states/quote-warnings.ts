// Quotes that may be sent, and what must be said first.

import { userAddress } from "../../mcp/text-scenes.ts";
import { changeQuote, poolsWith, scriptNodes } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { toPools, type World } from "../../support/world.ts";
import {
  type Change,
  oneNodeState,
  type QuoteInput,
  quote,
  type States,
  state,
  stateIn,
} from "../state.ts";

const BTC_ADDRESS = userAddress("BTC");
export const toEth = { from: "BTC", to: "ETH", amount: "0.1", destination: userAddress("ETH") };
export const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
export const NO_LIMIT = { liquidity_tolerance_bps: 0 };

/** A quote from Bitcoin to Ether, or what the input has instead. */
export const quoted = (input: QuoteInput, ...changes: readonly Change[]) =>
  state(quote({ ...toEth, ...input }), ...changes);
export const quoteWith =
  (members: Parameters<typeof changeQuote>[1], name?: string) => (world: World) =>
    changeQuote(world, members, name);
const withMemo = (toMemo: (memo: string) => string, more: object = {}, name?: string) =>
  quoteWith(({ memo, ...rest }) => ({ ...rest, ...more, memo: toMemo(`${memo}`) }), name);
export const withLimit = (limit: string, more: object = {}, name?: string) =>
  withMemo((memo) => memo.replace(/\d+$/, limit), more, name);

/** Pools more, as deep as that of Ether. */
export const withPools =
  (...assets: readonly string[]) =>
  (world: World) => {
    const more = assets.map((asset) => ({ ...toPools(world)[1], asset }) as Row);
    scriptNodes(world, { pools: poolsWith(world, {}, more) });
  };

/** The network also swaps a token, whose deposit goes through a router. */
export function openUsdc(world: World): void {
  const usdc = poolBody("thorchain", USDC, ["100000000000000", "625000000000000", "100000000"]);
  scriptNodes(world, { pools: [...toPools(world).slice(0, 2), { ...usdc, decimals: 6 }] });
}

export const ORDERS_ON = "all ENABLEADVSWAPQUEUE=1";
/** At unchanged depths, 20 of 100 BTC would bring most of what they are worth. */
const inParts = { max_streaming_quantity: 9, streaming_swap_blocks: 3 };

export const quoteWarningStates: States = {
  "quote-that-may-be-sent": quoted({}),
  "quote-in-dollars": state(
    quote({ from: "BTC", to: "ETH", amount_usd: "5000", destination: toEth.destination }),
  ),
  "large-swap-moves-the-price": quoted({ amount: "1" }),
  "swap-so-large-that-half-is-lost": quoted({ amount: "300" }),
  "fees-take-much-of-a-small-swap": quoted({ amount: "0.001" }),
  "no-limit-on-the-price": quoted(NO_LIMIT),
  "pools-too-thin-for-the-parts": quoted(
    { amount: "20", liquidity_tolerance_bps: 9_000 },
    withLimit("3300000000", { expected_amount_out: "33000000000", ...inParts }),
  ),
  "parts-not-applied": quoted(
    { ...NO_LIMIT, streaming: { interval: 3, quantity: 10 } },
    quoteWith({ max_streaming_quantity: 1, memo: `=:ETH.ETH:${toEth.destination}:0/3/1` }),
  ),
  "parts-wait-with-no-end-date": quoted(
    { ...NO_LIMIT, streaming: { interval: 3, quantity: 12 } },
    "all STREAMINGSWAPPAUSE=1",
    withMemo(() => `=:ETH.ETH:${toEth.destination}:0/3/12`, {
      max_streaming_quantity: 12,
      streaming_swap_blocks: 33,
    }),
  ),
  "payouts-halted": quoted({}, "all HALTSIGNINGETH=1"),
  "refunds-halted": quoted({}, "all HALTSIGNINGBTC=1"),
  "halt-scheduled-after-the-swap": quoted({}, "all HALTETHTRADING=H+2400"),
  "limit-order-waits-for-its-price": quoted({ amount: "1", target_out: "18" }, ORDERS_ON),
  "limit-order-below-the-market": quoted({ amount: "1", target_out: "16" }, ORDERS_ON),
  "limit-order-at-a-coarse-price": quoted(
    { to: "LTC", destination: userAddress("LTC"), target_out: "100000" },
    ORDERS_ON,
    (world) => {
      const cheap = ["8000000000000000", "4000000000000000", "7500000"] as const;
      const pool = poolBody("thorchain", "LTC.LTC", cheap);
      scriptNodes(world, { pools: poolsWith(world, {}, [pool]) });
    },
    quoteWith({ expected_amount_out: "9950000000000" }),
  ),
  "token-only-through-its-router": quoted(
    { from: "eth.usdc", to: "BTC", amount: "500", destination: BTC_ADDRESS },
    openUsdc,
    withMemo(() => `=:BTC.BTC:${BTC_ADDRESS}:604310`, { expected_amount_out: "623000" }),
  ),
  "from-an-evm-chain-by-its-router": quoted({
    from: "ETH",
    to: "BTC",
    amount: "1",
    destination: BTC_ADDRESS,
  }),
  "affiliate-takes-a-share": quoted(
    { affiliate: "t", affiliate_bps: 30 },
    quoteWith(({ memo, fees, ...rest }) => ({
      ...rest,
      memo: `${memo}:t:30`,
      fees: { ...(fees as Row), affiliate: "540000" },
    })),
  ),
  "one-operator-speaks-alone": oneNodeState(quote(toEth)),
  "outvoted-node-told-another-output": stateIn({ nodes: 3 })(
    quote(toEth),
    quoteWith({ expected_amount_out: "900000" }, "node1"),
  ),
  "notes-of-the-nodes": quoted(
    {},
    quoteWith({ notes: "First output should be to inbound_address." }),
  ),
};
