// Tells whether a payout is late, and whether the network has given it up.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { PayoutQueue, type Stages, TxStatus } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { RecordQuery } from "./queue.ts";

/** True although a node may say "completed": it plans some refunds only after a native payout. */
export function isPartlyPaid({ out_txs, planned_out_txs }: TxStatus): boolean {
  return out_txs.length > 0 && out_txs.length < planned_out_txs.length;
}

/** With a longer signing period than the constant, the queues do not show all payouts. */
export function isPayoutLate(status: TxStatus, signingBlocks: number): boolean {
  const { outbound_signed: signingStage, outbound_delay: delayStage } = status.stages;
  if (signingStage === undefined || signingBlocks > SIGNING_PERIOD_BLOCKS) return false;
  if (signingStage.completed === true)
    return isPartlyPaid(status) && (delayStage === undefined || delayStage.completed === true);
  return (signingStage.blocks_since_scheduled ?? 0) >= signingBlocks;
}

/** How long after its signature nodes may record a payout. */
const MAX_RECORDING_SECONDS = 86_400;

export function isDroppedForGood(
  { outbound_signed: signingStage }: Stages,
  { afterSeconds }: PayoutEnd,
): boolean {
  const waitedSeconds = (signingStage?.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return typeof afterSeconds === "number" && waitedSeconds >= afterSeconds + MAX_RECORDING_SECONDS;
}

/** A dropped payout was given up, swapped back under another id, or paid without a record. */
export async function readDropped(
  query: RecordQuery,
  signingBlocks: number,
): Promise<Agreed<"dropped"> | null> {
  const { nodes, quorum } = query;
  const dropFlags = await Promise.all(
    nodes.slice(0, quorum).map((node) => readIsDropped(node, query, signingBlocks)),
  );
  const dropVotes = dropFlags.flatMap((isDropped) => (isDropped ? ("dropped" as const) : []));
  return agreeOn(dropVotes, quorum);
}

async function readIsDropped(
  node: Provider,
  query: RecordQuery,
  signingBlocks: number,
): Promise<boolean> {
  const { preset, txid, options } = query;
  const freshOptions = { ...options, keepMs: 0 };
  // A retried payout moves between the two queues, but three reads cannot all miss it.
  const isQueued =
    (await readIsInQueue(node, "outbound", query, options)) ||
    (await readIsInQueue(node, "scheduled", query, options)) ||
    (await readIsInQueue(node, "outbound", query, freshOptions));
  if (isQueued) return false;
  // A signed payout leaves the queue too, so the record is read after the queue.
  const path = `/${preset.segment}/tx/status/${txid}`;
  const answer = await orNull(node.get(path, TxStatus, freshOptions));
  return answer !== null && isPayoutLate(answer.value, signingBlocks);
}

/** True also where the queue could not be read. */
async function readIsInQueue(
  node: Provider,
  queueName: "outbound" | "scheduled",
  { preset, txid }: RecordQuery,
  options: GetOptions,
): Promise<boolean> {
  const path = `/${preset.segment}/queue/${queueName}`;
  const answer = await orNull(node.get(path, PayoutQueue, options));
  if (answer === null) return true;
  const payouts = answer.value ?? [];
  return payouts.some((payout) => payout.in_hash.toUpperCase() === txid.toUpperCase());
}
