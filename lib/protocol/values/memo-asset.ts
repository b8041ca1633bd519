// Finds the known asset that a memo names.

import {
  type AssetParts,
  formatAsset,
  type KnownAsset,
  listKnownParts,
  parseAsset,
  payoutChainOf,
} from "./assets.ts";
import type { Preset } from "./chains.ts";

/**
 * Returns a test: is an asset the asset of the memo? A memo names an asset by a short code (`b`),
 * `ETH.USDT`, `ARB.TGT-341`, or a symbol of the native chain (`RUNE`).
 */
export function memoMatcher(
  memoAsset: string,
  assets: readonly KnownAsset[],
  preset: Preset,
): (asset: string) => boolean {
  // Parsed at the first use, because most matchers are never used.
  let memoAssetParts: AssetParts | null | undefined;
  return (asset) => {
    if (memoAssetParts === undefined) memoAssetParts = parseMemoAsset(memoAsset, assets, preset);
    const assetParts = parseAsset(asset);
    return (
      memoAssetParts !== null && assetParts !== null && isMemoAsset(assetParts, memoAssetParts)
    );
  };
}

function isMemoAsset(
  parts: AssetParts,
  { chain, separator, ticker, contract }: AssetParts,
): boolean {
  if (parts.chain !== chain || parts.separator !== separator || parts.ticker !== ticker)
    return false;
  return contract === null || (parts.contract?.endsWith(contract) ?? false);
}

/** A memo may contain only the end of a contract. Fewer characters do not identify a contract. */
const MIN_CONTRACT_CHARS = 3;

/** Null if several assets match. A node then takes the deepest pool, but depths change. */
export function matchMemoAsset(
  memoAsset: string,
  assets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const [namedAsset, ...otherNamedAssets] = assets.filter(
    (entry) => hasShortCode(entry, memoAsset) || isNativeSymbol(entry, memoAsset, preset),
  );
  if (namedAsset) return otherNamedAssets.length === 0 ? namedAsset.asset.toUpperCase() : null;
  const parts = parseAsset(memoAsset);
  if (!parts) return null;
  const matches = listKnownParts(assets).filter(
    ({ chain, ticker, contract }) =>
      chain === parts.chain && ticker === parts.ticker && isContractEnd(parts.contract, contract),
  );
  const [match, ...otherMatches] = matches;
  if (!match || otherMatches.length > 0) return null;
  return formatAsset({ ...match, separator: parts.separator });
}

function isContractEnd(contractEnd: string | null, contract: string | null): boolean {
  if (contractEnd === null || contractEnd === contract) return true;
  return contractEnd.length >= MIN_CONTRACT_CHARS && (contract?.endsWith(contractEnd) ?? false);
}

export function memoChain(
  memoAsset: string,
  assets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const memoAssetParts = parseMemoAsset(memoAsset, assets, preset);
  return memoAssetParts && payoutChainOf(formatAsset(memoAssetParts), preset);
}

function parseMemoAsset(
  memoAsset: string,
  assets: readonly KnownAsset[],
  preset: Preset,
): AssetParts | null {
  const [shortCodeAsset, ...otherAssets] = assets.filter((entry) => hasShortCode(entry, memoAsset));
  if (otherAssets.length > 0) return null;
  const nativeAsset = assets.find((entry) => isNativeSymbol(entry, memoAsset, preset));
  return parseAsset(shortCodeAsset?.asset ?? nativeAsset?.asset ?? memoAsset);
}

const hasShortCode = ({ shortCode }: KnownAsset, memoAsset: string) =>
  shortCode?.toLowerCase() === memoAsset.toLowerCase();

const isNativeSymbol = ({ asset }: KnownAsset, memoAsset: string, { nativeChain }: Preset) =>
  asset.toUpperCase() === `${nativeChain}.${memoAsset}`.toUpperCase();
