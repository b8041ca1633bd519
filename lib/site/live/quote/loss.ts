// What a swap loses in all: the worth of what was sent less that of what is received, by the pools' prices. Fees are a part of it.

import type { Money } from "../../../protocol/model/envelope.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { DEAR_BPS, feeBase, MAX_FEE_BPS, remedyText } from "../../../protocol/quote/advice.ts";
import { decimalsOf, mulDiv, priceInUsd } from "../../../protocol/values/amounts.ts";
import { layer1Asset } from "../../../protocol/values/assets.ts";
import { formatCentiBps } from "../../prose/fee-figures.ts";

/** What was sent: in US dollars (1e8), and in what comes out; null where a price or a depth is not known. */
export interface SentWorth {
  readonly usd: bigint | null;
  readonly out: Money | null;
}

/** What comes out of it is told by the pools' depths, as the network prices a swap: a cheap token's price, in 1e-8 US dollars, has too few digits. */
export function sentWorth({ amount, from, to }: QuoteReading, pools: PoolsReading): SentWorth {
  const usd = worthByPools(amount, from, pools);
  const [sold, bought] = [findDepths(from, pools), findDepths(to, pools)];
  if (!sold || !bought) return { usd, out: null };
  const base = mulDiv(amount, sold.native * bought.asset, sold.asset * bought.native);
  return { usd, out: { asset: to, base, usd } };
}

/** US dollars (1e8) by the price of the asset, or of the layer-1 asset behind it (BTC~BTC); null where it has none. */
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

/** Why a loss is not known. */
export const noPrice = "not every fee and price is known, or they do not fit the quote";

/** Two readings a few seconds apart may differ so much, in hundredths of a basis point; prices that say more gain do not fit the quote. */
const GAIN_LIMIT = 10_000n;

/** Null where a depth or the output is not known, and where the depths do not fit the quote. */
export function lossOf({ expectedAmountOut: out }: QuoteReading, { out: sent }: SentWorth): Money | null {
  if (sent === null || out === null || sent.base === 0n) return null;
  const base = sent.base - out;
  if (partOf(1_000_000n, base, sent.base) < -GAIN_LIMIT) return null;
  return { asset: sent.asset, base, usd: sent.usd === null ? null : partOf(sent.usd, base, sent.base) };
}

/** What is lost and is no fee; null where the fees are not known or not of one asset with the loss. */
export function priceImpact(loss: Money | null, fees: Money | null): Money | null {
  if (!loss || !fees || loss.asset !== fees.asset) return null;
  const usd = loss.usd === null || fees.usd === null ? null : loss.usd - fees.usd;
  return { asset: loss.asset, base: loss.base - fees.base, usd };
}

/** Of the worth of what was sent, in hundredths of a basis point; null where it is not known. */
export function lossCentiBps(part: Money | null, { out: sent }: SentWorth): bigint | null {
  return !part || !sent || sent.base === 0n ? null : partOf(1_000_000n, part.base, sent.base);
}

export function formatShare(centiBps: bigint | null): string {
  if (centiBps === null) return "unknown bps";
  // Below a twentieth of one it says "<0.1", which holds below nothing too.
  if (centiBps <= -5n) return `-${formatShare(-centiBps)}`;
  // Live pages set thousands apart themselves.
  return `${formatCentiBps(centiBps < 0n ? 0n : centiBps).replaceAll(",", "")} bps`;
}

/** By the limits that hold for fees alone: null where the loss is small or not known. */
export function lossWarning(
  { streaming }: QuoteRequest,
  quote: QuoteReading,
  sent: SentWorth,
): { readonly isRuinous: boolean; readonly text: string } | null {
  const loss = lossOf(quote, sent);
  const centiBps = lossCentiBps(loss, sent);
  if (loss === null || centiBps === null || centiBps < 100n * BigInt(DEAR_BPS)) return null;
  const what = `What you receive is worth ${centiBps / 10_000n} % less than what you send`;
  if (centiBps >= 100n * BigInt(MAX_FEE_BPS)) return { isRuinous: true, text: `${what}: do not send this amount.` };
  // Where the fees alone are dear, the reading's own advice says what to do.
  if ((quote.totalBps ?? 0) >= DEAR_BPS) return { isRuinous: false, text: `${what}.` };
  const fixed = feeBase(quote, "outbound");
  const remedy = remedyText(quote, streaming !== undefined, fixed === null ? null : loss.base - fixed);
  return { isRuinous: false, text: `${what}${remedy}.` };
}

/** whole · part / all, towards zero; a part may be negative. */
function partOf(whole: bigint, part: bigint, all: bigint): bigint {
  return part < 0n ? -mulDiv(whole, -part, all) : mulDiv(whole, part, all);
}
