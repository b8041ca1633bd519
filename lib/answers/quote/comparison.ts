// A swap in parts compared with one part. Each figure is a quote of the network, none is derived.

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

/** Null if the network does not split the swap. No destination: only the main quote has a memo. */
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
  /** To the other way. */
  readonly link: LinkView;
}

/** Null where the network does not split the swap, or where both ways bring as much. */
export function comparisonOf(
  { streaming: _, ...terms }: QuoteRequest,
  quote: QuoteReading,
  other: OtherWay | null,
): Comparison | null {
  const chosenCost = quote.totalCost?.usd;
  if (other === null || chosenCost == null) return null;
  const way: Way = runsInParts(quote) ? "parts" : "one";
  if (way === "one" && (other.quote === null || !runsInParts(other.quote))) return null;
  const otherWay: Way = way === "parts" ? "one" : "parts";
  const { streaming } = other.request;
  const link = {
    href: requestHref({ ...terms, ...(streaming && { streaming }) }),
    label: otherWayLabels[otherWay],
  };
  const chosenText = wayCostTexts[way](costVerbs.chosen, costText(chosenCost));
  const otherCost = other.quote?.totalCost?.usd;
  const difference = other.quote && outputDifference(quote, other.quote);
  if (otherCost == null || difference === null) {
    return { text: `${chosenText} ${unknownWayTexts[otherWay]}`, link };
  }
  if (difference === 0n) return null;
  const otherText = wayCostTexts[otherWay](costVerbs.other, costText(otherCost));
  const [better, worse] = difference > 0n ? [chosenText, otherText] : [otherText, chosenText];
  return { text: `${better} ${worse}`, link };
}

const WHOLE_DOLLARS_FROM = 100n * USD_UNITS;

/** Large costs are rounded up to whole dollars. */
const costText = (usd: bigint) =>
  usd < WHOLE_DOLLARS_FROM
    ? formatDollars(usd)
    : formatWholeDollars((usd + USD_UNITS - 1n) / USD_UNITS);
