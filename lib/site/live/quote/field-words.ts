// Texts of a quote reading in the words of the page. The page has other names for the fields of the tool's answer.

import type { Failure } from "../../../protocol/model/envelope.ts";
import { plainReason, type Reason } from "../../../protocol/model/verdicts.ts";
import { hintText } from "../../../protocol/safety/sentences.ts";
import { capitalize } from "../../../protocol/values/figure-text.ts";

const fields: readonly (readonly [name: RegExp, words: string])[] = [
  [/\bdust_threshold\b/g, "the dust threshold"],
  [/\brecommended_min_amount\b/g, "the recommended minimum"],
  [/\bliquidity_tolerance_bps\b/g, "a tolerance"],
  [/\btolerance_bps\b/g, "tolerance"],
  [/\bamount_usd\b/g, "dollars"],
  [/\btarget_out\b/g, "the amount of the limit order"],
  [/^destination\b/, "The receiving address"],
  [/\ba destination\b/g, "a receiving address"],
  [/^refund_address\b/, "The refund address"],
  [/\brefund_address\b/g, "a refund address"],
  [/^from and to\b/, "Both sides"],
];

export const fieldWords = (text: string) => fields.reduce((result, [name, words]) => result.replace(name, words), text);

export const fieldHint = (failure: Failure) => fieldWords(hintText(failure));

/** "The newest block is 42 seconds old." */
export function sentenceOf(reason: Reason): string {
  return `${capitalize(fieldWords(plainReason(reason)))}.`;
}
