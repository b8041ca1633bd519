// The five stages of a swap as they are shown, and the time that is left or overdue.

import {
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
  readonly isWholeBack: boolean;
}

export function listStages(
  state: SwapState,
  nodeStages: Stages | null,
  timeline: TimelineInput,
): SwapStage[] {
  if (state === "unavailable") return [];
  const doneCount = doneStageCount(state, nodeStages, timeline.isUnconfirmed);
  const isSwapUndone = stateRows[state].back === "all" || timeline.isWholeBack;
  return swapStages.map((stage, index) => {
    const done = index < doneCount && !(stage === "swapped" && isSwapUndone);
    return { stage, done, ...stageDetail(stage, done, nodeStages, timeline) };
  });
}

function doneStageCount(
  state: SwapState,
  nodeStages: Stages | null,
  isUnconfirmed: boolean,
): number {
  const { stagesBehind } = stateRows[state];
  // Without confirmation, no stage after the swap is shown as done.
  const doneCount = isUnconfirmed ? Math.min(stagesBehind, 3) : stagesBehind;
  // The state of a transaction that is no swap is "unknown", yet its deposit was confirmed.
  const isConfirmed = state === "unknown" && nodeStages?.inbound_finalised?.completed === true;
  return isConfirmed ? Math.max(doneCount, 2) : doneCount;
}

function stageDetail(
  stage: SwapStage["stage"],
  done: boolean,
  nodeStages: Stages | null,
  { streaming, partsSecondsLeft }: TimelineInput,
): Partial<SwapStage> {
  if (stage === "swapped")
    return { streaming, ...(partsSecondsLeft !== null && { secondsLeft: partsSecondsLeft }) };
  const secondsLeft = done ? undefined : nodeSecondsLeft(stage, nodeStages);
  return secondsLeft === undefined ? {} : { secondsLeft };
}

function nodeSecondsLeft(stage: SwapStage["stage"], nodeStages: Stages | null): number | undefined {
  if (stage === "confirmed")
    return nodeStages?.inbound_confirmation_counted?.remaining_confirmation_seconds;
  if (stage === "outbound_scheduled") return nodeStages?.outbound_delay?.remaining_delay_seconds;
  return undefined;
}

/**
 * Null for rapid parts: with interval 0, one block takes as many parts as it can. Null also for
 * limit orders, and while a halt stops the swap.
 */
export function partsSecondsLeft({
  state,
  progress,
  isLimitOrder,
  isHeld,
}: PollInput): number | null {
  if (stateRows[state].phase !== "pools" || isLimitOrder || isHeld || !progress) return null;
  const { parts, intervalBlocks } = progress;
  const blocksLeft = Math.max(0, parts.quantity - parts.count) * intervalBlocks;
  return blocksLeft * PROTOCOL_BLOCK_SECONDS || null;
}

/** Seconds to the payout; null unless the node has timed every phase that is left. */
export function secondsLeft(
  { state, stages, payoutChain, preset }: PollInput,
  isSigningOpen: boolean,
): number | null {
  const blockSeconds = findChainRow(payoutChain, preset)?.blockSeconds;
  if (!isSigningOpen || blockSeconds === undefined || stages === null) return null;
  const signingSeconds = Math.max(blockSeconds, PROTOCOL_BLOCK_SECONDS);
  const { outbound_delay: delay, outbound_signed: signed } = stages;
  const { awaits } = stateRows[state];
  if (awaits === "delay") {
    const delaySeconds = delay?.remaining_delay_seconds;
    return delaySeconds === undefined ? null : Math.ceil(delaySeconds + signingSeconds);
  }
  if (awaits !== "signature" || signed === undefined || signed.completed === true) return null;
  const waitedSeconds = (signed.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS;
  return waitedSeconds < signingSeconds ? Math.ceil(signingSeconds) : null;
}

/** Null within the period that the first signers have. */
export function secondsLate({ state, stages }: PollInput): number | null {
  const waitedBlocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
  const isLate = stateRows[state].awaits === "signature" && waitedBlocks >= SIGNING_PERIOD_BLOCKS;
  return isLate ? waitedBlocks * PROTOCOL_BLOCK_SECONDS : null;
}
