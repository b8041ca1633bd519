// What was asked of a quote, understood: two assets, an amount, a destination that its chain can pay. Nothing else goes to a node.

import type { QuoteRequest } from "../model/quote.ts";
import { decimalsOf, parseUnits } from "../values/amounts.ts";
import { matchAsset } from "../values/asset-match.ts";
import { type KnownAsset, payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { checkDestinationForm, parseDestination } from "../values/destination.ts";
import { InputError } from "../values/input-error.ts";

export interface Asked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
}

/** What can be refused before anything is read. @throws InputError */
export function parseWritten(request: QuoteRequest): { readonly request: QuoteRequest; readonly amount: bigint } {
  const amount = parseAmount(request, request.from);
  if (request.destination === undefined) return { request, amount };
  return { request: { ...request, destination: parseDestination(request.destination) }, amount };
}

/** @throws InputError */
export function parseRequest(request: QuoteRequest, known: readonly KnownAsset[], preset: Preset): Asked {
  const from = matchAsset(request.from, known, preset);
  const to = matchAsset(request.to, known, preset);
  if (from === to)
    throw new InputError("invalid_asset", "from and to are the same asset. Name two different ones.", []);
  if (request.destination !== undefined) {
    checkDestinationForm(request.destination, payoutChainOf(to, preset) ?? "", preset);
  }
  return { request, from, to, amount: parseAmount(request, from) };
}

/** @throws InputError `invalid_amount` */
function parseAmount({ amount: text }: QuoteRequest, asset: string): bigint {
  const decimals = decimalsOf(asset.toUpperCase());
  const amount = parseUnits(text, decimals);
  if (amount !== null && amount > 0n) return amount;
  throw new InputError(
    "invalid_amount",
    `amount is a positive decimal string in whole units, such as "0.05", with at most ${decimals} decimals.`,
  );
}

type Ways = Pick<QuoteRequest, "destination" | "streaming" | "toleranceBps">;

/** The path of the node's quote, with its query. */
export function quotePath({ from, to, amount }: Omit<Asked, "request">, request: Ways, preset: Preset): string {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  if (request.destination !== undefined) query.set("destination", request.destination);
  if (request.streaming) {
    query.set("streaming_interval", String(request.streaming.interval));
    query.set("streaming_quantity", String(request.streaming.quantity));
  }
  if (request.toleranceBps !== undefined) query.set("tolerance_bps", String(request.toleranceBps));
  return `/${preset.segment}/quote/swap?${query}`;
}
