// The main figures of a quote in words, alike above and on the cards of its ways: what comes out, and all that a person pays.

import type { QuoteReading } from "../../../protocol/model/quote.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatAmount, formatBpsAsPercent, formatDollars, NOT_KNOWN } from "../../../protocol/values/figure-text.ts";

/** What comes out if nobody refills the pools is an estimate: it has few digits. */
const ROUGH = { digits: 4 } as const;
export const digitsOf = (...quotes: readonly (Pick<QuoteReading, "bestCaseOut"> | null)[]) =>
  quotes.some((quote) => quote !== null && quote.bestCaseOut !== null) ? ROUGH : {};

export function receivedText({ to, bestCaseOut }: QuoteReading, base: bigint, preset: Preset): string {
  const received = { base, asset: to };
  return bestCaseOut === null ? formatAmount(received, preset) : `about ${formatAmount(received, preset, ROUGH)}`;
}

export function receivedNote({ to, bestCaseOut, receivedUsd }: QuoteReading, preset: Preset): string {
  if (bestCaseOut === null) return formatDollars(receivedUsd);
  const most = formatAmount({ base: bestCaseOut, asset: to }, preset, ROUGH);
  return `${formatDollars(receivedUsd)} if nobody refills the pools between parts, up to ${most} if somebody does`;
}

/** All that a person pays, and what the figure leaves out where the wallet's network fee is not known. */
export function totalCostText(quote: QuoteReading): { readonly text: string; readonly note: string } {
  const { totalCost, totalCostBps, totalWithNetworkFeeUsd: allUsd, totalWithNetworkFeeBps: allBps, order } = quote;
  if (totalCost === null) {
    const note =
      order === null ? "We do not know every price." : "It depends on the price at which the order is filled.";
    return { text: NOT_KNOWN, note };
  }
  if (allUsd !== null && allBps !== null)
    return {
      text: formatDollars(allUsd),
      note: `${formatBpsAsPercent(allBps)} of the amount sent, with ${networkFeeText(quote)}`,
    };
  return {
    text: totalCost.usd === null ? NOT_KNOWN : `${formatDollars(totalCost.usd)} and your wallet's fee`,
    note: `${formatBpsAsPercent(totalCostBps)} of the amount sent, and the network fee of your wallet, which is not known here`,
  };
}

/** Of the amount sent: what `totalCostText` says in dollars. */
export const totalPercent = ({ totalWithNetworkFeeBps: allBps, totalCostBps }: QuoteReading) =>
  formatBpsAsPercent(allBps ?? totalCostBps);

export const networkFeeText = ({ inboundGasEstimate: gas }: QuoteReading) =>
  `the network fee of your wallet, about ${formatDollars(gas?.usd)}`;
