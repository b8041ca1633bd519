// Tells whether a payout is late, and whether the network has given it up.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { PayoutQueue, type Stages, TxStatus } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { RecordQuery } from "./queue.ts";

/** True if only some planned outputs were sent. The node's record may still say "completed". */
export function isPartlyPaid({ out_txs, planned_out_txs }: TxStatus): boolean {
  return out_txs.length > 0 && out_txs.length < planned_out_txs.length;
}

/**
 * True if a payout was not signed within `signingBlocks`. False if `signingBlocks` is longer than
 * the default: then the queues omit some waiting payouts, so an absence from them proves nothing.
 */
export function isPayoutLate(status: TxStatus, signingBlocks: number): boolean {
  const { outbound_signed: signingStage, outbound_delay: delayStage } = status.stages;
  if (signingStage === undefined || signingBlocks > SIGNING_PERIOD_BLOCKS) return false;
  if (signingStage.completed === true)
    return isPartlyPaid(status) && (delayStage === undefined || delayStage.completed === true);
  return (signingStage.blocks_since_scheduled ?? 0) >= signingBlocks;
}

/** Longest time, in seconds, from signing a payout until nodes record the payout as sent. */
const MAX_RECORDING_SECONDS = 86_400;

export function isDroppedForGood(
  { outbound_signed: signingStage }: Stages,
  { afterSeconds }: PayoutEnd,
): boolean {
  const waitedSeconds = (signingStage?.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return typeof afterSeconds === "number" && waitedSeconds >= afterSeconds + MAX_RECORDING_SECONDS;
}

/**
 * "dropped" if enough nodes have a late payout that is in no queue. Either the network stopped
 * trying to pay, or swaps the money back in another transaction, or nodes did not record a payment.
 */
export async function readDropped(
  query: RecordQuery,
  signingBlocks: number,
): Promise<Agreed<"dropped"> | null> {
  const { nodes, quorum } = query;
  const isDroppedByNode = await Promise.all(
    nodes.slice(0, quorum).map((node) => readIsDropped(node, query, signingBlocks)),
  );
  const dropVotes = isDroppedByNode.flatMap((isDropped) => (isDropped ? ("dropped" as const) : []));
  return agreeOn(dropVotes, quorum);
}

async function readIsDropped(
  node: Provider,
  query: RecordQuery,
  signingBlocks: number,
): Promise<boolean> {
  const { preset, txid, options } = query;
  const uncachedOptions = { ...options, keepMs: 0 };
  // A retried payout moves from one queue to the other. So the outbound queue is read twice.
  const isQueued =
    (await readIsInQueue(node, "outbound", query, options)) ||
    (await readIsInQueue(node, "scheduled", query, options)) ||
    (await readIsInQueue(node, "outbound", query, uncachedOptions));
  if (isQueued) return false;
  // A signed payout also leaves the queues. So the swap's status is read after the queues.
  const path = `/${preset.segment}/tx/status/${txid}`;
  const statusAnswer = await orNull(node.get(path, TxStatus, uncachedOptions));
  return statusAnswer !== null && isPayoutLate(statusAnswer.value, signingBlocks);
}

/** True if the queue holds the payout. Also true without an answer: no proof of a drop. */
async function readIsInQueue(
  node: Provider,
  queueName: "outbound" | "scheduled",
  { preset, txid }: RecordQuery,
  options: GetOptions,
): Promise<boolean> {
  const path = `/${preset.segment}/queue/${queueName}`;
  const queueAnswer = await orNull(node.get(path, PayoutQueue, options));
  if (queueAnswer === null) return true;
  return (queueAnswer.value ?? []).some(
    ({ in_hash }) => in_hash.toUpperCase() === txid.toUpperCase(),
  );
}
