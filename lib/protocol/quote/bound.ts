// The bounds of an output. No quote above what the pools can give is believed.

import { type Depths, doubleSwap, swapLeg } from "../market/fees.ts";
import type { Market } from "../market/market.ts";
import { depthsOf, type PoolDepths } from "../market/swap-worth.ts";
import type { QuoteRequest } from "../model/quote.ts";
import type { Reason } from "../model/verdicts.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { quoteReasons } from "./reasons.ts";

/** Pools and quotes are read some seconds apart. */
const TOLERANCE_BPS = 100n;
/** A quote below this part of the pools' output is no estimate of it. */
const LEAST_PART = 2n;
/** THORNode, VirtualMultSynths: a synth swaps as if its pool were so much deeper. */
const SYNTH_MULTIPLE = 2n;

export interface BoundQuestion {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly parts: number;
  readonly expectedAmountOut: bigint;
  readonly fixedFees: bigint;
  readonly nativeAsset: string;
}

/** The parts asked for, up to the highest cap of a source. */
export function mostParts(
  streaming: QuoteRequest["streaming"],
  caps: readonly (number | undefined)[],
): number {
  const cap = Math.max(1, ...caps.map((one) => one ?? 1));
  const quantity = streaming?.quantity ?? 0;
  return quantity === 0 ? cap : Math.min(quantity, cap);
}

/** Null also where a side has no pool. */
export function findPoolFault(asked: BoundQuestion, pools: readonly PoolDepths[]): Reason | null {
  const { from, to, amount, parts, nativeAsset, expectedAmountOut: out, fixedFees } = asked;
  const source = depthsOf(from, pools);
  const target = depthsOf(to, pools);
  if ((from !== nativeAsset && !source) || (to !== nativeAsset && !target)) return null;
  const isSamePool = layer1Asset(from) === layer1Asset(to);
  const least = isSamePool ? 0n : output(amount, source, target);
  if (out < (least - fixedFees) / LEAST_PART) return quoteReasons.belowPools;
  const most = isSamePool
    ? amount
    : mostOutput(
        amount,
        source && deepened(source, from, parts),
        target && deepened(target, to, parts),
      );
  const depth = target === null ? source?.native : target.asset;
  // A swap takes no more out of a pool than is in it, in however many parts.
  const isBeyondDepth = !isSamePool && !isSynth(to) && depth !== undefined && out > depth;
  return isBeyondDepth || out * 10_000n > most * (10_000n + TOLERANCE_BPS)
    ? quoteReasons.abovePools
    : null;
}

export function findPoolsFault(
  asked: Pick<BoundQuestion, "from" | "to" | "amount"> & {
    readonly request: Pick<QuoteRequest, "streaming">;
    readonly quotes: readonly QuoteSwap[];
  },
  { pools, preset }: Pick<Market, "pools" | "preset">,
): Reason | null {
  const { from, to, amount, request, quotes } = asked;
  const caps = quotes.map((quote) => quote.max_streaming_quantity);
  const question = {
    from,
    to,
    amount,
    parts: mostParts(request.streaming, caps),
    nativeAsset: preset.nativeAsset,
  };
  const faults = quotes.map(({ expected_amount_out, fees }) => {
    const fixedFees = (fees.outbound ?? 0n) + (fees.affiliate ?? 0n);
    return findPoolFault(
      { expectedAmountOut: expected_amount_out, fixedFees, ...question },
      pools ?? [],
    );
  });
  return faults.find((fault) => fault !== null) ?? null;
}

const isSynth = (asset: string) => parseAsset(asset)?.kind === "synth";

/** N parts at unchanged depths give what one swap gives in a pool N times as deep. */
function deepened(pool: Depths, asset: string, parts: number): Depths {
  const times = BigInt(parts) * (isSynth(asset) ? SYNTH_MULTIPLE : 1n);
  return { asset: pool.asset * times, native: pool.native * times };
}

/** Whatever fee the first pool takes. The second pool gives most for an input of its own depth. */
function mostOutput(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  if (!source || !target) return output(amount, source, target);
  const between = output(amount, source, null);
  if (between > target.native) return output(target.native, null, target);
  return output(between, null, target);
}

/** Without a minimum fee. `null` stands for the native asset. */
function output(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  const isEmpty = (pool: Depths | null) => pool !== null && pool.native === 0n;
  if (isEmpty(source) || isEmpty(target)) return 0n;
  if (source && target) return doubleSwap(amount, source, target, 0n).output;
  if (target) return swapLeg(amount, target, "from_native", 0n).output;
  return source ? swapLeg(amount, source, "to_native", 0n).output : amount;
}

export interface PayoutTerms {
  /** The limit of the memo. Base units of the target, as all amounts here. */
  readonly limit: bigint;
  readonly outboundFee: bigint | null;
  readonly affiliateBps: number;
  readonly limitHolds: "before_fee" | "after_fee" | "after_all";
}

/**
 * THORNode takes the affiliate's share after the limit: `swap_current.go` (Swap),
 * `manager_txout_current.go` (takeAffiliateFee). In parts, earlier output counts before the fee:
 * `msg_swap.go` (NextSize).
 */
export function leastPayout({
  limit,
  outboundFee,
  affiliateBps,
  limitHolds,
}: PayoutTerms): bigint | null {
  if (limitHolds === "after_all" || (limitHolds === "after_fee" && affiliateBps === 0))
    return limit;
  if (outboundFee === null) return null;
  const output = limitHolds === "after_fee" ? limit + outboundFee : limit;
  const share = (output * BigInt(affiliateBps) + 9_999n) / 10_000n;
  return output - share - outboundFee;
}
