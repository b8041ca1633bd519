// The order of pools, and what is wrong with one beside the others: names that nobody reads as an asset, and depths that cannot be.

import type { PoolReading } from "./model/pools.ts";
import { withCode } from "./model/reason.ts";

/** A chain, a ticker, and a contract where it is a token. */
const nameGrammar = /^[A-Z0-9]{2,12}\.[A-Z0-9]{1,16}(?:-[A-Z0-9]{1,80})?$/;
/** A pool that is worth more than so many times all others together is none that anybody filled. */
const MOST_TIMES = 10n;

const oddName = withCode("odd_asset_name")("the name does not follow the asset grammar");
const implausibleDepth = withCode("depth_implausible")("the depth would be worth more than ten times all other pools");

/** As given, but pools with odd names last; a depth that the others contradict is null. Each says what is wrong with it. */
export function rankPools(pools: readonly PoolReading[]): PoolReading[] {
  const total = pools.reduce((sum, { depthUsd }) => sum + (depthUsd ?? 0n), 0n);
  const isImplausible = ({ depthUsd }: PoolReading) => {
    const others = depthUsd === null ? 0n : total - depthUsd;
    return depthUsd !== null && others > 0n && depthUsd > MOST_TIMES * others;
  };
  const marked = pools.map((pool): PoolReading => {
    if (isImplausible(pool))
      return { ...pool, assetDepth: null, nativeDepth: null, depthUsd: null, reason: implausibleDepth };
    return isOdd(pool) ? { ...pool, reason: oddName } : pool;
  });
  return [...marked.filter((pool) => !isOdd(pool)), ...marked.filter(isOdd)];
}

const isOdd = ({ asset }: PoolReading) => !nameGrammar.test(asset);
