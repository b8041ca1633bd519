// What a swap in parts brings if nobody refills the pools between the parts.

import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { type Depths, swapLeg } from "./fees.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** More parts change the result by less than pools move meanwhile. */
const MAX_PARTS = 1_000;

export type ForecastQuote = Pick<QuoteReading, "from" | "to"> & {
  /** Base units of `from`. */
  readonly amount: bigint;
  /** Base units of `to`. */
  readonly quotedOut: bigint;
  readonly streaming: Pick<QuoteReading["streaming"], "quantity">;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};

/**
 * Base units of `to` after the fixed fees, without a minimum slip. Null for one part, where a
 * figure is missing, and for a synth, whose pools are deeper than they look.
 */
export function forecastOf(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
): bigint | null {
  const { from, to, amount, streaming } = quote;
  const { quantity } = streaming;
  if (quantity === 1 || quantity === null || hasSynth(quote)) return null;
  if (layer1Asset(from) === layer1Asset(to)) return null;
  if (amountInTarget(quote, { pools, nativeAsset }) === null) return null;
  const fixedFees = sumFixedFees(quote.fees);
  if (fixedFees === null) return null;
  const parts = Math.max(1, Math.min(quantity, MAX_PARTS));
  const gross = grossWithoutRefill(quote, pools, amount, parts);
  return gross > fixedFees ? gross - fixedFees : 0n;
}

function sumFixedFees(fees: ForecastQuote["fees"]): bigint | null {
  let sum = 0n;
  for (const { kind, amount: fee } of fees) {
    if (kind === "liquidity") continue;
    if (fee === null) return null;
    sum += fee.base;
  }
  return sum;
}

const hasSynth = ({ from, to }: Pick<ForecastQuote, "from" | "to">) =>
  [from, to].some((asset) => parseAsset(asset)?.kind === "synth");

function grossWithoutRefill(
  { from, to }: Pick<ForecastQuote, "from" | "to">,
  pools: readonly PoolDepths[],
  amount: bigint,
  quantity: number,
): bigint {
  const parts = BigInt(quantity);
  let [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  let gross = 0n;
  for (let part = 1n; part <= parts; part += 1n) {
    const sent = (amount * part) / parts - (amount * (part - 1n)) / parts;
    const native = source === null ? sent : swapLeg(sent, source, "to_native", 0n).output;
    const received = target === null ? native : swapLeg(native, target, "from_native", 0n).output;
    source = source && withChange(source, sent, -native);
    target = target && withChange(target, -received, native);
    gross += received;
  }
  return gross;
}

const withChange = (pool: Depths, asset: bigint, native: bigint): Depths => ({
  ...pool,
  asset: pool.asset + asset,
  native: pool.native + native,
});

/** To the first `digits` digits. */
export function roundDown(base: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(base).length - digits));
  return (base / unit) * unit;
}

const SEARCH_STEPS = 20;
const SEARCH_DIGITS = 2;
/** Fewer parts cost more, so the result is never too large. */
const SEARCH_PARTS = 50;

/**
 * The largest amount up to `upTo` (base units of `from`, rounded down) whose parts all hold the
 * limit if nobody refills the pools. `limit` applies to `quotedOut`. The reference is the output
 * without slip, so the network's own quote is checked too. Null where none holds, or unknown.
 */
export function largestWithinLimit(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  limit: bigint,
  upTo: bigint,
): bigint | null {
  const { amount, quotedOut, streaming, fees } = quote;
  const outboundFee = fees.find(({ kind }) => kind === "outbound")?.amount?.base;
  if (streaming.quantity === null || outboundFee === undefined) return null;
  if (hasSynth(quote) || quotedOut === 0n) return null;
  const quantity = BigInt(streaming.quantity);
  const isWithinLimit = (input: bigint) => {
    const worth = amountInTarget({ ...quote, amount: input }, { pools, nativeAsset }) ?? 0n;
    const withoutSlip = worth - outboundFee;
    const parts = Math.min(SEARCH_PARTS, Math.max(1, Number((quantity * input) / amount)));
    const gross = grossWithoutRefill(quote, pools, input, parts);
    return withoutSlip > 0n && (gross - outboundFee) * quotedOut >= withoutSlip * limit;
  };
  const largest = searchLargest(upTo, isWithinLimit);
  return largest === 0n ? null : roundDown(largest, SEARCH_DIGITS);
}

function searchLargest(upTo: bigint, isWithinLimit: (input: bigint) => boolean): bigint {
  let [largest, tooMuch] = [0n, upTo];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middle = (largest + tooMuch) / 2n;
    if (isWithinLimit(middle)) largest = middle;
    else tooMuch = middle;
  }
  return largest;
}
