// Assets and amounts as people read them. Exact: nothing is rounded away, and what is not known says so.

import type { Money } from "../../protocol/model/envelope.ts";
import { formatUnits, formatUsd, toDecimals } from "../../protocol/values/amounts.ts";
import { parseAsset } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";

/** "BTC", "RUNE", "ETH on Base", "USDC on Ethereum"; an asset of another form, or of a chain without a name, in full. */
export function toAssetName(asset: string, preset: Preset): string {
  const [chain, ticker] = asset.split(".");
  const isItsOwn =
    asset === preset.nativeAsset || (chain === ticker && preset.chains.some((one) => one.gasAsset === asset));
  return isItsOwn && ticker !== undefined ? ticker : toLongName(asset, preset);
}

/** With its chain in any case: "BTC on Bitcoin", so that it is found by either. */
export function toLongName(asset: string, preset: Preset): string {
  const parts = parseAsset(asset);
  const chain = preset.chains.find((one) => one.code === parts?.chain);
  return parts?.kind === "layer1" && chain ? `${parts.ticker} on ${chain.name}` : asset;
}

/** The shortest text that means this one asset: `ETH.USDC` where the chain has but one of that ticker. */
export function toShortAsset(asset: string, all: readonly string[]): string {
  const short = (text: string) => {
    const parts = parseAsset(text);
    return parts?.kind === "layer1" ? `${parts.chain}.${parts.ticker}` : text;
  };
  return all.filter((one) => short(one) === short(asset)).length > 1 ? asset : short(asset);
}

export function toAmountText(base: bigint, asset: string, preset: Preset): string {
  return `${formatUnits(base, toDecimals(asset))} ${toAssetName(asset, preset)}`;
}

export function toMoneyText(money: Money | null, preset: Preset): string {
  return money === null ? "unknown" : toAmountText(money.base, money.asset, preset);
}

export function toUsdText(usd: bigint | null | undefined): string {
  return usd == null ? "unknown USD" : `${formatUsd(usd)} USD`;
}

export function toBpsText(bps: number | null): string {
  return bps === null ? "unknown bps" : `${bps} bps`;
}
