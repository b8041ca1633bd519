// Compact text of an answer. Every figure of the structured answer stands in it; upstream words stand in code spans only.
import { codeSpan } from "../../markdown/code.ts";
import type { MoneyAnswer } from "./shapes.ts";

/** "0.5 ETH.ETH (usd 1200.00)"; the asset is left out where the column already names it. */
export function formatMoney(money: MoneyAnswer, namedAsset?: string): string {
  if (!money) return "null";
  return `${money.amount}${money.asset === namedAsset ? "" : ` ${quoteWord(money.asset)}`} (usd ${money.usd})`;
}

/** Text of others: many clients show an answer as Markdown, and nothing in a code span is a link, markup or a sentence of ours. */
export function quoteData(text: string | null): string {
  return text === null ? "null" : codeSpan(text);
}

/** An asset, a chain or another word of a closed alphabet, bare; anything else as data. Markdown would link `www.`. */
export function quoteWord(text: string | null): string {
  return text !== null && /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text) ? text : quoteData(text);
}

export function joinNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(",");
}

/** A cell for every member of a row, by its name, but for those that are told elsewhere. */
export type Columns<Row, Elsewhere extends keyof Row = never> = {
  readonly [Key in Exclude<keyof Row, Elsewhere>]-?: (row: Row) => string;
};

/** A heading and one line a row. A column with the same cell in every row is said once, on the heading's line. */
export function textTable<Row>(
  title: string,
  rows: readonly Row[],
  cellsByName: Readonly<Record<string, (row: Row) => string>>,
): string[] {
  if (rows.length === 0) return [`${title}: none`];
  const columns = Object.entries(cellsByName);
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const varies = columns.map((_, index) => index === 0 || new Set(cells.map((line) => line[index])).size > 1);
  const shared = columns.flatMap(([heading], index) => (varies[index] ? [] : [`${heading} ${cells[0]?.[index]}`]));
  const headings = columns.flatMap(([heading], index) => (varies[index] ? [heading] : []));
  return [
    `${title}${shared.length > 0 ? ` (each: ${shared.join("; ")})` : ""}: ${headings.join("|")}`,
    ...cells.map((line) => line.filter((_, index) => varies[index]).join("|")),
  ];
}
