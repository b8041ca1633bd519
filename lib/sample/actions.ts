// The embedded network: a node and an indexer that answer from the clock alone. Code that reads a
// network does not belong here. This file has what the indexer keeps of transactions: `v2/actions`.
import { blockTimeMs } from "./network.ts";
import { countParts, isPaid, paidStates, plannedStates, receiversOf, senderOf } from "./parties.ts";
import { allTxids, type Snapshot, snapshotAt } from "./transactions.ts";

const recordedStates = ["swapping", "failed", ...plannedStates];

/** Newest first. `txid`: of a deposit or of a payout; without it, of all sample transactions. */
export function actionsBody(txid: string | undefined, height: number) {
  const actions = allTxids
    .flatMap((sampleTxid) => actionsOf(snapshotAt(sampleTxid, height)))
    .filter((action) => !txid || [...action.in, ...action.out].some(({ txID }) => txID === txid))
    .sort((a, b) => Number(b.height) - Number(a.height));
  return { actions, count: String(actions.length), meta: { nextPageToken: "", prevPageToken: "" } };
}

function actionsOf(snapshot: Snapshot | null) {
  // A limit order that rests has no record.
  const isResting = snapshot?.state === "swapping" && snapshot.order.isLimitOrder;
  if (!snapshot || !recordedStates.includes(snapshot.state) || isResting) return [];
  const { from, amount, refused } = snapshot.order;
  if (snapshot.state === "failed") {
    const failure = { code: "5", reason: "insufficient funds" };
    return [actionBody(snapshot, "failed", amount, failure)];
  }
  const swappedAmount = amount - (refused?.amount ?? 0n);
  const swaps =
    swappedAmount > 0n ? [actionBody(snapshot, "swap", swappedAmount, swapMetadata(snapshot))] : [];
  if (!refused) return swaps;
  const networkFees = [{ amount: refused.outboundFee, asset: from }];
  const refund = { networkFees, reason: refused.reason };
  return [...swaps, actionBody(snapshot, "refund", refused.amount, refund)];
}

function actionBody(
  snapshot: Snapshot,
  type: "swap" | "refund" | "failed",
  amount: bigint,
  metadata: object,
) {
  const { order, txid, state, startHeight } = snapshot;
  const height = String(startHeight);
  const isSuccess = type === "failed" || paidStates.includes(state);
  return {
    date: `${blockTimeMs(startHeight)}000000`,
    height,
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
        height,
        txID: isNative ? "" : outputTxid,
      })),
    status: isSuccess ? "success" : "pending",
    type,
  };
}

function swapMetadata(snapshot: Snapshot) {
  const { to, parts, swapped, refused, isLimitOrder } = snapshot.order;
  const liquidityFee = swapped?.liquidityFee ?? 0n;
  const networkFees = swapped ? [{ amount: swapped.outboundFee, asset: to }] : [];
  if (!parts) return { liquidityFee, networkFees };
  const { quantity } = parts;
  const doneParts = countParts(snapshot);
  // The count includes parts that failed. Parts of a cancelled order did not fail.
  const failedParts = refused && !isLimitOrder ? quantity - doneParts : 0;
  const streamingSwapMeta = {
    count: String(doneParts + failedParts),
    quantity: String(quantity),
    failedSwaps: Array.from({ length: failedParts }, (_, index) => String(doneParts + index + 1)),
  };
  return { liquidityFee, networkFees, streamingSwapMeta };
}
