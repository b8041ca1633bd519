// Parses the amount of /quote: a decimal string in whole units or dollars, or a problem.

import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../../protocol/values/amounts.ts";
import { filterAssets } from "../../../protocol/values/asset-match.ts";
import { parseAsset } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { parseTypedAmount, type TypedAmount } from "../../../protocol/values/typed-amount.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { withDollarSign } from "../../../say/figures.en.ts";
import { amountErrors, formErrors } from "../../../say/quote-form.en.ts";
import type { TypedQuery } from "./typed-query.ts";
import type { FieldView } from "./view.ts";

/** Most digits before the decimal point. No asset's supply has more, and nodes can read 18. */
const MAX_WHOLE_DIGITS = 18;

type PlainAmount = Extract<TypedAmount, { readonly kind: "amount" }>;

/** Null after a problem with the amount is reported. `fromAsset`: null if it has a problem. */
export function parseAmountField(
  typedQuery: TypedQuery,
  fromAsset: string | null,
  preset: Preset,
): PlainAmount | null {
  const { query, amountName, textOf, report, ask } = typedQuery;
  if (query.get("unit")) return report("amount", formErrors.unit);
  if (hasTwoAmounts(typedQuery)) return report("amount", formErrors.twoAmounts);
  const isInDollars = amountName === "amount_usd";
  const typedAmount = parseAmount(textOf(amountName), isInDollars);
  if (typedAmount.kind === "refused") return report("amount", amountErrors[typedAmount.fault]);
  if (typedAmount.unit !== null) {
    if (isInDollars) return report("amount", formErrors.twoUnits);
    if (!isUnitOf(typedAmount.unit, fromAsset, textOf("from"), preset)) {
      const fromTicker = fromAsset === null ? undefined : parseAsset(fromAsset)?.ticker;
      return report("amount", formErrors.otherUnit(fromTicker ?? null));
    }
  }
  if (typedAmount.kind === "ambiguous") {
    const readingChoices = typedAmount.readings.map((reading) => amountChoice(typedQuery, reading));
    return ask("amount", formErrors.ambiguous(...typedAmount.readings), readingChoices);
  }
  const decimals = isInDollars
    ? FIXED_DECIMALS
    : decimalsOf((fromAsset ?? textOf("from")).toUpperCase());
  return hasFittingDigits(typedQuery, typedAmount, decimals) ? typedAmount : null;
}

export function amountRemark(
  typedQuery: TypedQuery,
  amount: PlainAmount | null,
): FieldView["remark"] {
  if (amount === null || amount.grouped === null) return null;
  return {
    text: formErrors.readAs(amount.amount, amount.grouped),
    choice: amountChoice(typedQuery, amount.grouped),
  };
}

function hasTwoAmounts({ query, amountName, textOf }: TypedQuery): boolean {
  return amountName === "amount_usd"
    ? new Set(query.getAll("amount_usd")).size > 1
    : textOf("amount_usd") !== "";
}

function parseAmount(text: string, isInDollars: boolean): TypedAmount {
  const typedAmount = parseTypedAmount(text);
  if (typedAmount.kind !== "ambiguous" || !isInDollars) return typedAmount;
  // Nobody writes dollars with three decimals: in "1,500" the comma separates thousands.
  return { kind: "amount", amount: typedAmount.readings[1], unit: typedAmount.unit, grouped: null };
}

function amountChoice({ amountName, choiceOf }: TypedQuery, amount: string): LinkView {
  const label = amountName === "amount_usd" ? withDollarSign(amount) : amount;
  return choiceOf(amountName, amount, label);
}

function hasFittingDigits(
  typedQuery: TypedQuery,
  { amount }: PlainAmount,
  decimals: number,
): boolean {
  const [wholeDigits = "", fractionDigits = ""] = amount.split(".");
  if (wholeDigits.length > MAX_WHOLE_DIGITS) {
    typedQuery.report("amount", formErrors.tooLarge(MAX_WHOLE_DIGITS));
    return false;
  }
  if (fractionDigits.length <= decimals) return true;
  const cutAmountBase = BigInt(wholeDigits + fractionDigits.slice(0, decimals));
  if (cutAmountBase === 0n) {
    typedQuery.report("amount", formErrors.belowLeast(decimals, formatUnits(1n, decimals)));
  } else {
    const cutChoice = amountChoice(typedQuery, formatUnits(cutAmountBase, decimals));
    typedQuery.report("amount", formErrors.tooFine(decimals, fractionDigits.length), [cutChoice]);
  }
  return false;
}

function isUnitOf(unit: string, asset: string | null, typedAsset: string, preset: Preset): boolean {
  if (unit.toUpperCase() === typedAsset.toUpperCase()) return true;
  const assetText = asset ?? typedAsset;
  return (
    parseAsset(assetText)?.ticker === unit.toUpperCase() ||
    filterAssets(unit, [assetText], preset).length > 0
  );
}
