// What people and memos write → known assets. One match or an error, never a silent choice.

import {
  type AssetParts,
  formatAsset,
  type KnownAsset,
  layer1Asset,
  longAssetName,
  parseAsset,
  payoutChainOf,
  type Separator,
} from "./assets.ts";
import { type Preset, presets } from "./chains.ts";
import { InputError } from "./input-error.ts";
import { onceFor } from "./once.ts";

const MEANT = 10;
const LIKE = 5;
const LONGEST = 120;

interface KnownParts extends AssetParts {
  readonly asset: string;
}

/**
 * Reads `usdc`, `ETH.USDC-0XA0B8…`, `ETH/USDC`, `bitcoin`, `USDT on TRON`, `tether trc20`.
 * @throws InputError `sources_disagree`, or with candidates `ambiguous_asset` or `invalid_asset`.
 */
export function matchAsset(written: string, known: readonly KnownAsset[], preset: Preset): string {
  const matches = [...new Set(findMatches(written, known, preset))];
  const inDoubt = new Set(
    known.filter((entry) => entry.isDoubted).map(({ asset }) => asset.toUpperCase()),
  );
  const doubted = matches.filter((asset) => inDoubt.has(layer1Asset(asset) ?? asset));
  const offered = matches.filter((asset) => !doubted.includes(asset));
  const [only, ...others] = offered;
  if (only !== undefined && others.length === 0 && doubted.length === 0) return only;
  if (others.length > 0) {
    const cut = offered.length > MEANT ? ` The candidates are ${MEANT} of ${offered.length}.` : "";
    throw new InputError(
      "ambiguous_asset",
      `Several assets of ${preset.protocol} have this name. ${oneOfThese}${cut}`,
      { candidates: offered.slice(0, MEANT) },
    );
  }
  // A single candidate beside a doubted asset could be taken for the one that is meant.
  if (doubted.length > 0)
    throw new InputError("sources_disagree", `${disagreementText(doubted)} ${askLater}`);
  const sure = known.filter((entry) => !entry.isDoubted);
  const offers = sure.length < known.length ? sure : known;
  const tokens = listTokensOf(written, offers);
  const like = tokens.length > 0 ? tokens.slice(0, LIKE) : findNearest(written, offers, preset);
  const [meant, ...more] = like;
  const help =
    meant === undefined
      ? "Write CHAIN.SYMBOL (for example BTC.BTC), or a name of list_pools: none is like this one."
      : `Did you mean ${more.length === 0 ? longAssetName(meant, preset) : "one of these"}?`;
  const rest =
    tokens.length > LIKE ? ` They are the deepest ${LIKE} of ${tokens.length} tokens.` : "";
  const hint = `${preset.protocol} has no asset of this name. ${help}${rest}`;
  throw new InputError("invalid_asset", hint, { candidates: like });
}

const oneOfThese =
  "Choose one, or write its chain too, and its contract where that chain has two: ETH.USDC.";

function listTokensOf(written: string, known: readonly KnownAsset[]): string[] {
  const chain = standardOf(asciiOrNull(written) ?? "");
  const tokens = knownParts(known).filter(
    (entry) => entry.contract !== null && entry.chain === chain,
  );
  return tokens.map((entry) => entry.asset);
}

const askLater = "Ask again in 15 seconds, or write the whole name of another asset.";

const NAMED = 3;

const does = {
  available: ["is available", "are available"],
  liquidity: ["takes new liquidity", "take new liquidity"],
};

export function disagreementText(
  assets: readonly string[],
  what: keyof typeof does | "list" = "list",
): string {
  const rest = assets.length - NAMED;
  const names = assets.slice(0, NAMED).join(", ");
  const isMany = assets.length > 1;
  const pools = isMany ? "these pools" : "this pool";
  const missing =
    what === "list" ? `list ${pools}` : `say that ${pools} ${does[what][isMany ? 1 : 0]}`;
  return `Our sources disagree about ${names}${rest > 0 ? ` and ${rest} more` : ""}: not all of them ${missing}.`;
}

/** `USDC` keeps the USDC of every chain. */
export function filterAssets(written: string, assets: readonly string[], preset: Preset): string[] {
  const known = assets.map((asset) => ({ asset, shortCode: null }));
  const wanted = new Set(findMatches(written, known, preset).map(layer1Asset));
  return assets.filter((asset) => wanted.has(asset.toUpperCase()));
}

/**
 * Reads a short code (`b`), `ETH.USDT`, `ARB.TGT-341`, or a symbol of the native chain (`RUNE`).
 */
export function memoMatcher(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): (asset: string) => boolean {
  let found: { readonly target: AssetParts | null } | null = null;
  return (asset) => {
    found ??= { target: memoTarget(written, known, preset) };
    const { target } = found;
    const parts = parseAsset(asset);
    if (!target || !parts) return false;
    if (
      parts.chain !== target.chain ||
      parts.separator !== target.separator ||
      parts.ticker !== target.ticker
    )
      return false;
    return target.contract === null || (parts.contract?.endsWith(target.contract) ?? false);
  };
}

