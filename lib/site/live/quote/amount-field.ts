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

/** More digits than the supply of any asset has, and few enough for a node's integers. */
const MAX_WHOLE_DIGITS = 18;

type PlainAmount = Extract<TypedAmount, { readonly kind: "amount" }>;

/** Null after a problem is reported. `fromAsset` is null if that field has a problem. */
export function parseAmountField(
  typed: TypedQuery,
  fromAsset: string | null,
  preset: Preset,
): PlainAmount | null {
  const { query, amountName, textOf, report } = typed;
  if (query.get("unit")) return report("amount", formErrors.unit);
  if (hasTwoAmounts(typed)) return report("amount", formErrors.twoAmounts);
  const isDollars = amountName === "amount_usd";
  const amount = parseAmount(textOf(amountName), isDollars);
  if (amount.kind === "refused") return report("amount", amountErrors[amount.fault]);
  if (amount.unit !== null) {
    if (isDollars) return report("amount", formErrors.twoUnits);
    if (!isUnitOf(amount.unit, fromAsset, textOf("from"), preset)) {
      const ticker = fromAsset === null ? undefined : parseAsset(fromAsset)?.ticker;
      return report("amount", formErrors.otherUnit(ticker ?? null));
    }
  }
  if (amount.kind === "ambiguous") {
    const readingChoices = amount.readings.map((reading) => amountChoice(typed, reading));
    return report("amount", formErrors.ambiguous(...amount.readings), readingChoices);
  }
  const decimals = isDollars
    ? FIXED_DECIMALS
    : decimalsOf((fromAsset ?? textOf("from")).toUpperCase());
  return hasFittingDigits(typed, amount, decimals) ? amount : null;
}

export function amountRemark(typed: TypedQuery, amount: PlainAmount | null): FieldView["remark"] {
  if (amount === null || amount.grouped === null) return null;
  return {
    text: formErrors.readAs(amount.amount, amount.grouped),
    choice: amountChoice(typed, amount.grouped),
  };
}

function hasTwoAmounts({ query, amountName, textOf }: TypedQuery): boolean {
  return amountName === "amount_usd"
    ? new Set(query.getAll("amount_usd")).size > 1
    : textOf("amount_usd") !== "";
}

function parseAmount(text: string, isDollars: boolean): TypedAmount {
  const amount = parseTypedAmount(text);
  if (amount.kind !== "ambiguous" || !isDollars) return amount;
  // Nobody writes dollars with three decimals: in "1,500" the comma separates thousands.
  return { kind: "amount", amount: amount.readings[1], unit: amount.unit, grouped: null };
}

function amountChoice({ amountName, choiceOf }: TypedQuery, amount: string): LinkView {
  const label = amountName === "amount_usd" ? withDollarSign(amount) : amount;
  return choiceOf(amountName, amount, label);
}

function hasFittingDigits(typed: TypedQuery, { amount }: PlainAmount, decimals: number): boolean {
  const [wholeDigits = "", fractionDigits = ""] = amount.split(".");
  if (wholeDigits.length > MAX_WHOLE_DIGITS) {
    typed.report("amount", formErrors.tooLarge(MAX_WHOLE_DIGITS));
    return false;
  }
  if (fractionDigits.length <= decimals) return true;
  const cutBase = BigInt(wholeDigits + fractionDigits.slice(0, decimals));
  if (cutBase === 0n) {
    typed.report("amount", formErrors.belowLeast(decimals, formatUnits(1n, decimals)));
  } else {
    const cutChoice = amountChoice(typed, formatUnits(cutBase, decimals));
    typed.report("amount", formErrors.tooFine(decimals, fractionDigits.length), [cutChoice]);
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
