// What the queues of swaps and payouts say of one swap: how many of its parts are done, and what a limit order waits for. Progress only, never an outcome.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import type { StreamingProgress } from "../model/swap.ts";
import { MAX_LAG_BLOCKS, type PayoutEnd } from "../model/verdicts.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import {
  PayoutQueue,
  type Stages,
  StreamingSwap,
  SwapDetails,
  TxStatus,
} from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";

export interface QueuedSwap {
  readonly count: number;
  /** 0 where the queue does not say. */
  readonly quantity: number;
  /** What is bought. */
  readonly asset: string;
  /** Blocks between two parts; of a limit order, the blocks that it may rest. 0: as many parts a block as it can, or the network's own time. */
  readonly intervalBlocks: number;
  /** Base units. */
  readonly deposit: bigint;
  readonly in: bigint;
  readonly out: bigint;
  readonly failed: number;
  /** The least output in base units; 0n where there is none. */
  readonly target: bigint;
  /** Protocol height at which it joined the queue; null where the queue does not say. */
  readonly sinceHeight: number | null;
  /** The last part also sells what failed parts did not: of the older record, `type_streaming_swap.go` (NextSize). */
  readonly isRestSoldLast?: true;
}

/** Of one transaction: who is asked, how many of them must say it, and how. */
export interface RecordQuestion {
  readonly nodes: readonly Provider[];
  readonly quorum: Quorum;
  readonly preset: Preset;
  readonly txid: string;
  readonly options: GetOptions;
}

/** What waits under this id by as many nodes as must say it; null where nothing does, or no two agree. Where one of two has something, a third decides. */
export async function readQueuedSwap(question: RecordQuestion): Promise<QueuedSwap | null> {
  const { nodes, quorum } = question;
  if (quorum === 1) return readQueue(question);
  const read = (one: Provider) => readQueue({ ...question, nodes: [one] });
  const told = (await Promise.all(nodes.slice(0, quorum).map(read))).filter((one) => one !== null);
  const agree = (some: readonly QueuedSwap[]) =>
    some[0] && some[1] ? agreeOnQueued(some[0], some[1]) : null;
  const agreed = agree(told);
  const [third] = agreed === null && told.length > 0 ? nodes.slice(quorum) : [];
  const other = third ? await read(third) : null;
  return other === null
    ? agreed
    : (told.map((one) => agree([one, other])).find((one) => one !== null) ?? null);
}

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);

/** Whether two nodes, up to five blocks apart and kept for one more, may count so many parts of one swap. */
export function areNearCounts(a: number, b: number, intervalBlocks: number): boolean {
  return Math.abs(a - b) * Math.max(1, intervalBlocks) <= MAX_LAG_BLOCKS + 1 + intervalBlocks;
}

/** Whether what two nodes tell may be the progress of one swap some blocks apart: its parts, what was sold in them, and the price of that. */
function isNearProgress(a: QueuedSwap, b: QueuedSwap): boolean {
  const parts = Math.abs(a.count - b.count);
  // A limit order fills in any steps.
  const steps = BigInt(a.quantity > 1 ? a.quantity : 10);
  const isSoldAlike = distance(a.in, b.in) * steps <= a.deposit * BigInt(parts + 1);
  const prices = [a.out * b.in, b.out * a.in] as const;
  const isPricedAlike = distance(...prices) * 10n <= prices[0] + prices[1];
  const isFailedAlike = Math.abs(a.failed - b.failed) <= parts;
  return (
    isSoldAlike &&
    isPricedAlike &&
    isFailedAlike &&
    areNearCounts(a.count, b.count, a.intervalBlocks)
  );
}

/** Terms are the same for ever; of each figure of the progress, which one node knows some blocks earlier, the lesser is told. */
export function agreeOnQueued(a: QueuedSwap, b: QueuedSwap): QueuedSwap | null {
  const terms = [
    "quantity",
    "asset",
    "intervalBlocks",
    "deposit",
    "target",
    "sinceHeight",
    "isRestSoldLast",
  ] as const;
  if (!terms.every((term) => a[term] === b[term]) || !isNearProgress(a, b)) return null;
  const lesser = <T extends bigint | number>(one: T, other: T) => (one < other ? one : other);
  const [count, failed] = [lesser(a.count, b.count), lesser(a.failed, b.failed)];
  return { ...a, count, failed, in: lesser(a.in, b.in), out: lesser(a.out, b.out) };
}

