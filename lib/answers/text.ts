// The compact text of an answer, without figures that are zero or derived.
// Untrusted text is in code spans only.
import type { MoneyAnswer } from "./shapes.ts";

export function formatMoney(
  money: MoneyAnswer,
  nameOf: (asset: string) => string = quoteWord,
): string {
  if (!money) return "null";
  const name = nameOf(money.asset);
  return `${money.amount}${name && ` ${name}`} (usd ${money.usd})`;
}

/** Many clients render answers as Markdown; a code span can hold no link or markup. */
export function quoteData(text: string | null): string {
  return text === null ? "null" : codeSpan(text);
}

/** Words such as assets and chains need no code span, but Markdown makes a link of `www.`. */
export function quoteWord(text: string | null): string {
  return text !== null && isPlainWord(text) ? text : quoteData(text);
}

export const isPlainWord = (text: string) => /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text);

export function joinNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(",");
}

/** The text cannot end the span. `nodes.ts` would take thirty times as long for each span. */
export function codeSpan(text: string): string {
  const span = text.replace(/\s+/g, " ");
  const maxRun = Math.max(0, ...[...span.matchAll(/`+/g)].map(([run]) => run.length));
  const quotes = "`".repeat(maxRun + 1);
  const edge =
    /^`|`$/.test(span) || (span.startsWith(" ") && span.endsWith(" ") && span.trim() !== "")
      ? " "
      : "";
  return span === "" ? "" : `${quotes}${edge}${span}${edge}${quotes}`;
}
