// Folder sample: a node and an indexer without a network. Each answer depends only on the time.
// This file: the indexer's records of transactions, which it serves at `v2/actions`.
import { blockTimeMs } from "./network.ts";
import {
  countDoneParts,
  isPaid,
  paidStates,
  plannedStates,
  receiversOf,
  senderOf,
} from "./parties.ts";
import { allTxids, type Snapshot, snapshotAt } from "./transactions.ts";

const recordedStates = ["swapping", "failed", ...plannedStates];

export function actionsBody(txid: string | undefined, height: number) {
  const actions = allTxids
    .flatMap((sampleTxid) => actionsOf(snapshotAt(sampleTxid, height)))
    .filter((action) => !txid || [...action.in, ...action.out].some(({ txID }) => txID === txid))
    .sort((a, b) => Number(b.height) - Number(a.height));
  return { actions, count: String(actions.length), meta: { nextPageToken: "", prevPageToken: "" } };
}

function actionsOf(snapshot: Snapshot | null) {
  // The indexer has no record of a limit order that waits for its price.
  const isWaitingOrder = snapshot?.state === "swapping" && snapshot.order.isLimitOrder;
  if (!snapshot || !recordedStates.includes(snapshot.state) || isWaitingOrder) return [];
  const { from, amount, refund } = snapshot.order;
  if (snapshot.state === "failed") {
    const failureMetadata = { code: "5", reason: "insufficient funds" };
    return [actionBody(snapshot, "failed", amount, failureMetadata)];
  }
  const swappedAmount = amount - (refund?.amount ?? 0n);
  const swapActions =
    swappedAmount > 0n ? [actionBody(snapshot, "swap", swappedAmount, swapMetadata(snapshot))] : [];
  if (!refund) return swapActions;
  const networkFees = [{ amount: refund.outboundFee, asset: from }];
  const refundMetadata = { networkFees, reason: refund.reason };
  return [...swapActions, actionBody(snapshot, "refund", refund.amount, refundMetadata)];
}

function actionBody(
  snapshot: Snapshot,
  type: "swap" | "refund" | "failed",
  amount: bigint,
  metadata: object,
) {
  const { order, txid, state, confirmedHeight } = snapshot;
  const heightText = String(confirmedHeight);
  const hasFinished = type === "failed" || paidStates.includes(state);
  return {
    date: `${blockTimeMs(confirmedHeight)}000000`,
    height: heightText,
    in: [
      { address: senderOf(snapshot).address, coins: [{ amount, asset: order.from }], txID: txid },
    ],
    metadata: { [type]: { memo: order.memo, ...metadata } },
    out: receiversOf(snapshot)
      .filter((party) => isPaid(snapshot, party))
      .filter(({ kind }) => (kind === "refund") === (type === "refund"))
      .map(({ kind, address, coin, isNative, outputTxid }) => ({
        address,
        ...(kind === "affiliate" && { affiliate: true }),
        coins: [coin],
        height: heightText,
        txID: isNative ? "" : outputTxid,
      })),
    status: hasFinished ? "success" : "pending",
    type,
  };
}

function swapMetadata(snapshot: Snapshot) {
  const { to, parts, payout, refund, isLimitOrder } = snapshot.order;
  const liquidityFee = payout?.liquidityFeeRune ?? 0n;
  const networkFees = payout ? [{ amount: payout.outboundFee, asset: to }] : [];
  if (!parts) return { liquidityFee, networkFees };
  const { quantity } = parts;
  const doneCount = countDoneParts(snapshot);
  // `count` includes parts that failed. The refunded parts of a limit order did not fail: the order
  // was cancelled or expired before them.
  const failedCount = refund && !isLimitOrder ? quantity - doneCount : 0;
  const streamingSwapMeta = {
    count: String(doneCount + failedCount),
    quantity: String(quantity),
    failedSwaps: Array.from({ length: failedCount }, (_, index) => String(doneCount + index + 1)),
  };
  return { liquidityFee, networkFees, streamingSwapMeta };
}
