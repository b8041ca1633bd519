// Suggests assets if a person's text matches no known asset.
import { codeText, splitCode } from "./asset-code.ts";
import { chainOfStandard } from "./asset-words.ts";
import { type KnownAsset, type KnownParts, listKnownParts, longAssetName } from "./assets.ts";
import { type Preset, presets } from "./chains.ts";
import { editDistance } from "./edit-distance.ts";
import { badInput, type InputError } from "./input-error.ts";

const MAX_SUGGESTIONS = 5;

export function unknownAsset(
  assetText: string,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): InputError {
  const undoubtedAssets = knownAssets.filter((entry) => !entry.isDoubted);
  const hasDoubted = undoubtedAssets.length < knownAssets.length;
  const assets = listKnownParts(hasDoubted ? undoubtedAssets : knownAssets);
  const tokens = tokensOfStandard(assetText, assets);
  const suggestions = tokens.length > 0 ? tokens : nearestAssets(assetText, assets, preset);
  const candidates = suggestions.slice(0, MAX_SUGGESTIONS);
  const [nearestAsset, ...otherCandidates] = candidates;
  const hasOneCandidate = nearestAsset !== undefined && otherCandidates.length === 0;
  const hasMoreTokens = tokens.length > MAX_SUGGESTIONS;
  return badInput(
    "asset_unknown",
    {
      protocol: preset.protocol,
      nearest: hasOneCandidate ? longAssetName(nearestAsset, preset) : null,
      count: candidates.length,
      tokens: hasMoreTokens ? { shownCount: MAX_SUGGESTIONS, count: tokens.length } : null,
    },
    { candidates },
  );
}

function tokensOfStandard(assetText: string, assets: readonly KnownParts[]): string[] {
  const chainCode = chainOfStandard(codeText(assetText) ?? "");
  const tokens = assets.filter(({ chain, contract }) => contract !== null && chain === chainCode);
  return tokens.map(({ asset }) => asset);
}

function nearestAssets(assetText: string, assets: readonly KnownParts[], preset: Preset): string[] {
  const code = codeText(assetText);
  if (code === null) return [];
  const { chain, separator, symbol } = splitCode(code, assets, preset);
  const [ticker = ""] = symbol.split("-", 1);
  const codeStem = `${chain}${separator ?? ""}${ticker}`;
  if (codeStem === "" || isOfAnotherNetwork(codeStem, preset)) return [];
  const scoredAssets = assets.map((entry) => {
    const { asset } = entry;
    const names = namesOf(entry, preset);
    if (names.some((name) => name.startsWith(codeStem))) return { asset, score: 0 };
    const scores = names.map((name) => editScore(codeStem, name));
    const tickerScore = editScore(ticker, entry.ticker) + 1;
    return { asset, score: Math.min(...scores, tickerScore) };
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

/** True if the text names a chain of another network: XRD is not a misspelt XRP. */
function isOfAnotherNetwork(codeStem: string, preset: Preset): boolean {
  const ownCodes = preset.chains.map(({ code }) => code);
  const otherChains = Object.values(presets)
    .flatMap(({ chains }) => chains)
    .filter(({ code }) => !ownCodes.includes(code));
  return otherChains.some(({ code, name, gasAsset }) =>
    [code, name.toUpperCase(), gasAsset, gasAsset.split(".").at(-1)].includes(codeStem),
  );
}

function editScore(code: string, name: string): number {
  const changeCount = editDistance(code, name);
  const maxChanges = Math.min(2, Math.floor(code.length / 3));
  return changeCount <= maxChanges ? changeCount : Number.POSITIVE_INFINITY;
}
