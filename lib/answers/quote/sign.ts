// The headline box of a quote. The box is never milder than the verdict or the advice.

import type { SignState } from "../../protocol/model/network-status.ts";
import type { QuoteReading } from "../../protocol/model/quote.ts";
import { doubtOf } from "../../protocol/model/reasons.ts";
import { signState } from "../../protocol/safety/sign.ts";
import { haltingStops } from "../../protocol/safety/stops.ts";
import { parseAsset, payoutChainCode } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { quoteSignTexts, quoteSignWords, sendTexts, warnedTexts } from "../../say/quote.en.ts";
import { sentenceOf } from "../../say/reason-text.ts";
import { type DepositWay, depositWay } from "../../say/sending.en.ts";
import { haltReasonText } from "../../say/stops.en.ts";
import { quoteShape, type SignShape } from "../sign-shape.ts";

export interface QuoteSign {
  readonly isPairOpen: boolean;
  readonly state: SignState;
  readonly shape: SignShape;
  readonly word: string;
  readonly text: string;
  /**
   * Names the halts in force, or says why data is old or not known, or both. Null if there is
   * neither, if the pair is not listed, or if the warnings already give the reason.
   */
  readonly reasonText: string | null;
}

export function quoteSign(quote: QuoteReading, pairName: string, preset: Preset): QuoteSign {
  const { trading, clock, from, to } = quote;
  const stalenessText = clock.reason && sentenceOf(clock.reason);
  const state = quoteState(quote);
  const isPairOpen = trading.verdict === "open";
  const commonMembers = {
    isPairOpen,
    state,
    shape: quoteShape(state, quote.totalCostBps),
    word: quoteSignWords[state],
  };
  if (isPairOpen)
    return { ...commonMembers, text: openText(state, pairName, quote), reasonText: stalenessText };
  if (trading.verdict === "halted") {
    const reasonTexts = [
      `${haltReasonText(haltingStops(trading.haltedBy, [from, to], preset))}.`,
      ...(stalenessText === null ? [] : [stalenessText]),
    ];
    return {
      ...commonMembers,
      text: quoteSignTexts.halted(pairName),
      reasonText: reasonTexts.join(" "),
    };
  }
  if (doubtOf(trading.reason) === "not_listed") {
    const { not_listed: word } = quoteSignWords;
    return { ...commonMembers, word, text: quoteSignTexts.notListed(pairName), reasonText: null };
  }
  const reasonText = isUnverified(quote) ? null : sentenceOf(trading.reason);
  return { ...commonMembers, text: quoteSignTexts.notChecked(pairName), reasonText };
}

/** State of the headline box. `open` (green) needs a quote, and advice without warning. */
function quoteState(quote: QuoteReading): SignState {
  const { trading, reason, adviceLevel, failure, payoutSigning } = quote;
  // If payouts are halted only on the source chain, a refund would wait, but not the payout. So
  // this warning gives the state "warned" and not "payouts_wait".
  const stateWarnings = quote.warnings.filter(
    ({ code, isAfterSwap }) =>
      !isAfterSwap && (code !== "signing_halted" || payoutSigning === "halted"),
  );
  const state = signState(trading, stateWarnings);
  if (state !== "open" || (!failure && adviceLevel === "none")) return state;
  return !failure && reason?.code === "one_source" ? "not_checked" : "warned";
}

function openText(
  state: SignState,
  pairName: string,
  { adviceLevel, failure, to, warnings }: QuoteReading,
): string {
  if (failure) return quoteSignTexts.refused(pairName);
  if (adviceLevel === "forbidden") return quoteSignTexts.forbidden(pairName);
  if (state === "payouts_wait") return quoteSignTexts.payoutsWait(parseAsset(to)?.ticker);
  if (state === "swaps_wait") return quoteSignTexts.swapsWait;
  if (state === "halts_soon") return quoteSignTexts.haltsSoon(pairName);
  if (adviceLevel === "none") return quoteSignTexts.open(pairName);
  const warningTexts = warnings.map(({ code }) => warnedTexts[code]);
  return quoteSignTexts.warned(warningTexts.find((text) => text !== undefined));
}

/**
 * True if the data of the network could not be read or verified. False if the network was read and
 * refused the quote, for example because the amount is too small.
 */
export function isUnverified({ failure, trading }: QuoteReading): boolean {
  return failure !== null && failure.reason !== null && trading.verdict === "unknown";
}

export function sendText(quote: QuoteReading, preset: Preset): string {
  const { failure, adviceLevel, source, memo, sending, sendBeforeMs, trading } = quote;
  const isDeadlineMissing = memo !== null && sendBeforeMs === null;
  if (failure || adviceLevel === "forbidden" || trading.verdict !== "open" || isDeadlineMissing)
    return sendTexts.forbidden;
  if (source === "sample") return sendTexts.sample;
  if (memo === null || sending === null) return sendTexts.estimate[plannedWay(quote, preset)];
  return sendTexts[adviceLevel === "warned" ? "warned" : "open"][depositWay(sending)];
}

function plannedWay({ from, token }: QuoteReading, preset: Preset): DepositWay {
  if (payoutChainCode(from, preset) === preset.nativeChain) return "msgDeposit";
  return token === null ? "transfer" : "router";
}
