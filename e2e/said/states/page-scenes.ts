// What only pages say of quotes, swaps and the network in states that no other text shows.

import { listChain, poolsWith, scriptNodes } from "../../support/changes.ts";
import {
  action,
  deposit,
  kept,
  legs,
  PAYOUT_ID,
  planned,
  plannedAt,
  queued,
  type SwapRecords,
  scriptSwap,
  sent,
  stages,
  swapping,
  TXID,
  unclear,
} from "../../support/transactions.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { down, type Reply, toPools, type World } from "../../support/world.ts";
import {
  type Alike,
  assets,
  type Change,
  chain,
  mayaState,
  NO_SOURCE,
  oneNodeState,
  page,
  quote,
  scenesOf,
  sizes,
  state,
  stateIn,
  stop,
  swap,
  swapAt,
  swapOf,
  toNodes,
} from "../state.ts";
import { figureScenes } from "./figure-scenes.ts";
import { NO_LIMIT, openUsdc, quoted, quoteWith, toEth, USDC, withPools } from "./quote-warnings.ts";
import { orderAt, resting, unfilled } from "./swap-doubts.ts";
import { lateRefund, parts } from "./swaps.ts";

const firstPoolOnly =
  (...names: readonly string[]) =>
  (world: World) =>
    toNodes({ pools: toPools(world).slice(0, 1) }, ...names)(world);

/** What a node answers where swaps in one part, or in several, are asked for. */
const answerTo =
  (way: "one" | "several", change: (reply: Row, world: World) => Reply) => (world: World) => {
    const before = world.intercept;
    world.intercept = (name, url, reply) => {
      const isQuote = url.pathname.endsWith("/quote/swap");
      const isOne = url.searchParams.get("streaming_quantity") === "1";
      const answer = before(name, url, reply);
      return isQuote && isOne === (way === "one") ? change(answer as Row, world) : answer;
    };
  };
const inSeveralParts = quoteWith({ max_streaming_quantity: 9, streaming_swap_blocks: 9 });
const scaled = (reply: Row, factor: number) => ({
  ...reply,
  expected_amount_out: `${Math.round(Number(reply.expected_amount_out) * factor)}`,
});
/** The two ways to swap bring different outputs: that in one part, or that in several, brings less. */
const lessIn = (way: "one" | "several") => answerTo(way, (reply) => scaled(reply, 0.97));
const ofPage = (search: string, ...changes: readonly Change[]) =>
  state(page("/quote", `from=BTC&to=ETH&amount=${search}`), ...changes);
const withoutFee = quoteWith(({ fees, ...rest }) => ({
  ...rest,
  fees: { ...(fees as Row), outbound: undefined },
}));

const OWN = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const PARTS_WAIT = "all STREAMINGSWAPPAUSE=1";
const HALT_SOON = "all HALTETHTRADING=H+100";

