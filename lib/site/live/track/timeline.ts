// A swap in six steps. Times are the node's own or the chains' block times, never guessed.

import {
  isInPools,
  type LimitOrder,
  type SwapOut,
  type SwapReading,
  type SwapStage,
  stateRows,
} from "../../../protocol/model/swap.ts";
import type { Chain } from "../../../protocol/values/chain-rows.ts";
import {
  PROTOCOL_BLOCK_SECONDS,
  type Preset,
  SIGNING_PERIOD_BLOCKS,
} from "../../../protocol/values/chains.ts";
import { capitalize, formatDuration } from "../../../protocol/values/figure-text.ts";
import { payoutsAreHalted } from "../../../say/phrases.en.ts";
import { goesBack, stateWords } from "../../../say/swap.en.ts";

/** `held`: waits for signing. `skipped`: does not happen in this swap. */
export type StepStatus = "done" | "now" | "held" | "ahead" | "skipped" | "unknown";

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

type Output = "payout" | "refund" | "payout and refund" | "payout or refund";

const steps: readonly {
  readonly step: Step;
  readonly name: (output: Output) => string;
  readonly text: string;
}[] = [
  {
    step: "observed",
    name: () => "Seen",
    text: "Enough nodes of the network must see the deposit.",
  },
  { step: "confirmed", name: () => "Confirmed", text: "The chain of the deposit confirms it." },
  { step: "swapped", name: () => "Swapped", text: "The pools swap it." },
  {
    step: "outbound_scheduled",
    name: (output) => `${capitalize(output)} planned`,
    text: "The network plans the block in which it sends the money.",
  },
  {
    step: "outbound_signed",
    name: (output) => `${capitalize(output)} sent`,
    text: "The network signs the transaction and sends it.",
  },
  {
    step: "destination",
    name: (output) => `${capitalize(output)} confirmed`,
    text: "The chain that the money goes to confirms it.",
  },
];

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
  return steps.map(({ step, name, text }) => {
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
      wait: found.status === "held" ? unknownHalt : wait,
    };
  });
}

export function generalTimeline(preset: Preset): TimelineStep[] {
  return steps.map(({ step, name, text }) => ({
    step,
    name: name("payout"),
    status: "ahead",
    word: null,
    text,
    wait: waitText(step, null, null, preset),
  }));
}

// A halt has no known end. The swap's explanation says when the network stops trying.
const unknownHalt = "Nobody knows when the halt ends.";
const done: Found = { status: "done", word: "done" };
const notShown = (text: string): Found => ({
  status: "unknown",
  word: "not shown",
  text,
  wait: null,
});
const ahead: Found = { status: "ahead", word: "to come" };

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
      return { status: "skipped", word: "does not apply", text: "This transaction is not a swap." };
    return step === "observed" ? { status: "unknown", word: "not seen yet" } : ahead;
  }
  const { stopped } = stateWords[state];
  if (stopped && !isDone) return stopped(terminal);
  const current = currentStage(reading)?.stage ?? null;
  const isSent = reading.stages.some((one) => one.stage === "outbound_signed" && one.done);
  const missing = isSent ? missingOutput(output, payouts) : null;
  if (step === "outbound_signed" && missing !== null)
    return notShown(`The records show no ${missing}.`);
  if (isNative(reading, payouts, preset) && step !== current) {
    if (step === "outbound_scheduled" || step === "outbound_signed") {
      return {
        status: "skipped",
        word: "not needed",
        text: `${preset.protocol} pays on its own chain by itself.`,
      };
    }
    if (step === "destination" && terminal && missing === null) {
      return { ...done, text: `The ${output} arrived on ${preset.protocol} itself.` };
    }
  }
  if (step === "destination") return terminal ? destinationStep(reading, payouts, preset) : ahead;
  if (isDone) return done;
  if (step === "outbound_signed" && step === current && out.length > 0 && payouts.length === 0) {
    return notShown("A payout was sent, but the record does not show whose it is.");
  }
  if (step === "swapped" && step === current && reading.held) {
    return {
      status: "held",
      word: "waits",
      text: "What is swapped stays swapped. The rest waits.",
    };
  }
  if (step === "outbound_signed" && reading.signing === "halted") {
    return {
      status: "held",
      word: "waits",
      text: `The ${output} waits while ${payoutsAreHalted("that chain")}.`,
    };
  }
  if (step !== current) return ahead;
  return {
    status: "now",
    word: "now",
    ...(step === "swapped" && reading.order && { text: orderText(reading.order) }),
  };
}

