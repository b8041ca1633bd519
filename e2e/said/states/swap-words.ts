// What is said of a swap where two things come together, or one source alone claims a step of it.

import {
  action,
  deposit,
  kept,
  lateBy,
  legs,
  MEMO,
  paid,
  partly,
  planned,
  plannedAt,
  queued,
  queuedBefore,
  RECIPIENT,
  record,
  recordsOf,
  SENDER,
  scriptSwap,
  sent,
  stages,
  swapping,
  swapRecord,
  TXID,
  unseen,
} from "../../support/transactions.ts";
import {
  type Alike,
  oneNodeState,
  type States,
  state,
  stateIn,
  swap,
  swapAt,
  swapLater,
  swapOf,
} from "../state.ts";
import { ORDER, orderAt } from "./swap-doubts.ts";
import { confirming, latePayout, lateRefund, parts } from "./swaps.ts";

const ENDS = "all MAXOUTBOUNDATTEMPTS=100";
/** A payout that a queue has is not given up. */
const queuedState = (nodes: object, votes = ENDS) =>
  swapOf({ nodes, paths: { outbound: [{ in_hash: TXID }] } }, votes);
const both = (at: object) => plannedAt(at, planned.payout, planned.refund);
const alone = (node: string) =>
  swapOf(
    recordsOf(`${node}, unread`, {
      observing: kept(stages.observing),
      scheduled: plannedAt(stages.scheduled, planned.payout),
    }),
  );
const indexed = (text: string) => swapOf(recordsOf(text), "", oneNodeState);
const twoIndexers = stateIn({ indexers: 2 });
const trade = { ...deposit(), coins: [{ asset: "BTC~BTC", amount: "5000000" }] };
const nowhere = { ...planned.payout, chain: "NEW" };
const lateShare = kept(lateBy(1_800), {
  planned_out_txs: [planned.payout, planned.affiliate],
  out_txs: [sent.affiliate],
});
const withRefundLeft = (at: object) =>
  kept(at, { planned_out_txs: [planned.payout, planned.refund], out_txs: [sent.payout] });

const failedParts = (failedSwaps: readonly string[] | undefined) => {
  const streamingSwapMeta = { count: "5", quantity: "9", failedSwaps };
  const outs = [legs.payout, legs.refund];
  const list = [
    record("swap", "success", outs, { metadata: { swap: { memo: MEMO, streamingSwapMeta } } }),
    record("refund", "success", outs),
  ];
  return swapOf({ nodes: partly, indexers: [list, list] }, "", twoIndexers);
};
const REFUND_TO = "bc1qrefundexample0000000000000000000000000";
const refundTo = { ...planned.refund, to_address: REFUND_TO };
const memoed = (memo: string, at: object, more: object = {}) =>
  swapAt(kept(at, { tx: deposit(memo), ...more }));
/** A memo of no swap, which names a refund address. */
const unswapped = (refundTo: string, at: object, ...plans: readonly object[]) =>
  memoed(
    `swap-to:ETH.ETH:${RECIPIENT}/${refundTo}`,
    at,
    plans.length > 0 ? { planned_out_txs: plans } : {},
  );
const refundable = (at: object, ...outs: readonly object[]) =>
  memoed(`${MEMO}/${REFUND_TO}`, at, outs.length > 0 ? { out_txs: outs } : {});
const orderEnd = (blocks: number, nodes: object) =>
  swapLater({
    nodes,
    heights: { consensus_height: 24_980_000, finalised_height: 24_980_000 + blocks },
  });

const native = "thor1recipientexample00000000000000000000000";
const nativePaid = kept(stages.swapped, {
  tx: deposit(`=:THOR.RUNE:${native}`),
  out_txs: [{ ...sent.affiliate, to_address: native }],
});
const paidAction = [action("swap", [legs.payout])];