export const quotePageScenes: Alike = {
  surface: "markdown",
  scenes: {
    "may-be-sent": quoted({}),
    ...figureScenes.scenes,
    "dollars-with-two-readings": ofPage("$5.500"),
    "amount-read-as-decimal": ofPage("1.500"),
    "refund-address-alone": ofPage(`0.1&refund_address=${OWN}`),
    "both-addresses": state(
      quote({
        from: "ETH",
        to: "BTC",
        amount: "1",
        destination: OWN,
        refund_address: toEth.destination,
        ...NO_LIMIT,
      }),
      quoteWith({ memo: `=:BTC.BTC:${OWN}/${toEth.destination}` }),
    ),
    "token-with-a-twin": state(quote({ from: "BTC", to: USDC, amount: "0.1" }), (world) => {
      const twin = poolBody("thorchain", `ETH.USDC-0X${"E7".repeat(20)}`, ["1", "1", "1"]);
      openUsdc(world);
      const [first] = Object.values(world.scripts) as { readonly pools: readonly Row[] }[];
      scriptNodes(world, { pools: [...(first?.pools ?? []), twin] });
    }),
    "chain-not-listed": state(
      quote({ from: "BTC", to: "NEW.NEW", amount: "0.1" }),
      withPools("NEW.NEW"),
    ),
    "chain-without-a-row": quoted({}, "all -ETH"),
    "halt-begins-while-two-ways-are-compared": ofPage("0.1", inSeveralParts, (world) => {
      const before = world.intercept;
      world.intercept = (name, url, reply) => {
        const isOne = url.searchParams.get("streaming_quantity") === "1";
        if (isOne && world.mimir.HALTBTCTRADING !== 1) {
          world.mimir.HALTBTCTRADING = 1;
          world.nowMs += 7_000;
        }
        return before(name, url, reply);
      };
    }),
    "limit-whose-fees-are-not-known": quoted({}, withoutFee),
    "in-parts": quoted({}, inSeveralParts),
    "in-parts-and-one-part-costs-more": ofPage("0.1", inSeveralParts, lessIn("one")),
    "in-parts-and-one-part-costs-less": ofPage("0.1", inSeveralParts, lessIn("several")),
    "in-one-part-and-parts-cost-less": ofPage("0.1&streaming=1/1", inSeveralParts, lessIn("one")),
    "in-one-part-and-parts-cost-the-same": ofPage("0.1&streaming=1/1", inSeveralParts),
    "in-parts-and-one-part-is-not-quoted": ofPage(
      "0.1",
      inSeveralParts,
      answerTo("one", () => down),
    ),
    "in-one-part-and-parts-are-not-quoted": ofPage(
      "0.1&streaming=1/1",
      inSeveralParts,
      answerTo("several", () => down),
    ),
    "parts-wait-and-one-part-brings-less": ofPage("0.1", PARTS_WAIT, inSeveralParts, lessIn("one")),
    "parts-wait-and-one-part-is-not-quoted": ofPage(
      "0.1",
      PARTS_WAIT,
      inSeveralParts,
      answerTo("one", () => down),
    ),
    "parts-wait-by-one-source": ofPage("0.1", "node1 STREAMINGSWAPPAUSE=1", inSeveralParts),
    "thin-pools-for-one-part": ofPage("20&streaming=1/1"),
    "token-of-unknown-decimals": state(
      quote({ from: USDC, to: "BTC", amount: "500" }),
      openUsdc,
      (world) => {
        const pools = toPools(world).map((pool) => ({ ...pool, status: "Available" }));
        scriptNodes(world, { pools });
      },
    ),
    "only-one-source": state(quote({ ...toEth }), "node1 silent"),
    "in-parts-on-mayachain": mayaState(
      quote({ ...toEth, streaming: { interval: 3, quantity: 9 } }),
      inSeveralParts,
    ),
    "warned-of-several-things": quoted({ ...NO_LIMIT, amount: "2" }, "all STREAMINGSWAPPAUSE=1"),
    "halt-comes-soon": quoted({}, HALT_SOON),
    "chain-not-watched": quoted({}, "all HALTBTCCHAIN=1"),
    "source-chain-halted": quoted({}, "all HALTBTCTRADING=1"),
  },
};

export const sizeScenes: Alike = {
  surface: "markdown",
  scenes: scenesOf(sizes, {
    "may-be-sent": "",
    "chain-halted": "all HALTETHTRADING=1",
    "payouts-halted": "all HALTSIGNINGETH=1",
    "halt-comes-soon": HALT_SOON,
    "no-source-answers": NO_SOURCE,
    "pools-not-read": toNodes({ pools: down }),
    "newest-block-is-late": stop(42_000),
    "no-pool-of-the-pair": firstPoolOnly(),
    "output-not-known": quoteWith({ expected_amount_out: "990000000000" }),
    "prices-not-known": withoutFee,
    "one-size-costs-much": [
      "all ETH.outbound_fee=600",
      quoteWith((reply) => (Number(reply.expected_amount_out) > 1e9 ? scaled(reply, 0.8) : reply)),
    ],
  }),
};

const NATIVE = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const toRune = deposit(`=:THOR.RUNE:${NATIVE}`);
const runeOf = (amount: string) => ({ asset: "THOR.RUNE", amount });
const coin = runeOf("5000000000");
const runePlan = { chain: "THOR", to_address: NATIVE, coin, refund: false };
const runeSent = {
  id: "00".repeat(32),
  chain: "THOR",
  to_address: NATIVE,
  coins: [coin],
  memo: "OUT:A",
};
const fromRune = {
  ...deposit(),
  chain: "THOR",
  from_address: NATIVE,
  coins: [runeOf("500000000")],
};
const runeBack = { ...runeSent, coins: [runeOf("498000000")], memo: "REFUND:A" };
const signedByItself = { ...stages.signed, outbound_signed: undefined };
const notCounted = {
  ...stages.confirming,
  inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: false },
};
const refundOf = (metadata: object) =>
  action("refund", [legs.refund], { metadata: { refund: metadata } });
const refundCost = (...assets: readonly string[]) =>
  refundOf({
    memo: deposit().memo,
    reason: "deposits are paused",
    networkFees: assets.map((asset) => ({ asset, amount: "2000" })),
  });
