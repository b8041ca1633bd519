// Assets and amounts in words. Amounts are exact, and an unknown one is "unknown".
import type { Money } from "../../protocol/model/envelope.ts";
import { decimalsOf, formatUnits, formatUsd } from "../../protocol/values/amounts.ts";
import { parseAsset } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";

/** "BTC", "RUNE", "ETH on Base", "USDC on Ethereum". The full asset when its form or its chain is not known. */
export function assetName(asset: string, preset: Preset): string {
  const [chain, ticker] = asset.split(".");
  const isItsOwn =
    asset === preset.nativeAsset || (chain === ticker && preset.chains.some((one) => one.gasAsset === asset));
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
  const short = (text: string) => {
    const parts = parseAsset(text);
    return parts?.kind === "layer1" ? `${parts.chain}.${parts.ticker}` : text;
  };
  return all.filter((one) => short(one) === short(asset)).length > 1 ? asset : short(asset);
}

export function formatAmountOf(base: bigint, asset: string, preset: Preset): string {
  return `${formatUnits(base, decimalsOf(asset))} ${assetName(asset, preset)}`;
}

export function formatMoney(money: Money | null, preset: Preset): string {
  return money === null ? "unknown" : formatAmountOf(money.base, money.asset, preset);
}

export function formatUsdOrUnknown(usd: bigint | null | undefined): string {
  return usd == null ? "unknown USD" : `${formatUsd(usd)} USD`;
}

export function formatBps(bps: number | null): string {
  return bps === null ? "unknown bps" : `${bps} bps`;
}
