// Swaps of which sources tell little or contradict each other, and limit orders.

import {
  action,
  deposit,
  kept,
  legs,
  noSwap,
  nothing,
  PAYOUT_ID,
  paid,
  planned,
  plannedAt,
  queued,
  RECIPIENT,
  refunded,
  returning,
  type SwapRecords,
  scriptSwap,
  sent,
  signing,
  stages,
  TXID,
  unclear,
  unseen,
} from "../../support/transactions.ts";
import { type Alike, oneNodeState, type States, state, swap, swapAt, swapOf } from "../state.ts";
import { refundAction } from "./swaps.ts";

export const ORDER = `=<:ETH.ETH:${RECIPIENT}:95000000/14400/0`;
export const orderAt = (stage: object, more: object = {}) =>
  kept(stage, { tx: deposit(ORDER), ...more });
export const resting = (
  filled: { readonly in: string; readonly out: string; readonly count: number },
  interval = 14_400,
) =>
  queued({ interval, ...filled }, { trade_target: "95000000", initial_block_height: 25_000_900 });
export const unfilled = { in: "0", out: "0", count: 0 };
const waiting = (filled: Parameters<typeof resting>[0]) =>
  swapOf({ nodes: orderAt(stages.swapping), details: resting(filled) });

const paidAction = action("swap", [legs.payout]);
const refundedAction = action("refund", [legs.refund]);
const refundedOrder = (consensus_height: number) =>
  swapOf({
    nodes: orderAt(stages.signed, { out_txs: [sent.refund] }),
    actions: [refundedAction],
    heights: { consensus_height, finalised_height: 24_999_500 },
  });

export const orderStates: States = {
  "order-waits-for-its-price": waiting(unfilled),
  "order-partly-filled": waiting({ in: "1500000", out: "28000000", count: 3 }),
  "order-filled": swapOf({
    nodes: orderAt(stages.signed, { out_txs: [sent.payout] }),
    actions: [paidAction],
  }),
  "order-expired-unfilled": refundedOrder(24_985_000),
  "order-cancelled": refundedOrder(24_999_000),
};

const askedFor = (txid: string, records: SwapRecords = {}) =>
  state(swap(txid), (world) => scriptSwap(world, records));
const refusedFor = (reason: string) => swapOf({ nodes: refunded, actions: [refundAction(reason)] });
const memoless = kept(stages.confirming, { tx: deposit("r:12345") });

/** What one source alone tells, and what no record shows. */
export const swapDoubtScenes: Alike = {
  surface: "tool",
  scenes: {
    "paid-out-by-one-node": swapAt([paid, signing]),
    "refund-planned-by-one-node": swapAt([returning, unseen]),
    "payout-planned-by-one-node": swapAt([signing, unseen]),
    "paid-out-by-the-indexer-alone": swapOf({ actions: [paidAction] }),
    "node-not-read": swapOf({ isNodeSilent: true, actions: [paidAction] }, "", oneNodeState),
    "refunded-by-the-indexer-alone": swapOf({ actions: [refundedAction] }),
    "payout-to-a-name": swapAt(
      kept(stages.signed, { tx: deposit("=:ETH.ETH:mario"), out_txs: [sent.payout] }),
    ),
    "over-and-no-payout-shown": swapAt(plannedAt(stages.signed, planned.payout)),
    "refund-without-a-reason": swapAt(refunded),
    "affiliate-paid-and-nobody-else": swapAt(unclear),
    "memo-that-refers-to-another": swapAt(memoless),
    "memoless-deposits-halted": swapAt(memoless, "all HALTMEMOLESS=1"),
    "one-of-two-says-not-a-swap": swapAt([noSwap, nothing]),
    "id-of-a-payout": askedFor(PAYOUT_ID, { actions: [paidAction] }),
    "id-of-another-chain": askedFor(`0x${TXID}`),
    "no-id": askedFor("hello"),
    "two-ids": askedFor(`${TXID.slice(0, 60)} ${TXID.slice(0, 60)}`),
    "refused-because-the-fees-take-it-all": refusedFor("not enough fee"),
    "refused-without-a-pool": refusedFor("BTC.BTC pool doesn't exist"),
    "order-refused-as-expired": refusedFor("limit swap expired"),
    "order-refused-as-cancelled": refusedFor("limit swap cancelled"),
    "refused-because-trading-was-halted": refusedFor("trading is halted"),
  },
};
