// The sign of a quote. It never softens the verdict or the advice.

import type { SignState } from "../../protocol/model/network-status.ts";
import type { QuoteReading } from "../../protocol/model/quote.ts";
import { doubtOf } from "../../protocol/model/reasons.ts";
import { signState } from "../../protocol/safety/sign.ts";
import { haltingStops } from "../../protocol/safety/stops.ts";
import { parseAsset } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { quoteSignTexts, quoteSignWords, sendTexts, warnedTexts } from "../../say/quote.en.ts";
import { sentenceOf } from "../../say/reason-text.ts";
import { haltGrounds } from "../../say/stops.en.ts";
import { quoteShape, type SignShape } from "../sign-shape.ts";

export interface QuoteSign {
  /** Alone it does not make the sign green. */
  readonly isOpen: boolean;
  readonly state: SignState;
  readonly shape: SignShape;
  readonly word: string;
  readonly text: string;
  /** Halts in force, or why it is not known whether the pair trades. */
  readonly grounds: string | null;
}

/** `pair`: as it is named in the text, "BTC to ETH". */
export function quoteSign(quote: QuoteReading, pair: string, preset: Preset): QuoteSign {
  const { trading, clock, from, to } = quote;
  const staleness = clock.reason && sentenceOf(clock.reason);
  const state = quoteState(quote);
  const shape = quoteShape(state, quote.totalCostBps);
  const isOpen = trading.verdict === "open";
  const sign = { isOpen, state, shape, word: quoteSignWords[state] };
  if (isOpen) return { ...sign, text: openText(state, pair, quote), grounds: staleness };
  if (trading.verdict === "halted") {
    const grounds = [
      `${haltGrounds(haltingStops(trading.haltedBy, [from, to], preset))}.`,
      ...(staleness === null ? [] : [staleness]),
    ];
    return { ...sign, text: quoteSignTexts.halted(pair), grounds: grounds.join(" ") };
  }
  if (doubtOf(trading.reason) === "not_listed") {
    const { not_listed: word } = quoteSignWords;
    return { ...sign, word, text: quoteSignTexts.notListed(pair), grounds: null };
  }
  const grounds = isDoubt(quote) ? null : sentenceOf(trading.reason);
  return { ...sign, text: quoteSignTexts.notChecked(pair), grounds };
}

/** A quote that must not be sent, or only with care, is never green. */
function quoteState(quote: QuoteReading): SignState {
  const { trading, reason, adviceLevel, failure, payoutSigning } = quote;
  // If payouts wait only on the source chain, a refund would wait, but this swap is paid out.
  const warnings = quote.warnings.filter(
    ({ code }) => code !== "signing_halted" || payoutSigning === "halted",
  );
  const state = signState(trading, warnings);
  if (state !== "open" || (!failure && adviceLevel === "none")) return state;
  return !failure && reason?.code === "one_source" ? "not_checked" : "warned";
}

function openText(
  state: SignState,
  pair: string,
  { adviceLevel, failure, to, warnings }: QuoteReading,
): string {
  if (failure) return quoteSignTexts.refused(pair);
  if (adviceLevel === "forbidden") return quoteSignTexts.forbidden(pair);
  if (state === "payouts_wait") return quoteSignTexts.payoutsWait(parseAsset(to)?.ticker);
  if (state === "swaps_wait") return quoteSignTexts.swapsWait;
  if (state === "halts_soon") return quoteSignTexts.haltsSoon(pair);
  if (adviceLevel === "none") return quoteSignTexts.open(pair);
  const texts = warnings.map(({ code }) => warnedTexts[code]);
  return quoteSignTexts.warned(texts.find((text) => text !== undefined));
}

/** Nothing could be verified, in contrast to a refusal by the network. */
export function isDoubt({ failure, trading }: QuoteReading): boolean {
  return failure !== null && failure.reason !== null && trading.verdict === "unknown";
}

export function sendText({
  failure,
  adviceLevel,
  source,
  memo,
  sendBeforeMs,
  trading,
}: QuoteReading): string {
  const isTimeless = memo !== null && sendBeforeMs === null;
  if (failure || adviceLevel === "forbidden" || trading.verdict !== "open" || isTimeless)
    return sendTexts.forbidden;
  if (source === "sample") return sendTexts.sample;
  if (memo === null) return sendTexts.estimate;
  return adviceLevel === "warned" ? sendTexts.warned : sendTexts.open;
}
