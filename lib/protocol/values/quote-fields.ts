// The fields of the form of /quote, and its query as the arguments of a tool.
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

/** The field of the form that a tool's argument is typed into. */
export function fieldOf(argument: string | null | undefined): QuoteFieldName | null {
  const field =
    { amount_usd: "amount", liquidity_tolerance_bps: "tolerance" }[argument ?? ""] ?? argument;
  return quoteFieldNames.find((name) => name === field) ?? null;
}

/** The query of a form or a link, with the arguments that tools have. */
export const withToolArguments = (query: URLSearchParams): URLSearchParams =>
  withToleranceBps(withAmountUsd(query));

const dollarsBefore = /^([+\-−–—]?\s*)(?:(?:US\s?)?\$|USD(?!\p{L}))/iu;
const dollarsBehind = /(?<!\p{L})(?:(?:US\s?)?(?:\$|dollars?)|USD)$/iu;

/**
 * Replaces `amount` by `amount_usd` for `$500`, `500 usd`, or `unit=usd` as the form sends it.
 * "500 USDC" stays as it is.
 */
function withAmountUsd(query: URLSearchParams): URLSearchParams {
  const [written = "", ...others] = new Set(query.getAll("amount"));
  const text = written.trim();
  const figure = text.replace(dollarsBefore, "$1").replace(dollarsBehind, "").trim();
  const unit = query.get("unit")?.trim().toLowerCase();
  const isInDollars = figure !== text || unit === "usd";
  const parameters = new URLSearchParams(query);
  if (unit === "" || unit === "usd") parameters.delete("unit");
  if (written === "" || others.length > 0 || !isInDollars) return parameters;
  parameters.delete("amount");
  parameters.append("amount_usd", figure);
  return parameters;
}

/** Replaces `tolerance` in per cent by bps. Text that is no whole number of bps stays. */
function withToleranceBps(query: URLSearchParams): URLSearchParams {
  const [written = "", ...others] = new Set(query.getAll("tolerance").map((text) => text.trim()));
  const parameters = new URLSearchParams(query);
  if (written === "" && others.length === 0) parameters.delete("tolerance");
  const bps = parsePercent(written);
  if (bps === null || others.length > 0 || query.get("liquidity_tolerance_bps")) return parameters;
  parameters.delete("tolerance");
  parameters.set("liquidity_tolerance_bps", String(bps));
  return parameters;
}

/** In bps: "0.5", ".5%" and "0,5 %" are 50. */
function parsePercent(text: string): bigint | null {
  const match = /^(?=[.,]?\d)(\d{0,2})(?:\.(\d+)|,(\d{1,2}))?\s?%?$/.exec(text);
  if (!match) return null;
  const [, whole, pointFraction, commaFraction] = match;
  return parseUnits(`${whole || 0}.${pointFraction ?? commaFraction ?? 0}`, 2);
}
