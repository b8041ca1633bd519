// Computes the cost of a swap: worth sent minus worth received. Worth is computed from pool depths,
// because the price of a cheap token has too few digits. Shares are in bps of the amount sent.

import type { Money } from "../model/envelope.ts";
import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { divRound, mulDiv } from "../values/amounts.ts";
import { layer1Asset } from "../values/assets.ts";
import type { Depths } from "./fees.ts";
import type { AgreedPool } from "./pool-agreement.ts";
import { type Prices, priceAmount } from "./prices.ts";

/**
 * Lowest believable price impact. If a quote pays over 1 % more than the pools would, the quote and
 * the pools were read at different times, and no cost is computed.
 */
const GAIN_LIMIT_BPS = -100;

type QuotedSwap = Pick<QuoteReading, "from" | "to"> & {
  readonly amount: bigint;
  readonly expectedAmountOut: bigint;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};
type SentAmount = Pick<QuotedSwap, "from" | "to" | "amount">;
export type PoolDepths = Pick<AgreedPool, "asset"> & {
  readonly [Depth in "assetDepth" | "nativeDepth"]: bigint | null;
};
interface WorthSources {
  readonly prices: Prices;
  readonly pools: readonly PoolDepths[] | null;
  readonly nativeAsset: string;
}

/** A figure is null if a depth or price is unknown, or if the pools contradict the quote. */
interface QuoteWorth {
  readonly sentUsd: bigint | null;
  readonly receivedUsd: bigint | null;
  readonly totalCost: Money | null;
  readonly totalCostBps: number | null;
  readonly priceImpact: Money | null;
  readonly priceImpactBps: number | null;
  readonly feeShares: readonly { readonly kind: QuoteFee["kind"]; readonly bps: number | null }[];
}

export function quoteWorth(swap: QuotedSwap, sources: WorthSources): QuoteWorth {
  const { from, to, amount, expectedAmountOut, fees } = swap;
  const sentWorthBase = amountInTarget(swap, sources);
  const usdOf = (asset: string, base: bigint) =>
    priceAmount(sources.prices, layer1Asset(asset) ?? asset, base).usd;
  const sentUsd = usdOf(from, amount);
  // Dollars of costs and output are shares of `sentUsd`, so they add up to it. If the worth sent is
  // unknown, the output's own price is used.
  const moneyInTarget = (base: bigint | null): Money | null =>
    base === null || !sentWorthBase
      ? null
      : { asset: to, base, usd: sentUsd && (sentUsd * base) / sentWorthBase };
  const bpsOfSent = (base: bigint | null) =>
    base === null || !sentWorthBase ? null : shareBps(base, sentWorthBase);
  const { totalCost, priceImpact } = sentWorthBase ? quoteCost(sentWorthBase, swap) : unknownCost;
  const receivedBase =
    totalCost === null || sentWorthBase === null ? expectedAmountOut : sentWorthBase - totalCost;
  return {
    sentUsd,
    receivedUsd: moneyInTarget(receivedBase)?.usd ?? usdOf(to, expectedAmountOut),
    totalCost: moneyInTarget(totalCost),
    totalCostBps: bpsOfSent(totalCost),
    priceImpact: moneyInTarget(priceImpact),
    priceImpactBps: bpsOfSent(priceImpact),
    feeShares: fees.map(({ kind, amount: fee }) => ({ kind, bps: bpsOfSent(fee?.base ?? null) })),
  };
}

/** Costs in base units of the target asset. */
interface QuoteCost {
  readonly totalCost: bigint | null;
  readonly priceImpact: bigint | null;
}

const unknownCost: QuoteCost = { totalCost: null, priceImpact: null };

function quoteCost(
  sentWorthBase: bigint,
  { expectedAmountOut, fees }: Pick<QuotedSwap, "expectedAmountOut" | "fees">,
): QuoteCost {
  const costBase = sentWorthBase - expectedAmountOut;
  const statedFeesBase = fees.reduce((sum, { amount: fee }) => sum + (fee?.base ?? 0n), 0n);
  const doDepthsFitQuote =
    statedFeesBase <= sentWorthBase &&
    shareBps(costBase - statedFeesBase, sentWorthBase) >= GAIN_LIMIT_BPS;
  if (!doDepthsFitQuote) return unknownCost;
  const hasAllFees = fees.every(({ amount: fee }) => fee !== null);
  // Fees are part of the cost. A cost below the fees comes from old depths or a wrong node.
  if (costBase < statedFeesBase)
    return hasAllFees ? { totalCost: statedFeesBase, priceImpact: 0n } : unknownCost;
  return { totalCost: costBase, priceImpact: hasAllFees ? costBase - statedFeesBase : null };
}

export function lossBps(swap: SentAmount, lossBase: bigint, sources: WorthSources): number | null {
  const sentWorthBase = amountInTarget(swap, sources);
  return sentWorthBase ? shareBps(lossBase, sentWorthBase) : null;
}

/** Worth of the amount in base units of `to`, without slip and fees. Null if a depth is unknown. */
export function amountInTarget(
  { from, to, amount }: SentAmount,
  sources: Pick<WorthSources, "pools" | "nativeAsset">,
): bigint | null {
  if (layer1Asset(from) === layer1Asset(to)) return amount;
  const oneToOneDepths: Depths = { asset: 1n, native: 1n };
  const isNativeAsset = (asset: string) => layer1Asset(asset) === sources.nativeAsset;
  const [soldPool, boughtPool] = [from, to].map((asset) =>
    isNativeAsset(asset) ? oneToOneDepths : depthsOf(asset, sources.pools ?? []),
  );
  if (!soldPool || !boughtPool || soldPool.asset === 0n || boughtPool.native === 0n) return null;
  return mulDiv(amount, soldPool.native * boughtPool.asset, soldPool.asset * boughtPool.native);
}

export function depthsOf(asset: string, pools: readonly PoolDepths[]): Depths | null {
  const poolAsset = layer1Asset(asset);
  const { assetDepth, nativeDepth } = pools.find((pool) => pool.asset === poolAsset) ?? {};
  return assetDepth == null || nativeDepth == null
    ? null
    : { asset: assetDepth, native: nativeDepth };
}

function shareBps(part: bigint, whole: bigint): number {
  const absoluteBps = Number(divRound((part < 0n ? -part : part) * 1_000_000n, whole)) / 100;
  return part < 0n ? 0 - absoluteBps : absoluteBps;
}
