// What the form of /quote offers from the pools: assets, their labels and examples.

import { EXAMPLE_USD, hasOddName, isExamplePool } from "../../../answers/quote-examples.ts";
import { quoteHref, roundTyped } from "../../../answers/quote-links.ts";
import type { PoolReading, PoolsReading } from "../../../protocol/model/pools.ts";
import {
  decimalsOf,
  formatUnits,
  USD_UNITS,
  unitsOfUsd,
} from "../../../protocol/values/amounts.ts";
import {
  assetName,
  layer1Asset,
  listAssets,
  longAssetName,
  shortAsset,
  uniqueAssetName,
} from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { formatShortDollars, formatWholeDollars } from "../../../say/figures.en.ts";
import { hintText } from "../../../say/message-text.ts";
import { pairText } from "../../../say/quote.en.ts";
import {
  amountOf,
  choiceText,
  dollarsOf,
  examplesText,
  examplesUnreadText,
  quotePageWords,
} from "../../../say/quote-form.en.ts";
import type { QuoteFormView } from "./view.ts";

/**
 * Such as "USDC on Ethereum, pool of $1.23M". If two pools share this name, the label begins
 * with the full asset identifier instead, such as "ETH.USDC-0XA0B8…".
 */
export function choiceLabel(asset: string, { pools }: PoolsReading, preset: Preset): string {
  const name = uniqueAssetName(asset, listAssets(pools), preset);
  const { depthUsd } = pools.find((pool) => pool.asset === layer1Asset(asset)) ?? {};
  const depthText = depthUsd == null ? null : formatShortDollars(depthUsd);
  return choiceText(name, depthText);
}

export function listChoices({ pools }: PoolsReading, preset: Preset): QuoteFormView["assets"] {
  const pooledAssets = listAssets(pools);
  const availableAssets = pools
    .filter((pool) => pool.status === "available" && !hasOddName(pool))
    .map((pool) => pool.asset);
  return [preset.nativeAsset, ...availableAssets].map((asset) => ({
    value: shortAsset(asset, pooledAssets),
    label: longAssetName(asset, preset),
  }));
}

interface Examples {
  readonly note: string;
  readonly links: readonly LinkView[];
}

/** No example has RUNE or CACAO, because no pool says whether the native asset can be traded. */
export function exampleLinks({ failure, pools }: PoolsReading, preset: Preset): Examples {
  if (failure) return { note: examplesUnreadText(hintText(failure)), links: [] };
  const [poolA, poolB, poolC] = pools.filter(isExamplePool);
  const links = [
    exampleLink(poolA, poolB, preset),
    exampleLink(poolB, poolA, preset),
    exampleLink(poolC, poolA, preset),
    exampleLink(poolA, poolC, preset),
  ].filter((example) => example !== null);
  const note =
    links.length > 0 ? examplesText(formatWholeDollars(EXAMPLE_USD)) : quotePageWords.noExamples;
  return { note, links };
}

/** Three quotes that most people could ask for, whatever the state of the network. */
export function listFixedExamples(preset: Preset) {
  const [btc, eth, native] = ["BTC.BTC", "ETH.ETH", preset.nativeAsset].map((asset) =>
    assetName(asset, preset),
  ) as [string, string, string];
  const pairs = [
    [btc, eth],
    [eth, native],
    [native, btc],
  ] as const;
  const dollars = formatWholeDollars(EXAMPLE_USD);
  return pairs.map(([from, to]) => ({
    query: `from=${from}&to=${to}&amount_usd=${EXAMPLE_USD}`,
    label: pairText(dollarsOf(dollars, from), to),
  }));
}

function exampleLink(
  fromPool: PoolReading | undefined,
  toPool: PoolReading | undefined,
  preset: Preset,
): LinkView | null {
  const amountText = fromPool && exampleAmount(fromPool);
  if (!fromPool || !toPool || !amountText) return null;
  const sentText = amountOf(amountText, assetName(fromPool.asset, preset));
  return {
    href: quoteHref({ from: fromPool.asset, to: toPool.asset, amount: amountText }),
    label: pairText(sentText, assetName(toPool.asset, preset)),
  };
}

function exampleAmount({ asset, priceUsd }: PoolReading): string | null {
  if (priceUsd === null || priceUsd <= 0n) return null;
  const decimals = decimalsOf(asset);
  const exampleAmountBase = unitsOfUsd(EXAMPLE_USD * USD_UNITS, decimals, priceUsd);
  return exampleAmountBase === 0n ? null : formatUnits(roundTyped(exampleAmountBase), decimals);
}
