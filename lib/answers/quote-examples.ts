// Which pools the site offers as examples of a quote, and of what worth.

import type { PoolReading } from "../protocol/model/pools.ts";
import { quoteHref } from "./quote-links.ts";

/** Dollars that the example quotes of the site are about. */
export const EXAMPLE_USD = 500n;

/** True if a quote with the asset of this pool can be expected to succeed now. */
export const isExamplePool = (pool: PoolReading): boolean =>
  pool.trading.verdict === "open" &&
  pool.priceUsd !== null &&
  pool.depthUsd !== null &&
  !hasOddName(pool);

/**
 * True if the name is no layer-1 asset such as CHAIN.TICKER or CHAIN.TICKER-CONTRACT, or if its
 * ticker is too long. Such a name may be meant to deceive, so the site never offers it.
 */
export const hasOddName = ({ reason }: PoolReading): boolean => reason?.code === "odd_asset_name";

/** Quotes `EXAMPLE_USD` of the asset against the deepest other pool. Null if there is none. */
export function exampleHref(asset: string, examplePools: readonly PoolReading[]): string | null {
  const boughtPool = examplePools.find((pool) => pool.asset !== asset);
  return boughtPool === undefined
    ? null
    : quoteHref({ from: asset, to: boughtPool.asset, amount_usd: String(EXAMPLE_USD) });
}
