// A memo's limit beside the pools. The network quotes a swap in parts as if the pools were refilled after each. Where nobody does, later
// parts bring less, and those below the limit are refunded.

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

/** What a swap would pay at least if all of it runs; null where no limit would hold, or a fee is not known. */
export function plannedMinimumOf(asked: LimitedSwap): bigint | null {
  const limit = limitOf(asked);
  const least = limit && leastPayout({ limit, ...payoutTerms(asked) });
  return least !== null && least > 0n ? least : null;
}

interface LimitHeld extends Pick<QuoteReading, "sensibleMaxAmount"> {
  /** Why no such memo is given; null where all parts hold its limit. */
  readonly fault: Reason | null;
}

/** Whether all parts of a swap bring what its limit asks for where nobody refills the pools, and what amount does. */
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
  // What is asked for holds, whatever fewer parts of a search would bring.
  const largestHeld = isMissed || held === null || held > amount ? held : amount;
  const least =
    largestHeld === null || (bearable !== null && bearable < largestHeld) ? bearable : largestHeld;
  const sensibleMaxAmount = least !== null && least > (recommendedMinAmount ?? 0n) ? least : null;
  return { sensibleMaxAmount, fault: isMissed ? sizeReasons.belowLimit : null };
}

/** Where the sources differ about the number of parts: the most that one allows bring most. */
const mostPartsOf = ({ request, quotes }: LimitedSwap) =>
  mostParts(
    request.streaming,
    quotes.map((quote) => quote.max_streaming_quantity),
  );

/** Of the sources' memos; without a receiving address, which leaves none, the one that is planned. */
const limitOf = ({ request, quotes, figures }: LimitedSwap) =>
  request.destination === undefined
    ? plannedLimit(figures.quotedOut, request)
    : statedLimit(quotes);

/** The lowest limit of these memos; null where one of them has none. */
function statedLimit(quotes: readonly StatedQuote[]): bigint | null {
  const limits = quotes.map(({ memo }) => readMemoTerms(memo ?? "")?.limit ?? null);
  return limits.reduce((least, one) =>
    least === null || one === null ? null : lesser(one, least),
  );
}
