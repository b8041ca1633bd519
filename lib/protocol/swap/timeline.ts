// The five stages of a swap for display, and its time left or overdue.

import {
  type LatePayout,
  type StreamingProgress,
  type SwapStage,
  type SwapState,
  stateRows,
  swapStages,
} from "../model/swap.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { PollInput } from "./poll.ts";

interface TimelineInput {
  readonly streaming: StreamingProgress | null;
  readonly partsSecondsLeft: number | null;
  readonly isUnconfirmed: boolean;
  readonly isWholeRefund: boolean;
}

export function listStages(
  state: SwapState,
  nodeStages: Stages | null,
  timeline: TimelineInput,
): SwapStage[] {
  if (state === "unavailable") return [];
  const doneStageCount = countDoneStages(state, nodeStages, timeline.isUnconfirmed);
  const isAllRefunded = stateRows[state].back === "all" || timeline.isWholeRefund;
  return swapStages.map((stage, index) => {
    const isDone = index < doneStageCount && !(stage === "swapped" && isAllRefunded);
    return { stage, done: isDone, ...stageDetail(stage, isDone, nodeStages, timeline) };
  });
}

function countDoneStages(
  state: SwapState,
  nodeStages: Stages | null,
  isUnconfirmed: boolean,
): number {
  const { stagesBehind } = stateRows[state];
  const doneStageCount = isUnconfirmed ? Math.min(stagesBehind, 3) : stagesBehind;
  // A confirmed deposit without a swap has the state "unknown". Its first two stages are done.
  const isOtherDepositConfirmed =
    state === "unknown" && nodeStages?.inbound_finalised?.completed === true;
  return isOtherDepositConfirmed ? Math.max(doneStageCount, 2) : doneStageCount;
}

function stageDetail(
  stage: SwapStage["stage"],
  isDone: boolean,
  nodeStages: Stages | null,
  { streaming, partsSecondsLeft }: TimelineInput,
): Partial<SwapStage> {
  if (stage === "swapped")
    return { streaming, ...(partsSecondsLeft !== null && { secondsLeft: partsSecondsLeft }) };
  const stageSecondsLeft = isDone ? undefined : nodeSecondsLeft(stage, nodeStages);
  return stageSecondsLeft === undefined ? {} : { secondsLeft: stageSecondsLeft };
}

function nodeSecondsLeft(stage: SwapStage["stage"], nodeStages: Stages | null): number | undefined {
  if (stage === "confirmed")
    return nodeStages?.inbound_confirmation_counted?.remaining_confirmation_seconds;
  if (stage === "outbound_scheduled") return nodeStages?.outbound_delay?.remaining_delay_seconds;
  return undefined;
}

/**
 * Seconds until the last part. Null during a halt and for a limit order. Null if the interval
 * between parts is 0: the network then swaps as many parts in one block as it can.
 */
export function partsSecondsLeft({
  state,
  partsProgress,
  isLimitOrder,
  isSwapHalted,
}: PollInput): number | null {
  if (stateRows[state].phase !== "pools" || isLimitOrder || isSwapHalted || !partsProgress)
    return null;
  const { parts, intervalBlocks } = partsProgress;
  const blocksLeft = Math.max(0, parts.quantity - parts.count) * intervalBlocks;
  return blocksLeft * PROTOCOL_BLOCK_SECONDS || null;
}

export function secondsLeft(
  { state, stages, payoutChain, preset }: PollInput,
  isSigningOpen: boolean,
): number | null {
  const blockSeconds = findChainRow(payoutChain, preset)?.blockSeconds;
  if (!isSigningOpen || blockSeconds === undefined || stages === null) return null;
  const expectedSigningSeconds = Math.max(blockSeconds, PROTOCOL_BLOCK_SECONDS);
  const { outbound_delay: delayStage, outbound_signed: signingStage } = stages;
  const { awaits } = stateRows[state];
  if (awaits === "delay") {
    const delaySeconds = delayStage?.remaining_delay_seconds;
    return delaySeconds === undefined ? null : Math.ceil(delaySeconds + expectedSigningSeconds);
  }
  if (awaits !== "signature" || signingStage === undefined || signingStage.completed === true)
    return null;
  const waitedSeconds = (signingStage.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return waitedSeconds < expectedSigningSeconds ? Math.ceil(expectedSigningSeconds) : null;
}

/** Counted from the block in which the payout was due. Null during the first signing period. */
export function latePayout({ state, stages }: PollInput): LatePayout | null {
  const blocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
  const isPayoutLate = stateRows[state].awaits === "signature" && blocks >= SIGNING_PERIOD_BLOCKS;
  return isPayoutLate ? { blocks, seconds: blocks * PROTOCOL_BLOCK_SECONDS } : null;
}
