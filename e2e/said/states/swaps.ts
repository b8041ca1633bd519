// Each state of a swap, and what is said of the money in it.
import { inWorld, type State, type States, swap } from "../state.ts";
import {
  action,
  deposit,
  inParts,
  legs,
  planned,
  type SwapRecords,
  scriptSwap,
  sent,
  stages,
  swapOf,
  TXID,
} from "../transactions.ts";

/** After this time, a deposit that was processed has its payouts planned. */
const PLANNED_MS = 66_000;

/** Asked before, so that the time since the first sight counts. */
const swapSeenBefore = (records: SwapRecords, waitMs = PLANNED_MS): State => ({
  setting: inWorld(async (world) => {
    scriptSwap(world, records);
    await world.network.getSwap(TXID, null);
    world.nowMs += waitMs;
  }),
  questions: [swap(TXID)],
});

const paid = { tx: deposit(), out_txs: [sent.payout], stages: stages.signed };
const refunded = { tx: deposit(), out_txs: [sent.refund], stages: stages.signed };
const waiting = (how: keyof typeof stages, ...plans: readonly object[]) => ({
  tx: deposit(),
  planned_out_txs: plans,
  stages: stages[how],
});
const refundAction = (reason: string) =>
  action("refund", [legs.refund], { metadata: { refund: { memo: deposit().memo, reason } } });
const lateSigning = {
  ...stages.signing,
  outbound_signed: { ...stages.signing.outbound_signed, blocks_since_scheduled: 1_800 },
};

export const swapStates: States = {
  "deposit-paid-out": swapOf({ nodes: paid, actions: [action("swap", [legs.payout])] }),
  "deposit-not-seen": swapOf({}),
  "deposit-not-seen-for-hours": swapSeenBefore({}, 7_300_000),
  "deposit-seen-by-some-nodes": swapOf({ nodes: { tx: deposit(), stages: stages.observing } }),
  "deposit-waits-for-confirmations": swapOf({
    nodes: { tx: deposit(), stages: stages.confirming },
  }),
  "deposit-confirmed-while-trading-is-halted": swapOf({
    nodes: { tx: deposit(), stages: stages.confirming },
    mimir: { HALTETHTRADING: 1 },
  }),
  "deposit-being-swapped": swapOf({ nodes: { tx: deposit(), stages: stages.swapping } }),
  "deposit-swapped-in-parts": swapOf({
    nodes: { tx: deposit(), stages: inParts({ interval: 4, quantity: 16, count: 6 }) },
  }),
  "parts-held-by-a-halt": swapOf({
    nodes: { tx: deposit(), stages: inParts({ interval: 4, quantity: 16, count: 6 }) },
    mimir: { HALTETHTRADING: 1 },
  }),
  "payout-waits-for-its-block": swapOf({ nodes: waiting("scheduled", planned.payout) }),
  "payout-being-signed": swapOf({ nodes: waiting("signing", planned.payout) }),
  "payout-is-late": swapOf({
    nodes: { tx: deposit(), planned_out_txs: [planned.payout], stages: lateSigning },
    mimir: { SIGNINGTRANSACTIONPERIOD: 100_000 },
  }),
  "payout-held-by-a-halt": swapOf({
    nodes: waiting("signing", planned.payout),
    mimir: { HALTSIGNINGETH: 1 },
  }),
  "refund-waits-for-its-block": swapOf({ nodes: waiting("scheduled", planned.refund) }),
  "refund-held-by-a-halt": swapOf({
    nodes: waiting("signing", planned.refund),
    mimir: { HALTSIGNINGBTC: 1 },
  }),
  "deposit-refunded": swapOf({
    nodes: refunded,
    actions: [refundAction("emit asset 1 less than price limit 2")],
  }),
  "deposit-partly-refunded": swapOf({
    nodes: { tx: deposit(), out_txs: [sent.payout, sent.refund], stages: stages.signed },
    actions: [action("swap", [legs.payout, legs.refund])],
  }),
  "deposit-rejected": swapOf({
    actions: [action("failed", [], { metadata: { failed: { reason: "memo can't be empty" } } })],
    message: { tx_response: { txhash: TXID, code: 5 } },
  }),
  "payout-given-up": swapOf({
    nodes: { tx: deposit(), planned_out_txs: [planned.payout], stages: lateSigning },
  }),
  "refund-given-up": swapOf({
    nodes: { tx: deposit(), planned_out_txs: [planned.refund], stages: lateSigning },
  }),
  "no-payout-seen-yet": swapOf({ nodes: { tx: deposit(), stages: stages.swapped } }),
  "nothing-to-pay-out": swapSeenBefore({ nodes: { tx: deposit(), stages: stages.swapped } }),
  "swap-not-checked": swapOf({ isNodeSilent: true }),
  "not-a-swap": swapOf({ nodes: { tx: deposit("+:BTC.BTC"), stages: stages.swapped } }),
};
