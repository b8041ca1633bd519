// Protocol room: what the nodes that were read say of each pool. Halted where one says so; where they differ without that, it is said.
import type { Pool } from "./schemas.ts";

/** A pool's row with the nodes' common word on its status. `doubt`: code with words why it cannot support `open`, or null. */
export type AgreedPool = Pool & { readonly doubt: string | null };

/** One list for all, deepest first, then by asset: the figures of the first list that has the pool, and each safety fact as all lists together tell it. */
export function toAgreedPools(lists: readonly (readonly Pool[])[]): AgreedPool[] {
  const rows = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const perList = rows.get(asset) ?? lists.map(() => []);
      perList[index]?.push(pool);
      rows.set(asset, perList);
    }
  });
  return [...rows.values()].map(toAgreed).sort(compareDepth);
}

function compareDepth(a: Pool, b: Pool): number {
  const [depthA, depthB] = [toNativeDepth(a), toNativeDepth(b)];
  if (depthA !== depthB) return depthA < depthB ? 1 : -1;
  return a.asset.toUpperCase() < b.asset.toUpperCase() ? -1 : 1;
}

/** In base units of the network's native asset. */
export function toNativeDepth(pool: Pool): bigint {
  return pool.balance_rune ?? pool.balance_cacao ?? 0n;
}

function toAgreed(perList: readonly (readonly Pool[])[]): AgreedPool {
  const all = perList.flat();
  const first = all[0] as Pool;
  const status = all.find((pool) => !isAvailable(pool))?.status ?? first.status;
  const flags = new Set(all.map((pool) => pool.trading_halted));
  const trading = flags.has(true) ? { trading_halted: true } : {};
  const agreed = { ...first, ...trading, status };
  // One that says halted decides: the doubt would only hide it.
  if (flags.has(true) || !isAvailable(agreed)) return { ...agreed, doubt: null };
  if (perList.some((rows) => rows.length === 0)) {
    return { ...agreed, doubt: "providers_disagree: not every node lists the pool" };
  }
  if (perList.some((rows) => rows.length > 1))
    return { ...agreed, doubt: "unreadable: more than one row for the pool" };
  return { ...agreed, doubt: flags.size > 1 ? "providers_disagree: trading_halted" : null };
}

function isAvailable(pool: Pool): boolean {
  return pool.status.toLowerCase() === "available";
}
