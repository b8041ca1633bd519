// The node's records of the sample transactions. Unknown ids get an answer too, as at a real node.
import { findChainRow } from "../protocol/values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS, presets } from "../protocol/values/chains.ts";
import { chainHeight } from "./network.ts";
import {
  countDoneParts,
  isPaid,
  type Party,
  paidStates,
  plannedStates,
  receiversOf,
  senderOf,
} from "./parties.ts";
import { allTxids, type Snapshot, snapshotAt } from "./transactions.ts";

const NODE_COUNT = 103;
const unseenStates = ["unknown", "failed"];

export function txStatusBody(txid: string, height: number) {
  const snapshot = snapshotAt(txid, height);
  if (!snapshot || unseenStates.includes(snapshot.state))
    return { stages: { inbound_observed: { final_count: 0, completed: false } } };
  const sender = senderOf(snapshot);
  const receivers = plannedStates.includes(snapshot.state) ? receiversOf(snapshot) : [];
  return {
    tx: txBody(sender, txid, snapshot.order.memo),
    planned_out_txs: receivers.map(({ kind, chain, address: to_address, coin }) => {
      return { chain, to_address, coin, refund: kind === "refund" };
    }),
    out_txs: receivers
      .filter((party) => isPaid(snapshot, party))
      .map((party) => txBody(party, party.outputTxid, party.outputMemo)),
    stages: stagesOf(snapshot, sender, receivers, height),
  };
}

function txBody({ kind, chain, address, vault, coin }: Party, id: string, memo: string) {
  const [from_address, to_address] = kind === "in" ? [address, vault] : [vault, address];
  return { id, chain, from_address, to_address, coins: [coin], gas: [], memo };
}

function stagesOf(
  { state, blocksDone, blocksLeft }: Snapshot,
  { chain: sourceChain, isNative }: Party,
  receivers: readonly Party[],
  height: number,
) {
  const observerCount = isNative ? 0 : NODE_COUNT;
  const [doneStage, openStage] = [{ completed: true }, { completed: false }];
  if (state === "observing")
    return { inbound_observed: { started: true, final_count: 0, ...openStage } };
  const secondsLeft = blocksLeft * PROTOCOL_BLOCK_SECONDS;
  const isConfirming = state === "confirming";
  const isScheduled = state === "outbound_scheduled";
  const confirmedStage = { completed: !isConfirming };
  // A payout on the native chain is never scheduled or signed. So an answer without a payout to
  // another chain has no stage `outbound_delay` and no stage `outbound_signed`.
  const hasExternalPayout = receivers.some(
    ({ kind, isNative }) => kind !== "affiliate" && !isNative,
  );
  const hasRefund = receivers.some(({ kind }) => kind === "refund");
  const delayStage = isScheduled
    ? { remaining_delay_seconds: secondsLeft, ...openStage }
    : doneStage;
  const unsignedStage = {
    blocks_since_scheduled: isScheduled ? undefined : blocksDone,
    ...openStage,
  };
  return {
    inbound_observed: { final_count: isConfirming ? 0 : observerCount, ...doneStage },
    inbound_confirmation_counted: {
      ...(isConfirming && countedHeights(sourceChain, height - blocksDone)),
      remaining_confirmation_seconds: isConfirming ? secondsLeft : 0,
      ...confirmedStage,
    },
    inbound_finalised: confirmedStage,
    // This stage has no count of the parts. Only `queue/swap/details` says how many are done.
    swap_status: { pending: state === "swapping" },
    ...(!isConfirming && { swap_finalised: { completed: state !== "swapping" } }),
    ...(hasExternalPayout && !hasRefund && { outbound_delay: delayStage }),
    ...(hasExternalPayout && {
      outbound_signed: paidStates.includes(state) ? doneStage : unsignedStage,
    }),
  };
}

/** Heights of the deposit's chain between which the node counts one confirmation. */
function countedHeights(chain: string, startHeight: number) {
  const chainRow = findChainRow(chain, presets.sample) ?? undefined;
  const external_observed_height = chainHeight(startHeight, chainRow);
  return {
    chain,
    external_observed_height,
    external_confirmation_delay_height: external_observed_height + 1,
  };
}

export function txRecordBody(txid: string, height: number) {
  const snapshot = snapshotAt(txid, height);
  if (!snapshot || unseenStates.includes(snapshot.state)) return null;
  const { confirmedHeight: consensus_height, order, state } = snapshot;
  const swapBlocks = plannedStates.includes(state) ? (order.swapBlocks ?? 0) : 0;
  const finalised_height = consensus_height + swapBlocks;
  return state === "observing" ? {} : { consensus_height, finalised_height };
}

export function rejectedMessageBody(txid: string, height: number) {
  const isRejected = snapshotAt(txid, height)?.state === "failed";
  return isRejected ? { tx_response: { txhash: txid, codespace: "sdk", code: 5 } } : null;
}

export function payoutQueueBody(state: "outbound_signing" | "outbound_scheduled", height: number) {
  const queuedTxids = allTxids.filter((txid) => snapshotAt(txid, height)?.state === state);
  return queuedTxids.length > 0 ? queuedTxids.map((in_hash) => ({ in_hash })) : null;
}

export function swapDetailsBody(txid: string, height: number) {
  const snapshot = snapshotAt(txid, height);
  if (snapshot?.state !== "swapping") return null;
  const { order, confirmedHeight: initial_block_height } = snapshot;
  const { amount: deposit, memo, payout, to: target_asset } = order;
  const trade_target = BigInt(/:(\d+)\//.exec(memo)?.[1] ?? 0);
  const { interval, quantity } = order.parts ?? { interval: 0, quantity: 1 };
  const doneCount = countDoneParts(snapshot);
  const amountOfDoneParts = (amount: bigint) => (amount / BigInt(quantity)) * BigInt(doneCount);
  // For a limit order without a payout in the sample data, the output is exactly its target.
  const outputAmount = payout ? payout.netAmount + payout.outboundFee : trade_target;
  const progress = {
    interval,
    count: doneCount,
    quantity,
    deposit,
    in: amountOfDoneParts(deposit),
    out: amountOfDoneParts(outputAmount),
  };
  return { swap: { target_asset, trade_target, initial_block_height, state: progress } };
}
