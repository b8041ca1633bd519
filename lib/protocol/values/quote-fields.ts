// The fields of the form at /quote, and the conversion of its query to arguments of an MCP tool.
import { parseUnits } from "./amounts.ts";

export const quoteFieldNames = [
  "from",
  "to",
  "amount",
  "destination",
  "refund_address",
  "tolerance",
  "tolerance_bps",
] as const;
export type QuoteFieldName = (typeof quoteFieldNames)[number];

export function fieldOf(argument: string | null | undefined): QuoteFieldName | null {
  const fieldName =
    { amount_usd: "amount", liquidity_tolerance_bps: "tolerance" }[argument ?? ""] ?? argument;
  return quoteFieldNames.find((name) => name === fieldName) ?? null;
}

export const withToolArguments = (query: URLSearchParams): URLSearchParams =>
  withToleranceBps(withAmountUsd(query));

const dollarMarkBefore = /^([+\-−–—]?\s*)(?:(?:US\s?)?\$|USD(?!\p{L}))/iu;
const dollarMarkBehind = /(?<!\p{L})(?:(?:US\s?)?(?:\$|dollars?)|USD)$/iu;

/** "500" for "$500", "US$ 500" and "500 usd". Other text stays, such as "500 USDC". */
export const withoutDollarMark = (amountText: string): string =>
  amountText.trim().replace(dollarMarkBefore, "$1").replace(dollarMarkBehind, "").trim();

/**
 * Replaces `amount` by `amount_usd` if the text is in dollars (`$500`, `500 usd`) or if the form
 * sends `unit=usd`. A dollar mark is left out of both.
 */
function withAmountUsd(query: URLSearchParams): URLSearchParams {
  const [amountText = "", ...otherAmounts] = new Set(query.getAll("amount"));
  const trimmedAmountText = amountText.trim();
  const textWithoutDollar = withoutDollarMark(amountText);
  const unit = query.get("unit")?.trim().toLowerCase();
  // A unit that is written in the text, as in "0.05 BTC", is meant rather than the one chosen.
  const isUnitWritten = /\p{L}/u.test(textWithoutDollar);
  const isInDollars = textWithoutDollar !== trimmedAmountText || (unit === "usd" && !isUnitWritten);
  const newQuery = new URLSearchParams(query);
  const dollarTexts = query.getAll("amount_usd").map(withoutDollarMark);
  newQuery.delete("amount_usd");
  for (const text of dollarTexts) newQuery.append("amount_usd", text);
  if (unit === "" || unit === "usd") newQuery.delete("unit");
  if (amountText === "" || otherAmounts.length > 0 || !isInDollars) return newQuery;
  newQuery.delete("amount");
  newQuery.append("amount_usd", textWithoutDollar);
  return newQuery;
}

function withToleranceBps(query: URLSearchParams): URLSearchParams {
  const toleranceTexts = new Set(query.getAll("tolerance").map((text) => text.trim()));
  const [toleranceText = ""] = toleranceTexts;
  const newQuery = new URLSearchParams(query);
  if (toleranceText === "" && toleranceTexts.size < 2) newQuery.delete("tolerance");
  const toleranceBps = parsePercent(toleranceText);
  if (toleranceBps === null || toleranceTexts.size > 1 || query.get("liquidity_tolerance_bps"))
    return newQuery;
  newQuery.delete("tolerance");
  newQuery.set("liquidity_tolerance_bps", String(toleranceBps));
  return newQuery;
}

/** Converts a percentage to basis points: "0.5", ".5%" and "0,5 %" give 50. Null for other text. */
function parsePercent(percentText: string): bigint | null {
  const percentMatch = /^(?=[.,]?\d)(\d{0,2})(?:\.(\d+)|,(\d{1,2}))?\s?%?$/.exec(percentText);
  if (!percentMatch) return null;
  const [, whole, pointFraction, commaFraction] = percentMatch;
  return parseUnits(`${whole || 0}.${pointFraction ?? commaFraction ?? 0}`, 2);
}
