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
 * Returns a function that tells whether an asset is the memo's asset. `memoAsset` is a short code
 * (`b`), `ETH.USDT`, `ARB.TGT-341`, or a symbol of the native chain (`RUNE`).
 */
export function memoMatcher(
  memoAsset: string,
  assets: readonly KnownAsset[],
  preset: Preset,
): (asset: string) => boolean {
  // Parsed at the first call of the function, because most of these functions are never called.
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
  assetParts: AssetParts,
  { chain, separator, ticker, contract }: AssetParts,
): boolean {
  if (
    assetParts.chain !== chain ||
    assetParts.separator !== separator ||
    assetParts.ticker !== ticker
  )
    return false;
  return contract === null || (assetParts.contract?.endsWith(contract) ?? false);
}

/** A memo may shorten a contract to its last characters. Fewer than this number are ambiguous. */
const MIN_CONTRACT_CHARS = 3;

/**
 * The one known asset that the memo names, else null. If several match, a node takes the asset with
 * the deepest pool at that moment, so the paid asset cannot be known before.
 */
export function matchMemoAsset(
  memoAsset: string,
  assets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const [namedAsset, ...otherNamedAssets] = assets.filter(
    (entry) => hasShortCode(entry, memoAsset) || isNativeSymbol(entry, memoAsset, preset),
  );
  if (namedAsset) return otherNamedAssets.length === 0 ? namedAsset.asset.toUpperCase() : null;
  const memoParts = parseAsset(memoAsset);
  if (!memoParts) return null;
  const [match, ...otherMatches] = listKnownParts(assets).filter(
    ({ chain, ticker, contract }) =>
      chain === memoParts.chain &&
      ticker === memoParts.ticker &&
      isContractEnd(memoParts.contract, contract),
  );
  if (!match || otherMatches.length > 0) return null;
  return formatAsset({ ...match, separator: memoParts.separator });
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
  const [shortCodeEntry, ...otherEntries] = assets.filter((entry) =>
    hasShortCode(entry, memoAsset),
  );
  if (otherEntries.length > 0) return null;
  const nativeAssetEntry = assets.find((entry) => isNativeSymbol(entry, memoAsset, preset));
  return parseAsset(shortCodeEntry?.asset ?? nativeAssetEntry?.asset ?? memoAsset);
}

const hasShortCode = ({ shortCode }: KnownAsset, memoAsset: string) =>
  shortCode?.toLowerCase() === memoAsset.toLowerCase();

const isNativeSymbol = ({ asset }: KnownAsset, memoAsset: string, { nativeChain }: Preset) =>
  asset.toUpperCase() === `${nativeChain}.${memoAsset}`.toUpperCase();
