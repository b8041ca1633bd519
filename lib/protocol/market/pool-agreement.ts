// What the nodes say of each pool. One node that says halted is enough. A figure is given only where they agree on it.

import { type Agreed, agreeOnLeast, type Quorum } from "../model/agreed.ts";
import type { Reason } from "../model/reason.ts";
import { poolReasons } from "../safety/reasons.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { PRICE_BPS } from "./agreement.ts";

/** A pool that every node lists. */
export interface AgreedPool extends Pick<Pool, "status" | "trading_halted"> {
  /** In capitals. */
  readonly asset: string;
  /** Base units; the smaller of what the nodes say. */
  readonly assetDepth: Agreed<bigint> | null;
  /** Base units of the network's native asset. */
  readonly nativeDepth: Agreed<bigint> | null;
  /** US dollars (1e8) a whole unit, as the nodes state it. */
  readonly priceUsd: Agreed<bigint> | null;
  /** Why it cannot support `open`; null where one node says halted, which decides. */
  readonly doubt: Reason | null;
}

/** Deepest first, then by asset. A pool that one list lacks is left out: one node alone could have invented it. Null where too few nodes answered. */
export function agreePools(lists: readonly (readonly Pool[])[], quorum: Quorum): AgreedPool[] | null {
  if (lists.length < quorum) return null;
  const rows = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const perList = rows.get(asset) ?? lists.map(() => []);
      perList[index]?.push(pool);
      rows.set(asset, perList);
    }
  });
  return [...rows]
    .filter(([, perList]) => perList.every((found) => found.length > 0))
    .map(([asset, perList]) => agreePool(asset, perList, quorum))
    .sort(compareDepth);
}

/** Assets that one node lists and another does not, in capitals. */
export function findDoubtedAssets(lists: readonly (readonly Pool[])[]): string[] {
  const names = lists.map((list) => new Set(list.map(({ asset }) => asset.toUpperCase())));
  return [...new Set(names.flatMap((set) => [...set]))].filter((asset) => !names.every((set) => set.has(asset)));
}

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
  const agreed = {
    asset,
    status: all.find((pool) => !isAvailable(pool))?.status ?? (all[0] as Pool).status,
    ...(flags.has(true) && { trading_halted: true }),
    assetDepth: figure((pool) => pool.balance_asset),
    nativeDepth: figure((pool) => pool.balance_rune ?? pool.balance_cacao),
    priceUsd: figure((pool) => pool.asset_tor_price),
  };
  // One that says halted decides: the doubt would only hide it.
  if (flags.has(true) || !isAvailable(agreed)) return { ...agreed, doubt: null };
  if (perList.some((rows) => rows.length > 1)) return { ...agreed, doubt: poolReasons.manyRows };
  if (flags.size > 1) return { ...agreed, doubt: poolReasons.differs("trading_halted") };
  const isDeep = agreed.assetDepth !== null && agreed.nativeDepth !== null;
  return { ...agreed, doubt: isDeep ? null : poolReasons.differs("depth") };
}

function compareDepth(a: AgreedPool, b: AgreedPool): number {
  const [depthA, depthB] = [a.nativeDepth ?? 0n, b.nativeDepth ?? 0n];
  if (depthA !== depthB) return depthA < depthB ? 1 : -1;
  return a.asset < b.asset ? -1 : 1;
}

function isAvailable(pool: Pick<Pool, "status">): boolean {
  return pool.status.toLowerCase() === "available";
}
