// Addresses of quotes: a link has the question and nothing of the answer.
import type { QuoteRequest } from "../../protocol/model/quote.ts";
import { divRound } from "../../protocol/values/amounts.ts";
import { quoteFieldNames } from "../../protocol/values/quote-fields.ts";
import type { ResourcePath } from "../../site/registry/resources.ts";

const path: ResourcePath = "/quote";
export const queryNames = [
  ...quoteFieldNames,
  "liquidity_tolerance_bps",
  "amount_usd",
  "unit",
  "streaming",
] as const;

/** Root-relative, with the parameters in their order. Empty ones are left out. */
export function quoteHref(fields: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(
    queryNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

export function requestHref(request: QuoteRequest): string {
  const { liquidityToleranceBps, toleranceBps, streaming } = request;
  return quoteHref({
    from: request.from,
    to: request.to,
    amount: request.amount,
    amount_usd: request.amountUsd,
    destination: request.destination,
    refund_address: request.refundAddress,
    liquidity_tolerance_bps:
      liquidityToleranceBps === undefined ? undefined : String(liquidityToleranceBps),
    tolerance_bps: toleranceBps === undefined ? undefined : String(toleranceBps),
    streaming:
      streaming &&
      `${streaming.interval}${streaming.quantity === 0 ? "" : `/${streaming.quantity}`}`,
  });
}

/** Two significant digits, as people type an amount. */
export function roundTyped(base: bigint, round: "nearest" | "up" = "nearest"): bigint {
  const unit = 10n ** BigInt(Math.max(0, base.toString().length - 2));
  return (round === "up" ? (base + unit - 1n) / unit : divRound(base, unit)) * unit;
}
