// What a swap loses to fees, on whole numbers with division rounding down. Estimates from pool depths; live fees are read, never computed.
import { cutToDecimals, divRound, FIXED_DECIMALS, mulDiv } from "../values/amounts.ts";

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

type Direction = "to_native" | "from_native";

/** Slip in bps = round(10000 · x / (x + X)), for an input x into a depth X. THORNode 3.17: `CalcSwapSlip`. */
export function priceSlipBps(input: bigint, inputDepth: bigint): bigint {
  return input === 0n ? 0n : divRound(BPS * input, input + inputDepth);
}

/**
 * One pool with input depth X, output depth Y and input x: output = x·X·Y / (x + X)², fee = x²·Y / (x + X)².
 * With a floor of m bps above the slip: fee = m·x·Y / 10000 / (x + X), output = x·Y / (x + X) − fee.
 * Amounts in base units. THORNode 3.17: `GetSwapCalc`, and the functions that it calls.
 */
export function swapLeg(input: bigint, pool: Depths, direction: Direction, floorBps: bigint): Leg {
  const [inputDepth, outputDepth] =
    direction === "to_native" ? [pool.asset, pool.native] : [pool.native, pool.asset];
  if (input === 0n) return { output: 0n, liquidityFee: 0n, slipBps: floorBps };
  const total = input + inputDepth;
  const slipBps = priceSlipBps(input, inputDepth);
  const cut = (output: bigint) => cutToDecimals(output, pool.decimals ?? FIXED_DECIMALS);
  if (floorBps > slipBps) {
    const liquidityFee = divRound(floorBps * input * outputDepth, BPS) / total;
    return {
      output: cut(mulDiv(input, outputDepth, total) - liquidityFee),
      liquidityFee,
      slipBps: floorBps,
    };
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
export function doubleSwap(input: bigint, source: Depths, target: Depths, floorBps: bigint) {
  const first = swapLeg(input, source, "to_native", floorBps);
  const second = swapLeg(first.output, target, "from_native", floorBps);
  return {
    source: first,
    target: second,
    /** Base units of the target asset, after both pools. */
    output: second.output,
    /** Both liquidity fees in the target asset. */
    liquidityFee: assetWorth(first.liquidityFee, target) + second.liquidityFee,
    slipBps: first.slipBps + second.slipBps,
  };
}

/** An amount of the native asset in the pool's asset at its depths, without slip: amount · asset / native. */
function assetWorth(amount: bigint, pool: Depths): bigint {
  return mulDiv(amount, pool.asset, pool.native);
}
