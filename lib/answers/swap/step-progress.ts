// How far each step of a swap is, by its records, and what comes out of it.

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
import { type SwapOutput, stepStatusWords, stepTexts } from "../../say/track.en.ts";

export type StepId = SwapStage["stage"] | "destination";

/** `text`: absent where the step's own words fit. `wait`: null if nothing is awaited. */
export interface StepProgress extends Pick<Step, "status" | "word"> {
  readonly text?: string;
  readonly wait?: null;
}

interface StepCase {
  readonly step: StepId;
  readonly reading: SwapReading;
  readonly preset: Preset;
  /** Payouts and refunds, without the shares of affiliates. */
  readonly payments: readonly SwapOut[];
  readonly isDone: boolean;
  readonly isCurrent: boolean;
}

/** The first rule that applies decides. */
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
    (stepCase.isDone ? done : openProgress(stepCase))
  );
}

const done: StepProgress = { status: "done", word: stepStatusWords.done };
const ahead: StepProgress = { status: "ahead", word: stepStatusWords.ahead };
const skipped = (word: string, text: string): StepProgress => ({ status: "skipped", word, text });
const waits = (text: string): StepProgress => ({
  status: "held",
  word: stepStatusWords.waits,
  text,
});
const notShown = (text: string): StepProgress => ({
  status: "unknown",
  word: stepStatusWords.notShown,
  text,
  wait: null,
});

/** A refunded deposit has passed the pools without being swapped, at least in part. */
function swappedProgress({ step, reading, payments, isDone }: StepCase): StepProgress | null {
  const { state, terminal, refundExpected, order } = reading;
  const { back } = stateRows[state];
  const isRefundAhead = refundExpected && !isInPools(reading);
  if (step !== "swapped" || !(isDone || back === "all" || isRefundAhead)) return null;
  const goes = terminal && state !== "dropped" ? stepTexts.wentBack : goesBack(state);
  const isPartPaid = payments.some(({ kind }) => kind === "swap");
  if (back === "part" || (refundExpected && isPartPaid))
    return { status: "done", word: stepStatusWords.inPart, text: stepTexts.inPart(goes) };
  // A filled part that is too small to be paid out is in no record.
  if (back === "all" || (refundExpected && !isDone && order === null))
    return skipped(stepStatusWords.didNotHappen, stepTexts.notSwapped(goes));
  if (refundExpected)
    return {
      status: isDone ? "done" : "skipped",
      word: stepStatusWords.refundDecided,
      text: stepTexts.refundDecided(goes),
    };
  const { processed } = stateWords[state];
  return processed
    ? { status: "done", word: stepStatusWords.processed, text: processed(terminal) }
    : done;
}

function unseenProgress({ step, reading, isDone }: StepCase): StepProgress | null {
  if (reading.state !== "unknown" || isDone) return null;
  if (reading.terminal) return skipped(stepStatusWords.doesNotApply, stepTexts.notASwap);
  return step === "observed" ? { status: "unknown", word: stepStatusWords.notSeenYet } : ahead;
}

function stoppedProgress({ reading, isDone }: StepCase): StepProgress | null {
  const { stopped } = stateWords[reading.state];
  return stopped && !isDone ? stopped(reading.terminal) : null;
}

function missingPaymentProgress({ step, reading, payments }: StepCase): StepProgress | null {
  const missing = missingOutput(reading, payments);
  if (step !== "outbound_signed" || missing === null) return null;
  return notShown(stepTexts.missing(missing));
}

/** The network pays on its own chain without planning or signing a transaction. */
function nativePaymentProgress(stepCase: StepCase): StepProgress | null {
  const { step, reading, payments, preset, isCurrent } = stepCase;
  if (isCurrent || !isNative(stepCase)) return null;
  if (step === "outbound_scheduled" || step === "outbound_signed")
    return skipped(stepStatusWords.notNeeded, stepTexts.paysItself(preset.protocol));
  const isArrived = reading.terminal && missingOutput(reading, payments) === null;
  return step === "destination" && isArrived
    ? { ...done, text: stepTexts.arrived(outputOf(reading), preset.protocol) }
    : null;
}

function isNative({ reading: { payoutChain }, payments, preset }: StepCase): boolean {
  if (payments.length === 0) return payoutChain === preset.nativeChain;
  return payments.every(({ chain }) => chain === preset.nativeChain);
}

function destinationProgress({ step, reading, payments, preset }: StepCase): StepProgress | null {
  if (step !== "destination") return null;
  if (!reading.terminal) return ahead;
  const paymentChains = payments.map(({ chain }) => chain);
  const foreignChains = new Set(paymentChains.filter((chain) => chain !== preset.nativeChain));
  const codes = foreignChains.size > 0 ? [...foreignChains] : [reading.payoutChain];
  const names = codes.map((code) => findChainRow(code, preset)?.name ?? stepTexts.thatChain);
  return {
    status: "ahead",
    word: stepStatusWords.sent,
    text: stepTexts.walletShows(joinWords(names)),
  };
}

function openProgress({ step, reading, payments, isCurrent }: StepCase): StepProgress {
  const isPayeeUnclear = reading.out.length > 0 && payments.length === 0;
  if (step === "outbound_signed" && isCurrent && isPayeeUnclear) return notShown(stepTexts.unclear);
  if (step === "outbound_signed" && reading.signing === "halted")
    return waits(stepTexts.waitsForSigning(outputOf(reading)));
  if (!isCurrent) return ahead;
  if (step === "swapped" && reading.held) return waits(stepTexts.partsWait);
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

/** Null where the current step has no counted time. */
export const stepSecondsLeft = (reading: StageFacts): number | null =>
  currentStage(reading)?.secondsLeft || null;

/** A refund is never called a payout. If a part goes back, the rest is paid out. */
export function outputOf({ state, refundExpected, doubt, out }: SwapReading): SwapOutput {
  if (doubt === "unconfirmed") return "payout or refund";
  const { back } = stateRows[state];
  const isBack = refundExpected || back || out.some(({ kind }) => kind === "refund");
  if (!isBack) return "payout";
  const isPaid = back === "part" || isInPools({ state }) || out.some(({ kind }) => kind === "swap");
  return isPaid ? "payout and refund" : "refund";
}

/** What the records count as sent and do not show; null where they show all of it. */
function missingOutput(reading: SwapReading, payments: readonly SwapOut[]): SwapOutput | null {
  const isSent = reading.stages.some(({ stage, done }) => stage === "outbound_signed" && done);
  if (!isSent) return null;
  const output = outputOf(reading);
  const isPayoutShown = output === "refund" || payments.some(({ kind }) => kind === "swap");
  const isRefundShown = output === "payout" || payments.some(({ kind }) => kind === "refund");
  if (isPayoutShown && isRefundShown) return null;
  if (isPayoutShown) return "refund";
  return isRefundShown ? "payout" : output;
}