/** A memo may carry only the end of a contract. A shorter end does not identify one. */
const LEAST_CONTRACT = 3;

/** Null where several assets match: a node would choose by depth, and depths change. */
export function matchMemoAsset(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const native = `${preset.nativeChain}.${written}`.toUpperCase();
  const named = known.filter(
    (entry) =>
      entry.shortCode?.toLowerCase() === written.toLowerCase() ||
      entry.asset.toUpperCase() === native,
  );
  if (named.length > 0)
    return named.length === 1 ? (named[0] as KnownAsset).asset.toUpperCase() : null;
  const parts = parseAsset(written);
  if (!parts) return null;
  const matches = knownParts(known).filter(
    ({ chain, ticker, contract }) =>
      chain === parts.chain && ticker === parts.ticker && isContract(parts.contract, contract),
  );
  const [only] = matches;
  return only && matches.length === 1 ? formatAsset({ ...only, separator: parts.separator }) : null;
}

function isContract(written: string | null, contract: string | null): boolean {
  if (written === null || written === contract) return true;
  return written.length >= LEAST_CONTRACT && (contract?.endsWith(written) ?? false);
}

export function memoChain(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const target = memoTarget(written, known, preset);
  return target && payoutChainOf(formatAsset(target), preset);
}

function memoTarget(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): AssetParts | null {
  const shorthand = known.filter(
    (entry) => entry.shortCode?.toLowerCase() === written.toLowerCase(),
  );
  if (shorthand.length > 1) return null;
  const native = `${preset.nativeChain}.${written}`.toUpperCase();
  const bare = known.find((entry) => entry.asset.toUpperCase() === native);
  return parseAsset(shorthand[0]?.asset ?? bare?.asset ?? written);
}

