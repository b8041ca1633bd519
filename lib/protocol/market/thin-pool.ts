// Warns if pools are small for a swap. A quote in parts assumes that others refill the pools.

import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading } from "../model/quote.ts";
import { lesser, mulDiv } from "../values/amounts.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { amountText } from "../values/figure-text.ts";
import type { Depths } from "./fees.ts";
import { type Forecast, type ForecastQuote, hasSynth, roundDown } from "./forecast.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** A swap is too large for a pool if it adds over 1/10 of the depth, or takes out over 1/20. */
const LARGE_SHARE_DIVISORS = { sent: 10n, taken: 20n };
/** Also too large: a swap whose parts lose over 1/100 before fees if nobody refills the pools. */
const LARGE_LOSS_DIVISOR = 100n;
/** A forecast is told if over 1/1000 is lost, or if a pool is small. */
const NOTABLE_LOSS_DIVISOR = 1_000n;
/** 100 %, in hundredths of a bps. */
const FULL_SHARE = 1_000_000n;
const ROUNDING = { digits: 4, bound: "most" } as const;
const FORECAST_DIGITS = 5;
const MAX_INPUT_DIGITS = 2;

export interface ThinPool {
  /**
   * Shares in hundredths of a bps. `sentShare`: the amount sent, relative to the smaller pool.
   * `takenShare`: the output, relative to the depth of the asset in the pool that pays the output.
   * Null if the pools are large enough for that share.
   */
  readonly sentShare: bigint | null;
  readonly takenShare: bigint | null;
  /**
   * Largest amount, in base units of `from`, that the pools take without a warning, whatever was
   * asked and in however many parts. Null if unknown.
   */
  readonly bearableIn: bigint | null;
}

interface LossForecast extends Pick<ForecastQuote, "quotedOut"> {
  /** If no pool is refilled between parts. Null for one part, or if that is not known. */
  readonly forecast: Forecast | null;
}

type AskedSwap = LossForecast & Pick<ForecastQuote, "from" | "to" | "amount">;

export function findThinPool(
  swap: AskedSwap,
  pools: readonly PoolDepths[],
  nativeAsset: string,
): ThinPool | null {
  const { from, to, amount, quotedOut } = swap;
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const [sourcePool, targetPool] = [depthsOf(from, pools), depthsOf(to, pools)];
  const nativeDepths = [sourcePool, targetPool].flatMap((pool) => pool?.native ?? []);
  if (nativeDepths.length === 0) return null;
  const smallerNativeDepth = nativeDepths.reduce(lesser);
  const targetAssetDepth = to === nativeAsset ? sourcePool?.native : targetPool?.asset;
  const payoutDepth = parseAsset(to)?.kind === "synth" ? null : (targetAssetDepth ?? null);
  const sentShare = shareCentiBps(
    sourcePool === null ? amount : nativeWorth(amount, sourcePool),
    smallerNativeDepth,
  );
  const takenShare = shareCentiBps(quotedOut, payoutDepth);
  const isSentLarge = sentShare * LARGE_SHARE_DIVISORS.sent > FULL_SHARE;
  const isTakenLarge = takenShare * LARGE_SHARE_DIVISORS.taken > FULL_SHARE;
  if (!isSentLarge && !isTakenLarge && !isLossAbove(swap, LARGE_LOSS_DIVISOR)) return null;
  const isWorthKnown = amountInTarget(swap, { pools, nativeAsset }) !== null;
  // A synth swaps as if its pool were deeper, by a multiple that a vote sets.
  const isMaxKnown = isWorthKnown && !hasSynth(swap);
  return {
    sentShare: isSentLarge ? sentShare : null,
    takenShare: isTakenLarge ? takenShare : null,
    bearableIn: isMaxKnown ? inputBaseOf(largestLossFreeNative(nativeDepths), sourcePool) : null,
  };
}

export const isShareLarge = (thinPool: ThinPool | null): boolean =>
  thinPool !== null && (thinPool.sentShare ?? thinPool.takenShare) !== null;

/** The least output, in base units of `to`, that is no large loss. */
export const leastBearableOut = (quotedOut: bigint): bigint =>
  quotedOut - quotedOut / LARGE_LOSS_DIVISOR;

/**
 * Output in base units of `to` if nobody trades the pools back between the parts of a streaming
 * swap. Null if unknown, or if hardly below the quoted output.
 */
export function outWithoutRefill(swap: LossForecast, thinPool: ThinPool | null): bigint | null {
  const { forecast, quotedOut } = swap;
  if (forecast === null || forecast.out >= quotedOut) return null;
  const isNotable = thinPool !== null || isLossAbove(swap, NOTABLE_LOSS_DIVISOR);
  return isNotable ? roundDown(forecast.out, FORECAST_DIGITS) : null;
}

const isLossAbove = ({ forecast }: Pick<LossForecast, "forecast">, divisor: bigint): boolean =>
  forecast !== null &&
  (forecast.refilledBase - forecast.unfilledBase) * divisor > forecast.refilledBase;

const nativeWorth = (assetAmount: bigint, { asset, native }: Depths) =>
  asset === 0n ? 0n : (assetAmount * native) / asset;

/**
 * The largest amount, worth this many base units of the native asset, of which no number of parts
 * loses over 1/100. Many parts lose most. Without refills they pay x / (1 + x / N) of one pool with
 * the native depth N, and N is for two pools their product by their sum. With refills they pay x.
 */
function largestLossFreeNative(nativeDepths: readonly bigint[]): bigint {
  if (nativeDepths.includes(0n)) return 0n;
  const jointDepth = nativeDepths.reduce((depth, otherDepth) =>
    mulDiv(depth, otherDepth, depth + otherDepth),
  );
  return jointDepth / (LARGE_LOSS_DIVISOR - 1n);
}

function inputBaseOf(inputNative: bigint, sourcePool: Depths | null): bigint | null {
  if (sourcePool?.native === 0n) return null;
  const inputBase =
    sourcePool === null ? inputNative : mulDiv(inputNative, sourcePool.asset, sourcePool.native);
  return inputBase === 0n ? null : roundDown(inputBase, MAX_INPUT_DIGITS);
}

function shareCentiBps(part: bigint, whole: bigint | null): bigint {
  if (whole === null) return 0n;
  return whole === 0n ? FULL_SHARE : (part * FULL_SHARE) / whole;
}

interface WarnedQuote extends Pick<QuoteReading, "from" | "to" | "order" | "sensibleMaxAmount"> {
  readonly quotedOut: bigint;
  readonly expectedAmountOut: bigint;
  readonly quantity: number | null;
}

export function thinPoolWarning({ sentShare, takenShare }: ThinPool, quote: WarnedQuote): Warning {
  const { from, to, order, quantity, quotedOut, expectedAmountOut, sensibleMaxAmount } = quote;
  const roughAmountText = (asset: string, base: bigint) =>
    amountText({ asset, base }, undefined, ROUNDING);
  const forecastTexts =
    expectedAmountOut === quotedOut
      ? null
      : {
          leastText: roughAmountText(to, expectedAmountOut),
          mostText: roughAmountText(to, quotedOut),
        };
  return warnOf("thin_pool")(
    message("pools_small", {
      sent: sentShare,
      taken: takenShare,
      mostText: sensibleMaxAmount === null ? null : roughAmountText(from, sensibleMaxAmount),
      forecast: forecastTexts,
      isInParts: quantity !== 1 && order === null,
    }),
  );
}
