// Whether the network still tries to pay out. What is planned, has no payout in the record and is in no queue is not tried again: it was
// given up, swapped back under an id of its own, or paid without a record.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import type { PayoutEnd } from "../model/payout-end.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { PayoutQueue, type Stages, TxStatus } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";

/** Whether a payout was to go to other signers at least once. A longer period than the constant one is longer than what the queues show. */
export function isLate({ outbound_signed: signed }: Stages, periodBlocks: number): boolean {
  if (periodBlocks > SIGNING_PERIOD_BLOCKS) return false;
  return signed !== undefined && signed.completed !== true && (signed.blocks_since_scheduled ?? 0) >= periodBlocks;
}

/** What was signed shortly before its end has left the queue, and stands in the record once nodes have seen it. */
const SEEN_WITHIN_SECONDS = 86_400;

/** Whether nothing can follow what left the queue: its end is long over. */
export function isDroppedForGood({ outbound_signed: signed }: Stages, { afterSeconds }: PayoutEnd): boolean {
  const waitedSeconds = (signed?.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return typeof afterSeconds === "number" && waitedSeconds >= afterSeconds + SEEN_WITHIN_SECONDS;
}

/** "dropped" where as many nodes as must say it try no payout of this deposit any more; else null. */
export async function readDropped(
  nodes: readonly Provider[],
  quorum: Quorum,
  preset: Preset,
  { txid, periodBlocks }: { readonly txid: string; readonly periodBlocks: number },
  options: GetOptions,
): Promise<Agreed<"dropped"> | null> {
  const told = await Promise.all(nodes.slice(0, quorum).map(isGivenUp));
  return agreeOn(
    told.flatMap((isDropped) => (isDropped ? "dropped" : [])),
    quorum,
  );

  async function isGivenUp(node: Provider): Promise<boolean> {
    // A payout that is tried again is scheduled for a few blocks, and then open for a period: it cannot be in the other list three times.
    const isQueued =
      (await isListed(node, "outbound", options)) ||
      (await isListed(node, "scheduled", options)) ||
      (await isListed(node, "outbound", { ...options, keepMs: 0 }));
    if (isQueued) return false;
    // It leaves the queue when it is signed too: the record is read after the queue.
    const path = `/${preset.segment}/tx/status/${txid}`;
    const record = await orNull(node.get(path, TxStatus, { ...options, keepMs: 0 }));
    return record !== null && isLate(record.value.stages, periodBlocks);
  }

  /** Also where the list could not be read. */
  async function isListed(node: Provider, list: "outbound" | "scheduled", asked: GetOptions): Promise<boolean> {
    const answer = await orNull(node.get(`/${preset.segment}/queue/${list}`, PayoutQueue, asked));
    return (
      answer === null || (answer.value ?? []).some((payout) => payout.in_hash.toUpperCase() === txid.toUpperCase())
    );
  }
}
