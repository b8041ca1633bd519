// Swaps of which sources tell little or contradict each other, and limit orders.

import {
  action,
  deposit,
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
  sent,
  signing,
  stages,
  TXID,
  unclear,
  unseen,
} from "../../support/transactions.ts";
import { type Alike, type States, swapOf } from "../state.ts";

const ORDER = `=<:ETH.ETH:${RECIPIENT}:95000000/14400/0`;
export const order = (how: keyof typeof stages, more: object = {}) => ({
  tx: deposit(ORDER),
  stages: stages[how],
  ...more,
});
export const resting = (
  filled: { readonly in: string; readonly out: string; readonly count: number },
  interval = 14_400,
) =>
  queued({ interval, ...filled }, { trade_target: "95000000", initial_block_height: 25_000_900 });

export const orderStates: States = {
  "order-waits-for-its-price": swapOf({
    nodes: order("swapping"),
    details: resting({ in: "0", out: "0", count: 0 }),
  }),
  "order-partly-filled": swapOf({
    nodes: order("swapping"),
    details: resting({ in: "1500000", out: "28000000", count: 3 }),
  }),
  "order-filled": swapOf({
    nodes: order("signed", { out_txs: [sent.payout] }),
    actions: [action("swap", [legs.payout])],
  }),
  "order-expired-unfilled": swapOf({
    nodes: order("signed", { out_txs: [sent.refund] }),
    actions: [action("refund", [legs.refund])],
    heights: { consensus_height: 24_985_000, finalised_height: 24_999_500 },
  }),
  "order-cancelled": swapOf({
    nodes: order("signed", { out_txs: [sent.refund] }),
    actions: [action("refund", [legs.refund])],
    heights: { consensus_height: 24_999_000, finalised_height: 24_999_500 },
  }),
};

/** What one source alone tells, and what no record shows. */
export const swapDoubtScenes: Alike = {
  surface: "tool",
  scenes: {
    "paid-out-by-one-node": swapOf({ nodes: [paid, signing] }),
    "refund-planned-by-one-node": swapOf({ nodes: [returning, unseen] }),
    "payout-planned-by-one-node": swapOf({ nodes: [signing, unseen] }),
    "paid-out-by-the-indexer-alone": swapOf({ actions: [action("swap", [legs.payout])] }),
    "node-not-read": swapOf(
      { isNodeSilent: true, actions: [action("swap", [legs.payout])] },
      { nodes: 1 },
    ),
    "refunded-by-the-indexer-alone": swapOf({ actions: [action("refund", [legs.refund])] }),
    "payout-to-a-name": swapOf({
      nodes: { tx: deposit("=:ETH.ETH:mario"), out_txs: [sent.payout], stages: stages.signed },
    }),
    "over-and-no-payout-shown": swapOf({
      nodes: plannedAt(stages.signed, planned.payout),
    }),
    "refund-without-a-reason": swapOf({
      nodes: refunded,
    }),
    "affiliate-paid-and-nobody-else": swapOf({
      nodes: unclear,
    }),
    "memo-that-refers-to-another": swapOf({
      nodes: { tx: deposit("r:12345"), stages: stages.confirming },
    }),
    "memoless-deposits-halted": swapOf({
      nodes: { tx: deposit("r:12345"), stages: stages.confirming },
      mimir: { HALTMEMOLESS: 1 },
    }),
    "one-of-two-says-not-a-swap": swapOf({
      nodes: [noSwap, nothing],
    }),
    "id-of-a-payout": swapOf({ actions: [action("swap", [legs.payout])] }, {}, PAYOUT_ID),
    "id-of-another-chain": swapOf({}, {}, `0x${TXID}`),
    "no-id": swapOf({}, {}, "hello"),
    "two-ids": swapOf({}, {}, `${TXID.slice(0, 60)} ${TXID.slice(0, 60)}`),
    "refused-because-trading-was-halted": swapOf({
      nodes: refunded,
      actions: [
        action("refund", [legs.refund], {
          metadata: { refund: { memo: deposit().memo, reason: "trading is halted" } },
        }),
      ],
    }),
  },
};
