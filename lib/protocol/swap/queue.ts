// How far a queued swap or payout is. Progress only, never an outcome.

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
  readonly quantity: number;
  readonly asset: string;
  /** As in a memo; 0: rapid parts, or the longest rest that the network allows. */
  readonly intervalBlocks: number;
  readonly deposit: bigint;
  readonly in: bigint;
  readonly out: bigint;
  readonly failed: number;
  readonly target: bigint;
  /** Null where the queue does not say. */
  readonly sinceHeight: number | null;
  /** The last part also sells what failed before: `type_streaming_swap.go` (NextSize). */
  readonly isRestSoldLast?: true;
}

export interface RecordQuery {
  readonly nodes: readonly Provider[];
  readonly quorum: Quorum;
  readonly preset: Preset;
  readonly txid: string;
  readonly options: GetOptions;
}

/** If only one of two nodes has the swap, a third is asked. */
export async function readQueuedSwap(query: RecordQuery): Promise<QueuedSwap | null> {
  const { nodes, quorum } = query;
  if (quorum === 1) return readQueueRecord(query);
  const readFromNode = (node: Provider) => readQueueRecord({ ...query, nodes: [node] });
  const answers = await Promise.all(nodes.slice(0, quorum).map(readFromNode));
  const queuedSwaps = answers.filter((queued) => queued !== null);
  const agreeOnPair = (pair: readonly QueuedSwap[]) =>
    pair[0] && pair[1] ? agreeOnQueued(pair[0], pair[1]) : null;
  const agreed = agreeOnPair(queuedSwaps);
  const [thirdNode] = agreed === null && queuedSwaps.length > 0 ? nodes.slice(quorum) : [];
  const thirdSwap = thirdNode ? await readFromNode(thirdNode) : null;
  if (thirdSwap === null) return agreed;
  const agreedWithThird = queuedSwaps.map((queued) => agreeOnPair([queued, thirdSwap]));
  return agreedWithThird.find((queued) => queued !== null) ?? null;
}

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);

/** Nodes may be five blocks apart, and an answer is kept for one more. */
export function areNearCounts(a: number, b: number, intervalBlocks: number): boolean {
  return Math.abs(a - b) * Math.max(1, intervalBlocks) <= MAX_LAG_BLOCKS + 1 + intervalBlocks;
}

function isNearProgress(a: QueuedSwap, b: QueuedSwap): boolean {
  const parts = Math.abs(a.count - b.count);
  // A limit order fills in any steps.
  const steps = BigInt(a.quantity > 1 ? a.quantity : 10);
  const isSoldAlike = distance(a.in, b.in) * steps <= a.deposit * BigInt(parts + 1);
  const priceProducts = [a.out * b.in, b.out * a.in] as const;
  const isPricedAlike = distance(...priceProducts) * 10n <= priceProducts[0] + priceProducts[1];
  const isFailedAlike = Math.abs(a.failed - b.failed) <= parts;
  return (
    isSoldAlike &&
    isPricedAlike &&
    isFailedAlike &&
    areNearCounts(a.count, b.count, a.intervalBlocks)
  );
}

/** The terms must be equal. Of each progress figure the lower one is shown: one node may lag. */
function agreeOnQueued(a: QueuedSwap, b: QueuedSwap): QueuedSwap | null {
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
  const lesser = <T extends bigint | number>(value: T, otherValue: T) =>
    value < otherValue ? value : otherValue;
  const [count, failed] = [lesser(a.count, b.count), lesser(a.failed, b.failed)];
  return { ...a, count, failed, in: lesser(a.in, b.in), out: lesser(a.out, b.out) };
}

