// Each reason for which a quote has no memo and no address, as the tool says it.

import {
  changeOrder,
  changeQuote,
  changeRow,
  listChain,
  poolsWith,
  refuseWith,
  scriptNodes,
} from "../../support/changes.ts";
import type { Row } from "../../support/wire.ts";
import { status, toBlock, toPools, type World } from "../../support/world.ts";
import { type Alike, inWorld, type QuoteInput, quote, type State } from "../state.ts";
import { openUsdc, toEth, USDC } from "./quote-warnings.ts";

const asked = (change: (world: World) => void, input: QuoteInput = toEth, options = {}): State => ({
  setting: inWorld(change, options),
  questions: [quote(input)],
});

const { destination: TO } = toEth;
const withoutLimit = { ...toEth, liquidity_tolerance_bps: 0 };
const withMemo = (memo: string, input: QuoteInput = withoutLimit) =>
  asked((world) => changeQuote(world, { memo }), input);
const THIEF = `0x${"66".repeat(20)}`;
const REFUND = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const order = { ...toEth, amount: "1", target_out: "18" };
const withOrders = (change: (world: World) => void = () => undefined, input: QuoteInput = order) =>
  asked((world) => {
    world.mimir.ENABLEADVSWAPQUEUE = 1;
    change(world);
  }, input);

