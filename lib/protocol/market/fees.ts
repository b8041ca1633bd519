// What a swap loses to fees, on whole numbers with division rounding down. Estimates from pool depths; live fees are read, never computed.
import { cutToDecimals, divRound, mulDiv } from "../values/amounts.ts";

const BPS = 10_000n;

/** Depths of one pool in base units, as nodes state them. */
export interface Depths {
  readonly asset: bigint;
  readonly native: bigint;
  /** Of the pool's asset. The node cuts every output of the pool to them, RUNE as well; absent: nothing is cut. */
  readonly decimals?: number;
}

/** One crossing of a pool: what comes out, and the liquidity fee in the same asset. */
export interface Leg {
  readonly output: bigint;
  readonly liquidityFee: bigint;
  /** The slip paid for, in bps: the floor where that is higher. */
  readonly slipBps: bigint;
}

export interface DoubleLeg {
  readonly source: Leg;
  readonly target: Leg;
  /** Base units of the target asset, after both pools. */
  readonly output: bigint;
  /** Both liquidity fees in the target asset. */
  readonly liquidityFee: bigint;
  readonly slipBps: bigint;
}

export type Direction = "to_native" | "from_native";

/** Slip in bps = round(10000 · x / (x + X)), for an input x into a depth X. */
export function priceSlipBps(input: bigint, inputDepth: bigint): bigint {
  return input === 0n ? 0n : divRound(BPS * input, input + inputDepth);
}

/**
 * One pool with input depth X, output depth Y and input x: output = x·X·Y / (x + X)², fee = x²·Y / (x + X)².
 * With a floor of m bps above the slip: fee = m·x·Y / 10000 / (x + X), output = x·Y / (x + X) − fee.
 */
export function swapLeg(input: bigint, pool: Depths, direction: Direction, floorBps: bigint): Leg {
  const [inputDepth, outputDepth] = direction === "to_native" ? [pool.asset, pool.native] : [pool.native, pool.asset];
  if (input === 0n) return { output: 0n, liquidityFee: 0n, slipBps: floorBps };
  const total = input + inputDepth;
  const slipBps = priceSlipBps(input, inputDepth);
  const cut = (output: bigint) => (pool.decimals === undefined ? output : cutToDecimals(output, pool.decimals));
  if (floorBps > slipBps) {
    const liquidityFee = divRound(floorBps * input * outputDepth, BPS) / total;
    return { output: cut(mulDiv(input, outputDepth, total) - liquidityFee), liquidityFee, slipBps: floorBps };
  }
  return {
    output: cut((input * inputDepth * outputDepth) / (total * total)),
    liquidityFee: (input * input * outputDepth) / (total * total),
    slipBps,
  };
}

/**
 * Two external assets: the source's pool into the native asset, then the target's pool out of it. The first fee is
 * converted at the target pool's depths, and the slips add up (the quote's `slippage_bps`).
 */
export function doubleSwap(input: bigint, source: Depths, target: Depths, floorBps: bigint): DoubleLeg {
  const first = swapLeg(input, source, "to_native", floorBps);
  const second = swapLeg(first.output, target, "from_native", floorBps);
  return {
    source: first,
    target: second,
    output: second.output,
    liquidityFee: assetWorth(first.liquidityFee, target) + second.liquidityFee,
    slipBps: first.slipBps + second.slipBps,
  };
}

/**
 * A streaming swap of `quantity` sub-swaps, each of input / quantity and the last with the remainder, at unchanged
 * depths: arbitrage is taken to refill the pools in between, which nothing guarantees.
 * @throws RangeError when `quantity` is below 1.
 */
export function streamedSwap(input: bigint, quantity: bigint, swap: (part: bigint) => bigint): bigint {
  if (quantity < 1n) throw new RangeError("quantity must be 1 or more");
  const part = input / quantity;
  return (quantity - 1n) * swap(part) + swap(part + (input % quantity));
}

/** Native value of an amount of the pool's asset at its depths, without slip: amount · native / asset. */
export function nativeWorth(amount: bigint, pool: Depths): bigint {
  return mulDiv(amount, pool.native, pool.asset);
}

/** An amount of the native asset in the pool's asset at its depths, without slip: amount · asset / native. */
export function assetWorth(amount: bigint, pool: Depths): bigint {
  return mulDiv(amount, pool.asset, pool.native);
}

/** The affiliate's part of an output: output · bps / 10000, taken before the outbound fee. */
export function affiliateFeeOf(output: bigint, affiliateBps: bigint): bigint {
  return mulDiv(output, affiliateBps, BPS);
}

/** What the recipient gets: the output less the affiliate's part less the outbound fee, at least 0. */
export function paidOut(output: bigint, affiliateBps: bigint, outboundFee: bigint): bigint {
  return atLeastZero(output - affiliateFeeOf(output, affiliateBps) - outboundFee);
}

/** A chain's outbound fee (in its gas asset) in a token of that chain, by way of the native asset. */
export function tokenOutboundFee(outboundFee: bigint, gasPool: Depths, tokenPool: Depths): bigint {
  return assetWorth(nativeWorth(outboundFee, gasPool), tokenPool);
}

/** What a refund sends back: the deposit less the source chain's outbound fee in the same asset, at least 0. */
export function refundAmount(deposit: bigint, sourceOutboundFee: bigint): bigint {
  return atLeastZero(deposit - sourceOutboundFee);
}

/**
 * The least deposit that is worth sending: the larger outbound fee, both in the source asset, times the operator's
 * factor (3 in the node's code, 4 in recorded quotes). The node's own `recommended_min_amount_in` wins.
 */
export function recommendedMinimum(sourceOutboundFee: bigint, targetOutboundFee: bigint, factor: bigint): bigint {
  return factor * (sourceOutboundFee > targetOutboundFee ? sourceOutboundFee : targetOutboundFee);
}

/** Between two assets of the native chain: twice the native fee. */
export function nativeRecommendedMinimum(nativeFee: bigint): bigint {
  return 2n * nativeFee;
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
