// The bounds of an output. No quote above what the pools can give is believed.

import { type Depths, doubleSwap, swapLeg } from "../market/fees.ts";
import type { Market } from "../market/market.ts";
import { depthsOf } from "../market/swap-worth.ts";
import type { QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { maxPartCount } from "./streaming.ts";

/** Pools and quotes are read some seconds apart. */
const TOLERANCE_BPS = 100n;
/** A quote below half of what the pools give is no estimate of it. */
const MIN_OUTPUT_DIVISOR = 2n;
/** A synth swaps as if its pool were this much deeper: THORNode, VirtualMultSynths. */
const SYNTH_DEPTH_MULTIPLE = 2n;

interface QuotedOutput {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly parts: number;
  readonly expectedAmountOut: bigint;
  readonly fixedFees: bigint;
}

/** Null also where a side has no pool. */
export function findPoolsFault(
  swap: Pick<QuotedOutput, "from" | "to" | "amount"> & {
    readonly request: Pick<QuoteRequest, "streaming">;
    readonly quotes: readonly QuoteSwap[];
  },
  { pools, preset: { nativeAsset } }: Pick<Market, "pools" | "preset">,
): Reason | null {
  const { from, to, amount, request, quotes } = swap;
  const source = depthsOf(from, pools ?? []);
  const target = depthsOf(to, pools ?? []);
  if ((from !== nativeAsset && !source) || (to !== nativeAsset && !target)) return null;
  const parts = maxPartCount(request.streaming, quotes);
  const faults = quotes.map(({ expected_amount_out: expectedAmountOut, fees }) => {
    const fixedFees = (fees.outbound ?? 0n) + (fees.affiliate ?? 0n);
    const output = { from, to, amount, parts, expectedAmountOut, fixedFees };
    if (isBelowPools(output, source, target)) return because("quote_below_pools");
    return isAbovePools(output, source, target) ? because("quote_above_pools", {}) : null;
  });
  return faults.find((fault) => fault !== null) ?? null;
}

function isBelowPools(
  { from, to, amount, expectedAmountOut, fixedFees }: QuotedOutput,
  source: Depths | null,
  target: Depths | null,
): boolean {
  const minOutput = isSamePool(from, to) ? 0n : poolOutput(amount, source, target);
  return expectedAmountOut < (minOutput - fixedFees) / MIN_OUTPUT_DIVISOR;
}

function isAbovePools(
  { from, to, amount, parts, expectedAmountOut }: QuotedOutput,
  source: Depths | null,
  target: Depths | null,
): boolean {
  const deepSource = source && deepenedPool(source, from, parts);
  const deepTarget = target && deepenedPool(target, to, parts);
  const maxOutput = isSamePool(from, to) ? amount : maxPoolOutput(amount, deepSource, deepTarget);
  if (expectedAmountOut * 10_000n > maxOutput * (10_000n + TOLERANCE_BPS)) return true;
  if (isSamePool(from, to) || isSynth(to)) return false;
  // A swap takes no more out of a pool than is in it, in however many parts.
  const depth = (target === null ? source?.native : target.asset) ?? expectedAmountOut;
  return expectedAmountOut > depth;
}

const isSamePool = (from: string, to: string) => layer1Asset(from) === layer1Asset(to);

const isSynth = (asset: string) => parseAsset(asset)?.kind === "synth";

/** N parts at unchanged depths give what one swap gives in a pool N times as deep. */
function deepenedPool(pool: Depths, asset: string, parts: number): Depths {
  const multiple = BigInt(parts) * (isSynth(asset) ? SYNTH_DEPTH_MULTIPLE : 1n);
  return { asset: pool.asset * multiple, native: pool.native * multiple };
}

/** For any fee of the first pool. The second pool gives most for an input of its own depth. */
function maxPoolOutput(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  if (!source || !target) return poolOutput(amount, source, target);
  const nativeAmount = poolOutput(amount, source, null);
  if (nativeAmount > target.native) return poolOutput(target.native, null, target);
  return poolOutput(nativeAmount, null, target);
}

/** Without a minimum fee. `null` stands for the native asset. */
function poolOutput(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  const isEmpty = (pool: Depths | null) => pool !== null && pool.native === 0n;
  if (isEmpty(source) || isEmpty(target)) return 0n;
  if (source && target) return doubleSwap(amount, source, target, 0n).output;
  if (target) return swapLeg(amount, target, "from_native", 0n).output;
  return source ? swapLeg(amount, source, "to_native", 0n).output : amount;
}
