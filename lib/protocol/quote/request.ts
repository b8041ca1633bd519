// Checks and parses the request for a quote. Nodes get nothing but the parsed request.

import type { Market } from "../market/market.ts";
import { cutToPayable, payableDecimals } from "../market/payable.ts";
import type { Payees, QuoteReading, QuoteRequest } from "../model/quote.ts";
import { decimalsOf, parseUnits, unitsOfUsd } from "../values/amounts.ts";
import { matchAsset } from "../values/asset-match.ts";
import { assetName, type KnownAsset, layer1Asset, payoutChainCode } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { checkDestinationForm, parseDestination } from "../values/destination.ts";
import { badInput, parseArgument } from "../values/input-error.ts";
import type { QuotedRequest } from "./figure-agreement.ts";
import { orderRatio } from "./order.ts";
import { SINGLE } from "./streaming.ts";

export interface ParsedRequest
  extends Omit<QuotedRequest, "quotes" | "quorum">,
    Pick<QuoteReading, "converted" | "payees"> {
  /** The least output of a limit order, in base units of `to`. */
  readonly targetOutBase: bigint | null;
  readonly knownAssets: readonly KnownAsset[];
}

/** Default tolerance. If the output is below the quote by more than this, the network refunds. */
export const LIQUIDITY_TOLERANCE_BPS = 300;
/**
 * Highest affiliate fee of THORNode: `querier_quotes.go`. MAYAChain allows less, and states its
 * maximum when it refuses a quote.
 */
export const MAX_AFFILIATE_BPS = 1_000;

const affiliateGrammar = /^[a-z0-9+_-]{1,64}$/i;

/**
 * Adds the default tolerance if there is a destination. `amount` is null if stated in dollars.
 * @throws InputError for faults that can be found without data from nodes.
 */
export function normalizeRequest(rawRequest: QuoteRequest): {
  readonly request: QuoteRequest;
  readonly amount: bigint | null;
} {
  // Nodes omit interval/quantity 0/1 from memos, and may then split the swap. So one part is 1/1.
  const request =
    rawRequest.streaming?.quantity === 1 ? { ...rawRequest, streaming: SINGLE } : rawRequest;
  const amount = parseStatedAmount(request);
  checkAffiliate(request);
  checkTolerance(request);
  checkOrder(request);
  const { destination, refundAddress, toleranceBps, ...otherFields } = request;
  const refundFields =
    refundAddress === undefined
      ? {}
      : { refundAddress: parseDestination(refundAddress, "refund_address") };
  if (destination === undefined) return { request: { ...request, ...refundFields }, amount };
  const toleranceFields =
    toleranceBps === undefined
      ? { liquidityToleranceBps: request.liquidityToleranceBps ?? LIQUIDITY_TOLERANCE_BPS }
      : { toleranceBps };
  const normalizedRequest = {
    ...otherFields,
    ...(request.targetOut === undefined && toleranceFields),
    destination: parseDestination(destination),
    ...refundFields,
  };
  return { request: normalizedRequest, amount };
}

function parseStatedAmount({ from, amount, amountUsd }: QuoteRequest): bigint | null {
  if ((amount === undefined) === (amountUsd === undefined)) {
    throw badInput("amount_not_once", null, { argument: "amount" });
  }
  if (amount !== undefined) return parseAmount(amount, from, "amount");
  parseAmount(amountUsd ?? "", DOLLARS, "amount_usd");
  return null;
}

/** Passed in place of an asset name to parse dollars, which have eight decimals, as most assets. */
const DOLLARS = "USD";

function checkAffiliate({ affiliate, affiliateBps }: QuoteRequest): void {
  if (affiliate === undefined && affiliateBps === undefined) return;
  if (affiliate !== undefined && affiliateGrammar.test(affiliate) && affiliateBps !== undefined)
    return;
  const argument = affiliateBps === undefined ? "affiliate_bps" : "affiliate";
  throw badInput("affiliate_incomplete", null, { argument });
}

function checkTolerance({ toleranceBps, liquidityToleranceBps }: QuoteRequest): void {
  if (toleranceBps === undefined || liquidityToleranceBps === undefined) return;
  throw badInput("two_tolerances", null, { argument: "tolerance_bps" });
}

function checkOrder({
  targetOut,
  destination,
  streaming,
  toleranceBps,
  liquidityToleranceBps,
}: QuoteRequest): void {
  if (targetOut === undefined) return;
  const hasNoSwapOptions = [streaming, toleranceBps, liquidityToleranceBps].every(
    (option) => option === undefined,
  );
  if (destination !== undefined && hasNoSwapOptions) return;
  throw badInput("order_terms", null, { argument: "target_out" });
}

