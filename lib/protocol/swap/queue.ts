// How far a queued swap is. Progress only, never an outcome.

import type { Quorum } from "../model/agreed.ts";
import type { StreamingProgress } from "../model/swap.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { type Stages, StreamingSwap, SwapDetails } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";

export interface QueuedSwap {
  readonly count: number;
  readonly quantity: number;
  readonly asset: string;
  /** As in the memo. 0: rapid parts, or an order may rest as long as the network allows. */
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

/** A third node is asked if only one of two has the swap, or if they do not agree on it. */
export async function readQueuedSwap(query: RecordQuery): Promise<QueuedSwap | null> {
  const { nodes, quorum } = query;
  if (quorum === 1) return readQueueRecord(query);
  const readFromNode = (node: Provider) => readQueueRecord({ ...query, nodes: [node] });
  const answers = await Promise.all(nodes.slice(0, quorum).map(readFromNode));
  const queuedSwaps = answers.filter((queued) => queued !== null);
  const [firstSwap, secondSwap] = queuedSwaps;
  if (!firstSwap) return null;
  const agreed = secondSwap ? agreeOnQueued(firstSwap, secondSwap) : null;
  const thirdNode = nodes[quorum];
  if (agreed !== null || !thirdNode) return agreed;
  const thirdSwap = await readFromNode(thirdNode);
  if (thirdSwap === null) return null;
  const agreedWithThird = queuedSwaps.map((queued) => agreeOnQueued(queued, thirdSwap));
  return agreedWithThird.find((queued) => queued !== null) ?? null;
}

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);

/** Nodes may be five blocks apart, and an answer is kept for one more. */
export function areNearCounts(a: number, b: number, intervalBlocks: number): boolean {
  return Math.abs(a - b) * Math.max(1, intervalBlocks) <= MAX_LAG_BLOCKS + 1 + intervalBlocks;
}

function isNearProgress(a: QueuedSwap, b: QueuedSwap): boolean {
  const partsApart = Math.abs(a.count - b.count);
  // A limit order fills in any steps.
  const steps = BigInt(a.quantity > 1 ? a.quantity : 10);
  const isSoldNear = distance(a.in, b.in) * steps <= a.deposit * BigInt(partsApart + 1);
  // A price is out/in. Both are multiplied by both `in`, so that nothing is divided.
  const [priceOfA, priceOfB] = [a.out * b.in, b.out * a.in];
  const isPriceNear = distance(priceOfA, priceOfB) * 10n <= priceOfA + priceOfB;
  const isFailedNear = Math.abs(a.failed - b.failed) <= partsApart;
  const isCountNear = areNearCounts(a.count, b.count, a.intervalBlocks);
  return isSoldNear && isPriceNear && isFailedNear && isCountNear;
}

const terms = [
  "quantity",
  "asset",
  "intervalBlocks",
  "deposit",
  "target",
  "sinceHeight",
  "isRestSoldLast",
] as const satisfies readonly (keyof QueuedSwap)[];

const lesser = <T extends bigint | number>(a: T, b: T): T => (a < b ? a : b);

/** The terms must be equal. The lower of two progress figures is shown: one node may lag. */
function agreeOnQueued(a: QueuedSwap, b: QueuedSwap): QueuedSwap | null {
  if (!terms.every((term) => a[term] === b[term]) || !isNearProgress(a, b)) return null;
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
  // MAYAChain lacks the advanced queue. The older record only has swaps in parts.
  if (preset.segment === "thorchain") {
    const path = `/thorchain/queue/swap/details/${txid}`;
    const details = await orNull(firstOf(nodes, path, SwapDetails, options));
    if (details) return toQueuedSwap(details.value);
  }
  const path = `/${preset.segment}/swap/streaming/${txid}`;
  const answer = await orNull(firstOf(nodes, path, StreamingSwap, options));
  if (!answer?.value.quantity) return null;
  const { target_asset: asset, trade_target: target } = answer.value;
  const figures = progressFigures(answer.value);
  return { ...figures, asset, target, sinceHeight: null, isRestSoldLast: true };
}

function toQueuedSwap({ swap }: SwapDetails): QueuedSwap {
  const { target_asset: asset, trade_target: target } = swap;
  const { initial_block_height: sinceHeight = null } = swap;
  return { ...progressFigures(swap.state), asset, target, sinceHeight };
}

type ProgressFigures = Omit<QueuedSwap, "asset" | "target" | "sinceHeight" | "isRestSoldLast">;

function progressFigures(state: SwapDetails["swap"]["state"]): ProgressFigures {
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

const unknownAmounts = { asset: null, in: null, out: null, failed: null } as const;

export function partsProgress(
  stages: Stages | null,
  queued: QueuedSwap | null,
): PartsProgress | null {
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
