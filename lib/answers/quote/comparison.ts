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
import { requestHref } from "./links.ts";

export interface OtherWay {
  readonly request: QuoteRequest;
  readonly quote: QuoteReading | null;
}

const runsInParts = ({ streaming: { mode, quantity } }: QuoteReading): boolean =>
  mode !== null && mode !== "single" && quantity !== 1;

/**
 * The request for the other way. No destination, because only the main quote needs a memo. Null
 * if the network does not split the swap.
 */
export function otherWayRequest(
  { from, to, amount, streaming }: QuoteRequest,
  quote: QuoteReading,
): QuoteRequest | null {
  const question = { from, to, amount };
  if (runsInParts(quote)) return { streaming: SINGLE, ...question };
  const isOnePartAsked = streaming?.quantity === 1;
  return isOnePartAsked && (quote.maxStreamingQuantity ?? 0) > 1 ? question : null;
}

interface Comparison {
  readonly text: string;
  readonly link: LinkView;
}

/** Null if there is nothing to compare: no split, an unknown cost, or equal outputs. */
export function comparisonOf(
  { streaming: _, ...terms }: QuoteRequest,
  quote: QuoteReading,
  otherWay: OtherWay | null,
): Comparison | null {
  const chosenCostUsd = quote.totalCost?.usd;
  if (otherWay === null || chosenCostUsd == null) return null;
  const chosenWayKey: Way = runsInParts(quote) ? "parts" : "one";
  if (chosenWayKey === "one" && (otherWay.quote === null || !runsInParts(otherWay.quote)))
    return null;
  const otherWayKey: Way = chosenWayKey === "parts" ? "one" : "parts";
  const { streaming } = otherWay.request;
  const link = {
    href: requestHref({ ...terms, ...(streaming && { streaming }) }),
    label: otherWayLabels[otherWayKey],
  };
  const chosenText = wayCostTexts[chosenWayKey](costVerbs.chosen, costText(chosenCostUsd));
  const otherCostUsd = otherWay.quote?.totalCost?.usd;
  const differenceBase = otherWay.quote && outputDifference(quote, otherWay.quote);
  if (otherCostUsd == null || differenceBase === null) {
    return { text: `${chosenText} ${unknownWayTexts[otherWayKey]}`, link };
  }
  if (differenceBase === 0n) return null;
  const otherText = wayCostTexts[otherWayKey](costVerbs.other, costText(otherCostUsd));
  const isChosenBetter = differenceBase > 0n;
  const text = isChosenBetter ? `${chosenText} ${otherText}` : `${otherText} ${chosenText}`;
  return { text, link };
}

const WHOLE_DOLLARS_FROM = 100n * USD_UNITS;

const costText = (usd: bigint) =>
  usd < WHOLE_DOLLARS_FROM
    ? formatDollars(usd)
    : formatWholeDollars((usd + USD_UNITS - 1n) / USD_UNITS);
