// Checks whether all parts of a swap meet its price limit, since later parts may pay less.

import { largestWithinLimit } from "../market/forecast.ts";
import type { Market } from "../market/market.ts";
import { leastBearableOut } from "../market/thin-pool.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { larger, lesser, mulDiv } from "../values/amounts.ts";
import { parseMemoTerms } from "./memo.ts";
import { minPayout, type PayoutContext, payoutTerms } from "./payout.ts";
import { LIQUIDITY_TOLERANCE_BPS } from "./request.ts";
import type { StatedQuote } from "./stated-figures.ts";
import { maxPartCount } from "./streaming.ts";
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

interface LimitCheck extends Pick<QuoteReading, "sensibleMaxAmount"> {
  readonly fault: Reason | null;
}

export function checkLimit(
  subject: LimitSubject,
  { pools, preset }: Pick<Market, "pools" | "preset">,
): LimitCheck {
  const { from, to, amount, request, quotes, figures } = subject;
  const { quotedOut, forecastOut, fees, recommendedMinAmount } = figures;
  const { nativeAsset } = preset;
  if (forecastOut === null) return { fault: null, sensibleMaxAmount: figures.sensibleMaxAmount };
  const limit = priceLimit(subject) ?? 0n;
  const leastPayout = limit === 0n ? 0n : (minPayout({ limit, ...payoutTerms(subject) }) ?? limit);
  const isLimitMissed = forecastOut < leastPayout;
  if (!isLimitMissed && figures.thinPool === null) return { fault: null, sensibleMaxAmount: null };
  const streaming = {
    quantity: figures.streaming.quantity ?? maxPartCount(request.streaming, quotes),
  };
  const maxAmount = largestWithinLimit(
    { from, to, amount, quotedOut, fees, streaming },
    pools ?? [],
    nativeAsset,
    larger(limit, leastBearableOut(quotedOut)),
    lesser(amount, figures.sensibleMaxAmount ?? amount),
  );
  const isMaxAboveMinimum = (maxAmount ?? 0n) > (recommendedMinAmount ?? 0n);
  return {
    sensibleMaxAmount: isMaxAboveMinimum ? maxAmount : null,
    fault: isLimitMissed ? because("parts_below_limit", {}) : null,
  };
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
