// The data of a quote that its answer needs, and the headline, warnings and advice of the answer.

import type { PoolReading } from "../../protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../protocol/model/quote.ts";
import { assetName, listAssets, parseAsset, shortAsset } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { textBelow } from "../../say/message-text.ts";
import { pairText, sendTexts, sharedNameText, unnamedPairText } from "../../say/quote.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import type { OtherWay } from "./comparison.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import { isUnverified, type QuoteSign, quoteSign, sendText } from "./sign.ts";

export interface QuoteCase extends AnswerContext {
  readonly request: QuoteRequest;
  readonly quote: QuoteReading;
  /**
   * The same swap in one part, or in several if `quote` has one part: the request, and the quote,
   * which is null if it could not be read. Null if no such quote was asked for, or if it showed
   * that `quote` was out of date.
   */
  readonly otherWay: OtherWay | null;
  readonly pools: readonly PoolReading[];
  /** False if the asset names in the request could not be checked. Texts then say "this pair". */
  readonly isPairNamed: boolean;
  readonly origin: string;
}

export function caseSign({ quote, isPairNamed, preset }: QuoteCase): QuoteSign {
  return quoteSign(quote, isPairNamed ? pairName(quote, preset) : unnamedPairText, preset);
}

export function caseWarnings(quoteCase: QuoteCase, { word }: QuoteSign): string[] {
  const { quote, isPairNamed } = quoteCase;
  return [
    ...quote.warnings.flatMap(({ code, message }) =>
      code === "sample" ? [] : textBelow(word, message),
    ),
    ...(isPairNamed ? sharedNameTexts(quoteCase) : []),
  ];
}

export function caseSendText({ quote, preset }: QuoteCase): string | null {
  const sendAdvice = sendText(quote, preset);
  const hasForbiddingWarning = quote.warnings.some(
    ({ code, isForbidding }) => isForbidding && code !== "sample",
  );
  return sendAdvice === sendTexts.forbidden && hasForbiddingWarning ? null : sendAdvice;
}

/**
 * Says why there is no quote. Null if there is a quote. Also null if no data could be verified,
 * because the warnings then say what to do.
 */
export const caseRefusal = ({ quote, preset }: QuoteCase): Refusal | null =>
  isUnverified(quote) ? null : refusalOf(quote, preset);

export const pairName = ({ from, to }: Pick<QuoteReading, "from" | "to">, preset: Preset) =>
  pairText(assetName(from, preset), assetName(to, preset));

function sharedNameTexts({ quote, pools, preset }: QuoteCase): string[] {
  const assets = listAssets(pools);
  const isNameShared = (asset: string) =>
    parseAsset(asset)?.contract != null && shortAsset(asset, assets) === asset;
  return [quote.from, quote.to]
    .filter(isNameShared)
    .map((asset) => sharedNameText(assetName(asset, preset), asset));
}
