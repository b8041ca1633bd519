// Links below a quote: to try again, to swap in the other direction, and to share the quote.

import type { PoolReading } from "../../protocol/model/pools.ts";
import type { QuoteRequest } from "../../protocol/model/quote.ts";
import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../protocol/values/amounts.ts";
import { listAssets, shortAsset } from "../../protocol/values/assets.ts";
import type { LinkView } from "../../render/blocks.ts";
import { otherDirectionText, quoteWords } from "../../say/quote.en.ts";
import { quoteHref, requestHref, roundTyped } from "../quote-links.ts";
import { pairName, type QuoteCase } from "./quote-case.ts";
import { isRefusal } from "./refusal.ts";

/** Link to ask for the quote again. Null if there is a quote, or if asking again would not help. */
export function againLink({ quote, request, pools }: QuoteCase): LinkView | null {
  if (quote.failure === null || isRefusal(quote.failure)) return null;
  const { destination, refundAddress } = request;
  const hasAddresses = destination !== undefined || refundAddress !== undefined;
  return {
    href: requestHref(withShortNames(request, pools)),
    label: hasAddresses ? quoteWords.againWithAddress : quoteWords.again,
  };
}

/**
 * Link to a quote for the other direction. Its amount is the amount in dollars if the client gave
 * dollars, else the expected output, rounded to two digits. Without an output: no amount. Null if
 * the pair is halted, since the other direction usually is then, too.
 */
export function reverseLink({
  request,
  quote,
  preset,
  pools,
  isPairNamed,
}: QuoteCase): LinkView | null {
  if (quote.trading.verdict === "halted") return null;
  const outputBase = quote.expectedAmountOut;
  const amountText =
    outputBase === null || outputBase === 0n
      ? undefined
      : formatUnits(roundTyped(outputBase), decimalsOf(quote.to));
  const usdText =
    quote.converted === null ? request.amountUsd : formatUnits(quote.converted.usd, FIXED_DECIMALS);
  const amountQuery = usdText === undefined ? { amount: amountText } : { amount_usd: usdText };
  const { from, to } = withShortNames(request, pools);
  const reversePairText = isPairNamed ? pairName({ from: quote.to, to: quote.from }, preset) : null;
  return {
    href: quoteHref({ from: to, to: from, ...amountQuery }),
    label: otherDirectionText(reversePairText),
  };
}

/** Link to share the quote. Leaves out the addresses: whoever opens it has other addresses. */
export function permalink({ request, pools, origin }: QuoteCase): string {
  const { destination: _, refundAddress: __, ...publicRequest } = withShortNames(request, pools);
  return `${origin}${requestHref(publicRequest)}`;
}

export function withShortNames(request: QuoteRequest, pools: readonly PoolReading[]): QuoteRequest {
  const assets = listAssets(pools);
  if (assets.length === 0) return request;
  return {
    ...request,
    from: shortAsset(request.from, assets),
    to: shortAsset(request.to, assets),
  };
}
