// Assets by what people call them: `tether trc20`, `USDT on TRON`, `USDC (Base)`.
import type { KnownParts } from "./assets.ts";
import type { Preset } from "./chains.ts";

const chainNames: Readonly<Record<string, string>> = {
  ARBITRUM: "ARB",
  BINANCE: "BSC",
  "BNB CHAIN": "BSC",
  COSMOS: "GAIA",
  RIPPLE: "XRP",
  XRPL: "XRP",
};
const tickerNames: Readonly<Record<string, string>> = {
  ETHER: "ETH",
  TETHER: "USDT",
  "USD COIN": "USDC",
};
const standards: Readonly<Record<string, string>> = {
  ERC20: "ETH",
  BEP20: "BSC",
  TRC20: "TRON",
  SPL: "SOL",
};
/** `USDT-TRC20`: what joins a ticker and the standard behind it. */
const joinedStandard = /[-_./](?=(?:ERC|BEP|TRC)-?20$|SPL$)/;

/** The code that a name stands for. */
export const codeOfName = (name: string): string | undefined =>
  chainNames[name] ?? tickerNames[name];

/** "ERC20" names the tokens of Ethereum. */
export const chainOfStandard = (standard: string): string | undefined =>
  standards[standard.replace("-", "")];

type NameAndPlace = readonly [name: string, place: string];

export function matchWords(
  written: string,
  entries: readonly KnownParts[],
  preset: Preset,
): readonly string[] {
  const text = written.replace(joinedStandard, " ").replace(/\s+/g, " ");
  const marked = splitAtMark(text);
  const pairs = marked ? [marked] : splitAnywhere(text, preset);
  return pairs.flatMap(([name, place]) => {
    const code = chainOfStandard(place) ?? chainOfName(place, preset);
    const matches = entries.filter(
      ({ chain, ticker }) => chain === code && (ticker === name || ticker === tickerNames[name]),
    );
    return matches.map(({ asset }) => asset);
  });
}

function chainOfName(text: string, { chains }: Preset): string | undefined {
  const named = chains.find(({ code, name }) => code === text || name.toUpperCase() === text);
  return chainNames[text] ?? named?.code;
}

/** "USDT ON THE TRON NETWORK" and "USDT (TRON)". */
function splitAtMark(text: string): NameAndPlace | null {
  const onIndex = text.lastIndexOf(" ON ");
  if (onIndex > 0) {
    const place = text.slice(onIndex + 4).replace(/^THE /, "");
    return [text.slice(0, onIndex), place.replace(/ NETWORK$/, "")];
  }
  const openIndex = text.endsWith(")") ? text.indexOf("(") : -1;
  return openIndex > 0 ? [text.slice(0, openIndex).trimEnd(), text.slice(openIndex + 1, -1)] : null;
}

/** "ETH THOR" is neither THOR's ETH nor Ethereum's THOR, because both are chains. */
function splitAnywhere(text: string, preset: Preset): NameAndPlace[] {
  const words = text.split(" ");
  const pairs = words.slice(1).flatMap((_, index): NameAndPlace[] => {
    const start = words.slice(0, index + 1).join(" ");
    const end = words.slice(index + 1).join(" ");
    return [
      [start, end],
      [end, start],
    ];
  });
  return pairs.filter(
    ([name, place]) =>
      chainOfStandard(place) !== undefined || chainOfName(name, preset) === undefined,
  );
}
