// Finds the asset that a person's text means. Returns one match or an error, never a guess.
import { MAX_ASSET_CHARS, matchCode } from "./asset-code.ts";
import { unknownAsset } from "./asset-suggestions.ts";
import { codeOfName, matchWords } from "./asset-words.ts";
import {
  type KnownAsset,
  layer1Asset,
  listKnownParts,
  listShortNames,
  parseAsset,
} from "./assets.ts";
import type { Preset } from "./chains.ts";
import { badInput, type InputError } from "./input-error.ts";

const MAX_CANDIDATES = 10;

/**
 * Finds the one asset that a text means: `usdc`, `ETH.USDC-0XA0B8…`, `ETH/USDC`, `bitcoin`,
 * `USDT on TRON` or `tether trc20`.
 * @throws InputError `sources_disagree`, `ambiguous_asset` or `invalid_asset`.
 */
export function matchAsset(
  assetText: string,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): string {
  const doubtedAssets = new Set(
    knownAssets.filter((entry) => entry.isDoubted).map(({ asset }) => asset.toUpperCase()),
  );
  const isDoubted = (asset: string) => doubtedAssets.has(layer1Asset(asset) ?? asset);
  const matches = [...new Set(findMatches(assetText, knownAssets, preset))];
  const agreedMatches = matches.filter((asset) => !isDoubted(asset));
  if (agreedMatches.length > 1) throw ambiguousAsset(agreedMatches, knownAssets);
  // The person may mean an asset about which nodes disagree, even if an undisputed asset matches.
  const doubtedMatches = matches.filter(isDoubted);
  if (doubtedMatches.length > 0) throw badInput("asset_disputed", { assets: doubtedMatches });
  const [match] = agreedMatches;
  if (match === undefined) throw unknownAsset(assetText, knownAssets, preset);
  return match;
}

function ambiguousAsset(assets: readonly string[], knownAssets: readonly KnownAsset[]): InputError {
  const candidates = assets.slice(0, MAX_CANDIDATES);
  const chains = new Set(assets.map((asset) => parseAsset(asset)?.chain));
  const params = {
    isOnOneChain: chains.size === 1,
    shownCount: candidates.length,
    count: assets.length,
  };
  const shortNames = listShortNames(candidates, knownAssets);
  return badInput("asset_ambiguous", params, { candidates, shortNames });
}

export function filterAssets(
  assetText: string,
  assets: readonly string[],
  preset: Preset,
): string[] {
  const knownAssets = assets.map((asset) => ({ asset, shortCode: null }));
  const matches = new Set(findMatches(assetText, knownAssets, preset).map(layer1Asset));
  return assets.filter((asset) => matches.has(asset.toUpperCase()));
}

function findMatches(
  assetText: string,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): readonly string[] {
  const knownAssetParts = listKnownParts(knownAssets);
  const codeMatches = matchCode(assetText, knownAssetParts, preset);
  const isPlainText = assetText.length <= MAX_ASSET_CHARS && /^[ -~]*$/.test(assetText);
  const nameInCapitals = isPlainText ? assetText.trim().toUpperCase() : "";
  const codeOfCommonName = codeOfName(nameInCapitals);
  // If a token's ticker is also the common name of another asset, the text may mean either asset.
  if (codeOfCommonName !== undefined)
    return [...codeMatches, ...matchCode(codeOfCommonName, knownAssetParts, preset)];
  return codeMatches.length > 0 ? codeMatches : matchWords(nameInCapitals, knownAssetParts, preset);
}
