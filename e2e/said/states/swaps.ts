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
  rejection,
  returning,
  signing,
  stages,
  swapping,
} from "../../support/transactions.ts";
import { type States, swapAt, swapLater, swapOf } from "../state.ts";

export const confirming = kept(stages.confirming);
export const parts = kept(inParts({ interval: 4, quantity: 16, count: 6 }));
export const latePayout = plannedAt(lateBy(1_800), planned.payout);
export const lateRefund = plannedAt(lateBy(1_800), planned.refund);
export const refundAction = (reason: string) =>
  action("refund", [legs.refund], { metadata: { refund: { memo: deposit().memo, reason } } });

export const swapStates: States = {
  "deposit-paid-out": swapOf({ nodes: paid, actions: [action("swap", [legs.payout])] }),
  "deposit-not-seen": swapOf({}),
  "deposit-not-seen-for-hours": swapLater({}, 7_300_000),
  "deposit-seen-by-some-nodes": swapAt(kept(stages.observing)),
  "deposit-waits-for-confirmations": swapAt(confirming),
  "deposit-confirmed-while-trading-is-halted": swapAt(confirming, "all HALTETHTRADING=1"),
  "deposit-being-swapped": swapAt(swapping),
  "deposit-swapped-in-parts": swapAt(parts),
  "parts-held-by-a-halt": swapAt(parts, "all HALTETHTRADING=1"),
  "payout-waits-for-its-block": swapAt(plannedAt(stages.scheduled, planned.payout)),
  "payout-being-signed": swapAt(signing),
  "payout-is-late": swapAt(latePayout, "all SIGNINGTRANSACTIONPERIOD=100000"),
  "payout-held-by-a-halt": swapAt(signing, "all HALTSIGNINGETH=1"),
  "refund-waits-for-its-block": swapAt(plannedAt(stages.scheduled, planned.refund)),
  "refund-held-by-a-halt": swapAt(returning, "all HALTSIGNINGBTC=1"),
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
    message: rejection,
  }),
  "payout-given-up": swapAt(latePayout),
  "refund-given-up": swapAt(lateRefund),
  "no-payout-seen-yet": swapAt(nothing),
  "nothing-to-pay-out": swapLater({ nodes: nothing }),
  "swap-not-checked": swapOf({ isNodeSilent: true }),
  "not-a-swap": swapAt(noSwap),
};
