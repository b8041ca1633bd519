// The order of pools, and what is wrong with a pool: a name that does not follow the grammar, or depths that cannot be true.

import type { PoolReading } from "./model/pools.ts";
import { withCode } from "./model/reason.ts";
import { parseAsset } from "./values/assets.ts";

const LONGEST_TICKER = 16;
/** A pool that is worth more than so many times all others together is none that anybody filled. */
const MOST_TIMES = 10n;

const oddName = withCode("odd_asset_name")("the name does not follow the asset grammar");
const implausibleDepth = withCode("depth_implausible")("the depth would be worth more than ten times all other pools");

/** As given, but pools with odd names last; a depth that the others contradict is null. Each says what is wrong with it. */
export function rankPools(pools: readonly PoolReading[]): PoolReading[] {
  const total = pools.reduce((sum, { depthUsd }) => sum + (depthUsd ?? 0n), 0n);
  const isImplausible = ({ depthUsd }: PoolReading) => {
    const own = depthUsd ?? 0n;
    const others = total - own;
    return others > 0n && own > MOST_TIMES * others;
  };
  const marked = pools.map((pool): PoolReading => {
    if (isImplausible(pool))
      return { ...pool, assetDepth: null, nativeDepth: null, depthUsd: null, reason: implausibleDepth };
    return isOdd(pool) ? { ...pool, reason: oddName } : pool;
  });
  return [...marked.filter((pool) => !isOdd(pool)), ...marked.filter(isOdd)];
}

/** Whether it is not a ticker, with one contract where it is a token. */
function isOdd({ asset }: PoolReading): boolean {
  const parts = parseAsset(asset);
  return parts?.kind !== "layer1" || parts.ticker.length > LONGEST_TICKER;
}