function findMatches(written: string, known: readonly KnownAsset[], preset: Preset): string[] {
  const direct = matchCode(written, known, preset);
  const text =
    written.length <= LONGEST && /^[ -~]*$/.test(written) ? written.trim().toUpperCase() : "";
  const alias = chainNames[text] ?? tickerNames[text];
  // A token's ticker may equal what people call another asset. Then the text may mean either.
  if (alias !== undefined) return [...direct, ...matchCode(alias, known, preset)];
  if (direct.length > 0) return direct;
  return matchWords(
    text.replace(joinedStandard, " ").replace(/\s+/g, " "),
    knownParts(known),
    preset,
  );
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
const standardOf = (place: string) => standards[place.replace("-", "")];
/** `USDT-TRC20`: what joins a ticker and the standard behind it. */
const joinedStandard = /[-_./](?=(?:ERC|BEP|TRC)-?20$|SPL$)/;
const tickerNames: Readonly<Record<string, string>> = {
  ETHER: "ETH",
  TETHER: "USDT",
  "USD COIN": "USDC",
};

/** "ETH THOR" is neither THOR's ETH nor Ethereum's THOR, because both are chains. */
function matchWords(text: string, all: readonly KnownParts[], { chains }: Preset): string[] {
  const chainOf = (place: string) =>
    chainNames[place] ??
    chains.find(({ code, name }) => code === place || name.toUpperCase() === place)?.code;
  const match = (name: string, place: string) => {
    const code = standardOf(place) ?? chainOf(place);
    return all.filter(
      ({ chain, ticker }) => chain === code && (ticker === name || ticker === tickerNames[name]),
    );
  };
  const marked = splitAtMark(text);
  const words = text.split(" ");
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")] as const);
  const pairs = splits.flatMap(([head, tail]) => [[head, tail] as const, [tail, head] as const]);
  const clear = pairs.filter(
    ([one, other]) => standardOf(other) !== undefined || chainOf(one) === undefined,
  );
  const matches = marked ? match(...marked) : clear.flatMap((pair) => match(...pair));
  return matches.map(({ asset }) => asset);
}

function splitAtMark(text: string): readonly [name: string, place: string] | null {
  const on = text.lastIndexOf(" ON ");
  const place = text.slice(on + 4).replace(/^THE /, "");
  if (on > 0) return [text.slice(0, on), place.replace(/ NETWORK$/, "")];
  const open = text.endsWith(")") ? text.indexOf("(") : -1;
  return open > 0 ? [text.slice(0, open).trimEnd(), text.slice(open + 1, -1)] : null;
}

function matchCode(written: string, known: readonly KnownAsset[], preset: Preset): string[] {
  const all = knownParts(known);
  const name = /^[ -~]*$/.test(written) ? written.trim().toUpperCase() : null;
  const chain = preset.chains.find(
    (entry) => entry.code === name || entry.name.toUpperCase() === name,
  );
  if (name !== null && chain) {
    const gas = all.filter((entry) => entry.asset === chain.gasAsset);
    // A token's ticker may equal a chain's code. The gas asset wins only with its own ticker.
    const isOwn = gas.length === 0 || gas[0]?.ticker === name;
    return [
      ...new Set([...gas.map(({ asset }) => asset), ...(isOwn ? [] : matchSymbol(name, all))]),
    ];
  }
  const text = asciiOrNull(written);
  if (text === null) return [];

  const { chain: head, separator, symbol } = splitChain(text, all, preset);
  if (separator === null) return matchSymbol(symbol, all);

  const matches = matchSymbol(
    symbol,
    all.filter((entry) => entry.chain === head),
  );
  const exact = matches.filter((asset) => asset === `${head}.${symbol}`);
  const found = exact.length > 0 ? exact : matches;
  if (separator === ".") return found;
  // The native chain's own assets have no synth, trade or secured form.
  return head === preset.nativeChain ? [] : found.map((asset) => asset.replace(".", separator));
}

/** A contract may be cut: "0XA0B8…", "0XA0B8…EB48", "B48". */
function matchSymbol(symbol: string, entries: readonly KnownParts[]): string[] {
  const dash = symbol.indexOf("-");
  const ticker = dash < 0 ? symbol : symbol.slice(0, dash);
  const piece = dash < 0 ? "" : symbol.slice(dash + 1);
  if (ticker === "" || (dash >= 0 && piece === "")) return [];
  return entries
    .filter(
      (entry) => entry.ticker === ticker && (dash < 0 || isPieceOf(piece, entry.contract ?? "")),
    )
    .map((entry) => entry.asset);
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
  const all = knownParts(known);
  const { chain, separator, symbol } = splitChain(text, all, preset);
  const ticker = symbol.split("-", 1)[0] as string;
  const stem = `${chain}${separator ?? ""}${ticker}`;
  if (stem === "" || isOfAnotherNetwork(stem, preset)) return [];
  const ranked = all.flatMap((entry) => {
    const name =
      preset.chains.find((one) => one.gasAsset === entry.asset)?.name.toUpperCase() ?? "";
    const forms = [`${entry.chain}.${entry.ticker}`, entry.ticker, name].filter(
      (form) => form !== "",
    );
    if (forms.some((form) => form.startsWith(stem))) return [{ asset: entry.asset, score: 0 }];
    const likes = [...forms.map((form) => likeness(stem, form)), likeness(ticker, entry.ticker, 1)];
    const score = Math.min(...likes);
    return score === Number.POSITIVE_INFINITY ? [] : [{ asset: entry.asset, score }];
  });
  return ranked
    .sort((a, b) => a.score - b.score)
    .slice(0, LIKE)
    .map((entry) => entry.asset);
}

/** XRD is not a misspelt XRP: it names a chain of another network. */
function isOfAnotherNetwork(text: string, preset: Preset): boolean {
  return Object.values(presets).some(({ chains }) =>
    chains.some(({ code, name, gasAsset }) => {
      const isMeant = [code, name.toUpperCase(), gasAsset, gasAsset.split(".").at(-1)].includes(
        text,
      );
      return isMeant && !preset.chains.some((one) => one.code === code);
    }),
  );
}

/** Infinity above two changes, or above a third of the text. */
function likeness(written: string, form: string, beside = 0): number {
  const apart = distance(written, form);
  return apart <= Math.min(2, Math.floor(written.length / 3))
    ? apart + beside
    : Number.POSITIVE_INFINITY;
}

/** Null outside ASCII, where case folding could make a look-alike match. */
function asciiOrNull(written: string): string | null {
  const text = written.trim().replace("...", "…");
  return text.length <= LONGEST && /^[A-Za-z0-9./~…-]*$/.test(text) ? text.toUpperCase() : null;
}

/** In `USDC-0XA0B8…` the dash separates the contract, not a chain. */
function splitChain(text: string, all: readonly KnownParts[], preset: Preset) {
  const at = text.search(/[./~-]/);
  const chain = text.slice(0, Math.max(at, 0));
  const isKnown =
    all.some((entry) => entry.chain === chain) ||
    preset.chains.some((entry) => entry.code === chain);
  if (at < 0 || (text.charAt(at) === "-" && !isKnown))
    return { chain: "", separator: null, symbol: text };
  return { chain, separator: text.charAt(at) as Separator, symbol: text.slice(at + 1) };
}

const knownParts = onceFor((known: readonly KnownAsset[]) =>
  known.flatMap((entry): KnownParts[] => {
    const parts = parseAsset(entry.asset);
    return parts ? [{ ...parts, asset: formatAsset(parts) }] : [];
  }),
);

export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = i > 1 && j > 1 && isSwap ? (before[j - 2] as number) + 1 : change;
      next.push(Math.min(change, swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}
