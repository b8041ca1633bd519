// Suggests assets if a person's text matches no known asset.
import { parseCode, splitCode } from "./asset-code.ts";
import { assetsElsewhere, chainOfStandard } from "./asset-words.ts";
import {
  type KnownAsset,
  type KnownParts,
  listKnownParts,
  listShortNames,
  longAssetName,
} from "./assets.ts";
import { type Preset, presets } from "./chains.ts";
import { editDistance } from "./edit-distance.ts";
import { badInput, type InputError } from "./input-error.ts";

const MAX_SUGGESTIONS = 5;

export function unknownAsset(
  assetText: string,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): InputError {
  const agreedAssets = knownAssets.filter((entry) => !entry.isDoubted);
  const hasDoubtedAssets = agreedAssets.length < knownAssets.length;
  const candidateParts = listKnownParts(hasDoubtedAssets ? agreedAssets : knownAssets);
  const standardTokens = tokensOfStandard(assetText, candidateParts);
  const suggestions = [
    () => standardTokens,
    () => nearestAssets(assetText, candidateParts, preset),
    () => assetsElsewhere(assetText.trim().toUpperCase(), candidateParts, preset),
  ].reduce<readonly string[]>((found, find) => (found.length > 0 ? found : find()), []);
  const shownSuggestions = suggestions.slice(0, MAX_SUGGESTIONS);
  const [nearestAsset, ...otherSuggestions] = shownSuggestions;
  const hasOneSuggestion = nearestAsset !== undefined && otherSuggestions.length === 0;
  const hasMoreTokens = standardTokens.length > MAX_SUGGESTIONS;
  return badInput(
    "asset_unknown",
    {
      protocol: preset.protocol,
      nearest: hasOneSuggestion ? longAssetName(nearestAsset, preset) : null,
      count: shownSuggestions.length,
      tokens: hasMoreTokens ? { shownCount: MAX_SUGGESTIONS, count: standardTokens.length } : null,
    },
    {
      candidates: shownSuggestions,
      shortNames: listShortNames(shownSuggestions, knownAssets),
    },
  );
}

function tokensOfStandard(assetText: string, assets: readonly KnownParts[]): string[] {
  const chainCode = chainOfStandard(parseCode(assetText) ?? "");
  return assets
    .filter(({ chain, contract }) => contract !== null && chain === chainCode)
    .map(({ asset }) => asset);
}

function nearestAssets(assetText: string, assets: readonly KnownParts[], preset: Preset): string[] {
  const typedCode = parseCode(assetText);
  if (typedCode === null) return [];
  const { chain, separator, symbol } = splitCode(typedCode, assets, preset);
  const [ticker = ""] = symbol.split("-", 1);
  const codeWithoutContract = `${chain}${separator ?? ""}${ticker}`;
  if (codeWithoutContract === "" || isOfAnotherNetwork(codeWithoutContract, preset)) return [];
  const scoredAssets = assets.map((entry) => {
    const { asset } = entry;
    const names = namesOf(entry, preset);
    if (names.some((name) => name.startsWith(codeWithoutContract))) return { asset, score: 0 };
    const nameScores = names.map((name) => editScore(codeWithoutContract, name));
    const tickerScore = editScore(ticker, entry.ticker) + 1;
    return { asset, score: Math.min(...nameScores, tickerScore) };
  });
  return scoredAssets
    .filter(({ score }) => score !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.score - b.score)
    .map(({ asset }) => asset);
}

function namesOf({ asset, chain, ticker }: KnownParts, preset: Preset): string[] {
  const gasChain = preset.chains.find(({ gasAsset }) => gasAsset === asset);
  const chainNames = gasChain ? [gasChain.name.toUpperCase()] : [];
  return [`${chain}.${ticker}`, ticker, ...chainNames];
}

/** True if the text names a chain of another network. XRD must not be taken for a misspelt XRP. */
function isOfAnotherNetwork(codeWithoutContract: string, preset: Preset): boolean {
  const networkChainCodes = preset.chains.map(({ code }) => code);
  const chainsOfOtherNetworks = Object.values(presets)
    .flatMap(({ chains }) => chains)
    .filter(({ code }) => !networkChainCodes.includes(code));
  return chainsOfOtherNetworks.some(({ code, name, gasAsset }) =>
    [code, name.toUpperCase(), gasAsset, gasAsset.split(".").at(-1)].includes(codeWithoutContract),
  );
}

function editScore(code: string, name: string): number {
  const changeCount = editDistance(code, name);
  const maxChanges = Math.min(2, Math.floor(code.length / 3));
  return changeCount <= maxChanges ? changeCount : Number.POSITIVE_INFINITY;
}
