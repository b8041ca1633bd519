// An amount as people type it. Text with two readings is asked about, not guessed by a locale.
import { parseUnits } from "./amounts.ts";

export type TypedAmount =
  | {
      readonly kind: "amount";
      readonly amount: string;
      readonly unit: string | null;
      /**
       * "1.500" is 1.5 here. Where the point may have grouped thousands, the other reading: "1500".
       */
      readonly elsewhere: string | null;
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

const MOST_DIGITS = 30;
const LONGEST_CHARS = 160;

const withUnit = /^(.*?\d[.,]?)\s*(\p{L}[\p{L}\p{N}./~…-]*)?$/u;
const scientific = /^(\d+|\d*\.\d+)e([+-]?\d{1,2})$/i;
/** "0x10" is no 0 of a unit named "x10". */
const otherBase = /^0[xbo][\da-f]+$/i;
const euros = /€|^eur(?!\p{L})|(?<!\p{L})eur(?:os?)?$/iu;
const minus = /^[-−–—]/;

const dollarsBefore = /^([+\-−–—]?\s*)(?:(?:US\s?)?\$|USD(?!\p{L}))/iu;
const dollarsBehind = /(?<!\p{L})(?:(?:US\s?)?(?:\$|dollars?)|USD)$/iu;

/** Replaces `amount` by `amount_usd` for `$500`, `500 usd`, or `unit=usd` as the form sends it. */
export function dollarsAsked(query: URLSearchParams): URLSearchParams {
  const [written = "", ...others] = new Set(query.getAll("amount"));
  // "500 USDC" stays as it is.
  const typed = written.trim();
  const figure = typed.replace(dollarsBefore, "$1").replace(dollarsBehind, "").trim();
  const unit = query.get("unit")?.trim().toLowerCase();
  const asked = new URLSearchParams(query);
  if (unit === "" || unit === "usd") asked.delete("unit");
  if (written === "" || others.length > 0 || (figure === typed && unit !== "usd")) return asked;
  asked.delete("amount");
  asked.append("amount_usd", figure);
  return asked;
}

/** Replaces `tolerance` in per cent by bps. Text that is no whole number of bps stays. */
export function toleranceAsked(query: URLSearchParams): URLSearchParams {
  const [written = "", ...others] = new Set(query.getAll("tolerance").map((text) => text.trim()));
  const asked = new URLSearchParams(query);
  if (written === "" && others.length === 0) asked.delete("tolerance");
  const [, whole, point, comma] =
    /^(?=[.,]?\d)(\d{0,2})(?:\.(\d+)|,(\d{1,2}))?\s?%?$/.exec(written) ?? [];
  const bps = whole === undefined ? null : parseUnits(`${whole || 0}.${point ?? comma ?? 0}`, 2);
  if (bps === null || others.length > 0 || query.get("liquidity_tolerance_bps")) return asked;
  asked.delete("tolerance");
  asked.set("liquidity_tolerance_bps", String(bps));
  return asked;
}

/** Never throws. */
export function parseTypedAmount(text: string): TypedAmount {
  const typed = text.trim();
  if (typed === "") return refuse("empty");
  if (typed.length > LONGEST_CHARS) return refuse("too_long");
  if (euros.test(typed)) return refuse("euros");
  if (minus.test(typed) && /\d/.test(typed)) return refuse("negative");
  const bare = typed.replace(/^\+\s*/, "");
  if (otherBase.test(bare)) return refuse("not_decimal");
  const power = scientific.exec(bare.replace(/\s+\p{L}[\p{L}\p{N}./~…-]*$/u, ""));
  if (power)
    return typedAmount(
      shift(power[1] as string, Number(power[2])),
      bare.split(/\s+/)[1] || null,
      null,
    );
  const [, figure = "", behind] = withUnit.exec(bare) ?? [];
  return parseFigure(figure, behind || null);
}

function parseFigure(figure: string, unit: string | null): TypedAmount {
  if (!/^[\d.,]/.test(figure) || !/^[\d.,\s'’_]+$/u.test(figure)) return refuse("not_a_number");
  if (/[.,]$/.test(figure)) return refuse("incomplete");
  const marks = [...new Set(figure.match(/[.,]/g) ?? [])];
  const others = new Set(figure.match(/[\s'’_]/gu) ?? []);
  // Other marks only separate thousands, so a point or comma after them is the decimal mark.
  if (others.size > 1) return refuse("bad_groups");
  const [other] = others;
  const last = figure.search(/[.,][^.,]*$/);
  const lastMark = last < 0 ? null : figure.charAt(last);
  const isOnce = lastMark !== null && figure.indexOf(lastMark) === last;

  if (other !== undefined) {
    if (marks.length > 1 || (lastMark !== null && !isOnce)) return refuse("bad_groups");
    return parseGrouped(figure, other, lastMark, unit);
  }
  if (lastMark === null) return typedAmount([figure, ""], unit, null);
  const [first, second] = marks;
  if (second !== undefined) {
    const group = first === lastMark ? second : first;
    return isOnce ? parseGrouped(figure, group as string, lastMark, unit) : refuse("bad_groups");
  }
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
  group: string,
  mark: string | null,
  unit: string | null,
): TypedAmount {
  const [whole = "", fraction = ""] = mark === null ? [figure] : figure.split(mark);
  const groups = whole.split(group);
  const [head = "", ...rest] = groups;
  const tail = rest.at(-1) ?? "";
  const isLed = /^[1-9]\d{0,2}$/.test(head) && /^\d*$/.test(fraction);
  const isThrees = rest.every((one) => /^\d{3}$/.test(one));
  const isIndian =
    group === "," &&
    head.length < 3 &&
    /^\d{3}$/.test(tail) &&
    rest.slice(0, -1).every((one) => /^\d{2}$/.test(one));
  if (!isLed || rest.length === 0 || !(isThrees || isIndian)) return refuse("bad_groups");
  return typedAmount([groups.join(""), fraction], unit, null);
}

type Parts = readonly [whole: string, fraction: string];

function typedAmount(parts: Parts, unit: string | null, elsewhere: string | null): TypedAmount {
  const amount = plainNumber(parts);
  const [whole = "", fraction = ""] = amount.split(".");
  if (whole.length > MOST_DIGITS || fraction.length > MOST_DIGITS) return refuse("too_long");
  return amount === "0" ? refuse("zero") : { kind: "amount", amount, unit, elsewhere };
}

function plainNumber([whole, fraction]: Parts): string {
  const [w, f] = [whole.replace(/^0+(?=\d)/, "") || "0", fraction.replace(/(?<!0)0+$/, "")];
  return f === "" ? w : `${w}.${f}`;
}

/** "5" and -2 → "0" and "05". */
function shift(digits: string, power: number): Parts {
  const [whole = "", fraction = ""] = digits.split(".");
  const all = "0".repeat(Math.max(0, -power)) + whole + fraction + "0".repeat(Math.max(0, power));
  const point = whole.length + Math.max(0, -power) + power;
  return [all.slice(0, point), all.slice(point)];
}

function refuse(fault: AmountFault): TypedAmount {
  return { kind: "refused", fault };
}
