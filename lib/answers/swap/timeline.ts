// The six steps of a swap. Times come from a node or from block intervals of chains, never a guess.

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
  type StepId,
  type StepProgress,
  stepProgress,
  stepSecondsLeft,
  wordsForOutputs,
} from "./step-progress.ts";

export interface TimelineStep extends Pick<Step, "name" | "status" | "word"> {
  readonly step: StepId;
  readonly text: string | null;
  /**
   * Says how long the step usually takes or, if a halt holds it, that nobody knows when the halt
   * ends. Null if the step is not awaited, or has a countdown.
   */
  readonly wait: string | null;
}

const stepIds = Object.keys(stepWords) as readonly StepId[];

export interface TimelineContext {
  readonly preset: Preset;
  /** Source chain that the client named, or null. Used until the network has seen the deposit. */
  readonly chain: string | null;
}

export function swapTimeline(reading: SwapReading, context: TimelineContext): TimelineStep[] {
  if (reading.stages.length === 0) return [];
  const outputWords = wordsForOutputs(reading);
  const steps = stepIds.map((step) => {
    const progress = stepProgress(step, reading, context.preset);
    return { step, progress, text: progress.text ?? generalText(step, progress) };
  });
  return steps.map(({ step, progress, text }, index) => {
    const { status, word } = progress;
    const omitsRepeatedText = status === "skipped" || status === "unknown";
    return {
      step,
      name: stepWords[step].name(outputWords),
      status,
      word,
      text: omitsRepeatedText && text === steps[index - 1]?.text ? null : text,
      wait: stepWait(step, progress, reading, context),
    };
  });
}

/** A step that is over, or still to come, is told by its name and status alone. */
const generalText = (step: StepId, { status }: StepProgress) =>
  status === "done" || status === "ahead" ? null : stepWords[step].text;

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
  const isStepAwaited = (status === "now" || status === "unknown") && wait !== null;
  if (!isStepAwaited || reading.terminal || stepSecondsLeft(reading) !== null) return null;
  return waitText(step, reading, reading.in?.chain ?? chain, preset);
}

function waitText(
  step: StepId,
  reading: SwapReading | null,
  sourceChainCode: string | null,
  preset: Preset,
): string {
  const sourceChain = findChainRow(sourceChainCode, preset);
  const payoutChain = findChainRow(reading?.payoutChain, preset);
  const sourceIntervalText = sourceChain ? blockIntervalText(sourceChain) : null;
  switch (step) {
    case "observed":
      return stepWaits.seen(sourceIntervalText);
    case "confirmed":
      return sourceChain?.native
        ? stepWaits.native(preset.protocol)
        : stepWaits.confirmed(sourceIntervalText);
    case "swapped":
      return reading?.order
        ? stepWaits.price
        : stepWaits.swapped(preset.protocol, formatDuration(PROTOCOL_BLOCK_SECONDS));
    case "outbound_scheduled":
      return stepWaits.planned;
    case "outbound_signed": {
      const signingPeriodText = formatDuration(SIGNING_PERIOD_BLOCKS * PROTOCOL_BLOCK_SECONDS);
      const payoutIntervalText =
        payoutChain && !payoutChain.native ? blockIntervalText(payoutChain) : null;
      return stepWaits.signed(payoutIntervalText, SIGNING_PERIOD_BLOCKS, signingPeriodText);
    }
    case "destination":
      return stepWaits.destination(payoutChain ? blockIntervalText(payoutChain) : null);
  }
}

const blockIntervalText = ({ name, blockSeconds }: Chain): string =>
  stepWaits.blockInterval(name, formatDuration(blockSeconds));
