// Builds links to quotes. A link holds the client's request, but no figure of the answer.
import type { QuoteRequest } from "../protocol/model/quote.ts";
import { divRound } from "../protocol/values/amounts.ts";
import { quoteFieldNames } from "../protocol/values/quote-fields.ts";
import type { ResourcePath } from "../site/registry/resources.ts";

const quotePath: ResourcePath = "/quote";
/** For whoever has sent what a quote asked for. */
export const trackPath: ResourcePath = "/track";
export const queryNames = [
  ...quoteFieldNames,
  "liquidity_tolerance_bps",
  "amount_usd",
  "unit",
  "streaming",
] as const;

export function quoteHref(fields: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(
    queryNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  );
  return query.size === 0 ? quotePath : `${quotePath}?${query}`;
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

/** Rounds an amount to two significant digits, so that it looks like an amount that people type. */
export function roundTyped(base: bigint, direction: "nearest" | "up" = "nearest"): bigint {
  const roundingStep = 10n ** BigInt(Math.max(0, base.toString().length - 2));
  return (
    (direction === "up"
      ? (base + roundingStep - 1n) / roundingStep
      : divRound(base, roundingStep)) * roundingStep
  );
}
