// Estimates a swap's fees from pool depths, in whole numbers. Live fees are read from nodes.

import { cutToDecimals, divRound, FIXED_DECIMALS, mulDiv } from "../values/amounts.ts";

const BPS = 10_000n;

/** Depths of a pool, in base units. */
export interface Depths {
  readonly asset: bigint;
  readonly native: bigint;
  /** Decimals to which the node cuts each output of the pool, also RUNE. Absent: no cut. */
  readonly decimals?: number;
}

/** A swap in one pool. `liquidityFee` is in the asset of `output`. */
interface Leg {
  readonly output: bigint;
  readonly liquidityFee: bigint;
  readonly slipBps: bigint;
}

type Direction = "to_native" | "from_native";

/** round(10000 · x / (x + X)) for an input x into a depth X. THORNode 3.17: `CalcSwapSlip`. */
function priceSlipBps(input: bigint, inputDepth: bigint): bigint {
  return divRound(BPS * input, input + inputDepth);
}

/**
 * Input x, input depth X, output depth Y: output = x·X·Y / (x + X)², fee = x²·Y / (x + X)².
 * With a minimum of m bps above the slip: fee = m·x·Y / 10000 / (x + X),
 * output = x·Y / (x + X) − fee. THORNode 3.17: `GetSwapCalc`.
 */
export function swapLeg(input: bigint, pool: Depths, direction: Direction, floorBps: bigint): Leg {
  const [inputDepth, outputDepth] =
    direction === "to_native" ? [pool.asset, pool.native] : [pool.native, pool.asset];
  if (input === 0n) return { output: 0n, liquidityFee: 0n, slipBps: floorBps };
  const newDepth = input + inputDepth;
  const slipBps = priceSlipBps(input, inputDepth);
  const cutOutput = (output: bigint) => cutToDecimals(output, pool.decimals ?? FIXED_DECIMALS);
  if (floorBps > slipBps) {
    const liquidityFee = divRound(floorBps * input * outputDepth, BPS) / newDepth;
    const output = cutOutput(mulDiv(input, outputDepth, newDepth) - liquidityFee);
    return { output, liquidityFee, slipBps: floorBps };
  }
  return {
    output: cutOutput((input * inputDepth * outputDepth) / (newDepth * newDepth)),
    liquidityFee: (input * input * outputDepth) / (newDepth * newDepth),
    slipBps,
  };
}

interface DoubleLeg extends Leg {
  readonly source: Leg;
  readonly target: Leg;
}

/**
 * Swaps through two pools. The first fee is converted at the target pool's depths. The slips add
 * up, as in `slippage_bps` of a quote.
 */
export function doubleSwap(
  input: bigint,
  source: Depths,
  target: Depths,
  floorBps: bigint,
): DoubleLeg {
  const sourceLeg = swapLeg(input, source, "to_native", floorBps);
  const targetLeg = swapLeg(sourceLeg.output, target, "from_native", floorBps);
  return {
    source: sourceLeg,
    target: targetLeg,
    output: targetLeg.output,
    liquidityFee: assetWorth(sourceLeg.liquidityFee, target) + targetLeg.liquidityFee,
    slipBps: sourceLeg.slipBps + targetLeg.slipBps,
  };
}

function assetWorth(nativeAmount: bigint, pool: Depths): bigint {
  return mulDiv(nativeAmount, pool.asset, pool.native);
}
