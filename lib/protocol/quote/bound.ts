// The bounds of an output: the most that the pools can give, by the formula of the network, and the least that the limit of a memo lets through.
// A quote above the first is not believed, even where all nodes agree on it.

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
/** A quote of less than this part of what the pools give is no estimate of them. */
const LEAST_PART = 2n;
/** THORNode, VirtualMultSynths: a synth swaps as if its pool were so much deeper. */
const SYNTH_MULTIPLE = 2n;

export interface BoundQuestion {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  /** How many parts the quote may rest on, at most. */
  readonly parts: number;
  /** Base units of `to`. */
  readonly expectedAmountOut: bigint;
  /** The outbound and the affiliate fee, in base units of `to`. */
  readonly fixedFees: bigint;
  readonly nativeAsset: string;
}

/** How many parts a quote may rest on: as asked, at most what a source allows; where that was left to the network, all that one allows. */
export function mostParts(
  streaming: QuoteRequest["streaming"],
  caps: readonly (number | undefined)[],
): number {
  const cap = Math.max(1, ...caps.map((one) => one ?? 1));
  const quantity = streaming?.quantity ?? 0;
  return quantity === 0 ? cap : Math.min(quantity, cap);
}

/** Why an output cannot be true, or is far from what the pools give; null where neither can be said, and where a side has no pool. */
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

/** The same of each source's quote: a figure that no pool can give must not stand beside one that it can. */
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

/** N parts of a swap, at unchanged depths, give what one swap gives in a pool N times as deep: without rounding once a part. */
function deepened(pool: Depths, asset: string, parts: number): Depths {
  const times = BigInt(parts) * (isSynth(asset) ? SYNTH_MULTIPLE : 1n);
  return { asset: pool.asset * times, native: pool.native * times };
}

/** The most that comes out, whatever fee the first of two pools takes: the second gives most for an input of its own depth, and less beyond that. */
function mostOutput(amount: bigint, source: Depths | null, target: Depths | null): bigint {
  if (!source || !target) return output(amount, source, target);
  const between = output(amount, source, null);
  if (between > target.native) return output(target.native, null, target);
  return output(between, null, target);
}

/** Without any floor of the fee. `null` stands for the native asset. */
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
  /** The most that a source states; null where one states none. */
  readonly outboundFee: bigint | null;
  readonly affiliateBps: number;
  /** What the network has taken from the output when it holds the limit against it. */
  readonly limitHolds: "before_fee" | "after_fee" | "after_all";
}

/**
 * What a swap pays at least if all of it runs. On THORChain the affiliate's share comes after the limit: `swap_current.go` (Swap), then
 * `manager_txout_current.go` (takeAffiliateFee). In parts, the output of the earlier ones counts before the fee: `msg_swap.go` (NextSize).
 * Null where it depends on a fee that is not known.
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
