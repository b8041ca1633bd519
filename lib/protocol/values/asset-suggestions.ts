// What somebody may have meant whose text matches no known asset.
import { codeText, splitCode } from "./asset-code.ts";
import { chainOfStandard } from "./asset-words.ts";
import { type KnownAsset, type KnownParts, listKnownParts, longAssetName } from "./assets.ts";
import { type Preset, presets } from "./chains.ts";
import { editDistance } from "./edit-distance.ts";
import { badInput, type InputError } from "./input-error.ts";

const MAX_SUGGESTIONS = 5;

/** `invalid_asset` with the tokens of the written standard, or assets with similar names. */
export function unknownAsset(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): InputError {
  const certain = known.filter((entry) => !entry.isDoubted);
  const entries = listKnownParts(certain.length < known.length ? certain : known);
  const tokens = tokensOfStandard(written, entries);
  const suggestions = tokens.length > 0 ? tokens : nearestAssets(written, entries, preset);
  const candidates = suggestions.slice(0, MAX_SUGGESTIONS);
  const [nearest, ...others] = candidates;
  const isOnly = nearest !== undefined && others.length === 0;
  const isCut = tokens.length > MAX_SUGGESTIONS;
  return badInput(
    "asset_unknown",
    {
      protocol: preset.protocol,
      nearest: isOnly ? longAssetName(nearest, preset) : null,
      count: candidates.length,
      tokens: isCut ? { shownCount: MAX_SUGGESTIONS, count: tokens.length } : null,
    },
    { candidates },
  );
}

function tokensOfStandard(written: string, entries: readonly KnownParts[]): string[] {
  const code = chainOfStandard(codeText(written) ?? "");
  const tokens = entries.filter(({ chain, contract }) => contract !== null && chain === code);
  return tokens.map(({ asset }) => asset);
}

/** Nearest first: assets that begin with the text, then by edit distance. */
function nearestAssets(written: string, entries: readonly KnownParts[], preset: Preset): string[] {
  const text = codeText(written);
  if (text === null) return [];
  const { chain, separator, symbol } = splitCode(text, entries, preset);
  const [ticker = ""] = symbol.split("-", 1);
  const stem = `${chain}${separator ?? ""}${ticker}`;
  if (stem === "" || isOfAnotherNetwork(stem, preset)) return [];
  const scored = entries.map((entry) => {
    const { asset } = entry;
    const names = namesOf(entry, preset);
    if (names.some((name) => name.startsWith(stem))) return { asset, score: 0 };
    const scores = names.map((name) => editScore(stem, name));
    const tickerScore = editScore(ticker, entry.ticker) + 1;
    return { asset, score: Math.min(...scores, tickerScore) };
  });
  return scored
    .filter(({ score }) => score !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.score - b.score)
    .map(({ asset }) => asset);
}

function namesOf({ asset, chain, ticker }: KnownParts, preset: Preset): string[] {
  const gasChain = preset.chains.find(({ gasAsset }) => gasAsset === asset);
  const chainNames = gasChain ? [gasChain.name.toUpperCase()] : [];
  return [`${chain}.${ticker}`, ticker, ...chainNames];
}

/** XRD is not a misspelt XRP: it names a chain of another network. */
function isOfAnotherNetwork(text: string, preset: Preset): boolean {
  const ownCodes = preset.chains.map(({ code }) => code);
  const otherChains = Object.values(presets)
    .flatMap(({ chains }) => chains)
    .filter(({ code }) => !ownCodes.includes(code));
  return otherChains.some(({ code, name, gasAsset }) =>
    [code, name.toUpperCase(), gasAsset, gasAsset.split(".").at(-1)].includes(text),
  );
}

/** Infinity above two changes, or above a third of the text. */
function editScore(written: string, name: string): number {
  const changes = editDistance(written, name);
  const maxChanges = Math.min(2, Math.floor(written.length / 3));
  return changes <= maxChanges ? changes : Number.POSITIVE_INFINITY;
}
