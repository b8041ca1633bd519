// US dollar prices, in 1e8 a whole unit. A price that no source states is null, never guessed.

import { agreeOnLeast } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { IndexerPools } from "../upstream/network-schemas.ts";
import { decimalsOf, FIXED_DECIMALS, mulDiv, USD_UNITS, usdOfUnits } from "../values/amounts.ts";
import { parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import type { NetworkFigures } from "./agreement.ts";
import type { AgreedPool } from "./pool-agreement.ts";

export type Prices = ReadonlyMap<string, bigint>;

/** No prices without `/network`: nobody knows whether THORChain's price anchors are halted. */
export function nodePrices(
  preset: Preset,
  pools: readonly AgreedPool[] | null,
  network: NetworkFigures | null,
): Map<string, bigint> {
  const prices = new Map<string, bigint>();
  if (network === null || network.isPriceHalted) return prices;
  for (const pool of pools ?? []) if (pool.priceUsd) prices.set(pool.asset, pool.priceUsd);
  if (network.nativePriceUsd) prices.set(preset.nativeAsset, network.nativePriceUsd);
  return prices;
}

/** The native asset's price follows from the deepest pool's depths. */
export function indexerPrices(preset: Preset, pools: IndexerPools): Map<string, bigint> {
  const prices = new Map<string, bigint>();
  const deepestFirst = [...pools].sort((a, b) => (a.runeDepth < b.runeDepth ? 1 : -1));
  for (const pool of deepestFirst) {
    const price = parsePrice(pool.assetPriceUSD);
    if (price === null) continue;
    prices.set(pool.asset.toUpperCase(), price);
    if (prices.has(preset.nativeAsset) || pool.runeDepth === 0n) continue;
    const assetSideUsd = usdOfUnits(pool.assetDepth, decimalsOf(pool.asset.toUpperCase()), price);
    const nativeUnit = 10n ** BigInt(decimalsOf(preset.nativeAsset));
    prices.set(preset.nativeAsset, mulDiv(assetSideUsd, nativeUnit, pool.runeDepth));
  }
  return prices;
}

/** How far a dollar coin strays from a dollar, and an indexer's data from the nodes'. */
const INDEXED_BPS = 500n;
const DOLLAR_COINS: readonly (string | undefined)[] = ["USDC", "USDT"];

/** Prices that the nodes' depths confirm. The deepest pool of a dollar coin is the measure. */
export function confirmedPrices(
  preset: Preset,
  indexed: Prices,
  pools: readonly AgreedPool[],
): Prices {
  const { nativeAsset } = preset;
  const nativePrice = indexed.get(nativeAsset);
  const dollarPool = pools.find((pool) => DOLLAR_COINS.includes(parseAsset(pool.asset)?.ticker));
  if (nativePrice === undefined || !dollarPool) return new Map();
  const isConfirmed = (price: bigint, { asset, assetDepth, nativeDepth }: AgreedPool) => {
    if (!assetDepth || !nativeDepth) return false;
    // Both sides of a pool are worth the same.
    const sides = [
      usdOfUnits(assetDepth, decimalsOf(asset), price),
      usdOfUnits(nativeDepth, decimalsOf(nativeAsset), nativePrice),
    ];
    return agreeOnLeast(sides, 2, INDEXED_BPS) !== null;
  };
  if (!isConfirmed(USD_UNITS, dollarPool)) return new Map();
  const prices = new Map<string, bigint>([[nativeAsset, nativePrice]]);
  for (const pool of pools) {
    const price = indexed.get(pool.asset);
    if (price !== undefined && isConfirmed(price, pool)) prices.set(pool.asset, price);
  }
  return prices;
}

/** The indexer prints floats ("0.38", "1.2e-05", "NaN"). In 1e8, rounded down; null for zero. */
function parsePrice(text: string | undefined): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text ?? "");
  if (!match) return null;
  const fraction = match[2] ?? "";
  const shift = FIXED_DECIMALS + Number(match[3] ?? 0) - fraction.length;
  const digits = BigInt(`${match[1]}${fraction}`);
  const price = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return price > 0n ? price : null;
}

export function priceAmount(prices: Prices, asset: string, base: bigint): Money {
  const price = prices.get(asset);
  return {
    asset,
    base,
    usd: price === undefined ? null : usdOfUnits(base, decimalsOf(asset), price),
  };
}
