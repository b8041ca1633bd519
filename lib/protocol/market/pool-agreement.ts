// What the nodes that were read say of each pool. Halted where one says so; where they differ without that, it is said.
import type { Reason } from "../model/reason.ts";
import { poolReasons } from "../safety/reasons.ts";
import type { Pool } from "../upstream/schemas.ts";

/** A pool's row with the nodes' common word on its status. `doubt`: why it cannot support `open`, or null. */
export type AgreedPool = Pool & { readonly doubt: Reason | null };

/** One list for all, deepest first, then by asset: the figures of the first list that has the pool, and each safety fact as all lists together tell it. */
export function agreePools(lists: readonly (readonly Pool[])[]): AgreedPool[] {
  const rows = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const perList = rows.get(asset) ?? lists.map(() => []);
      perList[index]?.push(pool);
      rows.set(asset, perList);
    }
  });
  return [...rows.values()].map(agreePool).sort(compareDepth);
}

function compareDepth(a: Pool, b: Pool): number {
  const [depthA, depthB] = [agreedNativeDepth(a), agreedNativeDepth(b)];
  if (depthA !== depthB) return depthA < depthB ? 1 : -1;
  return a.asset.toUpperCase() < b.asset.toUpperCase() ? -1 : 1;
}

/** In base units of the network's native asset. */
export function agreedNativeDepth(pool: Pool): bigint {
  return pool.balance_rune ?? pool.balance_cacao ?? 0n;
}

function agreePool(perList: readonly (readonly Pool[])[]): AgreedPool {
  const all = perList.flat();
  const first = all[0] as Pool;
  const status = all.find((pool) => !isAvailable(pool))?.status ?? first.status;
  const flags = new Set(all.map((pool) => pool.trading_halted));
  const trading = flags.has(true) ? { trading_halted: true } : {};
  const agreed = { ...first, ...trading, status };
  // One that says halted decides: the doubt would only hide it.
  if (flags.has(true) || !isAvailable(agreed)) return { ...agreed, doubt: null };
  if (perList.some((rows) => rows.length === 0)) return { ...agreed, doubt: poolReasons.notEverywhere };
  if (perList.some((rows) => rows.length > 1)) return { ...agreed, doubt: poolReasons.manyRows };
  return { ...agreed, doubt: flags.size > 1 ? poolReasons.differs : null };
}

function isAvailable(pool: Pool): boolean {
  return pool.status.toLowerCase() === "available";
}
