// What an answer was read from, in English: the network, the block, and how old the block was.

import type { Envelope } from "../protocol/model/envelope.ts";
import type { Clock } from "../protocol/model/verdicts.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { formatInstant, formatSpan } from "./figures.en.ts";
import { messageText } from "./message-text.ts";
import { sentenceOf } from "./reason-text.ts";

const withAge = (timeMs: number, ageMs: number) =>
  `${formatInstant(timeMs)}, ${formatSpan(ageMs / 1000)} before this answer`;

/** The text must stay true in a page that stays open. */
export function asOfText(
  { clock, source }: Envelope,
  preset: Preset,
  whenOf: (timeMs: number, ageMs: number) => string = withAge,
): string {
  const where = source === "sample" ? "the sample network (invented data)" : preset.protocol;
  const { height, blockTimeMs, ageMs } = clock;
  if (height === null || blockTimeMs === null || ageMs === null) {
    return `Read from ${where}. No block could be checked.${reasonOf(clock)}`;
  }
  return `Read from ${where} at block ${height}. It was made ${whenOf(blockTimeMs, Math.max(0, ageMs))}.${reasonOf(clock)}`;
}

/** What holds of all of an answer: few sources, or one that was outvoted. */
export const sourceTexts = ({ warnings }: Pick<Envelope, "warnings">): string[] =>
  warnings
    .filter(({ code }) => code === "one_source" || code === "outvoted")
    .map(({ message }) => messageText(message));

function reasonOf({ reason }: Clock): string {
  return reason === null ? "" : ` ${sentenceOf(reason)}`;
}
