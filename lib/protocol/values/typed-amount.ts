// An amount as people type it. Text with two readings is asked about, not guessed by a locale.

export type TypedAmount =
  | {
      readonly kind: "amount";
      readonly amount: string;
      readonly unit: string | null;
      /** "1500" for "1.500", which is 1.5 here: the point may have grouped thousands. */
      readonly grouped: string | null;
    }
  | {
      readonly kind: "ambiguous";
      /** The mark as a decimal mark, then as one between thousands. */
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

const withUnit = /^(.*?\d[.,]?)\s*(\p{L}[\p{L}\p{N}./~…-]*)?$/u;
const scientific = /^(\d+|\d*\.\d+)e([+-]?\d{1,2})$/i;
/** "0x10" is no 0 of a unit named "x10". */
const otherBase = /^0[xbo][\da-f]+$/i;
const euros = /€|^eur(?!\p{L})|(?<!\p{L})eur(?:os?)?$/iu;
const minus = /^[-−–—]/;

/** Never throws. */
export function parseTypedAmount(text: string): TypedAmount {
  const typed = text.trim();
  if (typed === "") return refuse("empty");
  if (typed.length > MAX_CHARS) return refuse("too_long");
  if (euros.test(typed)) return refuse("euros");
  if (minus.test(typed) && /\d/.test(typed)) return refuse("negative");
  const bare = typed.replace(/^\+\s*/, "");
  if (otherBase.test(bare)) return refuse("not_decimal");
  const bareNumber = bare.replace(/\s+\p{L}[\p{L}\p{N}./~…-]*$/u, "");
  const [, digits, power] = scientific.exec(bareNumber) ?? [];
  if (digits !== undefined) {
    const [, unit] = bare.split(/\s+/);
    return typedAmount(shiftPoint(digits, Number(power)), unit || null, null);
  }
  const [, figure = "", unit] = withUnit.exec(bare) ?? [];
  return parseFigure(figure, unit || null);
}

function parseFigure(figure: string, unit: string | null): TypedAmount {
  if (!/^[\d.,]/.test(figure) || !/^[\d.,\s'’_]+$/u.test(figure)) return refuse("not_a_number");
  if (/[.,]$/.test(figure)) return refuse("incomplete");
  const marks = [...new Set(figure.match(/[.,]/g) ?? [])];
  const spacers = new Set(figure.match(/[\s'’_]/gu) ?? []);
  // Other marks only separate thousands, so a point or comma after them is the decimal mark.
  if (spacers.size > 1) return refuse("bad_groups");
  const [spacer] = spacers;
  const lastIndex = figure.search(/[.,][^.,]*$/);
  const lastMark = lastIndex < 0 ? null : figure.charAt(lastIndex);
  const isOnce = lastMark !== null && figure.indexOf(lastMark) === lastIndex;

  if (spacer !== undefined) {
    if (marks.length > 1 || (lastMark !== null && !isOnce)) return refuse("bad_groups");
    return parseGrouped(figure, spacer, lastMark, unit);
  }
  if (lastMark === null) return typedAmount([figure, ""], unit, null);
  const groupMark = marks.find((mark) => mark !== lastMark);
  if (groupMark !== undefined)
    return isOnce ? parseGrouped(figure, groupMark, lastMark, unit) : refuse("bad_groups");
  if (!isOnce) return parseGrouped(figure, lastMark, null, unit);

  const [whole = "", fraction = ""] = figure.split(lastMark);
  const mayGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayGroup) return typedAmount([whole, fraction], unit, null);
  const grouped = whole + fraction;
  if (lastMark === ".") return typedAmount([whole, fraction], unit, grouped);
  return { kind: "ambiguous", readings: [plainNumber([whole, fraction]), grouped], unit };
}

/** Groups of three digits, or of two and at last three, as in India. */
function parseGrouped(
  figure: string,
  groupMark: string,
  decimalMark: string | null,
  unit: string | null,
): TypedAmount {
  const [whole = "", fraction = ""] = decimalMark === null ? [figure] : figure.split(decimalMark);
  const [head = "", ...groups] = whole.split(groupMark);
  const tail = groups.at(-1) ?? "";
  const isFramed = /^[1-9]\d{0,2}$/.test(head) && /^\d*$/.test(fraction);
  const isThrees = groups.every((group) => /^\d{3}$/.test(group));
  const isIndian =
    groupMark === "," &&
    head.length < 3 &&
    /^\d{3}$/.test(tail) &&
    groups.slice(0, -1).every((group) => /^\d{2}$/.test(group));
  if (!isFramed || groups.length === 0 || !(isThrees || isIndian)) return refuse("bad_groups");
  return typedAmount([head + groups.join(""), fraction], unit, null);
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

/** "5" and -2 → "0" and "05". */
function shiftPoint(digits: string, power: number): Decimal {
  const [whole = "", fraction = ""] = digits.split(".");
  const padded =
    "0".repeat(Math.max(0, -power)) + whole + fraction + "0".repeat(Math.max(0, power));
  const pointIndex = whole.length + Math.max(0, -power) + power;
  return [padded.slice(0, pointIndex), padded.slice(pointIndex)];
}

function refuse(fault: AmountFault): TypedAmount {
  return { kind: "refused", fault };
}