async function readQueueRecord({
  nodes,
  preset,
  txid,
  options,
}: RecordQuery): Promise<QueuedSwap | null> {
  // MAYAChain lacks the advanced queue. The older record only has swaps in parts.
  if (preset.segment === "thorchain") {
    const path = `/thorchain/queue/swap/details/${txid}`;
    const details = await orNull(firstOf(nodes, path, SwapDetails, options));
    if (details) return toQueuedSwap(details.value);
  }
  const path = `/${preset.segment}/swap/streaming/${txid}`;
  const answer = await orNull(firstOf(nodes, path, StreamingSwap, options));
  if (!answer?.value.quantity) return null;
  const { quantity, target_asset: asset, trade_target: target } = answer.value;
  return {
    ...toProgressFigures(answer.value),
    quantity,
    asset,
    target,
    sinceHeight: null,
    isRestSoldLast: true,
  };
}

function toQueuedSwap({ swap }: SwapDetails): QueuedSwap {
  const {
    target_asset: asset,
    trade_target: target,
    initial_block_height: sinceHeight = null,
  } = swap;
  return { ...toProgressFigures(swap.state), asset, target, sinceHeight };
}

function toProgressFigures(state: SwapDetails["swap"]["state"]) {
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
const unknownAmounts = { asset: null, in: null, out: null, failed: null } as const;

export function readProgress(stages: Stages | null, queued: QueuedSwap | null): Progress | null {
  if (queued && queued.quantity > 1) {
    const { count, quantity, asset, failed, intervalBlocks } = queued;
    return {
      parts: { count, quantity, asset, in: queued.in, out: queued.out, failed },
      intervalBlocks,
    };
  }
  const { interval = 0, quantity, count = 0 } = stages?.swap_status?.streaming ?? {};
  return quantity
    ? { parts: { count, quantity, ...unknownAmounts }, intervalBlocks: interval }
    : null;
}

/** A node plans some refunds only after a native payout, and says "completed" before that. */
export function isLeftUnpaid({
  out_txs: sent,
  planned_out_txs: planned,
}: Pick<TxStatus, "out_txs" | "planned_out_txs">) {
  return sent.length > 0 && sent.length < planned.length;
}

/** If the period is longer than the constant, the queues do not show all payouts. */
export function isLate(record: TxStatus, periodBlocks: number): boolean {
  const { outbound_signed: signed, outbound_delay: delay } = record.stages;
  if (signed === undefined || periodBlocks > SIGNING_PERIOD_BLOCKS) return false;
  if (signed.completed === true)
    return isLeftUnpaid(record) && (delay === undefined || delay.completed === true);
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

/** Such a payout was given up, swapped back under another id, or paid without a record. */
export async function readDropped(
  query: RecordQuery,
  periodBlocks: number,
): Promise<Agreed<"dropped"> | null> {
  const { nodes, quorum, preset, txid, options } = query;
  const areGivenUp = await Promise.all(nodes.slice(0, quorum).map(isGivenUp));
  const dropped = areGivenUp.flatMap((isDropped) => (isDropped ? ("dropped" as const) : []));
  return agreeOn(dropped, quorum);

  async function isGivenUp(node: Provider): Promise<boolean> {
    // A retried payout moves between the two lists, but cannot be missed three times.
    const isQueued =
      (await isListed(node, "outbound", options)) ||
      (await isListed(node, "scheduled", options)) ||
      (await isListed(node, "outbound", { ...options, keepMs: 0 }));
    if (isQueued) return false;
    // A signed payout leaves the queue too, so the record is read after the queue.
    const path = `/${preset.segment}/tx/status/${txid}`;
    const record = await orNull(node.get(path, TxStatus, { ...options, keepMs: 0 }));
    return record !== null && isLate(record.value, periodBlocks);
  }

  /** True also where the list could not be read. */
  async function isListed(
    node: Provider,
    list: "outbound" | "scheduled",
    listOptions: GetOptions,
  ): Promise<boolean> {
    const answer = await orNull(
      node.get(`/${preset.segment}/queue/${list}`, PayoutQueue, listOptions),
    );
    const isOwn = ({ in_hash: id }: { in_hash: string }) => id.toUpperCase() === txid.toUpperCase();
    return answer === null || (answer.value ?? []).some(isOwn);
  }
}