const scenes: States = {
  "seen-by-one-source": alone("observing"),
  "confirming-by-one-source": alone("confirming"),
  "swapping-by-one-source": alone("swapping"),
  "scheduled-by-one-source": alone("scheduled"),
  "nothing-to-pay-by-one-source": alone("nothing"),
  "partly-refunded-by-one-source": alone("partly"),
  "rejected-by-one-source": swapOf(recordsOf("both unseen | failed")),
  "forgotten-by-the-nodes": swapOf({
    nodes: unseen,
    actions: [{ ...swapRecord, date: "1600000000000000000" }],
  }),
  "swapping-by-the-indexer-of-an-unread-node": indexed("unread | swap waits"),
  "no-payout-shown-by-the-indexer": indexed("unread | swap without a payout"),
  "no-refund-shown-by-the-indexer": swapOf(
    { isNodeSilent: true, actions: [record("refund")] },
    "",
    oneNodeState,
  ),
  "halted-payout-of-an-unread-node": swapOf(
    { isNodeSilent: true, actions: [record("refund", "pending")] },
    "all HALTSIGNINGBTC=1",
    oneNodeState,
  ),
  "not-seen-of-a-named-chain": state(swap(TXID, "BTC"), "all HALTBTCTRADING=1", (world) =>
    scriptSwap(world, {}),
  ),
  "deposit-of-a-chain-that-ended": swapAt(confirming, "all RAGNAROK-ETH-ETH=1"),
  "parts-of-a-chain-that-ended": swapAt(parts, "all RAGNAROK-ETH-ETH=1 HALTBTCTRADING=1"),
  "one-part-held-by-a-halt": swapAt(swapping, "all HALTETHTRADING=1"),
  "parts-paused": swapAt(parts, "all STREAMINGSWAPPAUSE=1"),
  "one-part-while-parts-are-paused": swapAt(swapping, "all STREAMINGSWAPPAUSE=1"),
  "order-while-parts-are-paused": swapAt(orderAt(stages.swapping), "all STREAMINGSWAPPAUSE=1"),
  "failed-parts-go-back": swapOf({ nodes: swapping, details: queued({ failed_swaps: [1, 2] }) }),
  "failed-parts-are-tried-again": swapOf({ nodes: swapping, streaming: queuedBefore() }),
  "two-parts-failed-of-five": failedParts(["4", "5"]),
  "no-part-failed-of-five": failedParts([]),
  "parts-that-failed-not-known": failedParts(undefined),
  "payout-and-refund-scheduled": swapAt(both(stages.scheduled)),
  "payout-and-refund-signed": swapAt(both(stages.signing)),
  "payout-halted-beside-a-refund": swapAt(both(stages.scheduled), "all HALTSIGNINGETH=1"),
  "refund-halted-beside-a-payout": swapAt(both(stages.scheduled), "all HALTSIGNINGBTC=1"),
  "payout-and-refund-halted": swapAt(both(stages.signing), "all HALTSIGNINGBTC=1 HALTSIGNINGETH=1"),
  "refund-to-an-unknown-chain-beside-a-payout": swapAt(
    plannedAt(stages.signing, planned.payout, { ...planned.refund, chain: "NEW" }),
  ),
  "native-refund-beside-a-payout": swapAt(
    plannedAt(stages.scheduled, planned.payout, { ...planned.refund, chain: "THOR" }),
  ),
  "refund-left-after-a-payout": swapAt(withRefundLeft(stages.signing)),
  "refund-of-an-order": swapAt(orderAt(stages.signing, { planned_out_txs: [planned.refund] })),
  "payout-to-an-unknown-chain": swapAt(plannedAt(stages.signing, nowhere)),
  "payout-counted-and-not-shown-unchecked": swapAt(plannedAt(stages.signed, nowhere)),
  "refund-counted-and-not-shown": swapAt(plannedAt(stages.signed, planned.refund)),
  "payout-late-with-an-end": queuedState(latePayout),
  "refund-late-with-an-end": queuedState(lateRefund),
  "payout-late-of-which-a-share-is-paid": queuedState(lateShare),
  "payout-and-refund-late": queuedState(both(lateBy(1_800)), ""),
  "payout-late-and-halted": queuedState(latePayout, `${ENDS} HALTSIGNINGETH=1`),
  "payout-given-up-with-an-end": swapAt(latePayout, ENDS),
  "refund-given-up-with-an-end": swapAt(lateRefund, ENDS),
  "payout-given-up-of-which-a-share-is-paid": swapAt(lateShare, ENDS),
  "refund-given-up-beside-a-payout": swapAt(withRefundLeft(lateBy(1_800)), ENDS),
  "paid-out-on-the-native-chain": swapAt(nativePaid),
  "trade-asset-booked-back": swapLater({ nodes: kept(stages.swapped, { tx: trade }) }),
  "order-expired-and-booked-back": orderEnd(
    20_000,
    kept(stages.swapped, { tx: { ...trade, memo: ORDER } }),
  ),
  "order-cancelled-and-partly-filled": orderEnd(
    100,
    orderAt(stages.signing, { out_txs: [sent.payout, sent.refund] }),
  ),
  "no-swap-with-a-refund-address": unswapped(REFUND_TO, stages.confirming),
  "no-swap-goes-back-to-the-sender": unswapped(REFUND_TO, stages.signing, planned.refund),
  "no-swap-goes-to-its-refund-address": unswapped(REFUND_TO, stages.signing, refundTo),
  "no-swap-and-nothing-goes-back": unswapped(REFUND_TO, stages.swapped),
  "no-swap-with-a-name": unswapped("mario", stages.confirming),
  "no-swap-with-its-sender": unswapped(SENDER, stages.confirming),
  "no-swap-behind-the-bar": memoed(`|swap-to:ETH.ETH:${RECIPIENT}/${REFUND_TO}`, stages.confirming),
  "swap-with-a-refund-address": refundable(stages.confirming),
  "swap-refunded-to-the-sender": refundable(stages.signed, sent.refund),
  "swap-refunded-to-its-refund-address": refundable(stages.signed, {
    ...sent.refund,
    to_address: REFUND_TO,
  }),
  "swap-paid-with-a-refund-address": refundable(stages.signed, sent.payout),
  "stored-memo-found": swapOf({
    nodes: kept(stages.confirming, { tx: deposit("") }),
    paths: { 5000000: { memo: MEMO } },
  }),
  "refunded-by-two-indexers": swapOf(recordsOf("both unseen | refund | refund"), "", twoIndexers),
  "paid-with-fees-of-two-indexers": swapOf(
    { nodes: paid, indexers: [paidAction, paidAction] },
    "",
    twoIndexers,
  ),
};

export const swapWordScenes: Alike = { surface: "head", scenes };
