// Texts of the amount to send. Dollars are also shown as the asset amount that they buy.

import { requestHref, roundTyped } from "../../../answers/quote/links.ts";
import type { QuoteCase } from "../../../answers/quote/quote-case.ts";
import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import {
  decimalsOf,
  formatPrice,
  formatUnits,
  USD_UNITS,
} from "../../../protocol/values/amounts.ts";
import { assetName } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { formatAge, formatAmount, formatDollars, withDollarSign } from "../../../say/figures.en.ts";
import {
  amountOf,
  askForText,
  convertedText,
  dollarsOf,
  keepAmountText,
  roughAmount,
} from "../../../say/quote-form.en.ts";
import type { FieldView } from "./view.ts";

const ROUGH_DIGITS = 3;

/**
 * Replaces an amount in dollars by the asset amount of the quote. A link made from the request then
 * means the same amount even after the price changes.
 */
export function pinAmount(
  request: QuoteRequest,
  { from, amount }: Pick<QuoteReading, "from" | "amount">,
): QuoteRequest {
  const { amountUsd, ...otherArguments } = request;
  return amountUsd === undefined || amount === null
    ? request
    : { ...otherArguments, amount: formatUnits(amount, decimalsOf(from)) };
}

/** Such as "0.05 BTC". For an amount in dollars: what the dollars buy, as "≈ 0.0478 BTC". */
export function sentText({ quote, request, preset }: QuoteCase): string {
  const { from, amount, converted } = quote;
  if (amount !== null)
    return converted === null
      ? formatAmount({ base: amount, asset: from }, preset)
      : roughAmountText(amount, from, preset);
  const fromAssetName = assetName(from, preset);
  return request.amount === undefined
    ? dollarsOf(withDollarSign(request.amountUsd ?? ""), fromAssetName)
    : amountOf(request.amount, fromAssetName);
}

/** For link previews: an amount typed in dollars stays in dollars, since the price may change. */
export function cardSentText(quoteCase: QuoteCase): string {
  const { from, converted } = quoteCase.quote;
  return converted === null
    ? sentText(quoteCase)
    : dollarsOf(formatDollars(converted.usd), assetName(from, quoteCase.preset));
}

export function withConversion(
  field: FieldView,
  { request, quote, preset, nowMs }: QuoteCase,
): FieldView {
  const { from, amount, converted } = quote;
  if (converted === null || amount === null) return field;
  const { usd, priceUsd, pricedAtMs } = converted;
  const conversionText = convertedText(
    roughAmountText(amount, from, preset),
    formatDollars(usd),
    priceUsd < USD_UNITS ? withDollarSign(formatPrice(priceUsd)) : formatDollars(priceUsd),
    assetName(from, preset),
    pricedAtMs === null ? null : formatAge(toSeconds(nowMs - pricedAtMs)),
  );
  if (field.remark)
    return {
      ...field,
      remark: { ...field.remark, text: `${conversionText} ${field.remark.text}` },
    };
  const keepAmountChoice = {
    href: requestHref(request),
    label: formatAmount({ base: amount, asset: from }, preset),
  };
  return { ...field, remark: { text: keepAmountText(conversionText), choice: keepAmountChoice } };
}

export function minimumChoice({ request, quote, preset }: QuoteCase): LinkView[] {
  const { from, amount, recommendedMinAmount } = quote;
  if (recommendedMinAmount === null || amount === null || recommendedMinAmount <= amount) return [];
  const minAmountBase = roundTyped(recommendedMinAmount, "up");
  const href = requestHref({ ...request, amount: formatUnits(minAmountBase, decimalsOf(from)) });
  const minAmountText = formatAmount({ base: minAmountBase, asset: from }, preset, {
    bound: "least",
  });
  return [{ href, label: askForText(minAmountText) }];
}

function roughAmountText(base: bigint, asset: string, preset: Preset): string {
  return roughAmount(formatAmount({ base, asset }, preset, { digits: ROUGH_DIGITS }));
}
