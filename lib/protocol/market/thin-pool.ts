// Warns if pools are small for a swap: quotes in parts assume that pools refill between parts.

import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading } from "../model/quote.ts";
import { lesser } from "../values/amounts.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { amountText } from "../values/figure-text.ts";
import type { Depths } from "./fees.ts";
import { type ForecastQuote, forecastOf, roundDown } from "./forecast.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** A swap is large for a pool if it adds over 1/10 of a side, or takes out over 1/20 of one. */
const LARGE_SHARE_DIVISORS = { sent: 10n, taken: 20n };
/** Above half of these shares, a quote in parts states the largest amount the pools can take. */
export const NEAR_THIN_FACTOR = 2n;
/** 100 %, in hundredths of a bps. */
const FULL_SHARE = 1_000_000n;
const ROUNDING = { digits: 4, bound: "most" } as const;
const FORECAST_DIGITS = 5;
const BEARABLE_DIGITS = 2;

export interface ThinPool {
  /**
   * The amount sent as a share of the smaller pool's side, and the output as a share of the paying
   * pool. In hundredths of a bps. `takenShare` is null for a synth, or if a depth is unknown.
   */
  readonly sentShare: bigint;
  readonly takenShare: bigint | null;
  /** Output in base units of `to` if nobody refills the pools. Null for one part, or if unknown. */
  readonly unfilledOut: bigint | null;
  /** Largest amount, in base units of `from`, that the pools can take. Null if unknown. */
  readonly bearableIn: bigint | null;
}

export function findThinPool(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  factor = 1n,
): ThinPool | null {
  const { from, to, amount, quotedOut } = quote;
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const [sourcePool, targetPool] = [depthsOf(from, pools), depthsOf(to, pools)];
  const nativeDepths = [sourcePool, targetPool].flatMap((pool) => pool?.native ?? []);
  if (nativeDepths.length === 0) return null;
  const thinnestDepth = nativeDepths.reduce(lesser);
  const payingDepth = to === nativeAsset ? sourcePool?.native : targetPool?.asset;
  const holdingsBase = parseAsset(to)?.kind === "synth" ? null : (payingDepth ?? null);
  const sentShare = shareCentiBps(
    sourcePool === null ? amount : nativeWorth(amount, sourcePool),
    thinnestDepth,
  );
  const takenShare = shareCentiBps(quotedOut, holdingsBase);
  const isThin =
    factor * sentShare * LARGE_SHARE_DIVISORS.sent > FULL_SHARE ||
    factor * takenShare * LARGE_SHARE_DIVISORS.taken > FULL_SHARE;
  if (!isThin) return null;
  const isWorthKnown = amountInTarget(quote, { pools, nativeAsset }) !== null;
  const forecastBase = forecastOf(quote, pools, nativeAsset);
  const holdingsNative =
    holdingsBase === null || targetPool === null ? holdingsBase : targetPool.native;
  return {
    sentShare,
    takenShare: holdingsBase === null ? null : takenShare,
    unfilledOut:
      forecastBase === null || forecastBase >= quotedOut
        ? null
        : roundDown(forecastBase, FORECAST_DIGITS),
    bearableIn: isWorthKnown ? bearableInputBase(sourcePool, thinnestDepth, holdingsNative) : null,
  };
}

const nativeWorth = (assetAmount: bigint, { asset, native }: Depths) =>
  asset === 0n ? 0n : (assetAmount * native) / asset;

/**
 * Ignores slip and fees. `thinnestDepth` is the smaller pool's side, `nativeHoldings` is the worth
 * of what the paying pool has. Each is in base units of the native asset.
 */
function bearableInputBase(
  sourcePool: Depths | null,
  thinnestDepth: bigint,
  nativeHoldings: bigint | null,
): bigint | null {
  if (sourcePool?.native === 0n) return null;
  const maxSentNative = thinnestDepth / LARGE_SHARE_DIVISORS.sent;
  const bearableNative =
    nativeHoldings === null
      ? maxSentNative
      : lesser(maxSentNative, nativeHoldings / LARGE_SHARE_DIVISORS.taken);
  const inputBase =
    sourcePool === null ? bearableNative : (bearableNative * sourcePool.asset) / sourcePool.native;
  return inputBase === 0n ? null : roundDown(inputBase, BEARABLE_DIGITS);
}

function shareCentiBps(part: bigint, whole: bigint | null): bigint {
  if (whole === null) return 0n;
  return whole === 0n ? FULL_SHARE : (part * FULL_SHARE) / whole;
}

interface WarnedQuote extends Pick<QuoteReading, "from" | "to" | "order" | "sensibleMaxAmount"> {
  readonly quotedOut: bigint;
  readonly quantity: number | null;
}

export function thinPoolWarning(
  { sentShare, takenShare, unfilledOut }: ThinPool,
  quote: WarnedQuote,
): Warning {
  const { from, to, order, quantity, quotedOut, sensibleMaxAmount } = quote;
  const roughText = (asset: string, base: bigint) =>
    amountText({ asset, base }, undefined, ROUNDING);
  const forecastTexts =
    unfilledOut === null
      ? null
      : { leastText: roughText(to, unfilledOut), mostText: roughText(to, quotedOut) };
  return warnOf("thin_pool")(
    message("pools_small", {
      sent: sentShare,
      taken: takenShare,
      sendAtMostText: sensibleMaxAmount === null ? null : roughText(from, sensibleMaxAmount),
      forecast: forecastTexts,
      isInParts: quantity !== 1 && order === null,
    }),
  );
}
