// The compact text of an answer. It has the figures of the structured answer, but for those that are zero or follow from others.
// Untrusted text is in code spans only.
import { codeSpan } from "../../markdown/code.ts";
import type { MoneyAnswer } from "./shapes.ts";

/** "0.5 ETH.ETH (usd 1200.00)". `nameOf`: how the text names an asset here; empty where the row names it already. */
export function formatMoney(money: MoneyAnswer, nameOf: (asset: string) => string = quoteWord): string {
  if (!money) return "null";
  const name = nameOf(money.asset);
  return `${money.amount}${name && ` ${name}`} (usd ${money.usd})`;
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

/** A rate and its unit, in one cell. */
export const gasRateText = (
  rate: string | null,
  { gas_rate_units: units }: { readonly gas_rate_units?: string | null | undefined },
) => (rate === null ? "null" : `${rate} ${units}`);

export const reasonText = (reason: string | null): string => reason ?? "none";

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

/** The first form of a text that keeps within the tokens; the last where none does. */
export function textWithin(maxTokens: number, forms: Iterable<readonly string[]>): string {
  let text = "";
  for (const lines of forms) {
    text = lines.join("\n");
    if (mostTokens(text) <= maxTokens) break;
  }
  return text;
}

/** What o200k never joins: letters of one case with the character before them, up to three digits, other characters, spaces. */
const PIECES = /[^\n\p{L}\p{N}]?(?:\p{Lu}*\p{Ll}+|\p{Lu}+|\p{L})|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+\n*|\s+/gu;
/** For what these bounds do not hold of: a rare word of ours, an unlucky address. */
const SLACK = 12;

/**
 * Tokens of o200k, estimated from above, without its vocabulary. A piece without letters is one token. So is a word of ours; two where it
 * is a name or has a mark before it. Other letters, of tickers and addresses, are at most 0.6 tokens each.
 */
export function mostTokens(text: string): number {
  let isData = false;
  let tokens = SLACK;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece.includes("`")) isData = !isData;
    tokens += mostTokensOf(piece, isData);
  }
  return tokens;
}

function mostTokensOf(piece: string, isData: boolean): number {
  // No token is shorter than a byte of UTF-8.
  if (/[^\s -~]/.test(piece)) return 3 * piece.length;
  const letters = /[a-z]+/i.exec(piece)?.[0];
  if (letters === undefined) return 1;
  if (!isData && /^[A-Z]?[a-z]+$/.test(letters)) return /^[ _]?(?:[a-z]|[A-Z][a-z]{0,4}$)/.test(piece) ? 1 : 2;
  return /^[a-f]+$/i.test(letters) ? Math.max(1, Math.round(letters.length * 0.65)) : Math.ceil(letters.length * 0.6);
}