/** Two indexers tell the same, so that the fees of a swap are known. */
const recorded = (nodes: Reply, ...actions: readonly object[]) =>
  swapOf({ nodes, indexers: [actions, actions] }, "", stateIn({ indexers: 2 }));
const runeAt = (tx: object, stage: object, more: object = {}) =>
  swapAt(kept(stage, { tx, ...more }));
const paidWith = (...out_txs: readonly object[]) => kept(stages.signed, { out_txs });
const ofTrack = (search: string, records: SwapRecords, of = state, ...changes: Change[]) =>
  of(page("/track", `txid=${TXID}&${search}`), (world) => scriptSwap(world, records), ...changes);
const SECOND_ID = "EE".repeat(32);

export const swapPageScenes: Alike = {
  surface: "markdown",
  scenes: {
    "being-swapped": swapAt(swapping),
    "to-the-own-chain-being-swapped": runeAt(toRune, stages.swapping),
    "to-the-own-chain-planned": runeAt(toRune, signedByItself, { planned_out_txs: [runePlan] }),
    "to-the-own-chain-paid": runeAt(toRune, signedByItself, { out_txs: [runeSent] }),
    "to-the-own-chain-with-a-refund": runeAt(toRune, stages.signing, {
      planned_out_txs: [runePlan, planned.refund],
    }),
    "paid-on-the-own-chain-and-refunded-on-another": runeAt(toRune, stages.signed, {
      out_txs: [runeSent, sent.refund],
    }),
    "paid-by-the-word-of-one-node": swapAt([
      paidWith(sent.payout),
      plannedAt(stages.signing, planned.payout),
    ]),
    "refund-on-the-own-chain": runeAt(fromRune, signedByItself, { out_txs: [runeBack] }),
    "confirming-on-the-own-chain": runeAt(fromRune, stages.confirming),
    "confirming-and-not-counted": swapAt(kept(notCounted)),
    "confirming-on-the-own-chain-and-not-counted": runeAt(fromRune, notCounted),
    "being-swapped-while-payouts-are-halted": swapAt(swapping, "all HALTSIGNINGETH=1"),
    "to-a-name": runeAt(deposit("=:ETH.ETH:mario"), stages.swapping),
    "over-and-no-payout-shown": swapAt(plannedAt(stages.signed, planned.payout)),
    "over-and-no-refund-shown": swapAt(plannedAt(stages.signed, planned.refund)),
    "over-and-half-shown": swapAt(
      kept(stages.signed, {
        planned_out_txs: [planned.payout, planned.refund],
        out_txs: [sent.payout],
      }),
    ),
    "paid-by-the-word-of-an-indexer": recorded(undefined, action("swap", [])),
    "refunded-more-than-was-sent": swapAt(
      paidWith({ ...sent.refund, coins: [{ asset: "BTC.BTC", amount: "6000000" }] }),
    ),
    "payout-and-refund-planned": swapAt(plannedAt(stages.signing, planned.payout, planned.refund)),
    "payout-and-refund-given-up": swapAt({
      ...lateRefund,
      planned_out_txs: [planned.payout, planned.refund],
    }),
    "failed-parts-go-back-at-the-end": swapOf({
      nodes: swapping,
      details: queued({ failed_swaps: [1, 2] }),
    }),
    "reason-of-a-refund-that-is-not-planned": swapOf({
      nodes: kept(stages.observing),
      actions: [refundOf({ memo: "", reason: "deposits are paused" })],
    }),
    "deposit-of-a-payout-by-an-indexer": state(swap(PAYOUT_ID), (world) =>
      scriptSwap(world, { actions: [action("swap", [legs.payout])] }),
    ),
    "affiliate-paid-and-nobody-else": swapAt(unclear),
    "parts-failed": swapAt({ ...parts, planned_out_txs: [planned.refund] }),
    "paid-with-its-fees": recorded(paidWith(sent.payout), action("swap", [legs.payout])),
    "refunded-with-its-cost": recorded(paidWith(sent.refund), refundCost("BTC.BTC")),
    "refunded-with-two-fees": recorded(paidWith(sent.refund), refundCost("BTC.BTC", "ETH.ETH")),
    "seen-on-the-chain-that-was-named": ofTrack("chain=eth&utm_source=x", {}),
    "seen-on-the-own-chain": ofTrack("chain=THOR", {}),
    "two-payouts-with-their-fees": recorded(
      paidWith(sent.payout, { ...sent.payout, id: SECOND_ID }),
      action("swap", [legs.payout, { ...legs.payout, txID: SECOND_ID }]),
    ),
    "refunded-in-another-asset": swapAt(
      paidWith({ ...sent.refund, coins: [{ asset: "BTC/BTC", amount: "4000000" }] }),
    ),
    "refund-of-rune-on-mayachain": swapOf(
      { nodes: kept(stages.signed, { tx: fromRune, out_txs: [runeBack] }) },
      "",
      mayaState,
    ),
    "order-that-ends-in-minutes-from-a-block-of-before": state(
      swap(),
      (world) =>
        scriptSwap(world, { nodes: orderAt(stages.swapping), details: resting(unfilled, 120) }),
      stop(25_000),
    ),
    "to-what-is-no-address": runeAt(
      deposit("=:ETH.ETH:this.is.no.address.of.any.wallet"),
      stages.swapping,
    ),
    "with-an-affiliate": swapAt(paidWith(sent.affiliate, sent.payout)),
    "to-a-chain-that-is-not-known": swapAt(
      paidWith({ ...sent.payout, chain: "NEW", coins: [{ asset: "NEW.NEW", amount: "5" }] }),
    ),
    "block-is-late": ofTrack("chain=BTC", { nodes: swapping }, oneNodeState, stop(42_000)),
    "hostile-words-of-a-record": swapOf({
      nodes: kept(stages.signed, {
        tx: deposit('=:ETH.ETH:x:](/nowhere) | **Paid out** `](https://evil.example)"'),
        out_txs: [sent.refund],
      }),
      actions: [
        refundOf({
          memo: "",
          reason: '</code><script>alert(1)</script> `](/nowhere) | **x** "',
        }),
      ],
    }),
  },
};

