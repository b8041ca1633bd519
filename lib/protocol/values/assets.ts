// The asset grammar. The first of `. / ~ -` is the separator, and the text before it is the layer-1 chain of any form.
import type { Preset } from "./chains.ts";
import { onceFor } from "./once.ts";

export type Separator = "." | "/" | "~" | "-";
type AssetKind = "layer1" | "synth" | "trade" | "secured";

const kinds: Readonly<Record<Separator, AssetKind>> = {
  ".": "layer1",
  "/": "synth",
  "~": "trade",
  "-": "secured",
};

/** An asset in its parts, all in capitals: `ETH.USDC-0XA0B8` is chain ETH, ticker USDC, contract 0XA0B8. */
export interface AssetParts {
  readonly chain: string;
  readonly separator: Separator;
  readonly kind: AssetKind;
  readonly symbol: string;
  readonly ticker: string;
  /** Text after the first `-` of the symbol; null for an asset without a contract. */
  readonly contract: string | null;
}

/** An asset that can be named: a pool's or the native one. `shortCode` is its shorthand in memos, by the preset. */
export interface KnownAsset {
  readonly asset: string;
  readonly shortCode: string | null;
  /** Only one of the compared nodes lists it: a name may mean it, and nobody is offered it. */
  readonly isDoubted?: boolean;
}

const assetGrammar = /^([A-Z0-9]{1,12})([./~-])(([A-Z0-9]{1,24})(?:-([A-Z0-9]{1,80}))?)$/i;

/** More assets than a network has, so that what clients write cannot make it grow. */
const MAX_PARSED = 2_000;
const parsed = new Map<string, AssetParts | null>();

/** Text → parts, in capitals; null when it is not `CHAIN.SYMBOL`, `CHAIN/SYMBOL`, `CHAIN~SYMBOL` or `CHAIN-SYMBOL`. */
export function parseAsset(text: string): AssetParts | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const parts = splitAsset(text);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(text, parts);
  return parts;
}

function splitAsset(text: string): AssetParts | null {
  const match = assetGrammar.exec(text);
  if (!match) return null;
  const [, chain = "", separator = "", symbol = "", ticker = "", contract] = match.map((part) =>
    part?.toUpperCase(),
  );
  return {
    chain,
    separator: separator as Separator,
    kind: kinds[separator as Separator],
    symbol,
    ticker,
    contract: contract ?? null,
  };
}

/** Parts → the canonical text, in capitals. */
export function formatAsset(parts: Pick<AssetParts, "chain" | "separator" | "symbol">): string {
  return `${parts.chain}${parts.separator}${parts.symbol}`;
}

/**
 * The chain on which an amount of this asset moves: synth, trade and secured assets live on the native chain.
 * Null when the text is not an asset.
 */
export function payoutChainOf(asset: string, preset: Preset): string | null {
  const parts = parseAsset(asset);
  return parts && (parts.kind === "layer1" ? parts.chain : preset.nativeChain);
}

/** The layer-1 asset behind any form (`ETH/USDC-0X…` → `ETH.USDC-0X…`), which is the name of its pool; null when not an asset. */
export function layer1Asset(asset: string): string | null {
  const parts = parseAsset(asset);
  return parts && `${parts.chain}.${parts.symbol}`;
}

/** "USDC" of `ETH.USDC-0X…`, "ETH~USDC" of another form; the text itself when it is not an asset. */
export function tickerOf(asset: string): string {
  const parts = parseAsset(asset);
  if (parts === null) return asset;
  return parts.kind === "layer1" ? parts.ticker : `${parts.chain}${parts.separator}${parts.ticker}`;
}

/** "BTC", "RUNE", "ETH on Base", "USDC on Ethereum". The full asset when its form or its chain is not known. */
export function assetName(asset: string, preset: Preset): string {
  const [chain, ticker] = asset.split(".");
  const isItsOwn =
    asset === preset.nativeAsset ||
    (chain === ticker && preset.chains.some((one) => one.gasAsset === asset));
  return isItsOwn && ticker !== undefined ? ticker : longAssetName(asset, preset);
}

/** Always with the chain: "BTC on Bitcoin". */
export function longAssetName(asset: string, preset: Preset): string {
  const parts = parseAsset(asset);
  const chain = preset.chains.find((one) => one.code === parts?.chain);
  return parts?.kind === "layer1" && chain ? `${parts.ticker} on ${chain.name}` : asset;
}

/** The shortest text for this asset alone: `ETH.USDC` where the chain has only one asset of that ticker. */
export function shortAsset(asset: string, all: readonly string[]): string {
  const short = shortForm(asset);
  return (shortForms(all).get(short) ?? 0) > 1 ? asset : short;
}

/** How many have each: a list of all assets is shortened one by one. */
const shortForms = onceFor((all: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const short of all.map(shortForm)) counts.set(short, (counts.get(short) ?? 0) + 1);
  return counts;
});

function shortForm(text: string): string {
  const parts = parseAsset(text);
  return parts?.kind === "layer1" ? `${parts.chain}.${parts.ticker}` : text;
}

type Named = readonly { readonly asset: string }[];

/** The names in a list of pools. */
export const listAssets = onceFor((pools: Named): readonly string[] =>
  pools.map(({ asset }) => asset),
);

/** Of one list of pools, made once for all who ask while it stands. */
const knownAssets = new WeakMap<
  Named,
  Readonly<{ doubted: readonly string[]; known: readonly KnownAsset[] }>
>();

/** The assets that may be named on a network, each once: the native asset, the pools in the order given, then those in doubt. */
export function listKnownAssets(
  preset: Preset,
  pools: Named,
  doubted: readonly string[] = [],
): readonly KnownAsset[] {
  const { nativeAsset, shortCodes } = preset;
  const made = knownAssets.get(pools);
  if (made?.doubted === doubted) return made.known;
  const assets = new Set([nativeAsset, ...pools.map((pool) => pool.asset)]);
  const known = [...assets].map((asset) => ({
    asset,
    shortCode: shortCodes[asset.toUpperCase()] ?? null,
  }));
  const all = [...known, ...doubted.map((asset) => ({ asset, shortCode: null, isDoubted: true }))];
  knownAssets.set(pools, { doubted, known: all });
  return all;
}
