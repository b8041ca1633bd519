// Estimates what a swap in parts pays out if nobody refills the pools between the parts.

import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { mulDiv } from "../values/amounts.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { type Depths, swapLeg } from "./fees.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** Further parts would change the simulated output less than other people's swaps change it. */
const MAX_SIMULATED_PARTS = 1_000;

/** `amount` is in base units of `from`, `quotedOut` in base units of `to`. */
export type ForecastQuote = Pick<QuoteReading, "from" | "to"> & {
  readonly amount: bigint;
  readonly quotedOut: bigint;
  readonly streaming: Pick<QuoteReading["streaming"], "quantity">;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};

/**
 * What nodes quote for a swap in parts, less the share that it loses without refills. Pools and
 * quotes are read at different times, so the share comes from the pools alone: two outputs after
 * outbound and affiliate fees, without minimum slips. In base units of `to`. Null for one part, if
 * a figure is missing, or for a synth: the pools of a synth are deeper than the nodes state.
 */
export function forecastOf(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
): bigint | null {
  const { from, to, amount, quotedOut, streaming } = quote;
  const { quantity: partCount } = streaming;
  if (partCount === 1 || partCount === null || hasSynth(quote)) return null;
  if (layer1Asset(from) === layer1Asset(to)) return null;
  if (amountInTarget(quote, { pools, nativeAsset }) === null) return null;
  const fixedFeesBase = sumFixedFees(quote.fees);
  if (fixedFeesBase === null) return null;
  const simulatedPartCount = BigInt(Math.max(1, Math.min(partCount, MAX_SIMULATED_PARTS)));
  const outputBase = outputWithoutRefill(quote, pools, amount, simulatedPartCount);
  const partOutputBase = outputWithoutRefill(quote, pools, amount / simulatedPartCount, 1n);
  const refilledBase = partOutputBase * simulatedPartCount - fixedFeesBase;
  if (outputBase <= fixedFeesBase || refilledBase <= 0n) return 0n;
  return mulDiv(quotedOut, outputBase - fixedFeesBase, refilledBase);
}

function sumFixedFees(fees: ForecastQuote["fees"]): bigint | null {
  let feeSumBase = 0n;
  for (const { kind, amount: fee } of fees) {
    if (kind === "liquidity") continue;
    if (fee === null) return null;
    feeSumBase += fee.base;
  }
  return feeSumBase;
}

const hasSynth = ({ from, to }: Pick<ForecastQuote, "from" | "to">) =>
  [from, to].some((asset) => parseAsset(asset)?.kind === "synth");

function outputWithoutRefill(
  { from, to }: Pick<ForecastQuote, "from" | "to">,
  pools: readonly PoolDepths[],
  amountBase: bigint,
  partCount: bigint,
): bigint {
  let [sourcePool, targetPool] = [depthsOf(from, pools), depthsOf(to, pools)];
  let outputBase = 0n;
  for (let partNumber = 1n; partNumber <= partCount; partNumber += 1n) {
    const partInput =
      (amountBase * partNumber) / partCount - (amountBase * (partNumber - 1n)) / partCount;
    const partNative =
      sourcePool === null ? partInput : swapLeg(partInput, sourcePool, "to_native", 0n).output;
    const partOutput =
      targetPool === null ? partNative : swapLeg(partNative, targetPool, "from_native", 0n).output;
    sourcePool = sourcePool && withChange(sourcePool, partInput, -partNative);
    targetPool = targetPool && withChange(targetPool, -partOutput, partNative);
    outputBase += partOutput;
  }
  return outputBase;
}

const withChange = (pool: Depths, assetChange: bigint, nativeChange: bigint): Depths => ({
  ...pool,
  asset: pool.asset + assetChange,
  native: pool.native + nativeChange,
});

export function roundDown(base: bigint, digits: number): bigint {
  const placeValue = 10n ** BigInt(Math.max(0, String(base).length - digits));
  return (base / placeValue) * placeValue;
}

const SEARCH_STEPS = 20;
const SEARCH_DIGITS = 2;
/** The search simulates at most 50 parts. Fewer parts pay less, so no result is too large. */
const MAX_SEARCH_PARTS = 50;

/**
 * Largest amount up to `maxInputBase`, in base units of `from`, that meets the limit if nobody
 * refills the pools. `limitBase` belongs to `quotedOut`, and scales with the output without slip,
 * less outbound and affiliate fee. Null for a synth, if no amount meets it, or if a figure is
 * missing.
 */
export function largestWithinLimit(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  limitBase: bigint,
  maxInputBase: bigint,
): bigint | null {
  const { amount, quotedOut, streaming, fees } = quote;
  const fixedFeesBase = sumFixedFees(fees);
  const outboundFeeBase = fees.find(({ kind }) => kind === "outbound")?.amount?.base;
  if (streaming.quantity === null || fixedFeesBase === null || outboundFeeBase === undefined)
    return null;
  const affiliateFeeBase = fixedFeesBase - outboundFeeBase;
  if (hasSynth(quote) || quotedOut === 0n) return null;
  const quotedPartCount = BigInt(streaming.quantity);
  const meetsPriceLimit = (inputBase: bigint) => {
    const inputWorth =
      amountInTarget({ ...quote, amount: inputBase }, { pools, nativeAsset }) ?? 0n;
    const feesBase = outboundFeeBase + mulDiv(affiliateFeeBase, inputBase, amount);
    const outputWithoutSlip = inputWorth - feesBase;
    const simulatedPartCount = Math.min(
      MAX_SEARCH_PARTS,
      Math.max(1, Number((quotedPartCount * inputBase) / amount)),
    );
    const outputBase = outputWithoutRefill(quote, pools, inputBase, BigInt(simulatedPartCount));
    return (
      outputWithoutSlip > 0n && (outputBase - feesBase) * quotedOut >= outputWithoutSlip * limitBase
    );
  };
  const largestBase = searchLargest(maxInputBase, meetsPriceLimit);
  return largestBase === 0n ? null : roundDown(largestBase, SEARCH_DIGITS);
}

function searchLargest(
  maxInputBase: bigint,
  meetsPriceLimit: (inputBase: bigint) => boolean,
): bigint {
  let [largestBase, tooLargeBase] = [0n, maxInputBase];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middleBase = (largestBase + tooLargeBase) / 2n;
    if (meetsPriceLimit(middleBase)) largestBase = middleBase;
    else tooLargeBase = middleBase;
  }
  return largestBase;
}