export const statusPageScenes: Alike = {
  surface: "markdown",
  scenes: scenesOf(page("/status", ""), {
    "nothing-is-halted": "",
    "arguments-that-are-not-taken": state(page("/status", "chain=DOGE&fields=fees&utm_source=x")),
    "several-chains-in-trouble":
      "all PAUSELPBTC=1 HALTSIGNINGDOGE=1 HALTGAIATRADING=1 -SOL BTC.gas_rate=750000",
    "halted-and-parts-wait": "all HALTLTCTRADING=1 STREAMINGSWAPPAUSE=1",
    "all-but-two-chains": (world) => {
      for (const { code, native } of world.preset.chains)
        if (!native && code !== "BTC") world.mimir[`HALT${code}TRADING`] = 1;
    },
    "pools-paused":
      "all PAUSELPDEPOSIT-BTC-BTC=1 PAUSELPDEPOSIT-ETH-ETH=1 PAUSELPDEPOSIT-ETH-USDC-0XA0B8=1",
    "pool-paused-by-one-source":
      "all PAUSELPDEPOSIT-ETH-USDC-0XA0B8=1; node1 PAUSELPDEPOSIT-ETH-ETH=1",
    "deposits-into-pools-halt-later": "all PAUSELPBTC=H+200 PAUSELPDEPOSIT-BTC-BTC=1",
    "halt-began-at-a-block": "all HALTLTCTRADING=H-50 ETH.halted=true",
    "payouts-in-doubt": "node1 HALTSIGNINGETH=1",
    "several-halts-on-mayachain": mayaState(
      page("/status", ""),
      "all HALTDASHTRADING=H-50 HALTSIGNINGBTC=H-20",
    ),
    "chain-that-we-do-not-know": (world) => listChain(world, "NEW"),
    "sample-data": stateIn({ source: "sample" })(page("/status", "")),
    "no-node-of-one": oneNodeState(chain("BTC"), "node0 silent; indexer0 silent"),
  }),
};

export const assetPageScenes: Alike = {
  surface: "markdown",
  scenes: scenesOf(assets, {
    "nothing-is-halted": "",
    "chain-halted": "all HALTETHTRADING=1",
    "payouts-halted": "all HALTSIGNINGBTC=1",
    "halt-scheduled": "all HALTETHTRADING=H+600",
    "price-not-known": (world) =>
      scriptNodes(world, { pools: poolsWith(world, { asset_tor_price: "0" }) }),
    "fee-told-differently": "node1 BTC.outbound_fee=9999",
    "fee-not-told": ["all BTC.outbound_fee=0", toNodes({ outbound_fees: [] })],
    "token-with-its-own-fee": openUsdc,
    "listed-by-one-source": firstPoolOnly("node1"),
    "of-a-chain-without-a-row": "all -BTC",
  }),
};
