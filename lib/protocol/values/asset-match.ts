// What people write → known assets. One match or an error, never a silent choice.

import {
  type KnownAsset,
  type KnownParts,
  layer1Asset,
  listKnownParts,
  longAssetName,
  type Separator,
} from "./assets.ts";
import { type Preset, presets } from "./chains.ts";
import { editDistance } from "./edit-distance.ts";
import { badInput, type InputError } from "./input-error.ts";

const MAX_CANDIDATES = 10;
const MAX_SUGGESTIONS = 5;
const MAX_CHARS = 120;

/**
 * Reads `usdc`, `ETH.USDC-0XA0B8…`, `ETH/USDC`, `bitcoin`, `USDT on TRON`, `tether trc20`.
 * @throws InputError `sources_disagree`, or with candidates `ambiguous_asset` or `invalid_asset`.
 */
export function matchAsset(written: string, known: readonly KnownAsset[], preset: Preset): string {
  const doubtedAssets = new Set(
    known.filter((entry) => entry.isDoubted).map(({ asset }) => asset.toUpperCase()),
  );
  const isDoubted = (asset: string) => doubtedAssets.has(layer1Asset(asset) ?? asset);
  const matches = [...new Set(findMatches(written, known, preset))];
  const candidates = matches.filter((asset) => !isDoubted(asset));
  if (candidates.length > 1) throw ambiguousAsset(candidates, preset);
  // A single candidate beside a doubted asset could be taken for the one that is meant.
  const doubted = matches.filter(isDoubted);
  if (doubted.length > 0) throw badInput("asset_disputed", { assets: doubted });
  return candidates[0] ?? suggestAssets(written, known, preset);
}

function ambiguousAsset(assets: readonly string[], preset: Preset): InputError {
  const candidates = assets.slice(0, MAX_CANDIDATES);
  const { protocol } = preset;
  const params = { protocol, shownCount: candidates.length, count: assets.length };
  return badInput("asset_ambiguous", params, { candidates });
}

/** @throws InputError `invalid_asset` with the tokens of the written standard, or similar names. */
function suggestAssets(written: string, known: readonly KnownAsset[], preset: Preset): never {
  const certain = known.filter((entry) => !entry.isDoubted);
  const offered = certain.length < known.length ? certain : known;
  const tokens = listTokensOf(written, offered);
  const candidates =
    tokens.length > 0 ? tokens.slice(0, MAX_SUGGESTIONS) : findNearest(written, offered, preset);
  const [nearest, ...others] = candidates;
  const isOne = nearest !== undefined && others.length === 0;
  const isCut = tokens.length > MAX_SUGGESTIONS;
  throw badInput(
    "asset_unknown",
    {
      protocol: preset.protocol,
      nearest: isOne ? longAssetName(nearest, preset) : null,
      count: candidates.length,
      tokens: isCut ? { shownCount: MAX_SUGGESTIONS, count: tokens.length } : null,
    },
    { candidates },
  );
}

/** "ERC20" names the tokens of Ethereum. */
function listTokensOf(standard: string, known: readonly KnownAsset[]): string[] {
  const code = chainOfStandard(asciiOrNull(standard) ?? "");
  return listKnownParts(known).flatMap(({ asset, chain, contract }) =>
    contract !== null && chain === code ? asset : [],
  );
}

/** `USDC` keeps the USDC of every chain. */
export function filterAssets(written: string, assets: readonly string[], preset: Preset): string[] {
  const known = assets.map((asset) => ({ asset, shortCode: null }));
  const matches = new Set(findMatches(written, known, preset).map(layer1Asset));
  return assets.filter((asset) => matches.has(asset.toUpperCase()));
}

function findMatches(written: string, known: readonly KnownAsset[], preset: Preset): string[] {
  const codeMatches = matchCode(written, known, preset);
  const isPlain = written.length <= MAX_CHARS && /^[ -~]*$/.test(written);
  const text = isPlain ? written.trim().toUpperCase() : "";
  const alias = chainNames[text] ?? tickerNames[text];
  // A token's ticker may equal what people call another asset. Then the text may mean either.
  if (alias !== undefined) return [...codeMatches, ...matchCode(alias, known, preset)];
  if (codeMatches.length > 0) return codeMatches;
  const words = text.replace(joinedStandard, " ").replace(/\s+/g, " ");
  return matchWords(words, listKnownParts(known), preset);
}

