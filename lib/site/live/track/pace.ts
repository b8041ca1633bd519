// When /track reads again, as the reading says it.

import { joinParts, partsOf, type Warning } from "../../../protocol/model/envelope.ts";
import { type SwapReading, type SwapStage, stateRows } from "../../../protocol/model/swap.ts";
import { askAgainText } from "../../../protocol/safety/sentences.ts";
import { formatDuration } from "../../../protocol/values/figure-text.ts";

type Stages = Pick<SwapReading, "stages" | "state" | "refundExpected">;

/** The stage that the swap waits for; null where none is left. What goes back is not swapped. */
export function currentStage({ stages, state, refundExpected }: Stages): SwapStage | null {
  if (stateRows[state].back === "all") return null;
  return stages.find(({ stage, done }) => !done && !(stage === "swapped" && refundExpected)) ?? null;
}

/** The seconds left of the current step; null when it is not timed, or its time is over. */
export function stepSecondsLeft(reading: Stages): number | null {
  return currentStage(reading)?.secondsLeft || null;
}

/** This text follows "Read at …", so its time counts from then. */
export function paceText({ terminal, nextPollSeconds }: SwapReading): string {
  // The advice says that it is final.
  if (terminal) return "";
  if (nextPollSeconds === null) return "No further reading is planned. Ask again by hand.";
  return `The next reading is due about ${formatDuration(nextPollSeconds)} later.`;
}

/** The advice without what the sign says by itself, and when to ask again: `paceText` says it. */
export function pageAdvice(reading: SwapReading): string {
  const { state, nextPollSeconds } = reading;
  const isPlanned = stateRows[state].phase === "outbound";
  const again = nextPollSeconds === null ? null : askAgainText(nextPollSeconds);
  const isSaid = (part: string | Warning) =>
    typeof part === "string"
      ? part === again
      : part.code === "do_not_resend" || (isPlanned && part.code === "signing_halted");
  return joinParts(partsOf(reading).filter((part) => !isSaid(part)));
}
