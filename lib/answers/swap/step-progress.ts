// The state of each step of a swap, such as done or waiting, and whether it pays out or refunds.

import {
  isInPools,
  type SwapOut,
  type SwapReading,
  type SwapStage,
  stateRows,
} from "../../protocol/model/swap.ts";
import { findChainRow } from "../../protocol/values/chain-lookup.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import type { Step } from "../../render/blocks.ts";
import { joinWords } from "../../say/phrases.en.ts";
import { goesBack, stateWords } from "../../say/swap.en.ts";
import { type OutputWords, stepStatusWords, stepTexts } from "../../say/track.en.ts";

export type StepId = SwapStage["stage"] | "destination";

/**
 * State of one step. `text` is left out if the general text of the step fits. `wait` is null if the
 * page shall not say how long the step usually takes.
 */
export interface StepProgress extends Pick<Step, "status" | "word"> {
  readonly text?: string;
  readonly wait?: null;
}

interface StepCase {
  readonly step: StepId;
  readonly reading: SwapReading;
  readonly preset: Preset;
  readonly payments: readonly SwapOut[];
  readonly isDone: boolean;
  readonly isCurrent: boolean;
}

export function stepProgress(step: StepId, reading: SwapReading, preset: Preset): StepProgress {
  const stepCase: StepCase = {
    step,
    reading,
    preset,
    payments: reading.out.filter(({ kind }) => kind !== "affiliate"),
    isDone: reading.stages.some(({ stage, done }) => stage === step && done),
    isCurrent: currentStage(reading)?.stage === step,
  };
  return (
    swappedProgress(stepCase) ??
    unseenProgress(stepCase) ??
    stoppedProgress(stepCase) ??
    missingPaymentProgress(stepCase) ??
    nativePaymentProgress(stepCase) ??
    destinationProgress(stepCase) ??
    (stepCase.isDone ? doneProgress : openProgress(stepCase))
  );
}

const doneProgress: StepProgress = { status: "done", word: stepStatusWords.done };
const aheadProgress: StepProgress = { status: "ahead", word: stepStatusWords.ahead };
const skippedProgress = (word: string, text: string): StepProgress => ({
  status: "skipped",
  word,
  text,
});
const waitingProgress = (text: string): StepProgress => ({
  status: "held",
  word: stepStatusWords.waits,
  text,
});
const notShownProgress = (text: string): StepProgress => ({
  status: "unknown",
  word: stepStatusWords.notShown,
  text,
  wait: null,
});

/**
 * State of the step "swapped" when this step is over. If the deposit is refunded, the step is over
 * although only a part of the deposit, or none, was swapped. Null in other cases.
 */
function swappedProgress({ step, reading, payments, isDone }: StepCase): StepProgress | null {
  const { state, terminal, refundExpected, order } = reading;
  const { back: refundScope } = stateRows[state];
  const isOnlyRefundAhead = refundExpected && !isInPools(reading);
  if (step !== "swapped" || !(isDone || refundScope === "all" || isOnlyRefundAhead)) return null;
  const goesBackText = terminal && state !== "dropped" ? stepTexts.wentBack : goesBack(state);
  const isPartPaidOut = payments.some(({ kind }) => kind === "swap");
  if (refundScope === "part" || (refundExpected && isPartPaidOut))
    return { status: "done", word: stepStatusWords.inPart, text: stepTexts.inPart(goesBackText) };
  // "Not swapped" may be wrong for a limit order with an expected refund: a part may be filled but
  // too small to be paid out, and no record shows such a part.
  if (refundScope === "all" || (refundExpected && !isDone && order === null))
    return skippedProgress(stepStatusWords.didNotHappen, stepTexts.notSwapped(goesBackText));
  if (refundExpected)
    return {
      status: isDone ? "done" : "skipped",
      word: stepStatusWords.refundDecided,
      text: stepTexts.refundDecided(goesBackText),
    };
  const { processedText } = stateWords[state];
  return processedText
    ? { status: "done", word: stepStatusWords.processed, text: processedText(terminal) }
    : doneProgress;
}

function unseenProgress({ step, reading, isDone }: StepCase): StepProgress | null {
  if (reading.state !== "unknown" || isDone) return null;
  if (reading.terminal) return skippedProgress(stepStatusWords.doesNotApply, stepTexts.notASwap);
  return step === "observed"
    ? { status: "unknown", word: stepStatusWords.notSeenYet }
    : aheadProgress;
}

function stoppedProgress({ reading, isDone }: StepCase): StepProgress | null {
  const { stoppedStep } = stateWords[reading.state];
  return stoppedStep && !isDone ? stoppedStep(reading.terminal) : null;
}

