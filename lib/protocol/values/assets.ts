// Parses and names assets. The first `.`, `/`, `~` or `-` ends the code of the layer-1 chain.
import { findChainRow } from "./chain-lookup.ts";
import type { Preset } from "./chains.ts";
import { onceFor } from "./once.ts";

export type Separator = "." | "/" | "~" | "-";
type AssetKind = "layer1" | "synth" | "trade" | "secured";

const kindBySeparator: Readonly<Record<Separator, AssetKind>> = {
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
  /** True if nodes disagree whether the asset exists. Such an asset is never suggested. */
  readonly isDoubted?: boolean;
}

const assetGrammar = /^([A-Z0-9]{1,12})([./~-])(([A-Z0-9]{1,24})(?:-([A-Z0-9]{1,80}))?)$/i;

/** Maximum entries of the cache, because clients may send any text. No network has 2,000 assets. */
const MAX_PARSED = 2_000;
const partsByText = new Map<string, AssetParts | null>();

export function parseAsset(text: string): AssetParts | null {
  const cachedParts = partsByText.get(text);
  if (cachedParts !== undefined) return cachedParts;
  const assetParts = splitAsset(text);
  if (partsByText.size >= MAX_PARSED) partsByText.clear();
  partsByText.set(text, assetParts);
  return assetParts;
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
    kind: kindBySeparator[separator as Separator],
    symbol,
    ticker,
    contract: contract ?? null,
  };
}

export function formatAsset(
  assetParts: Pick<AssetParts, "chain" | "separator" | "symbol">,
): string {
  return `${assetParts.chain}${assetParts.separator}${assetParts.symbol}`;
}

/**
 * Code of the chain that pays out the asset. Synth, trade and secured assets use the native chain.
 * Null if the text is no asset.
 */
export function payoutChainOf(asset: string, preset: Preset): string | null {
  const assetParts = parseAsset(asset);
  return assetParts && (assetParts.kind === "layer1" ? assetParts.chain : preset.nativeChain);
}

export function payoutChainCode(asset: string, preset: Preset): string {
  return payoutChainOf(asset, preset) ?? "";
}

/**
 * True for a trade asset on MAYAChain. It leaves its account only if the swap succeeds, so a refund
 * moves and costs nothing: mayanode's `helpers.go` (refundTxV124).
 */
export const isKeptUntilSwapped = (asset: string, { nativeChain }: Preset): boolean =>
  nativeChain === "MAYA" && parseAsset(asset)?.kind === "trade";

export function layer1Asset(asset: string): string | null {
  const assetParts = parseAsset(asset);
  return assetParts && `${assetParts.chain}.${assetParts.symbol}`;
}

/** Short name: "USDC" for `ETH.USDC-0X…`, "ETH~USDC" for a trade asset. Other text is returned. */
export function tickerOf(asset: string): string {
  const assetParts = parseAsset(asset);
  if (assetParts === null) return asset;
  return assetParts.kind === "layer1"
    ? assetParts.ticker
    : `${assetParts.chain}${assetParts.separator}${assetParts.ticker}`;
}

/** Name to display: "BTC", "ETH on Base". The code if not layer-1, or if the chain is unknown. */
export function assetName(asset: string, preset: Preset): string {
  const [chain, ticker] = asset.split(".");
  const isTickerEnough =
    asset === preset.nativeAsset ||
    (chain === ticker && preset.chains.some((chainRow) => chainRow.gasAsset === asset));
  return isTickerEnough && ticker !== undefined ? ticker : longAssetName(asset, preset);
}

export function longAssetName(asset: string, preset: Preset): string {
  const assetParts = parseAsset(asset);
  const chainRow = findChainRow(assetParts?.chain, preset);
  return assetParts?.kind === "layer1" && chainRow
    ? `${assetParts.ticker} on ${chainRow.name}`
    : asset;
}

/** As `longAssetName`. The full code if two of the `assets` have this name. */
export function uniqueAssetName(asset: string, assets: readonly string[], preset: Preset): string {
  const longName = longAssetName(asset, preset);
  const isUnique = assets.every(
    (otherAsset) => otherAsset === asset || longAssetName(otherAsset, preset) !== longName,
  );
  return isUnique ? longName : asset;
}

/** Code without contract: `ETH.USDC`. The full code if two of the `assets` have this short form. */
export function shortAsset(asset: string, assets: readonly string[]): string {
  const shortForm = shortFormOf(asset);
  return (countShortForms(assets).get(shortForm) ?? 0) > 1 ? asset : shortForm;
}

/** Each asset without its contract, where no other known asset, doubted or not, has that name. */
export function listShortNames(
  assets: readonly string[],
  knownAssets: readonly KnownAsset[],
): readonly string[] {
  const allAssets = knownAssets.map(({ asset }) => asset);
  return assets.map((asset) => shortAsset(asset, allAssets));
}

const countShortForms = onceFor((assets: readonly string[]) => {
  const countByShortForm = new Map<string, number>();
  for (const shortForm of assets.map(shortFormOf))
    countByShortForm.set(shortForm, (countByShortForm.get(shortForm) ?? 0) + 1);
  return countByShortForm;
});

function shortFormOf(asset: string): string {
  const assetParts = parseAsset(asset);
  return assetParts?.kind === "layer1" ? `${assetParts.chain}.${assetParts.ticker}` : asset;
}

type PoolAssets = readonly { readonly asset: string }[];

export const listAssets = onceFor((pools: PoolAssets): readonly string[] =>
  pools.map(({ asset }) => asset),
);

interface KnownAssets {
  readonly doubtedAssets: readonly string[];
  readonly assets: readonly KnownAsset[];
}
const knownAssetsByPools = new WeakMap<PoolAssets, KnownAssets>();

export function listKnownAssets(
  preset: Preset,
  pools: PoolAssets,
  doubtedAssets: readonly string[] = [],
): readonly KnownAsset[] {
  const { nativeAsset, shortCodes } = preset;
  const cachedAssets = knownAssetsByPools.get(pools);
  if (cachedAssets?.doubtedAssets === doubtedAssets) return cachedAssets.assets;
  const agreedAssets = [...new Set([nativeAsset, ...listAssets(pools)])];
  const knownAssets = [
    ...agreedAssets.map((asset) => ({ asset, shortCode: shortCodes[asset.toUpperCase()] ?? null })),
    ...doubtedAssets.map((asset) => ({ asset, shortCode: null, isDoubted: true })),
  ];
  knownAssetsByPools.set(pools, { doubtedAssets, assets: knownAssets });
  return knownAssets;
}

export interface KnownParts extends AssetParts {
  readonly asset: string;
}

export const listKnownParts = onceFor((knownAssets: readonly KnownAsset[]) =>
  knownAssets.flatMap((entry): KnownParts[] => {
    const assetParts = parseAsset(entry.asset);
    return assetParts ? [{ ...assetParts, asset: formatAsset(assetParts) }] : [];
  }),
);

/**
 * True if a deposit of this layer-1 asset goes through a router contract: a token of an EVM chain
 * (its contract begins with 0X), or a token of another chain for which the node names a router.
 */
export function isRouterToken(asset: string, router: string | null): boolean {
  const contract = parseAsset(asset)?.contract ?? null;
  return contract !== null && (router !== null || contract.startsWith("0X"));
}