function orderText({ status }: LimitOrder): string {
  if (status === "partly_filled")
    return "Some of the deposit is swapped. The rest waits for the price of the order.";
  return "The limit order waits until the pools reach its price.";
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
export function outputOf({ state, refundExpected, doubt, out }: SwapReading): Output {
  if (doubt === "unconfirmed") return "payout or refund";
  const { back } = stateRows[state];
  const isBack = refundExpected || back || out.some(({ kind }) => kind === "refund");
  if (!isBack) return "payout";
  const isPaid = back === "part" || isInPools({ state }) || out.some(({ kind }) => kind === "swap");
  return isPaid ? "payout and refund" : "refund";
}

/** What the records count as sent and do not show; null where they show all of it. */
function missingOutput(output: Output, payouts: readonly SwapOut[]): Output | null {
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
  const goes = terminal && state !== "dropped" ? "was sent back" : goesBack(state);
  const { back } = stateRows[state];
  const isPart = payouts.some((one) => one.kind === "swap");
  if (back === "part" || (refundExpected && isPart)) {
    return {
      status: "done",
      word: "in part",
      text: `Some of the deposit was swapped. The rest ${goes}.`,
    };
  }
  // A filled part that is too small to be paid out is in no record.
  if (back === "all" || (refundExpected && !isDone && order === null)) {
    return {
      status: "skipped",
      word: "did not happen",
      text: `The deposit was not swapped. It ${goes}.`,
    };
  }
  if (refundExpected) {
    return {
      status: isDone ? "done" : "skipped",
      word: "refund decided",
      text: `The deposit, or a part of it, ${goes}.`,
    };
  }
  const { processed } = stateWords[state];
  return processed ? { status: "done", word: "processed", text: processed(terminal) } : done;
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
  const names = codes.map((code) => findChain(code, preset)?.name ?? "that chain").join(" and ");
  return {
    status: "ahead",
    word: "sent",
    text: `The receiving wallet on ${names} shows when it arrives.`,
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
      return pace
        ? `Nodes see it once it is in a block: ${pace}.`
        : "Nodes see it once it is in a block of its chain.";
    case "confirmed":
      if (from?.native) return `Deposits on ${preset.protocol} itself need no further block.`;
      return `Larger deposits wait for more blocks${pace ? `: ${pace}` : ""}.`;
    case "swapped": {
      if (reading?.order) return "Nobody knows when the pools reach that price.";
      return `A swap takes one block, and a swap split into parts takes many. ${preset.protocol} makes a block about every ${formatDuration(PROTOCOL_BLOCK_SECONDS)}.`;
    }
    case "outbound_scheduled":
      return "Small amounts are not delayed. Larger ones are, and the network says how long once it has planned them.";
    case "outbound_signed": {
      const period = formatDuration(SIGNING_PERIOD_BLOCKS * PROTOCOL_BLOCK_SECONDS);
      const late = `A transaction that is not signed after ${SIGNING_PERIOD_BLOCKS} blocks, about ${period}, goes to other signers.`;
      return to && !to.native ? `Once signed, it needs a block: ${paceText(to)}. ${late}` : late;
    }
    case "destination":
      return to ? `${paceText(to)}.` : "How long that takes depends on that chain.";
  }
}

function paceText({ name, blockSeconds }: Chain): string {
  return `${name} makes a block about every ${formatDuration(blockSeconds)}`;
}
