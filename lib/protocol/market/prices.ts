// Prices in US dollars times 1e8, for one whole unit of an asset. An unknown price is left out.

import { agreeOnLeast } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { IndexerPools } from "../upstream/network-schemas.ts";
import { decimalsOf, FIXED_DECIMALS, mulDiv, USD_UNITS, usdOfUnits } from "../values/amounts.ts";
import { parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import type { NetworkFigures } from "./agreement.ts";
import type { AgreedPool } from "./pool-agreement.ts";

export type Prices = ReadonlyMap<string, bigint>;

/** The nodes' prices. Empty if `/network` says prices are halted, or too few nodes answered it. */
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

export function indexerPrices(preset: Preset, pools: IndexerPools): Map<string, bigint> {
  const prices = new Map<string, bigint>();
  const poolsByDepth = [...pools].sort((a, b) => (a.runeDepth < b.runeDepth ? 1 : -1));
  for (const pool of poolsByDepth) {
    const priceUsd = parsePrice(pool.assetPriceUSD);
    if (priceUsd === null) continue;
    prices.set(pool.asset.toUpperCase(), priceUsd);
    if (prices.has(preset.nativeAsset) || pool.runeDepth === 0n) continue;
    const assetSideUsd = usdOfUnits(
      pool.assetDepth,
      decimalsOf(pool.asset.toUpperCase()),
      priceUsd,
    );
    const nativeUnitBase = 10n ** BigInt(decimalsOf(preset.nativeAsset));
    prices.set(preset.nativeAsset, mulDiv(assetSideUsd, nativeUnitBase, pool.runeDepth));
  }
  return prices;
}

/** Allowed gap between a dollar coin and a dollar, or an indexer's price and the pool's price. */
const INDEXER_TOLERANCE_BPS = 500n;
const DOLLAR_TICKERS: readonly (string | undefined)[] = ["USDC", "USDT"];

/**
 * Keeps each indexer price that agrees with the price in the nodes' pool. The native asset has no
 * pool, so its price is compared with the deepest pool of a dollar coin. If the native price is
 * wrong, no price is kept.
 */
export function confirmedPrices(
  preset: Preset,
  indexedPrices: Prices,
  pools: readonly AgreedPool[],
): Prices {
  const { nativeAsset } = preset;
  const nativePriceUsd = indexedPrices.get(nativeAsset);
  const dollarPool = pools.find((pool) => DOLLAR_TICKERS.includes(parseAsset(pool.asset)?.ticker));
  if (nativePriceUsd === undefined || !dollarPool) return new Map();
  const isPriceConfirmed = (priceUsd: bigint, { asset, assetDepth, nativeDepth }: AgreedPool) => {
    if (!assetDepth || !nativeDepth) return false;
    // Both sides of a pool are worth the same. If they seem not to be, one of the prices is wrong.
    const sidesUsd = [
      usdOfUnits(assetDepth, decimalsOf(asset), priceUsd),
      usdOfUnits(nativeDepth, decimalsOf(nativeAsset), nativePriceUsd),
    ];
    return agreeOnLeast(sidesUsd, 2, INDEXER_TOLERANCE_BPS) !== null;
  };
  if (!isPriceConfirmed(USD_UNITS, dollarPool)) return new Map();
  const prices = new Map<string, bigint>([[nativeAsset, nativePriceUsd]]);
  for (const pool of pools) {
    const priceUsd = indexedPrices.get(pool.asset);
    if (priceUsd !== undefined && isPriceConfirmed(priceUsd, pool))
      prices.set(pool.asset, priceUsd);
  }
  return prices;
}

/** US dollars times 1e8, from an indexer's text: "0.38" or "1.2e-05". Null for 0 and "NaN". */
function parsePrice(priceText: string | undefined): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(priceText ?? "");
  if (!match) return null;
  const fractionDigits = match[2] ?? "";
  const decimalShift = FIXED_DECIMALS + Number(match[3] ?? 0) - fractionDigits.length;
  const unscaledPrice = BigInt(`${match[1]}${fractionDigits}`);
  const priceUsd =
    decimalShift >= 0
      ? unscaledPrice * 10n ** BigInt(decimalShift)
      : unscaledPrice / 10n ** BigInt(-decimalShift);
  return priceUsd > 0n ? priceUsd : null;
}

export function priceAmount(prices: Prices, asset: string, base: bigint): Money {
  const priceUsd = prices.get(asset);
  return {
    asset,
    base,
    usd: priceUsd === undefined ? null : usdOfUnits(base, decimalsOf(asset), priceUsd),
  };
}