async function readQueue({
  nodes,
  preset,
  txid,
  options,
}: RecordQuestion): Promise<QueuedSwap | null> {
  // The advanced queue, which MAYAChain has not; then the older record of swaps in parts.
  if (preset.segment === "thorchain") {
    const path = `/thorchain/queue/swap/details/${txid}`;
    const details = await orNull(firstOf(nodes, path, SwapDetails, options));
    if (details) return queuedSwap(details.value);
  }
  const path = `/${preset.segment}/swap/streaming/${txid}`;
  const answer = await orNull(firstOf(nodes, path, StreamingSwap, options));
  if (!answer?.value.quantity) return null;
  const { quantity, target_asset: asset, trade_target: target } = answer.value;
  return {
    ...readSums(answer.value),
    quantity,
    asset,
    target,
    sinceHeight: null,
    isRestSoldLast: true,
  };
}

/** A node's details of a swap in the advanced queue; a limit order's as well. */
export function queuedSwap({ swap }: SwapDetails): QueuedSwap {
  const {
    target_asset: asset,
    trade_target: target,
    initial_block_height: sinceHeight = null,
  } = swap;
  return { ...readSums(swap.state), asset, target, sinceHeight };
}

function readSums(state: SwapDetails["swap"]["state"]) {
  const {
    interval: intervalBlocks = 0,
    quantity = 0,
    count = 0,
    deposit,
    failed_swaps: failed = [],
  } = state;
  return {
    count,
    quantity,
    intervalBlocks,
    deposit,
    in: state.in,
    out: state.out,
    failed: failed.length,
  };
}

export interface Progress extends Pick<QueuedSwap, "intervalBlocks"> {
  readonly parts: StreamingProgress;
}
const unread = { asset: null, in: null, out: null, failed: null } as const;

/** How far a swap of several parts is; null where it has one part, or is over. */
export function readProgress(stages: Stages | null, queued: QueuedSwap | null): Progress | null {
  if (queued && queued.quantity > 1) {
    const { count, quantity, asset, failed, intervalBlocks } = queued;
    return {
      parts: { count, quantity, asset, in: queued.in, out: queued.out, failed },
      intervalBlocks,
    };
  }
  const { interval = 0, quantity, count = 0 } = stages?.swap_status?.streaming ?? {};
  return quantity ? { parts: { count, quantity, ...unread }, intervalBlocks: interval } : null;
}

/** A node says "completed" once as much was sent as was planned till then: a native payout is made at once, and the refund beside it is planned after. */
export function isLeftUnpaid({
  out_txs: sent,
  planned_out_txs: planned,
}: Pick<TxStatus, "out_txs" | "planned_out_txs">) {
  return sent.length > 0 && sent.length < planned.length;
}

/**
 * Whether a payout was to go to other signers at least once, or is due and in a record that counts no blocks any more. A longer period
 * than the constant one is longer than what the queues show.
 */
export function isLate(record: TxStatus, periodBlocks: number): boolean {
  const { outbound_signed: signed, outbound_delay: delay } = record.stages;
  if (signed === undefined || periodBlocks > SIGNING_PERIOD_BLOCKS) return false;
  if (signed.completed === true)
    return isLeftUnpaid(record) && (delay === undefined || delay.completed === true);
  return (signed.blocks_since_scheduled ?? 0) >= periodBlocks;
}

/** What was signed shortly before its end has left the queue, and stands in the record once nodes have seen it. */
const SEEN_WITHIN_SECONDS = 86_400;

/** Whether nothing can follow what left the queue: its end is long over. */
export function isDroppedForGood(
  { outbound_signed: signed }: Stages,
  { afterSeconds }: PayoutEnd,
): boolean {
  const waitedSeconds = (signed?.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return typeof afterSeconds === "number" && waitedSeconds >= afterSeconds + SEEN_WITHIN_SECONDS;
}

/**
 * "dropped" where as many nodes as must say it try no payout of this deposit any more; else null. What is planned, has no payout in the record
 * and is in no queue was given up, swapped back under an id of its own, or paid without a record.
 */
export async function readDropped(
  question: RecordQuestion,
  periodBlocks: number,
): Promise<Agreed<"dropped"> | null> {
  const { nodes, quorum, preset, txid, options } = question;
  const told = await Promise.all(nodes.slice(0, quorum).map(isGivenUp));
  const dropped = told.flatMap((isDropped) => (isDropped ? ("dropped" as const) : []));
  return agreeOn(dropped, quorum);

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
    return record !== null && isLate(record.value, periodBlocks);
  }

  /** Also where the list could not be read. */
  async function isListed(
    node: Provider,
    list: "outbound" | "scheduled",
    asked: GetOptions,
  ): Promise<boolean> {
    const answer = await orNull(node.get(`/${preset.segment}/queue/${list}`, PayoutQueue, asked));
    const isOwn = ({ in_hash: id }: { in_hash: string }) => id.toUpperCase() === txid.toUpperCase();
    return answer === null || (answer.value ?? []).some(isOwn);
  }
}
