// What the form of /quote offers from the pools: assets, their labels and examples.

import { quoteHref, roundTyped } from "../../../answers/quote/links.ts";
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
} from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { formatRoundDollars, formatWholeDollars } from "../../../say/figures.en.ts";
import { hintText } from "../../../say/message-text.ts";
import { pairText } from "../../../say/quote.en.ts";
import {
  amountOf,
  choiceText,
  examplesText,
  examplesUnreadText,
  quotePageWords,
} from "../../../say/quote-form.en.ts";
import type { QuoteFormView } from "./view.ts";

const EXAMPLE_USD = 500n;

/** "USDC on Ethereum, pool of $1,234,567"; the full asset if its name is not unique. */
export function choiceLabel(asset: string, { pools }: PoolsReading, preset: Preset): string {
  const name = longAssetName(asset, preset);
  const isUnique = pools.every(
    (pool) => pool.asset === asset || longAssetName(pool.asset, preset) !== name,
  );
  const { depthUsd } = pools.find((pool) => pool.asset === layer1Asset(asset)) ?? {};
  const depth = depthUsd == null ? null : formatRoundDollars(depthUsd);
  return choiceText(isUnique ? name : asset, depth);
}

export function listChoices({ pools }: PoolsReading, preset: Preset): QuoteFormView["assets"] {
  const pooledAssets = listAssets(pools);
  const available = pools
    .filter((pool) => pool.status === "available" && !hasOddName(pool))
    .map((pool) => pool.asset);
  return [preset.nativeAsset, ...available].map((asset) => ({
    value: shortAsset(asset, pooledAssets),
    label: longAssetName(asset, preset),
  }));
}

interface Examples {
  readonly note: string;
  readonly links: readonly LinkView[];
}

/** The list of pools does not say whether the native asset trades, so no example has it. */
export function exampleLinks({ failure, pools }: PoolsReading, preset: Preset): Examples {
  if (failure) return { note: examplesUnreadText(hintText(failure)), links: [] };
  const [poolA, poolB, poolC] = pools.filter(
    (pool) => pool.trading.verdict === "open" && pool.priceUsd !== null && !hasOddName(pool),
  );
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

function exampleLink(
  from: PoolReading | undefined,
  to: PoolReading | undefined,
  preset: Preset,
): LinkView | null {
  const amount = from && exampleAmount(from);
  if (!from || !to || !amount) return null;
  const sent = amountOf(amount, assetName(from.asset, preset));
  return {
    href: quoteHref({ from: from.asset, to: to.asset, amount }),
    label: pairText(sent, assetName(to.asset, preset)),
  };
}

function exampleAmount({ asset, priceUsd }: PoolReading): string | null {
  if (priceUsd === null || priceUsd <= 0n) return null;
  const decimals = decimalsOf(asset);
  const base = unitsOfUsd(EXAMPLE_USD * USD_UNITS, decimals, priceUsd);
  return base === 0n ? null : formatUnits(roundTyped(base), decimals);
}

/** A name outside the grammar may be there to deceive, so it is never suggested. */
const hasOddName = ({ reason }: PoolReading) => reason?.code === "odd_asset_name";
