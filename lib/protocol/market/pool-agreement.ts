// Merges the pools of several nodes into pools on which the nodes agree. If one node says that a
// pool is halted, and no third node outvotes it, trading in the pool is not judged `open`.

import { type Agreed, agreeOn, agreeOnLeast, type Quorum } from "../model/agreed.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { PRICE_TOLERANCE_BPS } from "./agreement.ts";

export interface AgreedPool extends Pick<Pool, "trading_halted"> {
  /** In capital letters: `BTC.BTC`. */
  readonly asset: string;
  readonly status: string | null;
  /** Depths in base units: the smallest that a node states. Null if nodes differ too much. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  /** Number of decimals, at most eight. Null if nodes differ, or if too few nodes state it. */
  readonly decimals: Agreed<number> | null;
  /** US dollars times 1e8, for one whole unit of the asset. */
  readonly priceUsd: Agreed<bigint> | null;
  /** Why trading cannot be `open`. Null if nodes agree, or if all say that the pool is closed. */
  readonly doubt: Reason | null;
}

/** One list for each node. A list has all pools of the node, or only its rows of one asset. */
type PoolLists = readonly (readonly Pool[])[];

/**
 * The pools that all nodes list, deepest first. A pool that only one node lists is left out: that
 * node could have invented the pool. If two nodes differ about a pool, and `thirdList` agrees
 * with one of them, the other node is ignored for this pool.
 */
export function agreePools(
  lists: PoolLists,
  quorum: Quorum,
  thirdList: readonly Pool[] | null = null,
): AgreedPool[] | null {
  if (lists.length < quorum) return null;
  return [...decideRowLists(lists, thirdList)]
    .filter(([, rowLists]) => rowLists.every((rows) => rows.length > 0))
    .map(([asset, rowLists]) => agreePool(asset, rowLists, quorum))
    .sort(compareDepth);
}

export function findDoubtedAssets(
  lists: PoolLists,
  thirdList: readonly Pool[] | null = null,
): string[] {
  return [...decideRowLists(lists, thirdList)].flatMap(([asset, rowLists]) =>
    rowLists.some((rows) => rows.length > 0) && rowLists.some((rows) => rows.length === 0)
      ? asset
      : [],
  );
}

export function findDisputedAssets(lists: PoolLists): string[] {
  return [...groupByAsset(lists)].flatMap(([asset, rowLists]) =>
    areRowsAgreed(rowLists) ? [] : asset,
  );
}

export function findOutvotedAssets(lists: PoolLists, thirdList: readonly Pool[]): string[] {
  const decidedRowLists = decideRowLists(lists, thirdList);
  return findDisputedAssets(lists).filter((asset) =>
    areRowsAgreed(decidedRowLists.get(asset) ?? []),
  );
}

/**
 * The rows of each asset, one list for each node. If two nodes differ about an asset, and the third
 * node agrees with one of the two, the third node's rows replace the rows of the outvoted node.
 */
function decideRowLists(
  lists: PoolLists,
  thirdList: readonly Pool[] | null,
): ReadonlyMap<string, PoolLists> {
  const rowListsByAsset = groupByAsset(lists);
  if (thirdList === null || lists.length !== 2) return rowListsByAsset;
  const thirdRowListsByAsset = groupByAsset([thirdList]);
  for (const [asset, rowLists] of rowListsByAsset) {
    if (areRowsAgreed(rowLists)) continue;
    const [thirdRows = []] = thirdRowListsByAsset.get(asset) ?? [];
    const confirmedRows = rowLists.find((rows) => areRowsAgreed([rows, thirdRows]));
    if (confirmedRows) rowListsByAsset.set(asset, [confirmedRows, thirdRows]);
  }
  return rowListsByAsset;
}

function groupByAsset(lists: PoolLists): Map<string, (readonly Pool[])[]> {
  const rowListsByAsset = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const rowLists = rowListsByAsset.get(asset) ?? lists.map(() => []);
      rowLists[index]?.push(pool);
      rowListsByAsset.set(asset, rowLists);
    }
  });
  return rowListsByAsset;
}

function areRowsAgreed(rowLists: PoolLists): boolean {
  if (rowLists.some((nodeRows) => nodeRows.length > 1)) return false;
  const rows = rowLists.flat();
  const [firstRow] = rows;
  if (firstRow === undefined) return true;
  const isFigureAgreed = (figureOf: PoolFigure) => {
    const figures = rows.flatMap((pool) => figureOf(pool) ?? []);
    if (figures.length === 0) return true;
    return figures.length === rows.length && agreeOnLeast(figures, 1, PRICE_TOLERANCE_BPS) !== null;
  };
  const hasSameState = (pool: Pool) =>
    isAvailable(pool) === isAvailable(firstRow) && pool.trading_halted === firstRow.trading_halted;
  return (
    rows.length === rowLists.length &&
    rows.every(hasSameState) &&
    [assetDepthOf, nativeDepthOf, priceUsdOf].every(isFigureAgreed)
  );
}

type PoolFigure = (pool: Pool) => bigint | null | undefined;
const assetDepthOf: PoolFigure = (pool) => pool.balance_asset;
const nativeDepthOf: PoolFigure = (pool) => pool.balance_rune ?? pool.balance_cacao;
const priceUsdOf: PoolFigure = (pool) => pool.asset_tor_price;

function agreePool(asset: string, rowLists: PoolLists, quorum: Quorum): AgreedPool {
  const rows = rowLists.flat();
  const firstRows = rowLists.flatMap(([row]) => row ?? []);
  const agreeOnFigure = (figureOf: PoolFigure) => {
    const figures = firstRows.flatMap((pool) => figureOf(pool) ?? []);
    return agreeOnLeast(figures, quorum, PRICE_TOLERANCE_BPS);
  };
  const haltFlags = new Set(rows.map((pool) => pool.trading_halted));
  const statuses = new Set(rows.map((pool) => pool.status.toLowerCase()));
  const statedDecimals = firstRows.flatMap((pool) => pool.decimals ?? []);
  const agreedPool = {
    asset,
    status: statuses.size > 1 ? null : (rows[0] as Pool).status,
    ...(haltFlags.has(true) && { trading_halted: true }),
    assetDepth: agreeOnFigure(assetDepthOf),
    nativeDepth: agreeOnFigure(nativeDepthOf),
    decimals: agreeOn(statedDecimals, quorum),
    priceUsd: agreeOnFigure(priceUsdOf),
  };
  if (rows.every(isClosed)) return { ...agreedPool, doubt: null };
  if (rowLists.some((nodeRows) => nodeRows.length > 1))
    return { ...agreedPool, doubt: because("pool_listed_twice") };
  if (statuses.size > 1 || haltFlags.size > 1)
    return { ...agreedPool, doubt: because("pool_trading_disputed") };
  const areDepthsAgreed = agreedPool.assetDepth !== null && agreedPool.nativeDepth !== null;
  return { ...agreedPool, doubt: areDepthsAgreed ? null : because("pool_depths_differ") };
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
