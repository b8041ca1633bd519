// The asset grammar. The first of `. / ~ -` ends the layer-1 chain.
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

export interface AssetParts {
  readonly chain: string;
  readonly separator: Separator;
  readonly kind: AssetKind;
  readonly symbol: string;
  readonly ticker: string;
  readonly contract: string | null;
}

export interface KnownAsset {
  readonly asset: string;
  readonly shortCode: string | null;
  /** Only one of the compared nodes lists it, so it is never offered. */
  readonly isDoubted?: boolean;
}

const assetGrammar = /^([A-Z0-9]{1,12})([./~-])(([A-Z0-9]{1,24})(?:-([A-Z0-9]{1,80}))?)$/i;

/** More assets than a network has. What clients write cannot make the map grow. */
const MAX_PARSED = 2_000;
const parsed = new Map<string, AssetParts | null>();

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

export function formatAsset(parts: Pick<AssetParts, "chain" | "separator" | "symbol">): string {
  return `${parts.chain}${parts.separator}${parts.symbol}`;
}

/** Synth, trade and secured assets move on the native chain. Null if the text is no asset. */
export function payoutChainOf(asset: string, preset: Preset): string | null {
  const parts = parseAsset(asset);
  return parts && (parts.kind === "layer1" ? parts.chain : preset.nativeChain);
}

/** The name of the pool: `ETH/USDC-0X…` → `ETH.USDC-0X…`; null if the text is no asset. */
export function layer1Asset(asset: string): string | null {
  const parts = parseAsset(asset);
  return parts && `${parts.chain}.${parts.symbol}`;
}

/** "USDC" of `ETH.USDC-0X…`, "ETH~USDC" of a trade asset. Text that is no asset stays. */
export function tickerOf(asset: string): string {
  const parts = parseAsset(asset);
  if (parts === null) return asset;
  return parts.kind === "layer1" ? parts.ticker : `${parts.chain}${parts.separator}${parts.ticker}`;
}

/** "BTC", "RUNE", "ETH on Base". The full asset where its form or chain is not known. */
export function assetName(asset: string, preset: Preset): string {
  const [chain, ticker] = asset.split(".");
  const isItsOwn =
    asset === preset.nativeAsset ||
    (chain === ticker && preset.chains.some((one) => one.gasAsset === asset));
  return isItsOwn && ticker !== undefined ? ticker : longAssetName(asset, preset);
}

/** "BTC on Bitcoin". */
export function longAssetName(asset: string, preset: Preset): string {
  const parts = parseAsset(asset);
  const chain = preset.chains.find((one) => one.code === parts?.chain);
  return parts?.kind === "layer1" && chain ? `${parts.ticker} on ${chain.name}` : asset;
}

/** `ETH.USDC` where the chain has only one asset of that ticker. */
export function shortAsset(asset: string, all: readonly string[]): string {
  const short = shortForm(asset);
  return (shortForms(all).get(short) ?? 0) > 1 ? asset : short;
}

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

export const listAssets = onceFor((pools: Named): readonly string[] =>
  pools.map(({ asset }) => asset),
);

const knownAssets = new WeakMap<
  Named,
  Readonly<{ doubted: readonly string[]; known: readonly KnownAsset[] }>
>();

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
