// Whether all parts of a swap meet the memo's limit: later parts may bring less.

import type { Market } from "../market/market.ts";
import { forecastOf, largestWithinLimit } from "../market/thin-pool.ts";
import type { QuoteReading } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { lesser } from "../values/amounts.ts";
import { maxPartCount } from "./bound.ts";
import type { QuoteSubject } from "./gate.ts";
import { parseMemoTerms } from "./memo.ts";
import { minPayout, type PayoutContext, payoutTerms } from "./payout.ts";
import { plannedLimit } from "./request.ts";
import type { StatedQuote } from "./stated-figures.ts";

type LimitSubject = PayoutContext & Pick<QuoteSubject, "from" | "amount" | "quotes">;

export function plannedMinimum(subject: LimitSubject): bigint | null {
  const limit = priceLimit(subject);
  const minimum = limit && minPayout({ limit, ...payoutTerms(subject) });
  return minimum !== null && minimum > 0n ? minimum : null;
}

interface LimitCheck extends Pick<QuoteReading, "sensibleMaxAmount"> {
  readonly fault: Reason | null;
}

export function checkLimit(
  subject: LimitSubject,
  { pools: listedPools, preset }: Pick<Market, "pools" | "preset">,
): LimitCheck {
  const { from, to, amount, request, figures } = subject;
  const { quotedOut, fees, recommendedMinAmount, sensibleMaxAmount: maxBearable } = figures;
  const { nativeAsset } = preset;
  const pools = listedPools ?? [];
  const streaming = { quantity: figures.streaming.quantity ?? maxParts(subject) };
  const plannedSwap = { from, to, amount, quotedOut, fees, streaming };
  const isOrder = request.targetOut !== undefined;
  const forecastOut = isOrder
    ? null
    : (figures.forecastOut ?? forecastOf(plannedSwap, pools, nativeAsset));
  const limit = priceLimit(subject);
  if (limit === null || limit === 0n || forecastOut === null)
    return { fault: null, sensibleMaxAmount: maxBearable };
  const minimum = minPayout({ limit, ...payoutTerms(subject) }) ?? limit;
  const missesLimit = forecastOut < minimum;
  if (!missesLimit && maxBearable === null) return { fault: null, sensibleMaxAmount: null };
  const searchTo = missesLimit ? amount : (maxBearable ?? amount);
  const largestAmount = largestWithinLimit(plannedSwap, pools, nativeAsset, limit, searchTo);
  // The requested amount meets its limit, even if the search with fewer parts finds less.
  const withinLimit =
    missesLimit || largestAmount === null || largestAmount > amount ? largestAmount : amount;
  const bounds = [withinLimit, maxBearable].filter((bound) => bound !== null);
  const maxAmount = bounds.length === 0 ? 0n : bounds.reduce(lesser);
  const isAboveMinimum = maxAmount > (recommendedMinAmount ?? 0n);
  return {
    sensibleMaxAmount: isAboveMinimum ? maxAmount : null,
    fault: missesLimit ? because("parts_below_limit", {}) : null,
  };
}

const maxParts = ({ request, quotes }: LimitSubject) =>
  maxPartCount(
    request.streaming,
    quotes.map((quote) => quote.max_streaming_quantity),
  );

/** The sources' limit; without a receiving address there is no memo, so the planned one. */
const priceLimit = ({ request, quotes, figures }: LimitSubject) =>
  request.destination === undefined
    ? plannedLimit(figures.quotedOut, request)
    : statedLimit(quotes);

function statedLimit(quotes: readonly StatedQuote[]): bigint | null {
  const limits = quotes.map(({ memo }) => parseMemoTerms(memo ?? "")?.limit ?? null);
  return limits.reduce((leastLimit, limit) =>
    leastLimit === null || limit === null ? null : lesser(limit, leastLimit),
  );
}
