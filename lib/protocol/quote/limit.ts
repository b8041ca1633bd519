// Whether all parts of a swap meet the memo's limit: later parts may bring less.

import type { Market } from "../market/market.ts";
import { forecastOf, largestWithinLimit } from "../market/thin-pool.ts";
import type { QuoteReading } from "../model/quote.ts";
import type { Reason } from "../model/verdicts.ts";
import { lesser } from "../values/amounts.ts";
import { leastPayout, mostParts } from "./bound.ts";
import type { StatedQuote } from "./figures.ts";
import { type PayoutSubject, payoutTerms, type QuoteSubject } from "./gate.ts";
import { readMemoTerms } from "./memo.ts";
import { sizeReasons } from "./reasons.ts";
import { plannedLimit } from "./request.ts";
import { swapWay } from "./way.ts";

type LimitedSwap = PayoutSubject & Pick<QuoteSubject, "from" | "amount">;

export function plannedMinimumOf(asked: LimitedSwap): bigint | null {
  const limit = limitOf(asked);
  const least = limit && leastPayout({ limit, ...payoutTerms(asked) });
  return least !== null && least > 0n ? least : null;
}

interface LimitHeld extends Pick<QuoteReading, "sensibleMaxAmount"> {
  readonly fault: Reason | null;
}

export function holdLimit(
  asked: LimitedSwap,
  { pools: listed, preset }: Pick<Market, "pools" | "preset">,
): LimitHeld {
  const { from, to, amount, request, quotes, figures } = asked;
  const { quotedOut, fees, recommendedMinAmount, sensibleMaxAmount: bearable } = figures;
  const { nativeAsset } = preset;
  const pools = listed ?? [];
  const { quantity } = swapWay(request.streaming, quotes, figures.agreedMaxParts);
  const quoted = {
    from,
    to,
    amount,
    quotedOut,
    fees,
    streaming: { quantity: quantity ?? mostPartsOf(asked) },
  };
  const isOrder = request.targetOut !== undefined;
  const forecastOut = isOrder
    ? null
    : (figures.forecastOut ?? forecastOf(quoted, pools, nativeAsset));
  const limit = limitOf(asked);
  if (limit === null || limit === 0n || forecastOut === null)
    return { fault: null, sensibleMaxAmount: bearable };
  const isMissed = forecastOut < (leastPayout({ limit, ...payoutTerms(asked) }) ?? limit);
  if (!isMissed && bearable === null) return { fault: null, sensibleMaxAmount: null };
  const held = largestWithinLimit(
    quoted,
    pools,
    nativeAsset,
    limit,
    isMissed ? amount : (bearable ?? amount),
  );
  // The requested amount meets its limit, even if the search with fewer parts finds less.
  const largestHeld = isMissed || held === null || held > amount ? held : amount;
  const least =
    largestHeld === null || (bearable !== null && bearable < largestHeld) ? bearable : largestHeld;
  const sensibleMaxAmount = least !== null && least > (recommendedMinAmount ?? 0n) ? least : null;
  return { sensibleMaxAmount, fault: isMissed ? sizeReasons.belowLimit : null };
}

const mostPartsOf = ({ request, quotes }: LimitedSwap) =>
  mostParts(
    request.streaming,
    quotes.map((quote) => quote.max_streaming_quantity),
  );

/** The sources' limit; without a receiving address there is no memo, so the planned one. */
const limitOf = ({ request, quotes, figures }: LimitedSwap) =>
  request.destination === undefined
    ? plannedLimit(figures.quotedOut, request)
    : statedLimit(quotes);

function statedLimit(quotes: readonly StatedQuote[]): bigint | null {
  const limits = quotes.map(({ memo }) => readMemoTerms(memo ?? "")?.limit ?? null);
  return limits.reduce((least, one) =>
    least === null || one === null ? null : lesser(one, least),
  );
}
