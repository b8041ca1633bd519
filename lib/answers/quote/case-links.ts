// Links of a quote's answer: the same question again, the other direction, and one to share.

import type { PoolReading } from "../../protocol/model/pools.ts";
import type { QuoteRequest } from "../../protocol/model/quote.ts";
import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../protocol/values/amounts.ts";
import { listAssets, shortAsset } from "../../protocol/values/assets.ts";
import type { LinkView } from "../../render/blocks.ts";
import { otherDirectionText, quoteWords } from "../../say/quote.en.ts";
import { quoteHref, requestHref, roundTyped } from "./links.ts";
import { pairName, type QuoteCase } from "./quote-case.ts";
import { isRefusal } from "./refusal.ts";

/** The same question. Null with figures, whose form repeats it, and where no answer will come. */
export function againLink({ quote, request, pools }: QuoteCase): LinkView | null {
  if (quote.failure === null || isRefusal(quote.failure)) return null;
  const { destination, refundAddress } = request;
  const isPersonal = destination !== undefined || refundAddress !== undefined;
  return {
    href: requestHref(withShortNames(request, pools)),
    label: isPersonal ? quoteWords.againWithAddress : quoteWords.again,
  };
}

/** Asks to swap back what this swap brings; an amount in dollars is kept. */
export function reverseLink({ request, quote, preset, pools, isNamed }: QuoteCase): LinkView {
  const output = quote.expectedAmountOut;
  const amount =
    output === null || output === 0n
      ? undefined
      : formatUnits(roundTyped(output), decimalsOf(quote.to));
  const dollars =
    quote.converted === null ? request.amountUsd : formatUnits(quote.converted.usd, FIXED_DECIMALS);
  const amountField = dollars === undefined ? { amount } : { amount_usd: dollars };
  const { from, to } = withShortNames(request, pools);
  const pair = isNamed ? pairName({ from: quote.to, to: quote.from }, preset) : null;
  return {
    href: quoteHref({ from: to, to: from, ...amountField }),
    label: otherDirectionText(pair),
  };
}

/** Without the addresses of a person. */
export function permalink({ request, pools, origin }: QuoteCase): string {
  const { destination: _, refundAddress: __, ...question } = withShortNames(request, pools);
  return `${origin}${requestHref(question)}`;
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
