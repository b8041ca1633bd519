// Assets by their code: `BTC`, `ETH.USDC`, `ETH/USDC-0XA0B8…EB48`. A chain's name means its gas
// asset.
import type { KnownParts, Separator } from "./assets.ts";
import type { Chain } from "./chain-rows.ts";
import type { Preset } from "./chains.ts";

export const MAX_ASSET_CHARS = 120;

export function matchCode(
  written: string,
  entries: readonly KnownParts[],
  preset: Preset,
): readonly string[] {
  const name = /^[ -~]*$/.test(written) ? written.trim().toUpperCase() : "";
  const namedChain = preset.chains.find(
    (chain) => chain.code === name || chain.name.toUpperCase() === name,
  );
  if (namedChain) return matchChain(name, namedChain, entries);
  const text = codeText(written);
  if (text === null) return [];
  const { chain, separator, symbol } = splitCode(text, entries, preset);
  if (separator === null) return matchSymbol(symbol, entries);

  const entriesOfChain = entries.filter((entry) => entry.chain === chain);
  const matches = matchSymbol(symbol, entriesOfChain);
  const fullName = `${chain}.${symbol}`;
  const assets = matches.includes(fullName) ? [fullName] : matches;
  if (separator === ".") return assets;
  // The native chain's own assets have no synth, trade or secured form.
  return chain === preset.nativeChain ? [] : assets.map((asset) => asset.replace(".", separator));
}

/** A token's ticker may equal a chain's code. The gas asset wins only with its own ticker. */
function matchChain(name: string, chain: Chain, entries: readonly KnownParts[]): string[] {
  const gasAsset = entries.find(({ asset }) => asset === chain.gasAsset);
  if (!gasAsset) return [];
  const namesakes = gasAsset.ticker === name ? [] : matchSymbol(name, entries);
  return [gasAsset.asset, ...namesakes];
}

function matchSymbol(symbol: string, entries: readonly KnownParts[]): string[] {
  const [, ticker, piece] = /^([^-]+)(?:-(.+))?$/.exec(symbol) ?? [];
  const matches = entries.filter(
    (entry) =>
      entry.ticker === ticker && (piece === undefined || isPieceOf(piece, entry.contract ?? "")),
  );
  return matches.map(({ asset }) => asset);
}

/** A contract may be cut: "0XA0B8…", "0XA0B8…EB48", "B48". */
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

/** Null outside ASCII, where case folding could make a look-alike match. */
export function codeText(written: string): string | null {
  const text = written.trim().replace("...", "…");
  return text.length <= MAX_ASSET_CHARS && /^[A-Za-z0-9./~…-]*$/.test(text)
    ? text.toUpperCase()
    : null;
}

export interface WrittenCode {
  readonly chain: string;
  readonly separator: Separator | null;
  readonly symbol: string;
}

/** In `USDC-0XA0B8…` the dash separates the contract, not a chain. */
export function splitCode(
  text: string,
  entries: readonly KnownParts[],
  preset: Preset,
): WrittenCode {
  const index = text.search(/[./~-]/);
  const chain = text.slice(0, Math.max(index, 0));
  const isChain =
    entries.some((entry) => entry.chain === chain) ||
    preset.chains.some(({ code }) => code === chain);
  if (index < 0 || (text.charAt(index) === "-" && !isChain))
    return { chain: "", separator: null, symbol: text };
  return { chain, separator: text.charAt(index) as Separator, symbol: text.slice(index + 1) };
}
