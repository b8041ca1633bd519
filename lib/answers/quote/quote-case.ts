// A quote with all that its answer is written from, and what the answer says of it.

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
  /** The same swap in parts, or in one part; null where it was not asked for. */
  readonly otherWay: OtherWay | null;
  /** Empty where the pools were not read. */
  readonly pools: readonly PoolReading[];
  /** The assets are known, so they are called by their names. */
  readonly isPairNamed: boolean;
  /** Scheme and host of this site, for the link to the quote. */
  readonly origin: string;
}

export function caseSign({ quote, isPairNamed, preset }: QuoteCase): QuoteSign {
  return quoteSign(quote, isPairNamed ? pairName(quote, preset) : unnamedPairText, preset);
}

/** Leaves out what the sign and the sentence on sending already say. */
export function caseWarnings(quoteCase: QuoteCase, { word }: QuoteSign): string[] {
  const { quote, isPairNamed } = quoteCase;
  return [
    ...quote.warnings.flatMap(({ code, message }) =>
      code === "sample" ? [] : textBelow(word, message),
    ),
    ...(isPairNamed ? sharedNameTexts(quoteCase) : []),
  ];
}

/** Null where a warning already says not to send. */
export function caseSendText({ quote }: QuoteCase): string | null {
  const sendAdvice = sendText(quote);
  const hasForbiddingWarning = quote.warnings.some(
    ({ code, isForbidding }) => isForbidding && code !== "sample",
  );
  return sendAdvice === sendTexts.forbidden && hasForbiddingWarning ? null : sendAdvice;
}

/** Null where nothing could be verified: then the warnings say what is wrong and what to do. */
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
