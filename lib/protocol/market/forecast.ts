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

/** What a swap in parts brings if nobody refills the pools. In base units of `to`. */
export interface Forecast {
  /** What nodes quote, less the share that is lost without refills. */
  readonly out: bigint;
  /** By the pools alone, before outbound and affiliate fees: without refills, and with them. */
  readonly unfilledBase: bigint;
  readonly refilledBase: bigint;
}

/**
 * What nodes quote for a swap in parts, less the share that it loses without refills. Pools and
 * quotes are read at different times, so the share comes from the pools alone: two outputs after
 * outbound and affiliate fees, without minimum slips. Null for one part, if a figure is missing, or
 * for a synth: the pools of a synth are deeper than the nodes state.
 */
export function forecastOf(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
): Forecast | null {
  const { from, to, amount, quotedOut, streaming } = quote;
  const { quantity: partCount } = streaming;
  if (partCount === 1 || partCount === null || hasSynth(quote)) return null;
  if (layer1Asset(from) === layer1Asset(to)) return null;
  if (amountInTarget(quote, { pools, nativeAsset }) === null) return null;
  const fixedFeesBase = sumFixedFees(quote.fees);
  if (fixedFeesBase === null) return null;
  const simulatedPartCount = BigInt(Math.max(1, Math.min(partCount, MAX_SIMULATED_PARTS)));
  const unfilledBase = outputWithoutRefill(quote, pools, amount, simulatedPartCount);
  const partOutputBase = outputWithoutRefill(quote, pools, amount / simulatedPartCount, 1n);
  const refilledBase = partOutputBase * simulatedPartCount;
  const bases = { unfilledBase, refilledBase };
  if (unfilledBase <= fixedFeesBase || refilledBase <= fixedFeesBase) return { out: 0n, ...bases };
  const out = mulDiv(quotedOut, unfilledBase - fixedFeesBase, refilledBase - fixedFeesBase);
  return { out, ...bases };
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

export const hasSynth = ({ from, to }: Pick<ForecastQuote, "from" | "to">) =>
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
