// Texts on a refused quote: what is wrong, what to do, and which field to correct.

import type { QuoteReading } from "../../protocol/model/quote.ts";
import { payoutChainCode } from "../../protocol/values/assets.ts";
import { type Preset, shortChainName } from "../../protocol/values/chains.ts";
import { fieldOf, type QuoteFieldName } from "../../protocol/values/quote-fields.ts";
import { formatAmount } from "../../say/figures.en.ts";
import { hintText } from "../../say/message-text.ts";
import { refusalTexts, refusalWords } from "../../say/quote.en.ts";

export const isRefusal = (failure: QuoteReading["failure"]) => failure?.retryAfterSeconds === null;

const isRefusedAboveMinimum = ({ failure, recommendedMinAmount }: QuoteReading) =>
  failure?.code === "pool_too_shallow" && recommendedMinAmount !== null;

export interface Refusal {
  readonly field: QuoteFieldName | null;
  readonly title: string;
  readonly text: string;
}

export const refusalLine = (
  { title, text }: Pick<Refusal, "title" | "text">,
  isTitleInForm: boolean,
) => (isTitleInForm ? text : `${title} ${text}`.trim());

export function refusalOf(quote: QuoteReading, preset: Preset): Refusal | null {
  if (!quote.failure) return null;
  const { code, argument } = quote.failure;
  const title = isRefusedAboveMinimum(quote)
    ? refusalTexts.otherAmountTitle
    : (refusalWords[code]?.title ?? refusalTexts.otherTitle);
  return { field: fieldOf(argument), title, text: refusalText(quote, preset) };
}

function refusalText(quote: QuoteReading, preset: Preset): string {
  const { failure, from, to, recommendedMinAmount } = quote;
  if (!failure) return "";
  const fixedText = refusalWords[failure.code]?.text;
  if (fixedText !== undefined) return fixedText;
  if (failure.code === "invalid_destination")
    return refusalTexts.writeAddress(shortChainName(payoutChainCode(to, preset), preset));
  const minimumText =
    recommendedMinAmount === null
      ? null
      : formatAmount({ base: recommendedMinAmount, asset: from }, preset, { bound: "least" });
  if (isRefusedAboveMinimum(quote) && minimumText !== null)
    return refusalTexts.otherAmount(minimumText);
  return failure.code === "amount_too_small"
    ? refusalTexts.tooSmall(minimumText)
    : hintText(failure);
}
