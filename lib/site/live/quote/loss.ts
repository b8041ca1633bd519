// The total cost of a swap: the value sent minus the value received, by the pools' prices. Fees are a part of it.

import type { Money } from "../../../protocol/model/envelope.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { QuoteReading } from "../../../protocol/model/quote.ts";
import { DEAR_BPS, feeBase, MAX_FEE_BPS, remedyText } from "../../../protocol/quote/advice.ts";
import { decimalsOf, mulDiv, priceInUsd } from "../../../protocol/values/amounts.ts";
import { layer1Asset } from "../../../protocol/values/assets.ts";
import { formatPercent } from "../../../protocol/values/figure-text.ts";

/** The value of the sent amount: in US dollars (1e8), and in the received asset. Null where a price or a depth is not known. */
export interface SentWorth {
  readonly usd: bigint | null;
  readonly out: Money | null;
}

/** Depths give the value in the received asset, as in the network's own price: prices in 1e-8 US dollars have too few digits for cheap tokens. */
export function sentWorth({ amount, from, to }: QuoteReading, pools: PoolsReading): SentWorth {
  const usd = worthByPools(amount, from, pools);
  const [sold, bought] = [findDepths(from, pools), findDepths(to, pools)];
  if (!sold || !bought) return { usd, out: null };
  const base = mulDiv(amount, sold.native * bought.asset, sold.asset * bought.native);
  return { usd, out: { asset: to, base, usd } };
}

/** US dollars (1e8) by the price of the asset, or of its layer-1 asset (BTC~BTC). Null without a price. */
export function worthByPools(base: bigint, asset: string, { pools, nativePriceUsd }: PoolsReading): bigint | null {
  const layer1 = layer1Asset(asset);
  const isNative = pools.some(({ nativeAsset }) => nativeAsset === layer1);
  const price = isNative ? nativePriceUsd : pools.find((pool) => pool.asset.toUpperCase() === layer1)?.priceUsd;
  return price == null ? null : priceInUsd(base, decimalsOf(asset), price);
}

function findDepths(
  asset: string,
  { pools }: PoolsReading,
): { readonly asset: bigint; readonly native: bigint } | null {
  const layer1 = layer1Asset(asset);
  if (pools.some(({ nativeAsset }) => nativeAsset === layer1)) return { asset: 1n, native: 1n };
  const pool = pools.find((one) => one.asset.toUpperCase() === layer1);
  if (!pool?.assetDepth || !pool.nativeDepth) return null;
  return { asset: pool.assetDepth, native: pool.nativeDepth };
}

/** Why the total cost is not known. */
export const noPrice = "not every fee and price is known, or they do not fit the quote";

/** In hundredths of a basis point. A larger gain means that the prices do not fit the quote: both are read a few seconds apart. */
const GAIN_LIMIT = 10_000n;

/** Null when a depth or the output is not known, or when the depths do not fit the quote. */
export function lossOf({ expectedAmountOut: out }: QuoteReading, { out: sent }: SentWorth): Money | null {
  if (sent === null || out === null || sent.base === 0n) return null;
  const base = sent.base - out;
  if (partOf(1_000_000n, base, sent.base) < -GAIN_LIMIT) return null;
  return { asset: sent.asset, base, usd: sent.usd === null ? null : partOf(sent.usd, base, sent.base) };
}

/** Total cost minus fees. Null when the fees are not known, or are in another asset. */
export function priceImpact(loss: Money | null, fees: Money | null): Money | null {
  if (!loss || !fees || loss.asset !== fees.asset) return null;
  const usd = loss.usd === null || fees.usd === null ? null : loss.usd - fees.usd;
  return { asset: loss.asset, base: loss.base - fees.base, usd };
}

/** A part of the sent value, in hundredths of a basis point; null when it is not known. */
export function lossCentiBps(part: Money | null, { out: sent }: SentWorth): bigint | null {
  return !part || !sent || sent.base === 0n ? null : partOf(1_000_000n, part.base, sent.base);
}

/** Applies the limits for fees to the total cost. `isBetterInParts`: by a quote of the network. Null when the total cost is small or not known. */
export function lossWarning(
  quote: QuoteReading,
  sent: SentWorth,
  isBetterInParts: boolean,
): { readonly isRuinous: boolean; readonly text: string } | null {
  const loss = lossOf(quote, sent);
  const centiBps = lossCentiBps(loss, sent);
  if (loss === null || centiBps === null || centiBps < 100n * BigInt(DEAR_BPS)) return null;
  const what = `What you receive is worth ${formatPercent(centiBps)} less than what you send`;
  if (centiBps >= 100n * BigInt(MAX_FEE_BPS)) return { isRuinous: true, text: `${what}: do not send this amount.` };
  // When the fees alone are high, the reading's own advice says what to do.
  if ((quote.totalBps ?? 0) >= DEAR_BPS) return { isRuinous: false, text: `${what}.` };
  const fixed = feeBase(quote, "outbound");
  const remedy = remedyText(quote, !isBetterInParts, fixed === null ? null : loss.base - fixed);
  return { isRuinous: false, text: `${what}${remedy}.` };
}

/** whole · part / all, rounded towards zero, but never to zero. A part may be negative. */
export function partOf(whole: bigint, part: bigint, all: bigint): bigint {
  if (part < 0n) return -partOf(whole, -part, all);
  const share = mulDiv(whole, part, all);
  return share === 0n && part > 0n && whole > 0n ? 1n : share;
}
