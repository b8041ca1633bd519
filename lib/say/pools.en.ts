// English texts of the tool list_pools.
import type { PoolStatus } from "../protocol/model/pools.ts";

export const poolWords = {
  title: "Pools",
  asset: "Asset",
  status: "Pool",
  trades: "Trades?",
  price: "Price",
  assetDepth: "Depth, asset",
  nativeDepth: "Depth, native asset",
  depth: "Depth, both sides",
  outboundFee: "Outbound fee",
  reason: "Why",
} as const;

export const poolStatusWords: Readonly<Record<PoolStatus, string>> = {
  available: "available",
  staged: "staged",
  suspended: "suspended",
  other: "not known",
};

export function poolCountText(shownCount: number, totalCount: number): string {
  if (totalCount === 0) return "No pool is like that.";
  const poolsText = totalCount === 1 ? "1 pool" : `${totalCount} pools, the deepest first`;
  return shownCount === totalCount ? `${poolsText}.` : `${shownCount} of ${poolsText}.`;
}
