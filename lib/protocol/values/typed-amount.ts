// Parses an amount as people type it. Text with two possible meanings is reported, never guessed.

export type TypedAmount =
  | {
      readonly kind: "amount";
      readonly amount: string;
      readonly unit: string | null;
      /** A second meaning: "1500" if the text is "1.500" and `amount` is "1.5". Else null. */
      readonly grouped: string | null;
    }
  | {
      readonly kind: "ambiguous";
      /** "1,500" gives "1.5" (the comma is a decimal mark) and "1500" (it separates thousands). */
      readonly readings: readonly [decimal: string, grouped: string];
      readonly unit: string | null;
    }
  | { readonly kind: "refused"; readonly fault: AmountFault };

export type AmountFault =
  | "empty"
  | "euros"
  | "not_a_number"
  | "not_decimal"
  | "bad_groups"
  | "incomplete"
  | "negative"
  | "zero"
  | "too_long";

const MAX_DIGITS = 30;
const MAX_CHARS = 160;

const numberAndUnit = /^(.*?\d[.,]?)\s*(\p{L}[\p{L}\p{N}./~…-]*)?$/u;
const scientificNumber = /^(\d+|\d*\.\d+)e([+-]?\d{1,2})$/i;
/** Refused, because "0x10" would otherwise be read as the number 0 with a unit named "x10". */
const hexOctalOrBinary = /^0[xbo][\da-f]+$/i;
const euroMark = /€|^eur(?!\p{L})|(?<!\p{L})eur(?:os?)?$/iu;
const minusSign = /^[-−–—]/;

export function parseTypedAmount(text: string): TypedAmount {
  const trimmedText = text.trim();
  if (trimmedText === "") return refuse("empty");
  if (trimmedText.length > MAX_CHARS) return refuse("too_long");
  if (euroMark.test(trimmedText)) return refuse("euros");
  if (minusSign.test(trimmedText) && /\d/.test(trimmedText)) return refuse("negative");
  const unsignedText = trimmedText.replace(/^\+\s*/, "");
  if (hexOctalOrBinary.test(unsignedText)) return refuse("not_decimal");
  const numberWithoutUnit = unsignedText.replace(/\s+\p{L}[\p{L}\p{N}./~…-]*$/u, "");
  const [, digits, exponent] = scientificNumber.exec(numberWithoutUnit) ?? [];
  if (digits !== undefined) {
    const [, unit] = unsignedText.split(/\s+/);
    return typedAmount(shiftPoint(digits, Number(exponent)), unit || null, null);
  }
  const [, numberText = "", unit] = numberAndUnit.exec(unsignedText) ?? [];
  return parseNumberText(numberText, unit || null);
}

function parseNumberText(numberText: string, unit: string | null): TypedAmount {
  if (!/^[\d.,]/.test(numberText) || !/^[\d.,\s'’_]+$/u.test(numberText))
    return refuse("not_a_number");
  if (/[.,]$/.test(numberText)) return refuse("incomplete");
  const pointsAndCommas = [...new Set(numberText.match(/[.,]/g) ?? [])];
  const spaceMarks = new Set(numberText.match(/[\s'’_]/gu) ?? []);
  // Spaces, apostrophes and underscores separate thousands. A number must use only one of them.
  if (spaceMarks.size > 1) return refuse("bad_groups");
  const [spaceMark] = spaceMarks;
  const lastMarkIndex = numberText.search(/[.,][^.,]*$/);
  const lastMark = lastMarkIndex < 0 ? null : numberText.charAt(lastMarkIndex);
  const isLastMarkUnique = lastMark !== null && numberText.indexOf(lastMark) === lastMarkIndex;

  if (spaceMark !== undefined) {
    if (pointsAndCommas.length > 1 || (lastMark !== null && !isLastMarkUnique))
      return refuse("bad_groups");
    return parseGrouped(numberText, spaceMark, lastMark, unit);
  }
  if (lastMark === null) return typedAmount([numberText, ""], unit, null);
  const groupMark = pointsAndCommas.find((mark) => mark !== lastMark);
  if (groupMark !== undefined)
    return isLastMarkUnique
      ? parseGrouped(numberText, groupMark, lastMark, unit)
      : refuse("bad_groups");
  if (!isLastMarkUnique) return parseGrouped(numberText, lastMark, null, unit);

  const [whole = "", fraction = ""] = numberText.split(lastMark);
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayBeThousands) return typedAmount([whole, fraction], unit, null);
  const groupedNumber = whole + fraction;
  if (lastMark === ".") return typedAmount([whole, fraction], unit, groupedNumber);
  return { kind: "ambiguous", readings: [plainNumber([whole, fraction]), groupedNumber], unit };
}

/** Accepts groups of three digits (1,234,567), or Indian groups (12,34,567). */
function parseGrouped(
  numberText: string,
  groupMark: string,
  decimalMark: string | null,
  unit: string | null,
): TypedAmount {
  const [whole = "", fraction = ""] =
    decimalMark === null ? [numberText] : numberText.split(decimalMark);
  const [firstGroup = "", ...groups] = whole.split(groupMark);
  const lastGroup = groups.at(-1) ?? "";
  const areFirstGroupAndFractionValid = /^[1-9]\d{0,2}$/.test(firstGroup) && /^\d*$/.test(fraction);
  const hasGroupsOfThree = groups.every((group) => /^\d{3}$/.test(group));
  const hasIndianGroups =
    groupMark === "," &&
    firstGroup.length < 3 &&
    /^\d{3}$/.test(lastGroup) &&
    groups.slice(0, -1).every((group) => /^\d{2}$/.test(group));
  if (
    !areFirstGroupAndFractionValid ||
    groups.length === 0 ||
    !(hasGroupsOfThree || hasIndianGroups)
  )
    return refuse("bad_groups");
  return typedAmount([firstGroup + groups.join(""), fraction], unit, null);
}

type Decimal = readonly [whole: string, fraction: string];

function typedAmount(decimal: Decimal, unit: string | null, grouped: string | null): TypedAmount {
  const amount = plainNumber(decimal);
  const [whole = "", fraction = ""] = amount.split(".");
  if (whole.length > MAX_DIGITS || fraction.length > MAX_DIGITS) return refuse("too_long");
  return amount === "0" ? refuse("zero") : { kind: "amount", amount, unit, grouped };
}

function plainNumber([whole, fraction]: Decimal): string {
  const plainWhole = whole.replace(/^0+(?=\d)/, "") || "0";
  const plainFraction = fraction.replace(/(?<!0)0+$/, "");
  return plainFraction === "" ? plainWhole : `${plainWhole}.${plainFraction}`;
}

/** Multiplies by a power of ten: "5" and -2 give 0.05, as its parts ["0", "05"]. */
function shiftPoint(digits: string, exponent: number): Decimal {
  const [whole = "", fraction = ""] = digits.split(".");
  const paddedDigits =
    "0".repeat(Math.max(0, -exponent)) + whole + fraction + "0".repeat(Math.max(0, exponent));
  const pointIndex = whole.length + Math.max(0, -exponent) + exponent;
  return [paddedDigits.slice(0, pointIndex), paddedDigits.slice(pointIndex)];
}

function refuse(fault: AmountFault): TypedAmount {
  return { kind: "refused", fault };
}