const chainNames: Readonly<Record<string, string>> = {
  ARBITRUM: "ARB",
  BINANCE: "BSC",
  "BNB CHAIN": "BSC",
  COSMOS: "GAIA",
  RIPPLE: "XRP",
  XRPL: "XRP",
};
const standards: Readonly<Record<string, string>> = {
  ERC20: "ETH",
  BEP20: "BSC",
  TRC20: "TRON",
  SPL: "SOL",
};
const chainOfStandard = (place: string) => standards[place.replace("-", "")];
/** `USDT-TRC20`: what joins a ticker and the standard behind it. */
const joinedStandard = /[-_./](?=(?:ERC|BEP|TRC)-?20$|SPL$)/;
const tickerNames: Readonly<Record<string, string>> = {
  ETHER: "ETH",
  TETHER: "USDT",
  "USD COIN": "USDC",
};

/** "ETH THOR" is neither THOR's ETH nor Ethereum's THOR, because both are chains. */
function matchWords(text: string, entries: readonly KnownParts[], { chains }: Preset): string[] {
  const chainOf = (place: string) =>
    chainNames[place] ??
    chains.find(({ code, name }) => code === place || name.toUpperCase() === place)?.code;
  const match = (name: string, place: string) => {
    const code = chainOfStandard(place) ?? chainOf(place);
    return entries.filter(
      ({ chain, ticker }) => chain === code && (ticker === name || ticker === tickerNames[name]),
    );
  };
  const marked = splitAtMark(text);
  if (marked) return match(...marked).map(({ asset }) => asset);
  const words = text.split(" ");
  const pairs = words.slice(1).flatMap((_, at) => {
    const [head, tail] = [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")];
    return [[head, tail] as const, [tail, head] as const];
  });
  const clearPairs = pairs.filter(
    ([name, place]) => chainOfStandard(place) !== undefined || chainOf(name) === undefined,
  );
  return clearPairs.flatMap((pair) => match(...pair)).map(({ asset }) => asset);
}

function splitAtMark(text: string): readonly [name: string, place: string] | null {
  const onIndex = text.lastIndexOf(" ON ");
  const place = text.slice(onIndex + 4).replace(/^THE /, "");
  if (onIndex > 0) return [text.slice(0, onIndex), place.replace(/ NETWORK$/, "")];
  const openIndex = text.endsWith(")") ? text.indexOf("(") : -1;
  return openIndex > 0 ? [text.slice(0, openIndex).trimEnd(), text.slice(openIndex + 1, -1)] : null;
}

function matchCode(written: string, known: readonly KnownAsset[], preset: Preset): string[] {
  const entries = listKnownParts(known);
  const name = /^[ -~]*$/.test(written) ? written.trim().toUpperCase() : null;
  const namedChain = preset.chains.find(
    (entry) => entry.code === name || entry.name.toUpperCase() === name,
  );
  if (name !== null && namedChain) {
    const gasAssets = entries.filter(({ asset }) => asset === namedChain.gasAsset);
    // A token's ticker may equal a chain's code. The gas asset wins only with its own ticker.
    const isOwnTicker = gasAssets.length === 0 || gasAssets[0]?.ticker === name;
    const namesakes = isOwnTicker ? [] : matchSymbol(name, entries);
    return [...new Set([...gasAssets.map(({ asset }) => asset), ...namesakes])];
  }
  const text = asciiOrNull(written);
  if (text === null) return [];

  const { chain, separator, symbol } = splitChain(text, entries, preset);
  if (separator === null) return matchSymbol(symbol, entries);

  const matches = matchSymbol(
    symbol,
    entries.filter((entry) => entry.chain === chain),
  );
  const exact = matches.filter((asset) => asset === `${chain}.${symbol}`);
  const assets = exact.length > 0 ? exact : matches;
  if (separator === ".") return assets;
  // The native chain's own assets have no synth, trade or secured form.
  return chain === preset.nativeChain ? [] : assets.map((asset) => asset.replace(".", separator));
}

/** A contract may be cut: "0XA0B8…", "0XA0B8…EB48", "B48". */
function matchSymbol(symbol: string, entries: readonly KnownParts[]): string[] {
  const dash = symbol.indexOf("-");
  const ticker = dash < 0 ? symbol : symbol.slice(0, dash);
  const piece = dash < 0 ? "" : symbol.slice(dash + 1);
  if (ticker === "" || (dash >= 0 && piece === "")) return [];
  return entries.flatMap((entry) => {
    const isMatch = entry.ticker === ticker && (dash < 0 || isPieceOf(piece, entry.contract ?? ""));
    return isMatch ? entry.asset : [];
  });
}

function isPieceOf(piece: string, contract: string): boolean {
  const [start = "", end, ...more] = piece.split("…");
  if (end === undefined) return contract.startsWith(start) || contract.endsWith(start);
  return (
    more.length === 0 &&
    contract.startsWith(start) &&
    contract.endsWith(end) &&
    start.length + end.length > 0
  );
}

/** Nearest first: assets that begin with the text, then by edit distance. */
function findNearest(written: string, known: readonly KnownAsset[], preset: Preset): string[] {
  const text = asciiOrNull(written);
  if (text === null) return [];
  const entries = listKnownParts(known);
  const { chain, separator, symbol } = splitChain(text, entries, preset);
  const ticker = symbol.split("-", 1)[0] as string;
  const stem = `${chain}${separator ?? ""}${ticker}`;
  if (stem === "" || isOfAnotherNetwork(stem, preset)) return [];
  const scored = entries.flatMap((entry) => {
    const gasChain = preset.chains.find(({ gasAsset }) => gasAsset === entry.asset);
    const names = [`${entry.chain}.${entry.ticker}`, entry.ticker, gasChain?.name.toUpperCase()];
    const forms = names.filter((form) => form !== undefined);
    if (forms.some((form) => form.startsWith(stem))) return [{ asset: entry.asset, score: 0 }];
    const scores = forms.map((form) => editScore(stem, form));
    const score = Math.min(...scores, editScore(ticker, entry.ticker, 1));
    return score === Number.POSITIVE_INFINITY ? [] : [{ asset: entry.asset, score }];
  });
  const nearest = scored.sort((a, b) => a.score - b.score).slice(0, MAX_SUGGESTIONS);
  return nearest.map(({ asset }) => asset);
}

/** XRD is not a misspelt XRP: it names a chain of another network. */
function isOfAnotherNetwork(text: string, preset: Preset): boolean {
  const ownCodes = preset.chains.map(({ code }) => code);
  const others = Object.values(presets).flatMap(({ chains }) =>
    chains.filter(({ code }) => !ownCodes.includes(code)),
  );
  return others.some(({ code, name, gasAsset }) =>
    [code, name.toUpperCase(), gasAsset, gasAsset.split(".").at(-1)].includes(text),
  );
}

/** Infinity above two changes, or above a third of the text. */
function editScore(written: string, form: string, penalty = 0): number {
  const changes = editDistance(written, form);
  const maxChanges = Math.min(2, Math.floor(written.length / 3));
  return changes <= maxChanges ? changes + penalty : Number.POSITIVE_INFINITY;
}

/** Null outside ASCII, where case folding could make a look-alike match. */
function asciiOrNull(written: string): string | null {
  const text = written.trim().replace("...", "…");
  return text.length <= MAX_CHARS && /^[A-Za-z0-9./~…-]*$/.test(text) ? text.toUpperCase() : null;
}

/** In `USDC-0XA0B8…` the dash separates the contract, not a chain. */
function splitChain(text: string, entries: readonly KnownParts[], preset: Preset) {
  const at = text.search(/[./~-]/);
  const chain = text.slice(0, Math.max(at, 0));
  const isChain =
    entries.some((entry) => entry.chain === chain) ||
    preset.chains.some(({ code }) => code === chain);
  if (at < 0 || (text.charAt(at) === "-" && !isChain))
    return { chain: "", separator: null, symbol: text };
  return { chain, separator: text.charAt(at) as Separator, symbol: text.slice(at + 1) };
}
