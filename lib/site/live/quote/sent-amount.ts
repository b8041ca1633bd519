// Texts of the amount to send. Dollars are also shown as the asset amount that they buy.

import { requestHref, roundTyped } from "../../../answers/quote/links.ts";
import type { QuoteCase } from "../../../answers/quote/quote-case.ts";
import { type Line, line, link } from "../../../markdown/nodes.ts";
import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import {
  decimalsOf,
  FIXED_DECIMALS,
  formatPrice,
  formatUnits,
  parseUnits,
  USD_UNITS,
} from "../../../protocol/values/amounts.ts";
import { assetName } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import type { LinkView } from "../../../render/blocks.ts";
import {
  formatAge,
  formatAmount,
  formatDollars,
  formatRoundDollars,
  withDollarSign,
} from "../../../say/figures.en.ts";
import {
  abovePoolsText,
  amountOf,
  askForText,
  convertedText,
  dollarsOf,
  keepAmountText,
  meantAmountText,
  roughAmount,
  smallWorthText,
  unusualWorthText,
} from "../../../say/quote-form.en.ts";
import type { FieldView } from "./view.ts";

const ROUGH_DIGITS = 3;
/** More than so many times what the pools can take. */
const FAR_ABOVE = 4n;
/** Above this worth, an amount is more often dollars typed as an amount of the asset. */
const UNUSUAL_WORTH_USD = 1_000_000n * USD_UNITS;

/** Replaces an amount in dollars by the asset amount of the quote, which no later price changes. */
export function pinAmount(
  request: QuoteRequest,
  { from, amount }: Pick<QuoteReading, "from" | "amount">,
): QuoteRequest {
  const { amountUsd, ...otherArguments } = request;
  return amountUsd === undefined || amount === null
    ? request
    : { ...otherArguments, amount: formatUnits(amount, decimalsOf(from)) };
}

/** What was asked, such as "0.05 BTC", or "$500 of BTC" for an amount in dollars. */
export function sentText({ quote, request, preset }: QuoteCase): string {
  const { from, amount, converted } = quote;
  const fromAssetName = assetName(from, preset);
  if (converted !== null) return dollarsOf(formatTypedDollars(converted.usd), fromAssetName);
  if (amount !== null) return formatAmount({ base: amount, asset: from }, preset);
  return request.amount === undefined
    ? dollarsOf(withDollarSign(request.amountUsd ?? ""), fromAssetName)
    : amountOf(request.amount, fromAssetName);
}

/** Whole dollars without cents, as people type them. */
const formatTypedDollars = (usd: bigint): string =>
  usd % USD_UNITS === 0n ? formatRoundDollars(usd) : formatDollars(usd);

/**
 * Asks back whether the other unit was meant: dollars for an amount above what the pools can swap
 * or of an unusual worth, the asset for dollars that are too few. Null for a usual amount.
 */
export function unitQuestion(quoteCase: QuoteCase): Line | null {
  const { amount, amountUsd, ...otherArguments } = quoteCase.request;
  const doubtText = amountDoubtText(quoteCase);
  if (doubtText === null) return null;
  const meantText =
    amount === undefined
      ? amountOf(amountUsd ?? "", assetName(quoteCase.quote.from, quoteCase.preset))
      : formatTypedDollars(parseUnits(amount, FIXED_DECIMALS) ?? 0n);
  const otherRequest = amount === undefined ? { amount: amountUsd } : { amountUsd: amount };
  const href = requestHref({ ...otherArguments, ...otherRequest });
  return line`${doubtText} ${link(meantAmountText(meantText), href)}`;
}

function amountDoubtText({ quote, request, preset }: QuoteCase): string | null {
  const { from, amount, sentUsd, failure, sensibleMaxAmount } = quote;
  if (amount === null) return null;
  if (request.amountUsd !== undefined)
    return failure?.code === "amount_too_small"
      ? smallWorthText(withDollarSign(request.amountUsd))
      : null;
  // Less than a dollar, or more decimals than dollars have: nobody meant dollars.
  if ((parseUnits(request.amount ?? "", FIXED_DECIMALS) ?? 0n) < USD_UNITS) return null;
  const amountText = formatAmount({ base: amount, asset: from }, preset);
  const isFarAbove = sensibleMaxAmount !== null && amount > FAR_ABOVE * sensibleMaxAmount;
  if (isFarAbove || failure?.code === "pool_too_shallow")
    return abovePoolsText(amountText, isFarAbove);
  return sentUsd !== null && sentUsd >= UNUSUAL_WORTH_USD
    ? unusualWorthText(amountText, formatRoundDollars(sentUsd))
    : null;
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
    href: requestHref(pinAmount(request, quote)),
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
