// A limit order: whether it rests, how much of it is filled, and how it ended.

import { agreeOn } from "../model/agreed.ts";
import { type LimitOrder, type SwapOut, type SwapReading, stateRows } from "../model/swap.ts";
import type { Clock } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { TxRecord } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/instants.ts";
import type { SwapMemo } from "./memo.ts";
import type { QueuedSwap, RecordQuery } from "./queue.ts";

/** Longest life of a limit order without a vote: StreamingLimitSwapMaxAge in THORNode 3.17. */
const DEFAULT_MAX_REST_BLOCKS = 43_200;

export interface DepositHeights {
  readonly consensusHeight: number;
  readonly finalisedHeight: number;
}

export function maxRestBlocks({ nodes }: Pick<Evidence, "nodes">): number | null {
  const mimirs = nodes.map(({ mimir }) => mimir).filter((mimir) => mimir !== null);
  const maxRestBlocksByNode = mimirs.map((mimir) =>
    Math.max(0, mimir.STREAMINGLIMITSWAPMAXAGE ?? 0),
  );
  const agreedMaxBlocks = maxRestBlocksByNode.length > 0 ? agreeOn(maxRestBlocksByNode, 1) : 0;
  return agreedMaxBlocks === 0 ? DEFAULT_MAX_REST_BLOCKS : agreedMaxBlocks;
}

export async function readDepositHeights(query: RecordQuery): Promise<DepositHeights | null> {
  const { nodes, quorum, preset, txid, options } = query;
  const nodeGroups = quorum === 1 ? [nodes] : nodes.slice(0, quorum).map((node) => [node]);
  const path = `/${preset.segment}/tx/${txid}`;
  const recordAnswers = await Promise.all(
    nodeGroups.map((group) => orNull(firstOf(group, path, TxRecord, options))),
  );
  const records = recordAnswers.flatMap((answer) => answer?.value ?? []);
  const consensusHeights = records.flatMap(({ consensus_height: height }) => height ?? []);
  const finalisedHeights = records.flatMap(({ finalised_height: height }) => height ?? []);
  const consensusHeight = agreeOn(consensusHeights, quorum);
  const finalisedHeight = agreeOn(finalisedHeights, quorum);
  return consensusHeight === null || finalisedHeight === null
    ? null
    : { consensusHeight, finalisedHeight };
}

interface OrderInput extends Pick<SwapReading, "state"> {
  readonly out: readonly SwapOut[];
  readonly memo: SwapMemo | null;
  readonly queuedSwap: QueuedSwap | null;
  readonly depositHeights: DepositHeights | null;
  readonly maxRestBlocks: number | null;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}

export function limitOrderOf(input: OrderInput): LimitOrder | null {
  const { memo, queuedSwap } = input;
  if (!memo?.limitOrder) return null;
  if (queuedSwap) {
    const { deposit: depositBase, target: targetBase } = queuedSwap;
    return {
      status: queuedSwap.in > 0n ? "partly_filled" : "resting",
      bought: queuedSwap.asset,
      limitPrice:
        depositBase === 0n || targetBase === 0n ? null : (targetBase * 100_000_000n) / depositBase,
      filledBps: depositBase === 0n ? null : Number((queuedSwap.in * 10_000n) / depositBase),
      expiresAtMs: expiryMs(queuedSwap, input),
    };
  }
  // The sender may change an order's price, so only the queue has the current price.
  const unknownOrderFigures = { bought: null, limitPrice: null, expiresAtMs: null };
  if (stateRows[input.state].phase === "pools")
    return { ...unknownOrderFigures, status: null, filledBps: null };
  const endedOrder = toEndedOrder(input);
  return endedOrder && { ...unknownOrderFigures, ...endedOrder };
}

function toEndedOrder(input: OrderInput): Pick<LimitOrder, "status" | "filledBps"> | null {
  const { state, out, memo, depositHeights, maxRestBlocks } = input;
  if (stateRows[state].stagesBehind <= 2 || state === "dropped") return null;
  const hasPayout = out.some(({ kind }) => kind === "swap");
  const hasRefund = out.some(({ kind }) => kind === "refund");
  if (hasPayout && !hasRefund) return { status: "filled", filledBps: 10_000 };
  const filledBps = hasPayout ? null : 0;
  if (depositHeights === null) return { status: null, filledBps };
  const restedBlocks = depositHeights.finalisedHeight - depositHeights.consensusHeight;
  // A refund in the block of the deposit means that the network refused the order.
  if (restedBlocks <= 0) return null;
  const restLimitBlocks = allowedRestBlocks(memo?.intervalBlocks ?? 0, maxRestBlocks);
  if (restLimitBlocks === null) return { status: null, filledBps };
  return { status: restedBlocks >= restLimitBlocks ? "expired" : "cancelled", filledBps };
}

function allowedRestBlocks(memoRestBlocks: number, maxBlocks: number | null): number | null {
  return memoRestBlocks > 0 && maxBlocks !== null ? Math.min(memoRestBlocks, maxBlocks) : maxBlocks;
}

function expiryMs(
  { sinceHeight, intervalBlocks }: QueuedSwap,
  { clock, maxRestBlocks }: OrderInput,
): number | null {
  const { height, blockTimeMs } = clock;
  const restLimitBlocks = allowedRestBlocks(intervalBlocks, maxRestBlocks);
  if (restLimitBlocks === null || sinceHeight === null || height === null || blockTimeMs === null)
    return null;
  const blocksLeft = sinceHeight + restLimitBlocks - height;
  return toInstant(blockTimeMs + blocksLeft * PROTOCOL_BLOCK_SECONDS * 1_000);
}
