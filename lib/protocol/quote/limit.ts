// The price limit of a swap, and whether all its parts meet it: later parts may bring less.

import { forecastOf, largestWithinLimit } from "../market/forecast.ts";
import type { Market } from "../market/market.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { lesser, mulDiv } from "../values/amounts.ts";
import { parseMemoTerms } from "./memo.ts";
import { minPayout, type PayoutContext, payoutTerms } from "./payout.ts";
import { LIQUIDITY_TOLERANCE_BPS } from "./request.ts";
import type { StatedQuote } from "./stated-figures.ts";
import { maxPartCount } from "./streaming.ts";
import type { QuoteSubject } from "./subject.ts";

type LimitSubject = PayoutContext & Pick<QuoteSubject, "from" | "amount" | "quotes">;

/** Null where no limit is planned, or where it counts from another output. */
export function plannedLimit(
  quotedOut: bigint,
  { liquidityToleranceBps: bps = LIQUIDITY_TOLERANCE_BPS, toleranceBps }: QuoteRequest,
): bigint | null {
  if (bps === 0 || toleranceBps !== undefined) return null;
  return mulDiv(quotedOut, BigInt(10_000 - bps), 10_000n);
}

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
  const { from, to, amount, request, quotes, figures } = subject;
  const { quotedOut, fees, recommendedMinAmount, sensibleMaxAmount: maxBearable } = figures;
  const { nativeAsset } = preset;
  const pools = listedPools ?? [];
  const streaming = {
    quantity: figures.streaming.quantity ?? maxPartCount(request.streaming, quotes),
  };
  const partsSwap = { from, to, amount, quotedOut, fees, streaming };
  const isOrder = request.targetOut !== undefined;
  const forecastOut = isOrder
    ? null
    : (figures.forecastOut ?? forecastOf(partsSwap, pools, nativeAsset));
  const limit = priceLimit(subject);
  if (limit === null || limit === 0n || forecastOut === null)
    return { fault: null, sensibleMaxAmount: maxBearable };
  const minimum = minPayout({ limit, ...payoutTerms(subject) }) ?? limit;
  const missesLimit = forecastOut < minimum;
  if (!missesLimit && maxBearable === null) return { fault: null, sensibleMaxAmount: null };
  const searchTo = missesLimit ? amount : (maxBearable ?? amount);
  const largestAmount = largestWithinLimit(partsSwap, pools, nativeAsset, limit, searchTo);
  // The requested amount meets its limit, even if the search with fewer parts finds less.
  const isSearchLow = !missesLimit && largestAmount !== null && largestAmount < amount;
  const withinLimit = isSearchLow ? amount : largestAmount;
  const bounds = [withinLimit, maxBearable].filter((bound) => bound !== null);
  const maxAmount = bounds.length === 0 ? 0n : bounds.reduce(lesser);
  const isAboveMinimum = maxAmount > (recommendedMinAmount ?? 0n);
  return {
    sensibleMaxAmount: isAboveMinimum ? maxAmount : null,
    fault: missesLimit ? because("parts_below_limit", {}) : null,
  };
}

/** The limit of the sources' memos. Without a destination no memo exists: the planned limit. */
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
