// What an amount is worth at the pools' prices. As in the node, a share is rounded half up, and an amount of an asset is cut to its decimals.
import { cutToDecimals, divRound } from "../../protocol/values/amounts.ts";
import type { QuotePool, QuoteState } from "./state.ts";
import { setting } from "./state.ts";

/** The whole divided in the ratio of a part to a total, rounded half up. */
export function share(part: bigint, total: bigint, whole: bigint): bigint {
  return total === 0n ? 0n : divRound(part * whole, total);
}

export function runeWorth(pool: QuotePool, amount: bigint): bigint {
  return share(pool.balanceRune, pool.balanceAsset, amount);
}

export function assetWorth(pool: QuotePool, rune: bigint): bigint {
  return cutToDecimals(share(pool.balanceAsset, pool.balanceRune, rune), pool.decimals);
}

const ONE = 100_000_000n;
/** The precision with which the node finds the median of the dollar pools. */
const DOLLAR_MULTIPLE = 1_000_000_000n;
const ANCHOR = "TORANCHOR-";

/** The dollar pools that the parameters name. */
export function dollarPools(state: QuoteState): readonly QuotePool[] {
  return [...state.pools.values()].filter(
    (pool) => setting(state, ANCHOR + pool.asset.replace(".", "-")) > 0,
  );
}

/** US dollars (1e8) for one RUNE: the median of the dollar pools that trade; 0 where there is none. */
export function dollarsPerRune(state: QuoteState): bigint {
  const prices = dollarPools(state)
    .filter(
      (pool) =>
        pool.status === "Available" &&
        !state.isHalted(pool.asset.slice(0, pool.asset.indexOf("."))),
    )
    .map((pool) => assetWorth(pool, DOLLAR_MULTIPLE * ONE))
    .filter((price) => price > 0n)
    .sort((a, b) => (a < b ? -1 : 1));
  return median(prices) / DOLLAR_MULTIPLE;
}

function median(sorted: readonly bigint[]): bigint {
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0n;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0n)) / 2n;
}
