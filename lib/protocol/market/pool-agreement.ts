// Pools of several nodes → what they agree on. One node that says that a pool is halted is enough
// against `open`.

import { type Agreed, agreeOn, agreeOnLeast, type Quorum } from "../model/agreed.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { PRICE_BPS } from "./agreement.ts";

export interface AgreedPool extends Pick<Pool, "trading_halted"> {
  /** In capitals. */
  readonly asset: string;
  readonly status: string | null;
  /** Base units; the smallest answer. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  /** Eight at most. Null where nodes do not state them, or differ. */
  readonly decimals: Agreed<number> | null;
  /** US dollars (1e8) a whole unit. */
  readonly priceUsd: Agreed<bigint> | null;
  /** Why the pool cannot be `open`; null where all nodes say that it does not trade. */
  readonly doubt: Reason | null;
}

/** The pools of each node, or each node's rows of one asset. */
type PoolLists = readonly (readonly Pool[])[];

/**
 * Deepest first, then by asset. A pool that one list lacks is left out: one node alone could have
 * invented it. `third` decides where the two lists differ and it confirms one of them.
 */
export function agreePools(
  lists: PoolLists,
  quorum: Quorum,
  third: readonly Pool[] | null = null,
): AgreedPool[] | null {
  if (lists.length < quorum) return null;
  return [...decideRowLists(lists, third)]
    .filter(([, rowLists]) => rowLists.every((rows) => rows.length > 0))
    .map(([asset, rowLists]) => agreePool(asset, rowLists, quorum))
    .sort(compareDepth);
}

/** Assets in capitals that some lists have and others lack. */
export function findDoubtedAssets(
  lists: PoolLists,
  third: readonly Pool[] | null = null,
): string[] {
  return [...decideRowLists(lists, third)].flatMap(([asset, rowLists]) =>
    rowLists.some((rows) => rows.length > 0) && rowLists.some((rows) => rows.length === 0)
      ? asset
      : [],
  );
}

/** Assets in capitals on which the lists differ. */
export function findDisputedAssets(lists: PoolLists): string[] {
  return [...groupByAsset(lists)].flatMap(([asset, rowLists]) => (isAgreed(rowLists) ? [] : asset));
}

/** Assets in capitals for which `third` confirms one of two lists that differ. */
export function findOutvotedAssets(lists: PoolLists, third: readonly Pool[]): string[] {
  const decided = decideRowLists(lists, third);
  return findDisputedAssets(lists).filter((asset) => isAgreed(decided.get(asset) ?? []));
}

/** The two lists' rows of each asset, or those of `third` and the one list that it confirms. */
function decideRowLists(
  lists: PoolLists,
  third: readonly Pool[] | null,
): ReadonlyMap<string, PoolLists> {
  const byAsset = groupByAsset(lists);
  if (third === null || lists.length !== 2) return byAsset;
  const thirdByAsset = groupByAsset([third]);
  for (const [asset, rowLists] of byAsset) {
    if (isAgreed(rowLists)) continue;
    const [thirdRows = []] = thirdByAsset.get(asset) ?? [];
    const confirmed = rowLists.find((rows) => isAgreed([rows, thirdRows]));
    if (confirmed) byAsset.set(asset, [confirmed, thirdRows]);
  }
  return byAsset;
}

function groupByAsset(lists: PoolLists): Map<string, (readonly Pool[])[]> {
  const byAsset = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const rowLists = byAsset.get(asset) ?? lists.map(() => []);
      rowLists[index]?.push(pool);
      byAsset.set(asset, rowLists);
    }
  });
  return byAsset;
}

function isAgreed(rowLists: PoolLists): boolean {
  if (rowLists.some((rows) => rows.length > 1)) return false;
  const pools = rowLists.flat();
  const [first] = pools;
  if (first === undefined) return true;
  const isNear = (figureOf: PoolFigure) => {
    const figures = pools.flatMap((pool) => figureOf(pool) ?? []);
    if (figures.length === 0) return true;
    return figures.length === pools.length && agreeOnLeast(figures, 1, PRICE_BPS) !== null;
  };
  const hasSameState = (pool: Pool) =>
    isAvailable(pool) === isAvailable(first) && pool.trading_halted === first.trading_halted;
  return (
    pools.length === rowLists.length &&
    pools.every(hasSameState) &&
    [assetDepth, nativeDepth, priceUsd].every(isNear)
  );
}

type PoolFigure = (pool: Pool) => bigint | null | undefined;
const assetDepth: PoolFigure = (pool) => pool.balance_asset;
const nativeDepth: PoolFigure = (pool) => pool.balance_rune ?? pool.balance_cacao;
const priceUsd: PoolFigure = (pool) => pool.asset_tor_price;

function agreePool(asset: string, rowLists: PoolLists, quorum: Quorum): AgreedPool {
  const rows = rowLists.flat();
  const firstRows = rowLists.flatMap(([row]) => row ?? []);
  const agreeOnFigure = (figureOf: PoolFigure) => {
    const figures = firstRows.flatMap((pool) => figureOf(pool) ?? []);
    return agreeOnLeast(figures, quorum, PRICE_BPS);
  };
  const flags = new Set(rows.map((pool) => pool.trading_halted));
  const statuses = new Set(rows.map((pool) => pool.status.toLowerCase()));
  const decimals = firstRows.flatMap((pool) => pool.decimals ?? []);
  const agreed = {
    asset,
    status: statuses.size > 1 ? null : (rows[0] as Pool).status,
    ...(flags.has(true) && { trading_halted: true }),
    assetDepth: agreeOnFigure(assetDepth),
    nativeDepth: agreeOnFigure(nativeDepth),
    decimals: agreeOn(decimals, quorum),
    priceUsd: agreeOnFigure(priceUsd),
  };
  if (rows.every(isClosed)) return { ...agreed, doubt: null };
  if (rowLists.some((nodeRows) => nodeRows.length > 1))
    return { ...agreed, doubt: because("pool_listed_twice") };
  if (statuses.size > 1 || flags.size > 1)
    return { ...agreed, doubt: because("pool_trading_disputed") };
  const isDeep = agreed.assetDepth !== null && agreed.nativeDepth !== null;
  return { ...agreed, doubt: isDeep ? null : because("pool_depths_differ") };
}

function compareDepth(a: AgreedPool, b: AgreedPool): number {
  const [depthA, depthB] = [a.nativeDepth ?? 0n, b.nativeDepth ?? 0n];
  if (depthA !== depthB) return depthA < depthB ? 1 : -1;
  return a.asset < b.asset ? -1 : 1;
}

const isClosed = (pool: Pool) => !isAvailable(pool) || pool.trading_halted === true;

function isAvailable(pool: Pick<Pool, "status">): boolean {
  return pool.status.toLowerCase() === "available";
}
