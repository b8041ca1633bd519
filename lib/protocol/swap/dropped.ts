// Payouts that the network gave up: when one is late, and what nodes must show of it.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { PayoutQueue, type Stages, TxStatus } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { RecordQuery } from "./queue.ts";

/** A node plans some refunds only after a native payout, and says "completed" before that. */
export function isLeftUnpaid({
  out_txs: sent,
  planned_out_txs: planned,
}: Pick<TxStatus, "out_txs" | "planned_out_txs">): boolean {
  return sent.length > 0 && sent.length < planned.length;
}

/** If the period is longer than the constant, the queues do not show all payouts. */
export function isLate(status: TxStatus, periodBlocks: number): boolean {
  const { outbound_signed: signed, outbound_delay: delay } = status.stages;
  if (signed === undefined || periodBlocks > SIGNING_PERIOD_BLOCKS) return false;
  if (signed.completed === true)
    return isLeftUnpaid(status) && (delay === undefined || delay.completed === true);
  return (signed.blocks_since_scheduled ?? 0) >= periodBlocks;
}

/** Nodes may record a payout this long after it was signed. */
const SEEN_WITHIN_SECONDS = 86_400;

export function isDroppedForGood(
  { outbound_signed: signed }: Stages,
  { afterSeconds }: PayoutEnd,
): boolean {
  const waitedSeconds = (signed?.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return typeof afterSeconds === "number" && waitedSeconds >= afterSeconds + SEEN_WITHIN_SECONDS;
}

/** A dropped payout was given up, swapped back under another id, or paid without a record. */
export async function readDropped(
  query: RecordQuery,
  periodBlocks: number,
): Promise<Agreed<"dropped"> | null> {
  const { nodes, quorum } = query;
  const areDropped = await Promise.all(
    nodes.slice(0, quorum).map((node) => readIsDropped(node, query, periodBlocks)),
  );
  const dropped = areDropped.flatMap((isDropped) => (isDropped ? ("dropped" as const) : []));
  return agreeOn(dropped, quorum);
}

async function readIsDropped(
  node: Provider,
  query: RecordQuery,
  periodBlocks: number,
): Promise<boolean> {
  const { preset, txid, options } = query;
  const freshOptions = { ...options, keepMs: 0 };
  // A retried payout moves between the two lists, but cannot be missed three times.
  const isQueued =
    (await readIsListed(node, "outbound", query, options)) ||
    (await readIsListed(node, "scheduled", query, options)) ||
    (await readIsListed(node, "outbound", query, freshOptions));
  if (isQueued) return false;
  // A signed payout leaves the queue too, so the record is read after the queue.
  const path = `/${preset.segment}/tx/status/${txid}`;
  const answer = await orNull(node.get(path, TxStatus, freshOptions));
  return answer !== null && isLate(answer.value, periodBlocks);
}

/** True also where the list could not be read. */
async function readIsListed(
  node: Provider,
  list: "outbound" | "scheduled",
  { preset, txid }: RecordQuery,
  options: GetOptions,
): Promise<boolean> {
  const answer = await orNull(node.get(`/${preset.segment}/queue/${list}`, PayoutQueue, options));
  if (answer === null) return true;
  const payouts = answer.value ?? [];
  return payouts.some((payout) => payout.in_hash.toUpperCase() === txid.toUpperCase());
}
