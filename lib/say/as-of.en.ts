// What an answer was read from, in English: the network, the block, and how old the block was.

import type { Envelope } from "../protocol/model/envelope.ts";
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
  formatBlockTime: (timeMs: number, ageMs: number) => string = withAge,
): string {
  const network = source === "sample" ? "the sample network (invented data)" : preset.protocol;
  const { height, blockTimeMs, ageMs, reason } = clock;
  const why = reason === null ? "" : ` ${sentenceOf(reason)}`;
  if (height === null || blockTimeMs === null || ageMs === null)
    return `Read from ${network}. No block could be checked.${why}`;
  const blockTime = formatBlockTime(blockTimeMs, Math.max(0, ageMs));
  return `Read from ${network} at block ${height}. It was made ${blockTime}.${why}`;
}

/** The warnings about the sources of the whole answer. */
export const sourceTexts = ({ warnings }: Pick<Envelope, "warnings">): string[] =>
  warnings
    .filter(({ code }) => code === "one_source" || code === "outvoted")
    .map(({ message }) => messageText(message));
