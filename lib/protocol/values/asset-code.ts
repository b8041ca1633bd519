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
  const textInCapitals = /^[ -~]*$/.test(assetText) ? assetText.trim().toUpperCase() : "";
  const namedChain = preset.chains.find(
    (chain) => chain.code === textInCapitals || chain.name.toUpperCase() === textInCapitals,
  );
  if (namedChain) return matchChain(textInCapitals, namedChain, assets);
  const code = parseCode(assetText);
  if (code === null) return [];
  const { chain, separator, symbol } = splitCode(code, assets, preset);
  if (separator === null) return matchSymbol(symbol, assets);

  const assetsOfChain = assets.filter((entry) => entry.chain === chain);
  const assetsWithSymbol = matchSymbol(symbol, assetsOfChain);
  const exactAsset = `${chain}.${symbol}`;
  const layer1Assets = assetsWithSymbol.includes(exactAsset) ? [exactAsset] : assetsWithSymbol;
  if (separator === ".") return layer1Assets;
  // The native chain's own assets have no synth, trade or secured form.
  return chain === preset.nativeChain
    ? []
    : layer1Assets.map((asset) => asset.replace(".", separator));
}

/**
 * Finds the chain's gas asset. If the ticker of the gas asset is not the text, also finds every
 * token whose ticker is the text.
 */
function matchChain(chainText: string, chain: Chain, assets: readonly KnownParts[]): string[] {
  const gasAssetParts = assets.find(({ asset }) => asset === chain.gasAsset);
  if (!gasAssetParts) return [];
  const tokensNamedLikeChain =
    gasAssetParts.ticker === chainText ? [] : matchSymbol(chainText, assets);
  return [gasAssetParts.asset, ...tokensNamedLikeChain];
}

function matchSymbol(symbol: string, assets: readonly KnownParts[]): string[] {
  const [, ticker, contractPiece] = /^([^-]+)(?:-(.+))?$/.exec(symbol) ?? [];
  return assets
    .filter(
      (entry) =>
        entry.ticker === ticker &&
        (contractPiece === undefined || isPieceOf(contractPiece, entry.contract ?? "")),
    )
    .map(({ asset }) => asset);
}

/** True if the text is a short form of the contract: "0XA0B8…", "0XA0B8…EB48" or "B48". */
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

/**
 * An asset code in capitals. Null if too long, or if a character is not allowed: `toUpperCase`
 * turns some other letters into ASCII letters, for example the dotless "ı" into "I".
 */
export function parseCode(assetText: string): string | null {
  const trimmedText = assetText.trim().replace("...", "…");
  return trimmedText.length <= MAX_ASSET_CHARS && /^[A-Za-z0-9./~…-]*$/.test(trimmedText)
    ? trimmedText.toUpperCase()
    : null;
}

export interface WrittenCode {
  readonly chain: string;
  readonly separator: Separator | null;
  readonly symbol: string;
}

/**
 * Splits a code into chain, separator and symbol. A dash is a separator only after a known chain
 * (`ETH-USDC`). In `USDC-0XA0B8…`, the dash and the contract belong to the symbol.
 */
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