/** `request` must have been normalized: its addresses then hold nothing but an address. */
export function payeesOf(request: QuoteRequest): Payees {
  const { destination = null, refundAddress = null, affiliate, affiliateBps } = request;
  const hasAffiliate = affiliate !== undefined && affiliateBps !== undefined;
  return {
    destination,
    refundAddress,
    affiliate: hasAffiliate ? { name: affiliate, bps: affiliateBps } : null,
  };
}

type MarketPrices = Pick<Market, "pools" | "prices" | "poolsAskedAtMs">;

export function parseRequest(
  request: QuoteRequest,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
  marketPrices: MarketPrices,
): ParsedRequest {
  const from = parseArgument("from", () => matchAsset(request.from, knownAssets, preset));
  const to = parseArgument("to", () => matchAsset(request.to, knownAssets, preset));
  if (from === to) throw badInput("same_asset", null, { argument: "to" });
  checkAddresses(request, from, to, preset);
  const { targetOut } = request;
  if (targetOut !== undefined) checkOrderPair(from, to, preset);
  const { pools } = marketPrices;
  const targetOutBase =
    targetOut === undefined ? null : parseAmount(targetOut, to, "target_out", pools);
  const { amount, converted } = parseSentAmount(request, from, preset, marketPrices);
  if (targetOutBase !== null && orderRatio(amount, targetOutBase) === 0n)
    throw badInput("order_never_filled", null, { argument: "target_out" });
  const payees = payeesOf(request);
  return { request, payees, from, to, amount, converted, targetOutBase, knownAssets };
}

function checkAddresses(
  { destination, refundAddress }: QuoteRequest,
  from: string,
  to: string,
  preset: Preset,
): void {
  if (destination !== undefined)
    checkDestinationForm(destination, payoutChainCode(to, preset), preset);
  if (refundAddress === undefined) return;
  const sourceChain = payoutChainCode(from, preset);
  checkDestinationForm(refundAddress, sourceChain, preset, "refund_address");
  // Nodes refund a native deposit to its sender, whatever the memo says: `helpers.go` (refundTx).
  if (sourceChain === preset.nativeChain)
    throw badInput("refund_address_unused", { asset: from }, { argument: "refund_address" });
}

function checkOrderPair(from: string, to: string, preset: Preset): void {
  const { protocol, hasLimitOrders } = preset;
  if (!hasLimitOrders) throw badInput("no_limit_orders", { protocol }, { argument: "target_out" });
  // THORNode finds a limit order by the layer-1 assets of its pair: `manager_advanced_swap_queue`.
  // A trade asset and its layer-1 asset have the same layer-1 asset, so this pair is refused.
  if (layer1Asset(from) === layer1Asset(to))
    throw badInput("order_of_one_asset", null, { argument: "target_out" });
}

function parseSentAmount(
  request: QuoteRequest,
  from: string,
  preset: Preset,
  { pools, prices, poolsAskedAtMs: pricedAtMs }: MarketPrices,
): Pick<ParsedRequest, "amount" | "converted"> {
  if (request.amountUsd === undefined)
    return { amount: parseAmount(request.amount ?? "", from, "amount", pools), converted: null };
  const amountUsd = parseAmount(request.amountUsd, DOLLARS, "amount_usd");
  const fromName = assetName(from, preset);
  const priceUsd = prices.get(layer1Asset(from) ?? from) ?? 0n;
  if (priceUsd <= 0n) throw badInput("no_price", { asset: fromName }, { argument: "amount_usd" });
  const amount = cutToPayable(unitsOfUsd(amountUsd, decimalsOf(from), priceUsd), from, pools);
  if (amount > 0n) return { amount, converted: { usd: amountUsd, priceUsd, pricedAtMs } };
  throw badInput("worth_too_little", { asset: fromName }, { argument: "amount_usd" });
}

function parseAmount(
  amountText: string,
  asset: string,
  argument: "amount" | "amount_usd" | "target_out",
  pools: Market["pools"] = null,
): bigint {
  const decimals = decimalsOf(asset.toUpperCase());
  const amount = parseUnits(amountText, decimals) ?? 0n;
  if (amount > 0n && amount === cutToPayable(amount, asset, pools)) return amount;
  throw badInput("amount_malformed", { decimals: payableDecimals(asset, pools) }, { argument });
}
