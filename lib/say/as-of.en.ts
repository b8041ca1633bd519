// English text on the data of an answer: the network, the block, and how old the block was.

import type { Envelope } from "../protocol/model/envelope.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { formatInstant, formatSpan } from "./figures.en.ts";
import { messageText } from "./message-text.ts";
import { sentenceOf } from "./reason-text.ts";

const timeWithAge = (timeMs: number, ageMs: number) =>
  `${formatInstant(timeMs)}, ${formatSpan(ageMs / 1000)} before this answer`;

/**
 * Says which block the data is from and, unless `formatBlockTime` is given, how old it was when the
 * answer was made: "3 minutes before this answer", since "ago" becomes wrong on an open page.
 */
export function asOfText(
  { clock, source }: Envelope,
  preset: Preset,
  formatBlockTime: (timeMs: number, ageMs: number) => string = timeWithAge,
): string {
  const networkText = source === "sample" ? "the sample network (invented data)" : preset.protocol;
  const { height, blockTimeMs, ageMs, reason } = clock;
  const reasonText = reason === null ? "" : ` ${sentenceOf(reason)}`;
  if (height === null || blockTimeMs === null || ageMs === null)
    return `Read from ${networkText}. No block could be checked.${reasonText}`;
  const blockTimeText = formatBlockTime(blockTimeMs, Math.max(0, ageMs));
  return `Read from ${networkText} at block ${height}. It was made ${blockTimeText}.${reasonText}`;
}

export const sourceTexts = ({ warnings }: Pick<Envelope, "warnings">): string[] =>
  warnings
    .filter(({ code }) => code === "one_source" || code === "outvoted")
    .map(({ message }) => messageText(message));
