// A swap in six steps. Times are the node's own or the chains' block times, never guessed.

import {
  isInPools,
  type SwapOut,
  type SwapReading,
  type SwapStage,
  stateRows,
} from "../../protocol/model/swap.ts";
import type { Chain } from "../../protocol/values/chain-rows.ts";
import {
  PROTOCOL_BLOCK_SECONDS,
  type Preset,
  SIGNING_PERIOD_BLOCKS,
} from "../../protocol/values/chains.ts";
import { formatDuration } from "../../say/figures.en.ts";
import { joinWords } from "../../say/phrases.en.ts";
import { goesBack, stateWords } from "../../say/swap.en.ts";
import {
  type SwapOutput,
  stepStatusWords,
  stepTexts,
  stepWaits,
  stepWords,
  unknownHaltEnd,
} from "../../say/track.en.ts";

/** `held`: waits for signing. `skipped`: does not happen in this swap. */
type StepStatus = "done" | "now" | "held" | "ahead" | "skipped" | "unknown";

export interface TimelineStep {
  readonly step: SwapStage["stage"] | "destination";
  readonly name: string;
  readonly status: StepStatus;
  readonly word: string | null;
  /** Whole sentences. Null where the step before has said it. */
  readonly text: string | null;
  /** Typical time of the step. Null if nothing is awaited, or the time is counted. */
  readonly wait: string | null;
}

type Step = TimelineStep["step"];
/** `wait`: null if nothing is awaited, whatever the status. */
type Found = Pick<TimelineStep, "status" | "word"> & {
  readonly text?: string;
  readonly wait?: null;
};

const stepNames = Object.keys(stepWords) as readonly Step[];

/** `chain`: named with the id, for the time before the network has seen the swap. */
export interface TimelineContext {
  readonly preset: Preset;
  readonly chain: string | null;
}

export function swapTimeline(
  reading: SwapReading,
  { preset, chain }: TimelineContext,
): TimelineStep[] {
  if (reading.stages.length === 0) return [];
  const source = reading.in?.chain ?? chain;
  const output = outputOf(reading);
  let reason: string | null = null;
  return stepNames.map((step) => {
    const { name, text } = stepWords[step];
    const found = { text, ...findStep(step, reading, preset) };
    const isAwaited = found.status === "now" || found.status === "unknown";
    const isOver = reading.terminal || found.wait === null || stepSecondsLeft(reading) !== null;
    const wait = isAwaited && !isOver ? waitText(step, reading, source, preset) : null;
    const isSaid =
      (found.status === "skipped" || found.status === "unknown") && found.text === reason;
    reason = found.text;
    return {
      step,
      name: name(output),
      ...found,
      text: isSaid ? null : found.text,
      wait: found.status === "held" ? unknownHaltEnd : wait,
    };
  });
}

export function generalTimeline(preset: Preset): TimelineStep[] {
  return stepNames.map((step) => ({
    step,
    name: stepWords[step].name("payout"),
    status: "ahead",
    word: null,
    text: stepWords[step].text,
    wait: waitText(step, null, null, preset),
  }));
}

const done: Found = { status: "done", word: stepStatusWords.done };
const notShown = (text: string): Found => ({
  status: "unknown",
  word: stepStatusWords.notShown,
  text,
  wait: null,
});
const ahead: Found = { status: "ahead", word: stepStatusWords.ahead };

function findStep(step: Step, reading: SwapReading, preset: Preset): Found {
  const { state, terminal, out } = reading;
  const isDone = reading.stages.find((one) => one.stage === step)?.done ?? false;
  const payouts = out.filter((one) => one.kind !== "affiliate");
  const output = outputOf(reading);
  const isRefundAhead = reading.refundExpected && !isInPools(reading);
  if (step === "swapped" && (isDone || stateRows[state].back === "all" || isRefundAhead)) {
    return swappedStep(reading, payouts, isDone);
  }
  if (state === "unknown" && !isDone) {
    if (terminal)
      return {
        status: "skipped",
        word: stepStatusWords.doesNotApply,
        text: stepTexts.notASwap,
      };
    return step === "observed" ? { status: "unknown", word: stepStatusWords.notSeenYet } : ahead;
  }
  const { stopped } = stateWords[state];
  if (stopped && !isDone) return stopped(terminal);
  const current = currentStage(reading)?.stage ?? null;
  const isSent = reading.stages.some((one) => one.stage === "outbound_signed" && one.done);
  const missing = isSent ? missingOutput(output, payouts) : null;
  if (step === "outbound_signed" && missing !== null) return notShown(stepTexts.missing(missing));
  if (isNative(reading, payouts, preset) && step !== current) {
    if (step === "outbound_scheduled" || step === "outbound_signed") {
      return {
        status: "skipped",
        word: stepStatusWords.notNeeded,
        text: stepTexts.paysItself(preset.protocol),
      };
    }
    if (step === "destination" && terminal && missing === null) {
      return { ...done, text: stepTexts.arrived(output, preset.protocol) };
    }
  }
  if (step === "destination") return terminal ? destinationStep(reading, payouts, preset) : ahead;
  if (isDone) return done;
  if (step === "outbound_signed" && step === current && out.length > 0 && payouts.length === 0) {
    return notShown(stepTexts.unclear);
  }
  if (step === "swapped" && step === current && reading.held) {
    return {
      status: "held",
      word: stepStatusWords.waits,
      text: stepTexts.partsWait,
    };
  }
  if (step === "outbound_signed" && reading.signing === "halted") {
    return {
      status: "held",
      word: stepStatusWords.waits,
      text: stepTexts.waitsForSigning(output),
    };
  }
  if (step !== current) return ahead;
  return {
    status: "now",
    word: stepStatusWords.now,
    ...(step === "swapped" && reading.order && { text: stepTexts.order(reading.order) }),
  };
}