function missingPaymentProgress({ step, reading, payments }: StepCase): StepProgress | null {
  const missingOutputs = findMissingOutputs(reading, payments);
  if (step !== "outbound_signed" || missingOutputs === null) return null;
  return notShownProgress(stepTexts.missing(missingOutputs));
}

/** On its own chain the network pays directly: the steps of planning and signing are skipped. */
function nativePaymentProgress(stepCase: StepCase): StepProgress | null {
  const { step, reading, payments, preset, isCurrent } = stepCase;
  if (isCurrent || !isPaidNatively(stepCase)) return null;
  if (step === "outbound_scheduled" || step === "outbound_signed")
    return skippedProgress(stepStatusWords.notNeeded, stepTexts.paysItself(preset.protocol));
  const isPaymentComplete = reading.terminal && findMissingOutputs(reading, payments) === null;
  return step === "destination" && isPaymentComplete
    ? { ...doneProgress, text: stepTexts.arrived(wordsForOutputs(reading), preset.protocol) }
    : null;
}

function isPaidNatively({ reading: { payoutChain }, payments, preset }: StepCase): boolean {
  if (payments.length === 0) return payoutChain === preset.nativeChain;
  return payments.every(({ chain }) => chain === preset.nativeChain);
}

function destinationProgress({ step, reading, payments, preset }: StepCase): StepProgress | null {
  if (step !== "destination") return null;
  if (!reading.terminal) return aheadProgress;
  const paymentChains = payments.map(({ chain }) => chain);
  const externalChains = new Set(paymentChains.filter((chain) => chain !== preset.nativeChain));
  const receivingChains = externalChains.size > 0 ? [...externalChains] : [reading.payoutChain];
  const chainNames = receivingChains.map(
    (code) => findChainRow(code, preset)?.name ?? stepTexts.thatChain,
  );
  return {
    status: "ahead",
    word: stepStatusWords.sent,
    text: stepTexts.walletShows(joinWords(chainNames)),
  };
}

function openProgress({ step, reading, payments, isCurrent }: StepCase): StepProgress {
  const hasOnlyAffiliateShares = reading.out.length > 0 && payments.length === 0;
  if (step === "outbound_signed" && isCurrent && hasOnlyAffiliateShares)
    return notShownProgress(stepTexts.unclear);
  if (step === "outbound_signed" && reading.signing === "halted")
    return waitingProgress(stepTexts.waitsForSigning(wordsForOutputs(reading)));
  if (!isCurrent) return aheadProgress;
  if (step === "swapped" && reading.held) return waitingProgress(stepTexts.partsWait);
  return {
    status: "now",
    word: stepStatusWords.now,
    ...(step === "swapped" && reading.order && { text: stepTexts.order(reading.order) }),
  };
}

type StageFacts = Pick<SwapReading, "stages" | "state" | "refundExpected">;

function currentStage({ stages, state, refundExpected }: StageFacts): SwapStage | null {
  if (stateRows[state].back === "all") return null;
  const isSwapSkipped = refundExpected && !isInPools({ state });
  return stages.find(({ stage, done }) => !done && !(stage === "swapped" && isSwapSkipped)) ?? null;
}

/** Seconds left in the current step. Null if the network states no time, or if the time is over. */
export const stepSecondsLeft = (reading: StageFacts): number | null =>
  currentStage(reading)?.secondsLeft || null;

/** What the swap pays: "payout", "refund" or both. If unconfirmed, "payout or refund". */
export function wordsForOutputs({ state, refundExpected, doubt, out }: SwapReading): OutputWords {
  if (doubt === "unconfirmed") return "payout or refund";
  const { back: refundScope } = stateRows[state];
  const isRefunded = refundExpected || refundScope || out.some(({ kind }) => kind === "refund");
  if (!isRefunded) return "payout";
  const isRecipientPaid =
    refundScope === "part" || isInPools({ state }) || out.some(({ kind }) => kind === "swap");
  return isRecipientPaid ? "payout and refund" : "refund";
}

/** Names the payout or refund that counts as sent, but that no record shows. Null if none. */
function findMissingOutputs(
  reading: SwapReading,
  payments: readonly SwapOut[],
): OutputWords | null {
  const isOutputSent = reading.stages.some(
    ({ stage, done }) => stage === "outbound_signed" && done,
  );
  if (!isOutputSent) return null;
  const outputWords = wordsForOutputs(reading);
  const isPayoutMissing = outputWords !== "refund" && !payments.some(({ kind }) => kind === "swap");
  const isRefundMissing =
    outputWords !== "payout" && !payments.some(({ kind }) => kind === "refund");
  if (isPayoutMissing && isRefundMissing) return outputWords;
  if (isPayoutMissing) return "payout";
  return isRefundMissing ? "refund" : null;
}
