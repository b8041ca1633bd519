// Reads how far a queued swap has come: progress only, never an outcome.

import type { Quorum } from "../model/agreed.ts";
import type { StreamingProgress } from "../model/swap.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { type Stages, StreamingSwap, SwapDetails } from "../upstream/schemas.ts";
import { lesser } from "../values/amounts.ts";
import type { Preset } from "../values/chains.ts";

export interface QueuedSwap {
  readonly count: number;
  readonly quantity: number;
  readonly asset: string;
  /** As in the memo. 0: several parts per block. For a limit order, 0: the longest allowed life. */
  readonly intervalBlocks: number;
  readonly deposit: bigint;
  readonly in: bigint;
  readonly out: bigint;
  readonly failed: number;
  readonly target: bigint;
  readonly sinceHeight: number | null;
  /** True if the last part also sells the amount of failed parts: `type_streaming_swap.go`. */
  readonly isRestSoldLast?: true;
}

export interface RecordQuery {
  readonly nodes: readonly Provider[];
  readonly quorum: Quorum;
  readonly preset: Preset;
  readonly txid: string;
  readonly options: GetOptions;
}

export async function readQueuedSwap(query: RecordQuery): Promise<QueuedSwap | null> {
  const { nodes, quorum } = query;
  if (quorum === 1) return readQueueRecord(query);
  const readFromNode = (node: Provider) => readQueueRecord({ ...query, nodes: [node] });
  const swapPerNode = await Promise.all(nodes.slice(0, quorum).map(readFromNode));
  const queuedSwaps = swapPerNode.filter((swap) => swap !== null);
  const [firstSwap, secondSwap] = queuedSwaps;
  if (!firstSwap) return null;
  const agreedSwap = secondSwap ? agreeOnQueued(firstSwap, secondSwap) : null;
  const thirdNode = nodes[quorum];
  if (agreedSwap !== null || !thirdNode) return agreedSwap;
  const thirdSwap = await readFromNode(thirdNode);
  if (thirdSwap === null) return null;
  const swapsAgreedWithThird = queuedSwaps.map((swap) => agreeOnQueued(swap, thirdSwap));
  return swapsAgreedWithThird.find((swap) => swap !== null) ?? null;
}

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);

/** True if lag explains the difference: nodes are up to five blocks apart, and caches add one. */
export function arePartCountsNear(a: number, b: number, intervalBlocks: number): boolean {
  return Math.abs(a - b) * Math.max(1, intervalBlocks) <= MAX_LAG_BLOCKS + 1 + intervalBlocks;
}

function isProgressNear(a: QueuedSwap, b: QueuedSwap): boolean {
  const partCountGap = Math.abs(a.count - b.count);
  // A limit order has no fixed parts, so ten are assumed.
  const assumedPartCount = BigInt(a.quantity > 1 ? a.quantity : 10);
  const isSoldAmountNear =
    distance(a.in, b.in) * assumedPartCount <= a.deposit * BigInt(partCountGap + 1);
  // Compares the prices `out / in` without a division, because bigint division rounds.
  const [priceOfA, priceOfB] = [a.out * b.in, b.out * a.in];
  const isPriceNear = distance(priceOfA, priceOfB) * 10n <= priceOfA + priceOfB;
  const isFailedCountNear = Math.abs(a.failed - b.failed) <= partCountGap;
  const isPartCountNear = arePartCountsNear(a.count, b.count, a.intervalBlocks);
  return isSoldAmountNear && isPriceNear && isFailedCountNear && isPartCountNear;
}

const fixedKeys = [
  "quantity",
  "asset",
  "intervalBlocks",
  "deposit",
  "target",
  "sinceHeight",
  "isRestSoldLast",
] as const satisfies readonly (keyof QueuedSwap)[];

function agreeOnQueued(a: QueuedSwap, b: QueuedSwap): QueuedSwap | null {
  if (!fixedKeys.every((key) => a[key] === b[key]) || !isProgressNear(a, b)) return null;
  return {
    ...a,
    count: lesser(a.count, b.count),
    failed: lesser(a.failed, b.failed),
    in: lesser(a.in, b.in),
    out: lesser(a.out, b.out),
  };
}

async function readQueueRecord({
  nodes,
  preset,
  txid,
  options,
}: RecordQuery): Promise<QueuedSwap | null> {
  // Only THORNode has `queue/swap/details`. `swap/streaming` omits swaps in one part.
  if (preset.segment === "thorchain") {
    const path = `/thorchain/queue/swap/details/${txid}`;
    const detailsAnswer = await orNull(firstOf(nodes, path, SwapDetails, options));
    if (detailsAnswer) return toQueuedSwap(detailsAnswer.value);
  }
  const path = `/${preset.segment}/swap/streaming/${txid}`;
  const streamingAnswer = await orNull(firstOf(nodes, path, StreamingSwap, options));
  if (!streamingAnswer?.value.quantity) return null;
  const { target_asset: asset, trade_target: target } = streamingAnswer.value;
  const progressFigures = toProgressFigures(streamingAnswer.value);
  return { ...progressFigures, asset, target, sinceHeight: null, isRestSoldLast: true };
}

function toQueuedSwap({ swap }: SwapDetails): QueuedSwap {
  const { target_asset: asset, trade_target: target } = swap;
  const { initial_block_height: sinceHeight = null } = swap;
  return { ...toProgressFigures(swap.state), asset, target, sinceHeight };
}

type ProgressFigures = Omit<QueuedSwap, "asset" | "target" | "sinceHeight" | "isRestSoldLast">;

function toProgressFigures(state: SwapDetails["swap"]["state"]): ProgressFigures {
  return {
    count: state.count ?? 0,
    quantity: state.quantity ?? 0,
    intervalBlocks: state.interval ?? 0,
    deposit: state.deposit,
    in: state.in,
    out: state.out,
    failed: state.failed_swaps?.length ?? 0,
  };
}

export interface PartsProgress extends Pick<QueuedSwap, "intervalBlocks"> {
  readonly parts: StreamingProgress;
}

const unstatedFigures = { asset: null, in: null, out: null, failed: null } as const;

export function partsProgressOf(
  stages: Stages | null,
  queuedSwap: QueuedSwap | null,
): PartsProgress | null {
  if (queuedSwap && queuedSwap.quantity > 1) {
    const { count, quantity, asset, failed, intervalBlocks } = queuedSwap;
    return {
      parts: { count, quantity, asset, in: queuedSwap.in, out: queuedSwap.out, failed },
      intervalBlocks,
    };
  }
  const {
    interval: intervalBlocks = 0,
    quantity,
    count = 0,
  } = stages?.swap_status?.streaming ?? {};
  return quantity ? { parts: { count, quantity, ...unstatedFigures }, intervalBlocks } : null;
}
