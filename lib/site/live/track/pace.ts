// When /track reads again. Never later than the end of a step that the node has timed, never faster than a protocol block.

import type { SwapReading } from "../../../protocol/model/swap.ts";
import { askAgainText } from "../../../protocol/safety/advice.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../../../protocol/values/chains.ts";
import { formatDuration } from "../../../protocol/values/durations.ts";

/** After the count has ended a node needs about a block to say so. */
const MARGIN_SECONDS = PROTOCOL_BLOCK_SECONDS;

/** What the node has left of the step that is waited for; null where it has not timed it, or has counted to its end. */
export function stepSecondsLeft({ stages }: Pick<SwapReading, "stages">): number | null {
  return stages.find((stage) => !stage.done)?.secondsLeft || null;
}

/** Whole seconds from the reading to the page's next one; null where asking again is of no use. */
export function pagePollSeconds(reading: Pick<SwapReading, "nextPollSeconds" | "stages">): number | null {
  const left = stepSecondsLeft(reading);
  if (reading.nextPollSeconds === null || left === null) return reading.nextPollSeconds;
  return Math.max(PROTOCOL_BLOCK_SECONDS, Math.min(reading.nextPollSeconds, left + MARGIN_SECONDS));
}

/** Stands behind "Read at …": what it counts begins there, however long the page is left open. */
export function paceText(reading: SwapReading): string {
  if (reading.terminal) return "This is final: no further reading is needed.";
  const seconds = pagePollSeconds(reading);
  if (seconds === null) return "No further reading is planned. Ask again by hand.";
  const why = seconds === reading.nextPollSeconds ? "" : ", when this step should be over";
  return `The next reading is due about ${formatDuration(seconds)} later${why}.`;
}

/** The reading's advice with the page's own wait in it. */
export function pageAdvice(reading: SwapReading): string {
  const seconds = pagePollSeconds(reading);
  const { advice, nextPollSeconds } = reading;
  return seconds === null || nextPollSeconds === null
    ? advice
    : advice.replace(askAgainText(nextPollSeconds), askAgainText(seconds));
}
