// Each state of a swap, and what is said of the money in it.

import {
  action,
  deposit,
  inParts,
  kept,
  lateBy,
  legs,
  noSwap,
  nothing,
  paid,
  partly,
  planned,
  plannedAt,
  refunded,
  type SwapRecords,
  scriptSwap,
  stages,
  swapping,
  TXID,
} from "../../support/transactions.ts";
import { inWorld, type State, type States, swap, swapOf } from "../state.ts";

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

const refundAction = (reason: string) =>
  action("refund", [legs.refund], { metadata: { refund: { memo: deposit().memo, reason } } });

export const swapStates: States = {
  "deposit-paid-out": swapOf({ nodes: paid, actions: [action("swap", [legs.payout])] }),
  "deposit-not-seen": swapOf({}),
  "deposit-not-seen-for-hours": swapSeenBefore({}, 7_300_000),
  "deposit-seen-by-some-nodes": swapOf({ nodes: kept(stages.observing) }),
  "deposit-waits-for-confirmations": swapOf({
    nodes: kept(stages.confirming),
  }),
  "deposit-confirmed-while-trading-is-halted": swapOf({
    nodes: kept(stages.confirming),
    mimir: { HALTETHTRADING: 1 },
  }),
  "deposit-being-swapped": swapOf({ nodes: swapping }),
  "deposit-swapped-in-parts": swapOf({
    nodes: kept(inParts({ interval: 4, quantity: 16, count: 6 })),
  }),
  "parts-held-by-a-halt": swapOf({
    nodes: kept(inParts({ interval: 4, quantity: 16, count: 6 })),
    mimir: { HALTETHTRADING: 1 },
  }),
  "payout-waits-for-its-block": swapOf({ nodes: plannedAt(stages.scheduled, planned.payout) }),
  "payout-being-signed": swapOf({ nodes: plannedAt(stages.signing, planned.payout) }),
  "payout-is-late": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.payout),
    mimir: { SIGNINGTRANSACTIONPERIOD: 100_000 },
  }),
  "payout-held-by-a-halt": swapOf({
    nodes: plannedAt(stages.signing, planned.payout),
    mimir: { HALTSIGNINGETH: 1 },
  }),
  "refund-waits-for-its-block": swapOf({ nodes: plannedAt(stages.scheduled, planned.refund) }),
  "refund-held-by-a-halt": swapOf({
    nodes: plannedAt(stages.signing, planned.refund),
    mimir: { HALTSIGNINGBTC: 1 },
  }),
  "deposit-refunded": swapOf({
    nodes: refunded,
    actions: [refundAction("emit asset 1 less than price limit 2")],
  }),
  "deposit-partly-refunded": swapOf({
    nodes: partly,
    actions: [action("swap", [legs.payout, legs.refund])],
  }),
  "deposit-rejected": swapOf({
    actions: [action("failed", [], { metadata: { failed: { reason: "memo can't be empty" } } })],
    message: { tx_response: { txhash: TXID, code: 5 } },
  }),
  "payout-given-up": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.payout),
  }),
  "refund-given-up": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.refund),
  }),
  "no-payout-seen-yet": swapOf({ nodes: nothing }),
  "nothing-to-pay-out": swapSeenBefore({ nodes: nothing }),
  "swap-not-checked": swapOf({ isNodeSilent: true }),
  "not-a-swap": swapOf({ nodes: noSwap }),
};
