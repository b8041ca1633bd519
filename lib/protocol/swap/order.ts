// A limit order: whether it rests, how much of it is filled, and how it ended.

import { agreeOn } from "../model/agreed.ts";
import { type LimitOrder, type SwapReading, stateRows } from "../model/swap.ts";
import type { Clock } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { TxRecord } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/instants.ts";
import type { SwapMemo } from "./memo.ts";
import type { QueuedSwap, RecordQuery } from "./queue.ts";

/** THORNode 3.17, constant StreamingLimitSwapMaxAge, which applies without a vote. */
const DEFAULT_MAX_REST_BLOCKS = 43_200;

export interface DepositHeights {
  readonly consensus: number;
  readonly finalised: number;
}

export function maxRestBlocks({ nodes }: Pick<Evidence, "nodes">): number | null {
  const mimirs = nodes.map(({ mimir }) => mimir).filter((mimir) => mimir !== null);
  const votes = mimirs.map((mimir) => Math.max(0, mimir.STREAMINGLIMITSWAPMAXAGE ?? 0));
  const blocks = votes.length > 0 ? agreeOn(votes, 1) : 0;
  return blocks === 0 ? DEFAULT_MAX_REST_BLOCKS : blocks;
}

/** How an order ended follows from the heights, so they need the same quorum as an outcome. */
export async function readDepositHeights(query: RecordQuery): Promise<DepositHeights | null> {
  const { nodes, quorum, preset, txid, options } = query;
  const nodeGroups = quorum === 1 ? [nodes] : nodes.slice(0, quorum).map((node) => [node]);
  const path = `/${preset.segment}/tx/${txid}`;
  const answers = await Promise.all(
    nodeGroups.map((group) => orNull(firstOf(group, path, TxRecord, options))),
  );
  const records = answers.flatMap((answer) => answer?.value ?? []);
  const consensusHeights = records.flatMap(({ consensus_height: height }) => height ?? []);
  const finalisedHeights = records.flatMap(({ finalised_height: height }) => height ?? []);
  const consensus = agreeOn(consensusHeights, quorum);
  const finalised = agreeOn(finalisedHeights, quorum);
  return consensus === null || finalised === null ? null : { consensus, finalised };
}

interface OrderInput extends Pick<SwapReading, "state" | "out"> {
  readonly memo: SwapMemo | null;
  readonly queued: QueuedSwap | null;
  readonly heights: DepositHeights | null;
  readonly maxRestBlocks: number | null;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}

/** Null for a market swap, and for an order that never joined the queue. */
export function limitOrderOf(input: OrderInput): LimitOrder | null {
  const { memo, queued } = input;
  if (!memo?.limitOrder) return null;
  if (queued) {
    const { deposit, target } = queued;
    return {
      status: queued.in > 0n ? "partly_filled" : "resting",
      bought: queued.asset,
      limitPrice: deposit === 0n || target === 0n ? null : (target * 100_000_000n) / deposit,
      filledBps: deposit === 0n ? null : Number((queued.in * 10_000n) / deposit),
      expiresAtMs: expiryMs(queued, input),
    };
  }
  // The sender may change an order's price later. Only the queue has the current one.
  const unknownTerms = { bought: null, limitPrice: null, expiresAtMs: null };
  if (stateRows[input.state].phase === "pools")
    return { ...unknownTerms, status: null, filledBps: null };
  const ending = orderEnding(input);
  return ending && { ...unknownTerms, ...ending };
}

function orderEnding(input: OrderInput): Pick<LimitOrder, "status" | "filledBps"> | null {
  const { state, out, memo, heights, maxRestBlocks } = input;
  if (stateRows[state].stagesBehind <= 2 || state === "dropped") return null;
  const isPaid = out.some(({ kind }) => kind === "swap");
  const isReturned = out.some(({ kind }) => kind === "refund");
  if (isPaid && !isReturned) return { status: "filled", filledBps: 10_000 };
  const filledBps = isPaid ? null : 0;
  if (heights === null) return { status: null, filledBps };
  const restedBlocks = heights.finalised - heights.consensus;
  // An order that goes back in the block of its arrival was refused.
  if (restedBlocks <= 0) return null;
  const allowedBlocks = restBlocks(memo?.intervalBlocks ?? 0, maxRestBlocks);
  if (allowedBlocks === null) return { status: null, filledBps };
  return { status: restedBlocks >= allowedBlocks ? "expired" : "cancelled", filledBps };
}

function restBlocks(memoBlocks: number, maxBlocks: number | null): number | null {
  return memoBlocks > 0 && maxBlocks !== null ? Math.min(memoBlocks, maxBlocks) : maxBlocks;
}

function expiryMs(
  { sinceHeight, intervalBlocks }: QueuedSwap,
  { clock, maxRestBlocks }: OrderInput,
): number | null {
  const allowedBlocks = restBlocks(intervalBlocks, maxRestBlocks);
  if (
    allowedBlocks === null ||
    sinceHeight === null ||
    clock.height === null ||
    clock.blockTimeMs === null
  )
    return null;
  const blocksLeft = sinceHeight + allowedBlocks - clock.height;
  return toInstant(clock.blockTimeMs + blocksLeft * PROTOCOL_BLOCK_SECONDS * 1_000);
}
