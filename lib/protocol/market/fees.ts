// Estimates a swap's fees from pool depths, in whole numbers. Live fees are read from nodes.

import { cutToDecimals, divRound, FIXED_DECIMALS, mulDiv } from "../values/amounts.ts";

const BPS = 10_000n;

/** Depths of a pool, in base units. */
export interface Depths {
  readonly asset: bigint;
  readonly native: bigint;
  /** Nodes cut each output of the pool, also RUNE, to this number of decimals. Absent: no cut. */
  readonly decimals?: number;
}

/** A swap in one pool. `liquidityFee` is in the asset of `output`. */
interface Leg {
  readonly output: bigint;
  readonly liquidityFee: bigint;
  readonly slipBps: bigint;
}

type Direction = "to_native" | "from_native";

/** For input x and input depth X: 10000 · x / (x + X), rounded. THORNode 3.17: `CalcSwapSlip`. */
function priceSlipBps(input: bigint, inputDepth: bigint): bigint {
  return divRound(BPS * input, input + inputDepth);
}

/**
 * Input x, input depth X, output depth Y: output = x·X·Y / (x + X)², fee = x²·Y / (x + X)².
 * If the minimum slip of m bps is above the slip: fee = m·x·Y / 10000 / (x + X),
 * output = x·Y / (x + X) − fee. THORNode 3.17: `GetSwapCalc`.
 */
export function swapLeg(
  input: bigint,
  pool: Depths,
  direction: Direction,
  minSlipBps: bigint,
): Leg {
  const [inputDepth, outputDepth] =
    direction === "to_native" ? [pool.asset, pool.native] : [pool.native, pool.asset];
  if (input === 0n) return { output: 0n, liquidityFee: 0n, slipBps: minSlipBps };
  const newInputDepth = input + inputDepth;
  const slipBps = priceSlipBps(input, inputDepth);
  const cutOutput = (output: bigint) => cutToDecimals(output, pool.decimals ?? FIXED_DECIMALS);
  if (minSlipBps > slipBps) {
    const liquidityFee = divRound(minSlipBps * input * outputDepth, BPS) / newInputDepth;
    const output = cutOutput(mulDiv(input, outputDepth, newInputDepth) - liquidityFee);
    return { output, liquidityFee, slipBps: minSlipBps };
  }
  return {
    output: cutOutput((input * inputDepth * outputDepth) / (newInputDepth * newInputDepth)),
    liquidityFee: (input * input * outputDepth) / (newInputDepth * newInputDepth),
    slipBps,
  };
}

interface DoubleLeg extends Leg {
  readonly source: Leg;
  readonly target: Leg;
}

/**
 * Swaps through two pools. The first pool's fee is converted to the target asset at the depths of
 * the target pool. The slips of both pools are added, as nodes do for `slippage_bps` of a quote.
 */
export function doubleSwap(
  input: bigint,
  source: Depths,
  target: Depths,
  minSlipBps: bigint,
): DoubleLeg {
  const sourceLeg = swapLeg(input, source, "to_native", minSlipBps);
  const targetLeg = swapLeg(sourceLeg.output, target, "from_native", minSlipBps);
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
