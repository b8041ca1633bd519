// Finds assets by common names: `tether trc20`, `USDT on TRON`, `USDC (Base)`.
import type { KnownParts } from "./assets.ts";
import type { Preset } from "./chains.ts";

const chainCodeByName: Readonly<Record<string, string>> = {
  ARBITRUM: "ARB",
  BINANCE: "BSC",
  "BNB CHAIN": "BSC",
  COSMOS: "GAIA",
  RIPPLE: "XRP",
  XRPL: "XRP",
};
const tickerByName: Readonly<Record<string, string>> = {
  ETHER: "ETH",
  TETHER: "USDT",
  "USD COIN": "USDC",
};
const chainCodeByStandard: Readonly<Record<string, string>> = {
  ERC20: "ETH",
  BEP20: "BSC",
  TRC20: "TRON",
  SPL: "SOL",
};
const markBeforeStandard = /[-_./](?=(?:ERC|BEP|TRC)-?20$|SPL$)/;

export const codeOfName = (name: string): string | undefined =>
  chainCodeByName[name] ?? tickerByName[name];

export const chainOfStandard = (standard: string): string | undefined =>
  chainCodeByStandard[standard.replace("-", "")];

type NameAndChain = readonly [name: string, chainText: string];

/** Each way to read a text as a name and a chain. */
const readWords = (assetText: string, preset: Preset) =>
  splitNameAndChain(assetText, preset).map(([name, chainText]) => ({
    name,
    namedTicker: tickerByName[name] ?? name,
    chainCode: chainOfText(chainText, preset),
  }));

export function matchWords(
  assetText: string,
  assets: readonly KnownParts[],
  preset: Preset,
): readonly string[] {
  return readWords(assetText, preset).flatMap(({ name, namedTicker, chainCode }) =>
    assets
      .filter(
        ({ chain, ticker }) => chain === chainCode && (ticker === name || ticker === namedTicker),
      )
      .map(({ asset }) => asset),
  );
}

/**
 * Assets of the named ticker on other chains: for "USDT ON SOLANA", where Solana has no USDT. None
 * for a chain's own asset: "SOL ON SOLANA" must not lead to a token of that name elsewhere.
 */
export function assetsElsewhere(
  assetText: string,
  assets: readonly KnownParts[],
  preset: Preset,
): readonly string[] {
  return readWords(assetText, preset).flatMap(({ namedTicker, chainCode }) => {
    const chain = preset.chains.find(({ code }) => code === chainCode);
    if (chain === undefined || chain.gasAsset.split(".").at(-1) === namedTicker) return [];
    return assets.filter(({ ticker }) => ticker === namedTicker).map(({ asset }) => asset);
  });
}

function splitNameAndChain(assetText: string, preset: Preset): readonly NameAndChain[] {
  const spacedText = assetText.replace(markBeforeStandard, " ").replace(/\s+/g, " ");
  const markedPair = splitAtMark(spacedText);
  return markedPair ? [markedPair] : splitAnywhere(spacedText, preset);
}

const chainOfText = (chainText: string, preset: Preset) =>
  chainOfStandard(chainText) ?? chainOfName(chainText, preset);

function chainOfName(chainText: string, { chains }: Preset): string | undefined {
  const namedChain = chains.find(
    (row) => row.code === chainText || row.name.toUpperCase() === chainText,
  );
  return chainCodeByName[chainText] ?? namedChain?.code;
}

/** Splits "USDT ON THE TRON NETWORK" or "USDT (TRON)" into "USDT" and "TRON". */
function splitAtMark(text: string): NameAndChain | null {
  const onIndex = text.lastIndexOf(" ON ");
  if (onIndex > 0) {
    const chainText = text.slice(onIndex + 4).replace(/^THE /, "");
    return [text.slice(0, onIndex), chainText.replace(/ NETWORK$/, "")];
  }
  const openParenIndex = text.endsWith(")") ? text.indexOf("(") : -1;
  return openParenIndex > 0
    ? [text.slice(0, openParenIndex).trimEnd(), text.slice(openParenIndex + 1, -1)]
    : null;
}

/** Splits "USDT TRON" into a name and a chain. "BTC THOR" gives no pair: both words are chains. */
function splitAnywhere(text: string, preset: Preset): NameAndChain[] {
  const words = text.split(" ");
  const nameChainPairs = words.slice(1).flatMap((_, index): NameAndChain[] => {
    const firstWords = words.slice(0, index + 1).join(" ");
    const lastWords = words.slice(index + 1).join(" ");
    return [
      [firstWords, lastWords],
      [lastWords, firstWords],
    ];
  });
  return nameChainPairs.filter(
    ([name, chainText]) =>
      chainOfStandard(chainText) !== undefined || chainOfName(name, preset) === undefined,
  );
}
