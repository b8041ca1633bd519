// Texts of the amount to send. Dollars are also shown as the asset amount that they buy.

import type { QuoteCase } from "../../../answers/quote/quote-case.ts";
import { requestHref, roundTyped } from "../../../answers/quote-links.ts";
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
  usdOfUnits,
} from "../../../protocol/values/amounts.ts";
import { assetName } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { groupDigits } from "../../../protocol/values/figure-text.ts";
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
  farAbovePoolsText,
  keepAmountText,
  meantAmountText,
  roughAmount,
  smallWorthText,
  unusualWorthText,
} from "../../../say/quote-form.en.ts";
import type { FieldView } from "./view.ts";

const ROUGH_DIGITS = 3;
/** How many times the amount that is sensible in these pools is far above it. */
const FAR_ABOVE = 10n;
/** How many times one reading must be worth the other, so that one may be a mistake. */
const APART = 10n;
const LARGE_WORTH_USD = 100_000n * USD_UNITS;
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
  const { from, amount } = quote;
  const fromAssetName = assetName(from, preset);
  if (request.amountUsd !== undefined)
    return dollarsOf(typedDollars(request.amountUsd), fromAssetName);
  if (amount !== null) return formatAmount({ base: amount, asset: from }, preset);
  return amountOf(request.amount ?? "", fromAssetName);
}

const typedDollars = (typedText: string) => withDollarSign(groupDigits(typedText));

/**
 * Asks back whether the other unit was meant: dollars for an amount of unusual worth, the asset for
 * very few dollars. Null for a usual amount, and where both readings are worth about the same.
 */
export function unitQuestion(quoteCase: QuoteCase): Line | null {
  const { quote, request, preset } = quoteCase;
  const { amount: typedAmount, amountUsd: typedUsd, ...otherArguments } = request;
  const { from, converted } = quote;
  if (typedUsd !== undefined) {
    const isAsked =
      converted !== null && converted.usd < USD_UNITS && converted.priceUsd > APART * USD_UNITS;
    if (!isAsked) return null;
    const href = requestHref({ ...otherArguments, amount: typedUsd });
    const meantText = meantAmountText(amountOf(typedUsd, assetName(from, preset)));
    return line`${smallWorthText(typedDollars(typedUsd))} ${link(meantText, href)}`;
  }
  const doubtText = typedAmount === undefined ? null : amountDoubtText(quoteCase, typedAmount);
  if (doubtText === null || typedAmount === undefined) return null;
  const href = requestHref({ ...otherArguments, amountUsd: typedAmount });
  return line`${doubtText} ${link(meantAmountText(typedDollars(typedAmount)), href)}`;
}

/** Why an amount of the asset may have been meant in dollars. */
function amountDoubtText(quoteCase: QuoteCase, typedAmount: string): string | null {
  const { from, amount, failure, sensibleMaxAmount } = quoteCase.quote;
  const typedAsUsd = parseUnits(typedAmount, FIXED_DECIMALS) ?? 0n;
  const worthUsd = worthOf(quoteCase);
  const isMistakePlausible =
    typedAsUsd >= USD_UNITS && worthUsd !== null && worthUsd >= APART * typedAsUsd;
  if (amount === null || !isMistakePlausible) return null;
  const amountText = formatAmount({ base: amount, asset: from }, quoteCase.preset);
  if (failure?.code === "pool_too_shallow") return abovePoolsText(amountText);
  const isFarAbove = sensibleMaxAmount !== null && amount > FAR_ABOVE * sensibleMaxAmount;
  if (isFarAbove && worthUsd >= LARGE_WORTH_USD) return farAbovePoolsText(amountText);
  return worthUsd < UNUSUAL_WORTH_USD
    ? null
    : unusualWorthText(amountText, formatRoundDollars(worthUsd));
}

/** A quote that is withheld states no worth. Then the price of the pool decides what is asked. */
function worthOf({ quote: { from, amount, sentUsd }, pools }: QuoteCase): bigint | null {
  if (sentUsd !== null || amount === null) return sentUsd;
  const priceUsd = pools.find(({ asset }) => asset === from)?.priceUsd ?? null;
  return priceUsd === null ? null : usdOfUnits(amount, decimalsOf(from), priceUsd);
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
  const href = requestHref({
    ...pinAmount(request, quote),
    amount: formatUnits(minAmountBase, decimalsOf(from)),
  });
  const minAmountText = formatAmount({ base: minAmountBase, asset: from }, preset, {
    bound: "least",
  });
  return [{ href, label: askForText(minAmountText) }];
}

function roughAmountText(base: bigint, asset: string, preset: Preset): string {
  return roughAmount(formatAmount({ base, asset }, preset, { digits: ROUGH_DIGITS }));
}
