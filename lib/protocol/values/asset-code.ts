// Finds assets by code (`BTC`, `ETH.USDC`, `ETH/USDC-0XA0B8…EB48`) or by their chain's name.
import type { KnownParts, Separator } from "./assets.ts";
import type { Chain } from "./chain-rows.ts";
import type { Preset } from "./chains.ts";

export const MAX_ASSET_CHARS = 120;

export function matchCode(
  assetText: string,
  assets: readonly KnownParts[],
  preset: Preset,
): readonly string[] {
  const chainText = /^[ -~]*$/.test(assetText) ? assetText.trim().toUpperCase() : "";
  const namedChain = preset.chains.find(
    (chain) => chain.code === chainText || chain.name.toUpperCase() === chainText,
  );
  if (namedChain) return matchChain(chainText, namedChain, assets);
  const code = codeText(assetText);
  if (code === null) return [];
  const { chain, separator, symbol } = splitCode(code, assets, preset);
  if (separator === null) return matchSymbol(symbol, assets);

  const assetsOfChain = assets.filter((entry) => entry.chain === chain);
  const matches = matchSymbol(symbol, assetsOfChain);
  const exactAsset = `${chain}.${symbol}`;
  const layer1Assets = matches.includes(exactAsset) ? [exactAsset] : matches;
  if (separator === ".") return layer1Assets;
  // The native chain's own assets have no synth, trade or secured form.
  return chain === preset.nativeChain
    ? []
    : layer1Assets.map((asset) => asset.replace(".", separator));
}

/**
 * A token's ticker may equal the chain's code. Such a token matches too, unless the gas asset has
 * that ticker.
 */
function matchChain(chainText: string, chain: Chain, assets: readonly KnownParts[]): string[] {
  const gasAsset = assets.find(({ asset }) => asset === chain.gasAsset);
  if (!gasAsset) return [];
  const namesakes = gasAsset.ticker === chainText ? [] : matchSymbol(chainText, assets);
  return [gasAsset.asset, ...namesakes];
}

function matchSymbol(symbol: string, assets: readonly KnownParts[]): string[] {
  const [, ticker, contractPiece] = /^([^-]+)(?:-(.+))?$/.exec(symbol) ?? [];
  const matches = assets.filter(
    (entry) =>
      entry.ticker === ticker &&
      (contractPiece === undefined || isPieceOf(contractPiece, entry.contract ?? "")),
  );
  return matches.map(({ asset }) => asset);
}

/** The text may be a shortened contract: "0XA0B8…", "0XA0B8…EB48", "B48". */
function isPieceOf(contractPiece: string, contract: string): boolean {
  const [startPiece = "", endPiece, ...morePieces] = contractPiece.split("…");
  if (endPiece === undefined)
    return contract.startsWith(startPiece) || contract.endsWith(startPiece);
  return (
    morePieces.length === 0 &&
    contract.startsWith(startPiece) &&
    contract.endsWith(endPiece) &&
    startPiece.length + endPiece.length > 0
  );
}

/** Null outside ASCII, because capitals turn some look-alike characters into ASCII letters. */
export function codeText(assetText: string): string | null {
  const code = assetText.trim().replace("...", "…");
  return code.length <= MAX_ASSET_CHARS && /^[A-Za-z0-9./~…-]*$/.test(code)
    ? code.toUpperCase()
    : null;
}

export interface WrittenCode {
  readonly chain: string;
  readonly separator: Separator | null;
  readonly symbol: string;
}

/** The dash in `USDC-0XA0B8…` begins a contract. It does not end a chain's code. */
export function splitCode(
  code: string,
  assets: readonly KnownParts[],
  preset: Preset,
): WrittenCode {
  const separatorIndex = code.search(/[./~-]/);
  const chain = code.slice(0, Math.max(separatorIndex, 0));
  const isKnownChain =
    assets.some((entry) => entry.chain === chain) ||
    preset.chains.some((chainRow) => chainRow.code === chain);
  if (separatorIndex < 0 || (code.charAt(separatorIndex) === "-" && !isKnownChain))
    return { chain: "", separator: null, symbol: code };
  return {
    chain,
    separator: code.charAt(separatorIndex) as Separator,
    symbol: code.slice(separatorIndex + 1),
  };
}
