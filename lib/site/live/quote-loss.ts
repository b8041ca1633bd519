// Site room: what a swap loses in all: the worth of what was sent less that of what is received, by the pools' prices. Fees are a part of it.
import { mulDiv, toDecimals, toUsd } from "../../protocol/amounts.ts";
import { toLayer1 } from "../../protocol/assets.ts";
import type { Money, PoolsReading, QuoteReading } from "../../protocol/model.ts";
import { DEAR_BPS, RUINOUS_BPS, toFeeBase, toRemedy } from "../../protocol/quote-advice.ts";
import { toCentiBpsText } from "../fee-figures.ts";

/** What was sent, by the pools' depths: in US dollars (1e8), and in what comes out; null where a depth or the price is not known. */
export interface SentWorth {
  readonly usd: bigint | null;
  readonly out: Money | null;
}

export function toSentWorth({ amount, from, to }: QuoteReading, pools: PoolsReading): SentWorth {
  const native = toNative(amount, from, pools);
  const usd = toNativeUsd(native, pools);
  const price = findDepths(to, pools);
  const out = native === null || price === null ? null : mulDiv(native, price.asset, price.native);
  return { usd, out: out === null ? null : { asset: to, base: out, usd } };
}

/** US dollars (1e8), by the pools' depths and the native asset's price; null where one is not known. */
export function toPoolsUsd(base: bigint, asset: string, pools: PoolsReading): bigint | null {
  return toNativeUsd(toNative(base, asset, pools), pools);
}

/**
 * Base units of the native asset. By the depths, as the network prices a swap: a cheap token's price, in 1e-8 US dollars, has too few digits. An asset of
 * another form (BTC~BTC) is worth its layer-1 asset.
 */
function toNative(base: bigint, asset: string, pools: PoolsReading): bigint | null {
  const depths = findDepths(asset, pools);
  return depths && mulDiv(base, depths.native, depths.asset);
}

function toNativeUsd(native: bigint | null, { pools, nativePriceUsd: price }: PoolsReading): bigint | null {
  const asset = pools[0]?.nativeAsset;
  return native === null || price === null || asset === undefined ? null : toUsd(native, toDecimals(asset), price);
}

function findDepths(text: string, { pools }: PoolsReading): { readonly asset: bigint; readonly native: bigint } | null {
  const asset = toLayer1(text);
  if (pools.some(({ nativeAsset }) => nativeAsset === asset)) return { asset: 1n, native: 1n };
  const pool = pools.find((one) => one.asset.toUpperCase() === asset);
  return pool && pool.assetDepth > 0n && pool.nativeDepth > 0n
    ? { asset: pool.assetDepth, native: pool.nativeDepth }
    : null;
}

/** Why a loss is not known. */
export const noPrice = "not every fee and price is known, or they do not fit the quote";

/** Two readings a few seconds apart may differ so much, in hundredths of a basis point; prices that say more gain do not fit the quote. */
const GAIN_LIMIT = 10_000n;

/** Null where a depth or the output is not known, and where the depths do not fit the quote. */
export function toLoss({ expectedAmountOut: out }: QuoteReading, { out: sent }: SentWorth): Money | null {
  if (sent === null || out === null || sent.base === 0n) return null;
  const base = sent.base - out;
  if (toPart(1_000_000n, base, sent.base) < -GAIN_LIMIT) return null;
  return { asset: sent.asset, base, usd: sent.usd === null ? null : toPart(sent.usd, base, sent.base) };
}

/** What is lost and is no fee; null where the fees are not known or not of one asset with the loss. */
export function toImpact(loss: Money | null, fees: Money | null): Money | null {
  if (!loss || !fees || loss.asset !== fees.asset) return null;
  const usd = loss.usd === null || fees.usd === null ? null : loss.usd - fees.usd;
  return { asset: loss.asset, base: loss.base - fees.base, usd };
}

/** Of the worth of what was sent, in hundredths of a basis point; null where it is not known. */
export function toLossCentiBps(part: Money | null, { out: sent }: SentWorth): bigint | null {
  return !part || !sent || sent.base === 0n ? null : toPart(1_000_000n, part.base, sent.base);
}

export function toShareText(centiBps: bigint | null): string {
  if (centiBps === null) return "unknown bps";
  // Below a twentieth of one it says "<0.1", which holds below nothing too.
  if (centiBps <= -5n) return `-${toShareText(-centiBps)}`;
  // Live pages set thousands apart themselves.
  return `${toCentiBpsText(centiBps < 0n ? 0n : centiBps).replaceAll(",", "")} bps`;
}

/** By the limits that hold for fees alone: null where the loss is small or not known. */
export function toLossWarning(
  quote: QuoteReading,
  sent: SentWorth,
): { readonly isRuinous: boolean; readonly text: string } | null {
  const loss = toLoss(quote, sent);
  const centiBps = toLossCentiBps(loss, sent);
  if (loss === null || centiBps === null || centiBps < 100n * BigInt(DEAR_BPS)) return null;
  const what = `What you receive is worth ${centiBps / 10_000n} % less than what you send`;
  if (centiBps >= 100n * BigInt(RUINOUS_BPS)) return { isRuinous: true, text: `${what}: do not send this amount.` };
  const fixed = toFeeBase(quote, "outbound");
  const remedy = toRemedy(quote, fixed === null ? null : loss.base - fixed);
  // What the reading's own advice says already is not said twice.
  return { isRuinous: false, text: `${what}${quote.advice.includes(remedy) ? "" : remedy}.` };
}

/** whole · part / all, towards zero; a part may be negative. */
function toPart(whole: bigint, part: bigint, all: bigint): bigint {
  return part < 0n ? -mulDiv(whole, -part, all) : mulDiv(whole, part, all);
}