export const withheldScenes: Alike = {
  surface: "tool",
  scenes: {
    "memo-missing": asked((world) => changeQuote(world, { memo: undefined })),
    "memo-not-plain": withMemo(`=:ETH.ETH:${TO} `),
    "memo-of-no-swap": withMemo(`+:ETH.ETH:${TO}`),
    "memo-for-another-asset": withMemo(`=:BTC.BTC:${TO}`),
    "memo-with-a-refund-address": withMemo(`=:ETH.ETH:${TO}/${THIEF}`),
    "memo-for-another-receiver": withMemo(`=:ETH.ETH:${THIEF}`),
    "memo-with-an-address-for-a-name": withMemo(`=:ETH.ETH:${TO}`, {
      ...withoutLimit,
      destination: "mario",
    }),
    "memo-with-another-field": withMemo(`=:ETH.ETH:${TO}::t:50`),
    "memo-with-a-bad-limit": withMemo(`=:ETH.ETH:${TO}:much`),
    "memo-in-other-parts": withMemo(`=:ETH.ETH:${TO}:0/9/9`),
    "memo-with-another-limit": withMemo(`=:ETH.ETH:${TO}:1`),
    "memo-too-long-with-an-affiliate": withMemo(`=:ETH.ETH:${TO}/${REFUND}::affiliatename:30`, {
      ...withoutLimit,
      refund_address: REFUND,
      affiliate: "affiliatename",
      affiliate_bps: 30,
    }),
    "limits-apart": asked((world) => {
      changeQuote(
        world,
        ({ memo, ...rest }) => ({ ...rest, memo: `${memo}`.replace(/\d+$/, "179500000") }),
        "node1",
      );
    }),
    "figures-apart": asked((world) =>
      changeQuote(world, { recommended_min_amount_in: "990000" }, "node1"),
    ),
    "more-than-the-pools-give": asked(
      (world) => changeQuote(world, { expected_amount_out: "9900000000" }),
      withoutLimit,
    ),
    "less-than-half-of-the-pools": asked(
      (world) => changeQuote(world, { expected_amount_out: "9900000" }),
      withoutLimit,
    ),
    "other-address-than-the-list": asked((world) =>
      changeQuote(world, { inbound_address: "bc1qother" }),
    ),
    "token-without-a-router": asked(
      (world) => {
        world.rows.ETH = { router: "" };
        changeQuote(world, { router: "" });
        scriptNodes(world, {
          pools: toPools(world).map((pool) => ({ ...pool, status: "Available" })),
        });
      },
      { from: "ETH.USDC", to: "BTC", amount: "500", destination: REFUND },
    ),
    "no-expiry": asked((world) => changeQuote(world, { expiry: undefined })),
    "expiry-too-far": asked((world) =>
      changeQuote(world, { expiry: Math.floor(world.nowMs / 1000) + 7_200 }),
    ),
    "nothing-paid-out": asked(
      (world) => changeQuote(world, { expected_amount_out: "0" }),
      withoutLimit,
    ),
    "below-the-recommended-minimum": asked((world) =>
      changeQuote(world, { recommended_min_amount_in: "20000000" }),
    ),
    "cost-too-high": asked(() => undefined, { ...toEth, amount: "150" }),
    "to-the-contract-of-a-token": asked((world) =>
      scriptNodes(world, {
        pools: [...toPools(world), { ...toPools(world)[1], asset: `ETH.TKN-${TO.toUpperCase()}` }],
      }),
    ),
    "one-source-says-the-chain-is-paused": asked((world) => {
      changeRow(world, "BTC", { chain_trading_paused: true }, "node1");
    }),
    "deposit-not-known": asked(
      (world) => {
        listChain(world, "NEW");
        scriptNodes(world, {
          pools: poolsWith(world, {}, [{ ...toPools(world)[1], asset: "NEW.NEW" } as Row]),
        });
      },
      { from: "NEW.NEW", to: "ETH", amount: "1", destination: TO },
    ),
    "chain-not-listed": asked(
      (world) =>
        scriptNodes(world, {
          pools: poolsWith(world, {}, [{ ...toPools(world)[1], asset: "NEW.NEW" } as Row]),
        }),
      { from: "BTC", to: "NEW.NEW", amount: "0.1" },
    ),
    "memo-too-long-with-nothing-to-leave-out": asked(
      (world) => {
        openUsdc(world);
        changeQuote(world, { expected_amount_out: "7950000000" });
      },
      { ...withoutLimit, amount: "0.001", to: USDC },
    ),
    "parts-bring-less-than-the-limit": asked(
      (world) =>
        changeQuote(world, ({ memo, ...rest }) => ({
          ...rest,
          expected_amount_out: "33000000000",
          memo: `${memo}`.replace(/\d+$/, "32010000000"),
          max_streaming_quantity: 9,
          streaming_swap_blocks: 3,
        })),
      { ...toEth, amount: "20" },
    ),
    "payouts-halted-by-one-source": asked((world) => {
      world.scripts.node1 = {
        ...world.scripts.node1,
        mimir: { ...world.mimir, HALTSIGNINGETH: 1 },
      };
    }),
    "both-refuse-for-two-reasons": asked((world) => {
      scriptNodes(world, { swap: refuseWith("swap too small") }, ["node0"]);
      scriptNodes(world, { swap: refuseWith("bad destination address") }, ["node1"]);
    }),
    "one-refuses-and-the-other-fails": asked((world) => {
      scriptNodes(world, { swap: refuseWith("swap too small") }, ["node0"]);
      scriptNodes(world, { swap: status(503) }, ["node1"]);
    }),
    "no-node-quotes": asked((world) => scriptNodes(world, { swap: status(503) })),
    "pool-gone": asked((world) => scriptNodes(world, { pools: toPools(world).slice(0, 1) }), toEth),
    "pool-depths-apart": asked((world) =>
      scriptNodes(world, { pools: poolsWith(world, { balance_asset: "1" }) }, ["node1"]),
    ),
    "vault-in-alarm": asked((world) => {
      world.mimir["COMPROMISEDVAULT-ABC"] = 1;
    }),
    "halt-after-some-hours-of-parts": asked(
      (world) => {
        world.mimir.HALTETHTRADING = toBlock(world).height + 400;
        changeQuote(world, {
          max_streaming_quantity: 40,
          streaming_swap_blocks: 5_000,
          streaming_swap_seconds: 30_000,
        });
      },
      { ...toEth, amount: "2" },
    ),
    "order-with-orders-not-checked": withOrders((world) =>
      scriptNodes(world, { mimir: { ...world.mimir, ENABLEADVSWAPQUEUE: 0 } }, ["node1"]),
    ),
    "order-for-another-output": withOrders((world) =>
      changeOrder(world, { expected_amount_out: "1900000000" }),
    ),
    "order-that-rests-differently": withOrders((world) =>
      changeOrder(
        world,
        ({ memo, ...rest }) => ({ ...rest, memo: `${memo}`.replace("43200", "100") }),
        "node1",
      ),
    ),
    "order-at-half-the-price": withOrders(undefined, { ...order, target_out: "8" }),
    "order-without-a-destination": asked(() => undefined, {
      from: "BTC",
      to: "ETH",
      amount: "1",
      target_out: "18",
    }),
    "orders-off": asked(() => undefined, order),
    "synth-switched-off": asked(
      (world) => {
        world.mimir.MINTSYNTHS = 1;
      },
      { ...toEth, to: "ETH/ETH", destination: "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6" },
    ),
  },
};
