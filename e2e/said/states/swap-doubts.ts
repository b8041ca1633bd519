// Swaps of which sources tell little or contradict each other, and limit orders.
import type { Alike, States } from "../state.ts";
import {
  action,
  deposit,
  legs,
  PAYOUT_ID,
  planned,
  RECIPIENT,
  sent,
  stages,
  swapOf,
  TXID,
} from "../transactions.ts";

const ORDER = `=<:ETH.ETH:${RECIPIENT}:95000000/14400/0`;
const order = (how: keyof typeof stages, more: object = {}) => ({
  tx: deposit(ORDER),
  stages: stages[how],
  ...more,
});
const queued = (filled: { readonly in: string; readonly out: string; readonly count: number }) => ({
  swap: {
    target_asset: "ETH.ETH",
    trade_target: "95000000",
    initial_block_height: 25_000_900,
    state: { interval: 14_400, quantity: 10, deposit: "5000000", ...filled },
  },
});
const paid = { tx: deposit(), out_txs: [sent.payout], stages: stages.signed };
const swapped = { tx: deposit(), stages: stages.swapped };
const payoutPlanned = {
  tx: deposit(),
  planned_out_txs: [planned.payout],
  stages: stages.signing,
};
const refundPlanned = { ...payoutPlanned, planned_out_txs: [planned.refund] };

export const orderStates: States = {
  "order-waits-for-its-price": swapOf({
    nodes: order("swapping"),
    details: queued({ in: "0", out: "0", count: 0 }),
  }),
  "order-partly-filled": swapOf({
    nodes: order("swapping"),
    details: queued({ in: "1500000", out: "28000000", count: 3 }),
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
    "paid-out-by-one-node": swapOf({ nodes: [paid, payoutPlanned] }),
    "refund-planned-by-one-node": swapOf({ nodes: [refundPlanned, { stages: stages.unseen }] }),
    "payout-planned-by-one-node": swapOf({ nodes: [payoutPlanned, { stages: stages.unseen }] }),
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
      nodes: { tx: deposit(), planned_out_txs: [planned.payout], stages: stages.signed },
    }),
    "refund-without-a-reason": swapOf({
      nodes: { tx: deposit(), out_txs: [sent.refund], stages: stages.signed },
    }),
    "affiliate-paid-and-nobody-else": swapOf({
      nodes: { tx: deposit(), out_txs: [sent.affiliate], stages: stages.signed },
    }),
    "memo-that-refers-to-another": swapOf({
      nodes: { tx: deposit("r:12345"), stages: stages.confirming },
    }),
    "memoless-deposits-halted": swapOf({
      nodes: { tx: deposit("r:12345"), stages: stages.confirming },
      mimir: { HALTMEMOLESS: 1 },
    }),
    "one-of-two-says-not-a-swap": swapOf({
      nodes: [{ tx: deposit("+:BTC.BTC"), stages: stages.swapped }, swapped],
    }),
    "id-of-a-payout": swapOf({ actions: [action("swap", [legs.payout])] }, {}, PAYOUT_ID),
    "id-of-another-chain": swapOf({}, {}, `0x${TXID}`),
    "no-id": swapOf({}, {}, "hello"),
    "two-ids": swapOf({}, {}, `${TXID.slice(0, 60)} ${TXID.slice(0, 60)}`),
    "refused-because-trading-was-halted": swapOf({
      nodes: { tx: deposit(), out_txs: [sent.refund], stages: stages.signed },
      actions: [
        action("refund", [legs.refund], {
          metadata: { refund: { memo: deposit().memo, reason: "trading is halted" } },
        }),
      ],
    }),
  },
};
