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
  return text !== null && /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text) ? text : quoteData(text);
}

export function joinNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(",");
}

export const gasRateText = (
  rate: string | null,
  answer: {
    readonly gas_rate_units?: string | null | undefined;
    readonly gas_rate_per?: string | null | undefined;
  },
) => (rate === null ? "null" : `${rate} ${answer.gas_rate_units} per ${answer.gas_rate_per}`);

export const reasonText = (reason: string | null): string => reason ?? "none";

export function textTable<Row>(
  title: string,
  rows: readonly Row[],
  cellsByName: Readonly<Record<string, (row: Row) => string>>,
): string[] {
  if (rows.length === 0) return [`${title}: none`];
  const columns = Object.entries(cellsByName);
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const isVarying = columns.map(
    (_, index) => index === 0 || new Set(cells.map((row) => row[index])).size > 1,
  );
  const shared = columns.flatMap(([heading], index) =>
    isVarying[index] ? [] : [`${heading} ${cells[0]?.[index]}`],
  );
  const headings = columns.flatMap(([heading], index) => (isVarying[index] ? [heading] : []));
  return [
    `${title}${shared.length > 0 ? ` (each: ${shared.join("; ")})` : ""}: ${headings.join("|")}`,
    ...cells.map((row) => row.filter((_, index) => isVarying[index]).join("|")),
  ];
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
