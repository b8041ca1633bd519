// Compares a swap in parts with the same swap in one part. All figures come from quotes.

import type { QuoteReading, QuoteRequest } from "../../protocol/model/quote.ts";
import { outputDifference } from "../../protocol/quote/one-part.ts";
import { SINGLE } from "../../protocol/quote/streaming.ts";
import { USD_UNITS } from "../../protocol/values/amounts.ts";
import type { LinkView } from "../../render/blocks.ts";
import { formatDollars, formatWholeDollars } from "../../say/figures.en.ts";
import {
  costVerbs,
  otherWayLabels,
  unknownWayTexts,
  type Way,
  wayCostTexts,
} from "../../say/quote.en.ts";
import { requestHref } from "../quote-links.ts";

export interface OtherWay {
  readonly request: QuoteRequest;
  readonly quote: QuoteReading | null;
}

const runsInParts = ({ streaming: { mode, quantity } }: QuoteReading): boolean =>
  mode !== null && mode !== "single" && quantity !== 1;

/**
 * Request for the same swap in one part if `quote` has several parts, or in several if it has one.
 * Leaves out the destination, because only the main quote needs a memo. Null if the network itself
 * chose one part, or does not split the swap.
 */
export function otherWayRequest(
  { from, to, amount, streaming }: QuoteRequest,
  quote: QuoteReading,
): QuoteRequest | null {
  const pairAndAmount = { from, to, amount };
  if (runsInParts(quote)) return { streaming: SINGLE, ...pairAndAmount };
  const isOnePartAsked = streaming?.quantity === 1;
  return isOnePartAsked && (quote.maxStreamingQuantity ?? 0) > 1 ? pairAndAmount : null;
}

interface Comparison {
  readonly text: string;
  readonly link: LinkView;
}

/**
 * Compares the cost of the swap in one part with its cost in several parts. Null without the cost
 * of `quote`, without `otherWay`, if both ways give the same output, or if `quote` has one part and
 * no quote in several parts was read.
 */
export function comparisonOf(
  { streaming: _, ...requestWithoutStreaming }: QuoteRequest,
  quote: QuoteReading,
  otherWay: OtherWay | null,
): Comparison | null {
  const chosenCostUsd = quote.totalCost?.usd;
  if (otherWay === null || chosenCostUsd == null) return null;
  const chosenWayName: Way = runsInParts(quote) ? "parts" : "one";
  if (chosenWayName === "one" && (otherWay.quote === null || !runsInParts(otherWay.quote)))
    return null;
  const otherWayName: Way = chosenWayName === "parts" ? "one" : "parts";
  const { streaming } = otherWay.request;
  const link = {
    href: requestHref({ ...requestWithoutStreaming, ...(streaming && { streaming }) }),
    label: otherWayLabels[otherWayName],
  };
  const chosenWayText = wayCostTexts[chosenWayName](costVerbs.chosen, costText(chosenCostUsd));
  const otherCostUsd = otherWay.quote?.totalCost?.usd;
  const differenceBase = otherWay.quote && outputDifference(quote, otherWay.quote);
  if (otherCostUsd == null || differenceBase === null) {
    return { text: `${chosenWayText} ${unknownWayTexts[otherWayName]}`, link };
  }
  if (differenceBase === 0n) return null;
  const otherWayText = wayCostTexts[otherWayName](costVerbs.other, costText(otherCostUsd));
  const isChosenBetter = differenceBase > 0n;
  const text = isChosenBetter
    ? `${chosenWayText} ${otherWayText}`
    : `${otherWayText} ${chosenWayText}`;
  return { text, link };
}

const WHOLE_DOLLARS_FROM = 100n * USD_UNITS;

const costText = (usd: bigint) =>
  usd < WHOLE_DOLLARS_FROM
    ? formatDollars(usd)
    : formatWholeDollars((usd + USD_UNITS - 1n) / USD_UNITS);
