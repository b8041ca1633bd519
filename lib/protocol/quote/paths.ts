// Builds the paths of quote requests to nodes. Only the parsed request goes into a path.

import type { QuoteRequest } from "../model/quote.ts";
import type { Preset } from "../values/chains.ts";
import type { ParsedRequest } from "./request.ts";
import { partNumbers, SINGLE } from "./streaming.ts";

type SwapOptions = Omit<QuoteRequest, "from" | "to" | "amount" | "amountUsd" | "targetOut">;

export function quotePath(
  { from, to, amount }: Pick<ParsedRequest, "from" | "to" | "amount">,
  request: SwapOptions,
  preset: Preset,
): string {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  if (request.destination !== undefined) query.set("destination", request.destination);
  const { interval, quantity } = partNumbers(request.streaming, preset);
  if (interval > 0 || quantity > 0) {
    query.set("streaming_interval", String(interval));
    query.set("streaming_quantity", String(quantity));
  }
  setReceivers(query, request);
  if (request.toleranceBps !== undefined) query.set("tolerance_bps", String(request.toleranceBps));
  else if (request.liquidityToleranceBps)
    query.set("liquidity_tolerance_bps", String(request.liquidityToleranceBps));
  return `/${preset.segment}/quote/swap?${query}`;
}

export function onePartPath({ request, ...swap }: ParsedRequest, preset: Preset): string {
  const { toleranceBps: _, liquidityToleranceBps: _liquidityBps, ...withoutLimit } = request;
  return quotePath(swap, { ...withoutLimit, streaming: SINGLE }, preset);
}

export const LIMIT_PATH = "/quote/limit";

export function orderPath(
  { from, to, amount, request, targetOutBase }: ParsedRequest,
  preset: Preset,
): string {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  query.set("destination", request.destination ?? "");
  query.set("target_out", String(targetOutBase));
  setReceivers(query, request);
  return `/${preset.segment}${LIMIT_PATH}?${query}`;
}

function setReceivers(
  query: URLSearchParams,
  { refundAddress, affiliate, affiliateBps }: SwapOptions,
): void {
  if (refundAddress !== undefined) query.set("refund_address", refundAddress);
  if (affiliate === undefined) return;
  query.set("affiliate", affiliate);
  query.set("affiliate_bps", String(affiliateBps));
}
