// Addresses of quotes. A link has the question and nothing of the answer.
import type { QuoteRequest } from "../../../protocol/model/quote.ts";
import type { ResourcePath } from "../../registry/resources.ts";

const path: ResourcePath = "/quote";
/** The query parameters of /quote. */
export const queryNames = ["from", "to", "amount", "destination", "liquidity_tolerance_bps", "streaming"] as const;

/** Root-relative, with the parameters in their order. Empty ones are left out. */
export function quoteHref(asked: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(queryNames.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])));
  return query.size === 0 ? path : `${path}?${query}`;
}

export function requestHref({ from, to, amount, destination, liquidityToleranceBps, streaming }: QuoteRequest): string {
  return quoteHref({
    from,
    to,
    amount,
    destination,
    liquidity_tolerance_bps: liquidityToleranceBps === undefined ? undefined : String(liquidityToleranceBps),
    streaming: streaming && `${streaming.interval}${streaming.quantity === 0 ? "" : `/${streaming.quantity}`}`,
  });
}
