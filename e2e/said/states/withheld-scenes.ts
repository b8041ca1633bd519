// Each reason for which a quote has no memo and no address, as the tool says it.

import {
  changeOrder,
  listChain,
  poolsWith,
  refuseWith,
  scriptNodes,
} from "../../support/changes.ts";
import type { Row } from "../../support/wire.ts";
import { status, toPools, type World } from "../../support/world.ts";
import { type Alike, mayaState, type QuoteInput, quote, state, toNodes } from "../state.ts";
import {
  NO_LIMIT,
  ORDERS_ON,
  openUsdc,
  quoted,
  quoteWith,
  toEth,
  USDC,
  withLimit,
  withPools,
} from "./quote-warnings.ts";

const { destination: TO } = toEth;
const THIEF = `0x${"66".repeat(20)}`;
const REFUND = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
/** The memo behind the operation of a swap to Ether, or a whole one. */
const withMemo = (memo: string, input: QuoteInput = {}) =>
  quoted(
    { ...NO_LIMIT, ...input },
    quoteWith({ memo: /^[=+]/.test(memo) ? memo : `=:ETH.ETH:${memo}` }),
  );
const poolsOf = (change: (pools: Row[]) => Row[]) => (world: World) =>
  scriptNodes(world, { pools: change(toPools(world)) });
const NATIVE = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const ofTrade = { from: "BTC~BTC", to: "ETH~ETH", destination: NATIVE };
const order = { amount: "1", target_out: "18" };
const stated = (members: object, name?: string) => quoted({}, quoteWith(members, name));
const paidOut = (amount: string) => quoted(NO_LIMIT, quoteWith({ expected_amount_out: amount }));

