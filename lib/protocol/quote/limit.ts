// Checks whether all parts of a swap meet its price limit, since later parts may pay less.

import { leastBearableOut } from "../market/thin-pool.ts";
import type { QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { lesser, mulDiv } from "../values/amounts.ts";
import { parseMemoTerms } from "./memo.ts";
import { minPayout, type PayoutContext, payoutTerms } from "./payout.ts";
import { LIQUIDITY_TOLERANCE_BPS } from "./request.ts";
import type { StatedQuote } from "./stated-figures.ts";
import type { QuoteSubject } from "./subject.ts";

type LimitSubject = PayoutContext & Pick<QuoteSubject, "from" | "amount" | "quotes">;

/**
 * The price limit that the memo will get, in base units of `to`. Null if the tolerance is 0 (no
 * limit). Null also for `toleranceBps`, which is a share of a price before fees, unknown here.
 */
export function plannedLimit(
  quotedOut: bigint,
  { liquidityToleranceBps = LIQUIDITY_TOLERANCE_BPS, toleranceBps }: QuoteRequest,
): bigint | null {
  if (liquidityToleranceBps === 0 || toleranceBps !== undefined) return null;
  return mulDiv(quotedOut, BigInt(10_000 - liquidityToleranceBps), 10_000n);
}

export function plannedMinimum(subject: LimitSubject): bigint | null {
  const limit = priceLimit(subject);
  const leastPayout = limit && minPayout({ limit, ...payoutTerms(subject) });
  return leastPayout !== null && leastPayout > 0n ? leastPayout : null;
}

/** A limit that all parts meet without refills, or the reason why some would miss it. */
export function findLimitFault(subject: LimitSubject): Reason | null {
  const { forecastOut } = subject.figures;
  const limit = priceLimit(subject);
  if (forecastOut === null || limit === null) return null;
  const leastPayout = minPayout({ limit, ...payoutTerms(subject) }) ?? limit;
  return forecastOut < leastPayout ? because("parts_below_limit", {}) : null;
}

/** True if a swap that loses no more than is bearable may still miss its limit. */
export function isLimitTight(subject: LimitSubject): boolean {
  const { forecastOut, quotedOut } = subject.figures;
  const limit = priceLimit(subject);
  return forecastOut !== null && limit !== null && limit > leastBearableOut(quotedOut);
}

const priceLimit = ({ request, quotes, figures }: LimitSubject) =>
  request.destination === undefined
    ? plannedLimit(figures.quotedOut, request)
    : statedLimit(quotes);

function statedLimit(quotes: readonly StatedQuote[]): bigint | null {
  const memoLimits = quotes.map(({ memo }) => parseMemoTerms(memo ?? "")?.limit ?? null);
  return memoLimits.reduce((leastLimit, limit) =>
    leastLimit === null || limit === null ? null : lesser(limit, leastLimit),
  );
}