type Stages = Pick<SwapReading, "stages" | "state" | "refundExpected">;

function currentStage({ stages, state, refundExpected }: Stages): SwapStage | null {
  if (stateRows[state].back === "all") return null;
  const isSkipped = refundExpected && !isInPools({ state });
  return stages.find(({ stage, done }) => !done && !(stage === "swapped" && isSkipped)) ?? null;
}

export const stepSecondsLeft = (reading: Stages): number | null =>
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
function missingOutput(output: SwapOutput, payouts: readonly SwapOut[]): SwapOutput | null {
  const isShown = (kind: SwapOut["kind"]) => payouts.some((one) => one.kind === kind);
  const [isPaid, isBack] = [
    output === "refund" || isShown("swap"),
    output === "payout" || isShown("refund"),
  ];
  if (isPaid && isBack) return null;
  return isPaid ? "refund" : isBack ? "payout" : output;
}

/** A refunded deposit has passed the pools without being swapped, at least in part. */
function swappedStep(
  { state, terminal, refundExpected, order }: SwapReading,
  payouts: readonly SwapOut[],
  isDone: boolean,
): Found {
  const goes = terminal && state !== "dropped" ? stepTexts.wentBack : goesBack(state);
  const { back } = stateRows[state];
  const isPart = payouts.some((one) => one.kind === "swap");
  if (back === "part" || (refundExpected && isPart)) {
    return {
      status: "done",
      word: stepStatusWords.inPart,
      text: stepTexts.inPart(goes),
    };
  }
  // A filled part that is too small to be paid out is in no record.
  if (back === "all" || (refundExpected && !isDone && order === null)) {
    return {
      status: "skipped",
      word: stepStatusWords.didNotHappen,
      text: stepTexts.notSwapped(goes),
    };
  }
  if (refundExpected) {
    return {
      status: isDone ? "done" : "skipped",
      word: stepStatusWords.refundDecided,
      text: stepTexts.refundDecided(goes),
    };
  }
  const { processed } = stateWords[state];
  return processed
    ? { status: "done", word: stepStatusWords.processed, text: processed(terminal) }
    : done;
}

function isNative(
  { payoutChain }: SwapReading,
  payouts: readonly SwapOut[],
  preset: Preset,
): boolean {
  const chains = payouts.length > 0 ? payouts.map((one) => one.chain) : [payoutChain];
  return chains.every((one) => one === preset.nativeChain);
}

function destinationStep(
  { payoutChain }: SwapReading,
  payouts: readonly SwapOut[],
  preset: Preset,
): Found {
  const chains = new Set(
    payouts.map((one) => one.chain).filter((one) => one !== preset.nativeChain),
  );
  const codes = chains.size > 0 ? [...chains] : [payoutChain];
  const names = codes.map((code) => findChain(code, preset)?.name ?? stepTexts.thatChain);
  return {
    status: "ahead",
    word: stepStatusWords.sent,
    text: stepTexts.walletShows(joinWords(names)),
  };
}

function findChain(code: string | null, preset: Preset) {
  return preset.chains.find((one) => one.code === code);
}

function waitText(
  step: Step,
  reading: SwapReading | null,
  source: string | null,
  preset: Preset,
): string {
  const from = findChain(source, preset);
  const to = findChain(reading?.payoutChain ?? null, preset);
  const pace = from ? paceText(from) : null;
  switch (step) {
    case "observed":
      return stepWaits.seen(pace);
    case "confirmed":
      return from?.native ? stepWaits.native(preset.protocol) : stepWaits.confirmed(pace);
    case "swapped":
      return reading?.order
        ? stepWaits.price
        : stepWaits.swapped(preset.protocol, formatDuration(PROTOCOL_BLOCK_SECONDS));
    case "outbound_scheduled":
      return stepWaits.planned;
    case "outbound_signed": {
      const period = formatDuration(SIGNING_PERIOD_BLOCKS * PROTOCOL_BLOCK_SECONDS);
      const payoutPace = to && !to.native ? paceText(to) : null;
      return stepWaits.signed(payoutPace, SIGNING_PERIOD_BLOCKS, period);
    }
    case "destination":
      return stepWaits.destination(to ? paceText(to) : null);
  }
}

const paceText = ({ name, blockSeconds }: Chain): string =>
  stepWaits.pace(name, formatDuration(blockSeconds));