export const withheldScenes: Alike = {
  surface: "tool",
  scenes: {
    "memo-missing": stated({ memo: undefined }),
    "memo-not-plain": withMemo(`${TO} `),
    "memo-of-no-swap": withMemo(`+:ETH.ETH:${TO}`),
    "memo-for-another-asset": withMemo(`=:BTC.BTC:${TO}`),
    "memo-with-a-refund-address": withMemo(`${TO}/${THIEF}`),
    "memo-for-another-receiver": withMemo(THIEF),
    "memo-with-an-address-for-a-name": withMemo(TO, { destination: "mario" }),
    "memo-with-another-field": withMemo(`${TO}::t:50`),
    "memo-with-a-bad-limit": withMemo(`${TO}:much`),
    "memo-in-other-parts": withMemo(`${TO}:0/9/9`),
    "memo-with-another-limit": withMemo(`${TO}:1`),
    "memo-too-long-with-an-affiliate": withMemo(`${TO}/${REFUND}::affiliatename:30`, {
      refund_address: REFUND,
      affiliate: "affiliatename",
      affiliate_bps: 30,
    }),
    "limits-apart": quoted({}, withLimit("179500000", {}, "node1")),
    "figures-apart": stated({ recommended_min_amount_in: "990000" }, "node1"),
    "more-than-the-pools-give": paidOut("9900000000"),
    "less-than-half-of-the-pools": paidOut("9900000"),
    "other-address-than-the-list": stated({ inbound_address: "bc1qother" }),
    "token-without-a-router": quoted(
      { from: "ETH.USDC", to: "BTC", amount: "500", destination: REFUND },
      "all ETH.router=",
      quoteWith({ router: "" }),
      poolsOf((pools) => pools.map((pool) => ({ ...pool, status: "Available" }))),
    ),
    "no-expiry": stated({ expiry: undefined }),
    "expiry-too-far": quoted({}, (world) =>
      quoteWith({ expiry: Math.floor(world.nowMs / 1000) + 7_200 })(world),
    ),
    "nothing-paid-out": paidOut("0"),
    "below-the-recommended-minimum": stated({ recommended_min_amount_in: "20000000" }),
    "cost-too-high": quoted({ amount: "150" }),
    "to-the-contract-of-a-token": quoted({}, withPools(`ETH.TKN-${TO.toUpperCase()}`)),
    "one-source-says-the-chain-is-paused": quoted({}, "node1 BTC.chain_trading_paused=true"),
    "deposit-not-known": quoted(
      { from: "NEW.NEW", amount: "1" },
      (world) => listChain(world, "NEW"),
      withPools("NEW.NEW"),
    ),
    "chain-not-listed": state(
      quote({ from: "BTC", to: "NEW.NEW", amount: "0.1" }),
      withPools("NEW.NEW"),
    ),
    "memo-too-long-with-nothing-to-leave-out": quoted(
      { ...NO_LIMIT, amount: "0.001", to: USDC },
      openUsdc,
      quoteWith({ expected_amount_out: "7950000000" }),
    ),
    "parts-bring-less-than-the-limit": quoted(
      { amount: "20" },
      withLimit("32010000000", {
        expected_amount_out: "33000000000",
        max_streaming_quantity: 9,
        streaming_swap_blocks: 3,
      }),
    ),
    "payouts-halted-by-one-source": quoted({}, "node1 HALTSIGNINGETH=1"),
    "both-refuse-for-two-reasons": quoted(
      {},
      toNodes({ swap: refuseWith("swap too small") }, "node0"),
      toNodes({ swap: refuseWith("bad destination address") }, "node1"),
    ),
    "one-refuses-and-the-other-fails": quoted(
      {},
      toNodes({ swap: refuseWith("swap too small") }, "node0"),
      toNodes({ swap: status(503) }, "node1"),
    ),
    "no-node-quotes": quoted({}, toNodes({ swap: status(503) })),
    "pool-gone": quoted(
      {},
      poolsOf((pools) => pools.slice(0, 1)),
    ),
    "pool-depths-apart": quoted({}, (world) =>
      scriptNodes(world, { pools: poolsWith(world, { balance_asset: "1" }) }, ["node1"]),
    ),
    "vault-in-alarm": quoted({}, "all COMPROMISEDVAULT-ABC=1"),
    "halt-after-some-hours-of-parts": quoted(
      { amount: "2" },
      "all HALTETHTRADING=H+400",
      quoteWith({
        max_streaming_quantity: 40,
        streaming_swap_blocks: 5_000,
        streaming_swap_seconds: 30_000,
      }),
    ),
    "order-with-orders-not-checked": quoted(order, `${ORDERS_ON}; node1 ENABLEADVSWAPQUEUE=0`),
    "order-for-another-output": quoted(order, ORDERS_ON, (world) =>
      changeOrder(world, { expected_amount_out: "1900000000" }),
    ),
    "order-that-rests-differently": quoted(order, ORDERS_ON, (world) =>
      changeOrder(
        world,
        ({ memo, ...rest }) => ({ ...rest, memo: `${memo}`.replace("43200", "100") }),
        "node1",
      ),
    ),
    "order-with-an-affiliate": quoted(
      { ...order, affiliate: "t", affiliate_bps: 30 },
      ORDERS_ON,
      (world) => changeOrder(world, ({ memo, ...rest }) => ({ ...rest, memo: `${memo}:t:30` })),
    ),
    "order-at-half-the-price": quoted({ ...order, target_out: "8" }, ORDERS_ON),
    "order-without-a-destination": state(quote({ from: "BTC", to: "ETH", ...order })),
    "orders-off": quoted(order),
    "synth-to-be-burnt": quoted({ from: "BTC/BTC" }, "all BURNSYNTHS=1"),
    "trade-assets-off": quoted(ofTrade),
    "maya-trade-assets-not-booked-out": mayaState(
      quote({ ...toEth, from: "BTC~BTC" }),
      "all TRADEACCOUNTSENABLED=1 TRADEACCOUNTSWITHDRAWENABLED=0",
    ),
    "trade-assets-not-booked-in": quoted(
      { to: "ETH~ETH", destination: NATIVE },
      "all TRADEACCOUNTSENABLED=1 TRADEACCOUNTSDEPOSITENABLED=0",
    ),
    "secured-assets-halted": quoted(
      { from: "BTC-BTC", to: "ETH-ETH", destination: NATIVE },
      "all HALTSECUREDGLOBAL=1",
    ),
    "tcy-halted": quoted(
      { to: "THOR.TCY", destination: NATIVE },
      "all HALTTCYTRADING=1",
      withPools("THOR.TCY"),
    ),
    "synth-switched-off": quoted({ to: "ETH/ETH", destination: NATIVE }, "all MINTSYNTHS=1"),
  },
};
