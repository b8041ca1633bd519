// A limit order: whether it rests, how much of it is filled, and how it ended.

import { agreeOn } from "../model/agreed.ts";
import { type LimitOrder, type SwapReading, stateRows } from "../model/swap.ts";
import type { Clock } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { TxRecord } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/figure-text.ts";
import type { SwapMemo } from "./memo.ts";
import type { QueuedSwap, RecordQuestion } from "./queue.ts";

/** THORNode 3.17, constant StreamingLimitSwapMaxAge, which applies without a vote. */
export const LONGEST_REST_BLOCKS = 43_200;

export interface DepositHeights {
  readonly consensus: number;
  readonly finalised: number;
}

export function allowedRestBlocks({ nodes }: Pick<Evidence, "nodes">): number | null {
  const listed = nodes.flatMap(({ mimir }) =>
    mimir === null ? [] : Math.max(0, mimir.STREAMINGLIMITSWAPMAXAGE ?? 0),
  );
  const blocks = agreeOn(listed.length > 0 ? listed : [0], 1);
  return blocks === 0 ? LONGEST_REST_BLOCKS : blocks;
}

/** How an order ended follows from the heights, so they need the same quorum as an outcome. */
export async function readHeights(question: RecordQuestion): Promise<DepositHeights | null> {
  const { nodes, quorum, preset, txid, options } = question;
  const asked = quorum === 1 ? [nodes] : nodes.slice(0, quorum).map((one) => [one]);
  const path = `/${preset.segment}/tx/${txid}`;
  const answers = await Promise.all(
    asked.map((some) => orNull(firstOf(some, path, TxRecord, options))),
  );
  const told = answers.flatMap((answer) => answer?.value ?? []);
  const consensus = agreeOn(
    told.flatMap(({ consensus_height: height }) => height ?? []),
    quorum,
  );
  const finalised = agreeOn(
    told.flatMap(({ finalised_height: height }) => height ?? []),
    quorum,
  );
  return consensus === null || finalised === null ? null : { consensus, finalised };
}

interface OrderInput extends Pick<SwapReading, "state" | "out"> {
  readonly memo: SwapMemo | null;
  readonly queued: QueuedSwap | null;
  readonly heights: DepositHeights | null;
  readonly longestRestBlocks: number | null;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}

/** Null for a market swap, and for an order that never joined the queue. */
export function readOrder(input: OrderInput): LimitOrder | null {
  const { memo, queued } = input;
  if (!memo?.limitOrder) return null;
  if (queued) {
    const { deposit, target } = queued;
    return {
      status: queued.in > 0n ? "partly_filled" : "resting",
      bought: queued.asset,
      limitPrice: deposit === 0n || target === 0n ? null : (target * 100_000_000n) / deposit,
      filledBps: deposit === 0n ? null : Number((queued.in * 10_000n) / deposit),
      expiresAtMs: expiryOf(queued, input),
    };
  }
  // The sender may change an order's price later. Only the queue has the current one.
  const unqueued = { bought: null, limitPrice: null, expiresAtMs: null };
  if (stateRows[input.state].phase === "pools")
    return { ...unqueued, status: null, filledBps: null };
  const ended = endOf(input);
  return ended && { ...unqueued, ...ended };
}

function endOf(input: OrderInput): Pick<LimitOrder, "status" | "filledBps"> | null {
  const { state, out, memo, heights, longestRestBlocks } = input;
  const isOutOfPools = stateRows[state].stagesBehind > 2 && state !== "dropped";
  if (!isOutOfPools) return null;
  const [isPaid, isReturned] = [
    out.some(({ kind }) => kind === "swap"),
    out.some(({ kind }) => kind === "refund"),
  ];
  if (isPaid && !isReturned) return { status: "filled", filledBps: 10_000 };
  const filledBps = isPaid ? null : 0;
  if (heights === null) return { status: null, filledBps };
  const restedBlocks = heights.finalised - heights.consensus;
  // An order that goes back in the block of its arrival was refused.
  if (restedBlocks <= 0) return null;
  const mayRest = restBlocks(memo?.intervalBlocks ?? 0, longestRestBlocks);
  if (mayRest === null) return { status: null, filledBps };
  return { status: restedBlocks >= mayRest ? "expired" : "cancelled", filledBps };
}

function restBlocks(asked: number, longest: number | null): number | null {
  return asked > 0 && longest !== null ? Math.min(asked, longest) : longest;
}

function expiryOf(
  { sinceHeight, intervalBlocks }: QueuedSwap,
  { clock, longestRestBlocks }: OrderInput,
): number | null {
  const mayRest = restBlocks(intervalBlocks, longestRestBlocks);
  if (
    mayRest === null ||
    sinceHeight === null ||
    clock.height === null ||
    clock.blockTimeMs === null
  )
    return null;
  const blocksLeft = sinceHeight + mayRest - clock.height;
  return toInstant(clock.blockTimeMs + blocksLeft * PROTOCOL_BLOCK_SECONDS * 1_000);
}
