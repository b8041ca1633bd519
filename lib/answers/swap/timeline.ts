// A swap in six steps. Times are the node's own or the chains' block times, never guessed.

import type { SwapReading } from "../../protocol/model/swap.ts";
import { findChainRow } from "../../protocol/values/chain-lookup.ts";
import type { Chain } from "../../protocol/values/chain-rows.ts";
import {
  PROTOCOL_BLOCK_SECONDS,
  type Preset,
  SIGNING_PERIOD_BLOCKS,
} from "../../protocol/values/chains.ts";
import type { Step } from "../../render/blocks.ts";
import { formatDuration } from "../../say/figures.en.ts";
import { stepWaits, stepWords, unknownHaltEnd } from "../../say/track.en.ts";
import {
  outputOf,
  type StepId,
  type StepProgress,
  stepProgress,
  stepSecondsLeft,
} from "./step-progress.ts";

export interface TimelineStep extends Pick<Step, "name" | "status" | "word"> {
  readonly step: StepId;
  /** Whole sentences. Null where the step before has the same. */
  readonly text: string | null;
  /** Typical time of the step. Null if nothing is awaited, or the time is counted. */
  readonly wait: string | null;
}

const stepIds = Object.keys(stepWords) as readonly StepId[];

export interface TimelineContext {
  readonly preset: Preset;
  /** Named with the id, for the time before the network has seen the swap. */
  readonly chain: string | null;
}

export function swapTimeline(reading: SwapReading, context: TimelineContext): TimelineStep[] {
  if (reading.stages.length === 0) return [];
  const output = outputOf(reading);
  const steps = stepIds.map((step) => {
    const progress = stepProgress(step, reading, context.preset);
    return { step, progress, text: progress.text ?? stepWords[step].text };
  });
  return steps.map(({ step, progress, text }, index) => {
    const { status, word } = progress;
    const mayRepeat = status === "skipped" || status === "unknown";
    return {
      step,
      name: stepWords[step].name(output),
      status,
      word,
      text: mayRepeat && text === steps[index - 1]?.text ? null : text,
      wait: stepWait(step, progress, reading, context),
    };
  });
}

export function generalTimeline(preset: Preset): TimelineStep[] {
  return stepIds.map((step) => ({
    step,
    name: stepWords[step].name("payout"),
    status: "ahead",
    word: null,
    text: stepWords[step].text,
    wait: waitText(step, null, null, preset),
  }));
}

function stepWait(
  step: StepId,
  { status, wait }: StepProgress,
  reading: SwapReading,
  { preset, chain }: TimelineContext,
): string | null {
  if (status === "held") return unknownHaltEnd;
  const isAwaited = (status === "now" || status === "unknown") && wait !== null;
  if (!isAwaited || reading.terminal || stepSecondsLeft(reading) !== null) return null;
  return waitText(step, reading, reading.in?.chain ?? chain, preset);
}

function waitText(
  step: StepId,
  reading: SwapReading | null,
  sourceCode: string | null,
  preset: Preset,
): string {
  const source = findChainRow(sourceCode, preset);
  const target = findChainRow(reading?.payoutChain, preset);
  const sourcePace = source ? paceText(source) : null;
  switch (step) {
    case "observed":
      return stepWaits.seen(sourcePace);
    case "confirmed":
      return source?.native ? stepWaits.native(preset.protocol) : stepWaits.confirmed(sourcePace);
    case "swapped":
      return reading?.order
        ? stepWaits.price
        : stepWaits.swapped(preset.protocol, formatDuration(PROTOCOL_BLOCK_SECONDS));
    case "outbound_scheduled":
      return stepWaits.planned;
    case "outbound_signed": {
      const period = formatDuration(SIGNING_PERIOD_BLOCKS * PROTOCOL_BLOCK_SECONDS);
      const payoutPace = target && !target.native ? paceText(target) : null;
      return stepWaits.signed(payoutPace, SIGNING_PERIOD_BLOCKS, period);
    }
    case "destination":
      return stepWaits.destination(target ? paceText(target) : null);
  }
}

const paceText = ({ name, blockSeconds }: Chain): string =>
  stepWaits.pace(name, formatDuration(blockSeconds));
