// When /track reads again: at the end of a step that the node has timed, but never more than once a protocol block.

import type { SwapReading } from "../../../protocol/model/swap.ts";
import { askAgainText } from "../../../protocol/safety/sentences.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../../../protocol/values/chains.ts";
import { formatDuration } from "../../../protocol/values/figure-text.ts";

/** After a step has ended, a node needs about one block to say so. */
const MARGIN_SECONDS = PROTOCOL_BLOCK_SECONDS;

/** The seconds left of the current step; null when the node has not timed it, or its time is over. */
export function stepSecondsLeft({ stages }: Pick<SwapReading, "stages">): number | null {
  return stages.find((stage) => !stage.done)?.secondsLeft || null;
}

/** Whole seconds from this reading to the next; null when no further reading is useful. */
export function pagePollSeconds(reading: Pick<SwapReading, "nextPollSeconds" | "stages">): number | null {
  const left = stepSecondsLeft(reading);
  if (reading.nextPollSeconds === null || left === null) return reading.nextPollSeconds;
  return Math.max(PROTOCOL_BLOCK_SECONDS, Math.min(reading.nextPollSeconds, left + MARGIN_SECONDS));
}

/** This text follows "Read at …", so its time counts from then. */
export function paceText(reading: SwapReading): string {
  if (reading.terminal) return "This is final: no further reading is needed.";
  const seconds = pagePollSeconds(reading);
  if (seconds === null) return "No further reading is planned. Ask again by hand.";
  const why = seconds === reading.nextPollSeconds ? "" : ", when this step should be over";
  return `The next reading is due about ${formatDuration(seconds)} later${why}.`;
}

/** The advice without what the sign says by itself, and with the waiting time of this page. */
export function pageAdvice(reading: SwapReading): string {
  const seconds = pagePollSeconds(reading);
  const { nextPollSeconds, warnings, state } = reading;
  const isPlanned = state === "outbound_scheduled" || state === "outbound_signing";
  const said = warnings.filter(({ code }) => code === "do_not_resend" || (isPlanned && code === "signing_halted"));
  const advice = said.reduce(
    (text, warning) => text.replace(warning.text, "").replace("  ", " ").trim(),
    reading.advice,
  );
  return seconds === null || nextPollSeconds === null
    ? advice
    : advice.replace(askAgainText(nextPollSeconds), askAgainText(seconds));
}
