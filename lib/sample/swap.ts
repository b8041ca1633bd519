// The arithmetic of a swap on the sample pools. All numbers are integers and every division rounds down.
import type { SamplePool } from "./pools.ts";

export interface Simulation {
  /** The output of the pools, before affiliate and outbound fee. */
  readonly emitted: bigint;
  readonly affiliate: bigint;
  readonly outboundFee: bigint;
  /** The output after all fees; negative when the fees are larger. */
  readonly out: bigint;
  /** In the target asset. */
  readonly liquidityFee: bigint;
  readonly liquidityFeeRune: bigint;
  readonly slipBps: bigint;
  /** The same swap at the pools' prices, without slip and fees. */
  readonly feeless: bigint;
}

interface Leg {
  readonly out: bigint;
  readonly fee: bigint;
  readonly slipBps: bigint;
}

/** One pool: x into depth X, out of depth Y, with a minimum slip of `floorBps`. Depths are those before the swap. */
function sampleLeg(x: bigint, X: bigint, Y: bigint, floorBps: bigint): Leg {
  const sum = x + X;
  const slipBps = (20_000n * x + sum) / (2n * sum);
  if (floorBps > slipBps) {
    const fee = (floorBps * x * Y) / (10_000n * sum);
    return { out: (x * Y) / sum - fee, fee, slipBps: floorBps };
  }
  return { out: (x * X * Y) / (sum * sum), fee: (x * x * Y) / (sum * sum), slipBps };
}

/** Value of `amount` in RUNE at a pool's price. Without a pool the amount is RUNE. */
export function runeWorth(amount: bigint, pool: SamplePool | null): bigint {
  return pool ? (amount * pool.balanceRune) / pool.balanceAsset : amount;
}

/** Value of `rune` in a pool's asset at its price. */
export function fromRune(rune: bigint, pool: SamplePool | null): bigint {
  return pool ? (rune * pool.balanceAsset) / pool.balanceRune : rune;
}

/**
 * A swap through RUNE in `quantity` equal parts at unchanged depths. A pool of null is RUNE itself. Amounts are 1e8 units.
 * The affiliate fee and then the outbound fee are taken from the output.
 */
export function simulate(swap: {
  readonly amount: bigint;
  readonly from: SamplePool | null;
  readonly to: SamplePool | null;
  readonly floorBps: number;
  readonly quantity?: number;
  readonly affiliateBps?: number;
  readonly outboundFee: bigint;
}): Simulation {
  const { from, to } = swap;
  const floor = BigInt(swap.floorBps);
  const quantity = BigInt(swap.quantity ?? 1);
  const part = swap.amount / quantity;
  const none: Leg = { out: part, fee: 0n, slipBps: 0n };
  const first = from ? sampleLeg(part, from.balanceAsset, from.balanceRune, floor) : none;
  const second = to ? sampleLeg(first.out, to.balanceRune, to.balanceAsset, floor) : { ...none, out: first.out };
  const emitted = second.out * quantity;
  const affiliate = (emitted * BigInt(swap.affiliateBps ?? 0)) / 10_000n;
  return {
    emitted,
    affiliate,
    outboundFee: swap.outboundFee,
    out: emitted - affiliate - swap.outboundFee,
    liquidityFee: (fromRune(first.fee, to) + second.fee) * quantity,
    liquidityFeeRune: (first.fee + runeWorth(second.fee, to)) * quantity,
    slipBps: first.slipBps + second.slipBps,
    feeless: fromRune(runeWorth(swap.amount, from), to),
  };
}
