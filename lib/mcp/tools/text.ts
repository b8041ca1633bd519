// The compact text of an answer. It has every figure of the structured answer. Untrusted text is in code spans only.
import { codeSpan } from "../../markdown/code.ts";
import type { MoneyAnswer } from "./shapes.ts";

/** "0.5 ETH.ETH (usd 1200.00)". The asset is left out if the row already names it. */
export function formatMoney(money: MoneyAnswer, namedAsset?: string): string {
  if (!money) return "null";
  return `${money.amount}${money.asset === namedAsset ? "" : ` ${quoteWord(money.asset)}`} (usd ${money.usd})`;
}

/** Untrusted text. Many clients render answers as Markdown; in a code span nothing can be a link or markup. */
export function quoteData(text: string | null): string {
  return text === null ? "null" : codeSpan(text);
}

/**
 * Assets, chains and similar words without a code span, anything else with one. Markdown would make a link of `www.`.
 */
export function quoteWord(text: string | null): string {
  return text !== null && /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text) ? text : quoteData(text);
}

export function joinNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(",");
}

/** One cell per member of a row, by name. `Elsewhere` lists the members that the text shows in another place. */
export type Columns<Row, Elsewhere extends keyof Row = never> = {
  readonly [Key in Exclude<keyof Row, Elsewhere>]-?: (row: Row) => string;
};

/** A heading and one line per row. If a column has the same cell in every row, the heading shows it once. */
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
