// What the nodes say of each pool. One node that says halted ends `open`. Status and figures are given only where they agree on them.

import { type Agreed, agreeOnLeast, type Quorum } from "../model/agreed.ts";
import type { Reason } from "../model/verdicts.ts";
import { poolReasons } from "../safety/reasons.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { PRICE_BPS } from "./agreement.ts";

/** A pool that every node lists. */
export interface AgreedPool extends Pick<Pool, "trading_halted"> {
  /** In capitals. */
  readonly asset: string;
  /** Null where the nodes differ. */
  readonly status: string | null;
  /** Base units; the smaller of what the nodes say. */
  readonly assetDepth: Agreed<bigint> | null;
  /** Base units of the network's native asset. */
  readonly nativeDepth: Agreed<bigint> | null;
  /** US dollars (1e8) a whole unit, as the nodes state it. */
  readonly priceUsd: Agreed<bigint> | null;
  /** Why it cannot support `open`; null where every node says that it does not trade, which decides. */
  readonly doubt: Reason | null;
}

/** By asset, in capitals: the rows of each list. */
type PoolRows = ReadonlyMap<string, readonly (readonly Pool[])[]>;

/**
 * Deepest first, then by asset. A pool that one list lacks is left out: one node alone could have invented it. Null where too few nodes
 * answered. `third`: what another operator lists; where it says of a pool what one of the two says, and they differ, it decides.
 */
export function agreePools(
  lists: readonly (readonly Pool[])[],
  quorum: Quorum,
  third: readonly Pool[] | null = null,
): AgreedPool[] | null {
  if (lists.length < quorum) return null;
  return [...decideRows(lists, third)]
    .filter(([, perList]) => perList.every((found) => found.length > 0))
    .map(([asset, perList]) => agreePool(asset, perList, quorum))
    .sort(compareDepth);
}

/** Assets that one node lists and another does not, in capitals. */
export function findDoubtedAssets(lists: readonly (readonly Pool[])[], third: readonly Pool[] | null = null): string[] {
  const isDoubted = (perList: readonly (readonly Pool[])[]) =>
    perList.some((found) => found.length > 0) && !perList.every((found) => found.length > 0);
  return [...decideRows(lists, third)].flatMap(([asset, perList]) => (isDoubted(perList) ? asset : []));
}

/** Assets of which the lists do not say the same, in capitals. */
export function findDisputed(lists: readonly (readonly Pool[])[]): string[] {
  return [...groupRows(lists)].flatMap(([asset, perList]) => (isSame(perList) ? [] : asset));
}

/** Assets of whose pools one of two lists says what the other and the third contradict, in capitals. */
export function findOutvoted(lists: readonly (readonly Pool[])[], third: readonly Pool[]): string[] {
  const decided = decideRows(lists, third);
  return findDisputed(lists).filter((asset) => isSame(decided.get(asset) ?? []));
}

/** The rows by which each pool is judged: those of the two lists, or of one of them and the third where only these say the same. */
function decideRows(lists: readonly (readonly Pool[])[], third: readonly Pool[] | null): PoolRows {
  const rows = groupRows(lists);
  if (third === null || lists.length !== 2) return rows;
  const thirdRows = groupRows([third]);
  for (const [asset, perList] of rows) {
    if (isSame(perList)) continue;
    const [other = []] = thirdRows.get(asset) ?? [];
    const borneOut = perList.find((found) => isSame([found, other]));
    if (borneOut) rows.set(asset, [borneOut, other]);
  }
  return rows;
}

function groupRows(lists: readonly (readonly Pool[])[]): Map<string, (readonly Pool[])[]> {
  const rows = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const perList = rows.get(asset) ?? lists.map(() => []);
      perList[index]?.push(pool);
      rows.set(asset, perList);
    }
  });
  return rows;
}

/** Whether all lists lack a pool, or say the same of it: whether it trades, how deep it is, and what its asset is worth. */
function isSame(perList: readonly (readonly Pool[])[]): boolean {
  if (perList.some((found) => found.length > 1)) return false;
  const pools = perList.flat();
  const [first] = pools;
  if (first === undefined) return true;
  const isNear = (read: (pool: Pool) => bigint | null | undefined) => {
    const figures = pools.flatMap((pool) => read(pool) ?? []);
    return figures.length === 0 || (figures.length === pools.length && agreeOnLeast(figures, 1, PRICE_BPS) !== null);
  };
  return (
    pools.length === perList.length &&
    pools.every((pool) => isAvailable(pool) === isAvailable(first) && pool.trading_halted === first.trading_halted) &&
    [assetDepth, nativeDepth, priceUsd].every(isNear)
  );
}

const assetDepth = (pool: Pool) => pool.balance_asset;
const nativeDepth = (pool: Pool) => pool.balance_rune ?? pool.balance_cacao;
const priceUsd = (pool: Pool) => pool.asset_tor_price;

function agreePool(asset: string, perList: readonly (readonly Pool[])[], quorum: Quorum): AgreedPool {
  const all = perList.flat();
  const firsts = perList.flatMap(([first]) => first ?? []);
  const figure = (read: (pool: Pool) => bigint | null | undefined) =>
    agreeOnLeast(
      firsts.flatMap((pool) => read(pool) ?? []),
      quorum,
      PRICE_BPS,
    );
  const flags = new Set(all.map((pool) => pool.trading_halted));
  const statuses = new Set(all.map((pool) => pool.status.toLowerCase()));
  const agreed = {
    asset,
    status: statuses.size > 1 ? null : (all[0] as Pool).status,
    ...(flags.has(true) && { trading_halted: true }),
    assetDepth: figure(assetDepth),
    nativeDepth: figure(nativeDepth),
    priceUsd: figure(priceUsd),
  };
  if (all.every(isClosed)) return { ...agreed, doubt: null };
  if (perList.some((rows) => rows.length > 1)) return { ...agreed, doubt: poolReasons.manyRows };
  if (statuses.size > 1 || flags.size > 1) return { ...agreed, doubt: poolReasons.differs("trading_halted") };
  const isDeep = agreed.assetDepth !== null && agreed.nativeDepth !== null;
  return { ...agreed, doubt: isDeep ? null : poolReasons.differs("depth") };
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
