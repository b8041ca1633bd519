// Checks that a quoted output is not above, and not far below, what the pools can pay.

import { type Depths, doubleSwap, swapLeg } from "../market/fees.ts";
import type { Market } from "../market/market.ts";
import { isReserveFilled } from "../market/stable-reserve.ts";
import { depthsOf } from "../market/swap-worth.ts";
import type { QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { leastOutBeforeFees } from "./stated-figures.ts";
import { maxPartCount } from "./streaming.ts";

/** A quote may exceed the pools' maximum by 1 %: pools and quotes are read at different times. */
const TOLERANCE_BPS = 100n;
const MIN_OUTPUT_DIVISOR = 2n;
/** THORNode's constant VirtualMultSynths: a synth swaps as if its pool were twice as deep. */
const SYNTH_DEPTH_MULTIPLE = 2n;

interface QuotedOutput {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly maxParts: number;
  readonly expectedAmountOut: bigint;
  readonly fixedFeesBase: bigint;
}

export function findPoolsFault(
  swap: Pick<QuotedOutput, "from" | "to" | "amount"> & {
    readonly request: Pick<QuoteRequest, "streaming">;
    readonly quotes: readonly QuoteSwap[];
  },
  market: Pick<Market, "pools" | "preset" | "reserveKeys">,
): Reason | null {
  const { from, to, amount, request, quotes } = swap;
  const { pools, preset } = market;
  const { nativeAsset } = preset;
  // The reserve pays no more than it takes: both are dollars.
  const maxReserveOut = isReserveFilled(swap, market) ? amount : 0n;
  const sourcePool = depthsOf(from, pools ?? []);
  const targetPool = depthsOf(to, pools ?? []);
  if ((from !== nativeAsset && !sourcePool) || (to !== nativeAsset && !targetPool)) return null;
  const maxParts = maxPartCount(request.streaming, quotes);
  const faults = quotes.map((quote) => {
    const expectedAmountOut = quote.expected_amount_out;
    const fixedFeesBase = leastOutBeforeFees(quote) - expectedAmountOut;
    const quotedOutput = { from, to, amount, maxParts, expectedAmountOut, fixedFeesBase };
    if (isBelowPools(quotedOutput, sourcePool, targetPool)) return because("quote_below_pools");
    return expectedAmountOut > maxReserveOut && isAbovePools(quotedOutput, sourcePool, targetPool)
      ? because("quote_above_pools", {})
      : null;
  });
  return faults.find((fault) => fault !== null) ?? null;
}

function isBelowPools(
  { from, to, amount, expectedAmountOut, fixedFeesBase }: QuotedOutput,
  sourcePool: Depths | null,
  targetPool: Depths | null,
): boolean {
  const minOutput = isSamePool(from, to) ? 0n : poolOutput(amount, sourcePool, targetPool);
  return expectedAmountOut < (minOutput - fixedFeesBase) / MIN_OUTPUT_DIVISOR;
}

function isAbovePools(
  { from, to, amount, maxParts, expectedAmountOut }: QuotedOutput,
  sourcePool: Depths | null,
  targetPool: Depths | null,
): boolean {
  const deepSource = sourcePool && deepenedPool(sourcePool, from, maxParts);
  const deepTarget = targetPool && deepenedPool(targetPool, to, maxParts);
  const maxOutput = isSamePool(from, to) ? amount : maxPoolOutput(amount, deepSource, deepTarget);
  if (expectedAmountOut * 10_000n > maxOutput * (10_000n + TOLERANCE_BPS)) return true;
  if (isSamePool(from, to) || isSynth(to)) return false;
  // No swap can take more out of a pool than the pool holds, whatever the number of parts.
  const maxPayout =
    (targetPool === null ? sourcePool?.native : targetPool.asset) ?? expectedAmountOut;
  return expectedAmountOut > maxPayout;
}

const isSamePool = (from: string, to: string) => layer1Asset(from) === layer1Asset(to);

const isSynth = (asset: string) => parseAsset(asset)?.kind === "synth";

/** N parts, with the pool refilled after each part, pay like one swap in an N times deeper pool. */
function deepenedPool(pool: Depths, asset: string, maxParts: number): Depths {
  const depthMultiple = BigInt(maxParts) * (isSynth(asset) ? SYNTH_DEPTH_MULTIPLE : 1n);
  return { asset: pool.asset * depthMultiple, native: pool.native * depthMultiple };
}

/**
 * The most that two pools can pay. The second pool pays most if its input equals its depth: because
 * of the slip, it pays less for a larger input.
 */
function maxPoolOutput(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  if (!source || !target) return poolOutput(amount, source, target);
  const nativeAmount = poolOutput(amount, source, null);
  if (nativeAmount > target.native) return poolOutput(target.native, null, target);
  return poolOutput(nativeAmount, null, target);
}

/**
 * Output by the pool formula, without the network's minimum swap fee. The native asset has no pool:
 * null stands for it.
 */
function poolOutput(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  const isEmpty = (pool: Depths | null) => pool !== null && pool.native === 0n;
  if (isEmpty(source) || isEmpty(target)) return 0n;
  if (source && target) return doubleSwap(amount, source, target, 0n).output;
  if (target) return swapLeg(amount, target, "from_native", 0n).output;
  return source ? swapLeg(amount, source, "to_native", 0n).output : amount;
}
