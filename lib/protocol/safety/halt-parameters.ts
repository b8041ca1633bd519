// Lists halt parameters in force or scheduled, by exact name, and the assets that they halt.

import type { HaltParameter } from "../model/network-status.ts";
import type { ChainJudgement, ScheduledHalt } from "../model/verdicts.ts";
import { parseAsset } from "../values/assets.ts";
import { type Evidence, listChainCodes, listNodesWithBlock } from "./evidence.ts";
import {
  assetHaltKeys,
  gasAssetOf,
  type HaltKey,
  listHaltKeys,
  pausedPoolOf,
  vaultAlarms,
} from "./halt-keys.ts";
import { findActiveHalts, isInForce } from "./halts-in-force.ts";
import { findAgreedHaltStart, findScheduled } from "./scheduled-halts.ts";

export function compareHaltParameters(
  evidence: Evidence,
  assets: readonly string[],
): Record<string, HaltParameter> {
  const { preset } = evidence;
  const chainCodes = listChainCodes(evidence);
  const gasAssets = chainCodes.map((chain) => gasAssetOf(preset, chain));
  const parameters: Record<string, HaltParameter> = {};
  const haltKeys = [
    ...listHaltKeys(preset.haltRule, chainCodes, [...gasAssets, ...assets]),
    ...listVaultAlarms(evidence),
  ];
  for (const key of haltKeys) {
    for (const node of listNodesWithBlock(evidence)) {
      const value = node.mimir?.[key.name];
      if (value === undefined || parameters[key.name]?.inForce) continue;
      const inForce = isInForce(preset, node, key);
      if (inForce && isKeyDisputed(evidence, key)) break;
      if (inForce || findAgreedHaltStart(evidence, key) !== null)
        parameters[key.name] = { value, inForce };
    }
  }
  return parameters;
}

export function listVaultAlarms({ nodes }: Evidence): HaltKey[] {
  const alarmKeys = nodes.flatMap(({ mimir }) => (mimir === null ? [] : vaultAlarms(mimir)));
  return [...new Map(alarmKeys.map((key) => [key.name, key])).values()];
}

const isKeyDisputed = (evidence: Evidence, key: HaltKey) =>
  findActiveHalts(evidence, (_, isKeyOn) => (isKeyOn(key) ? [key.name] : [])).isDisputed === true;

/** Halts of single assets on chains that are not halted themselves. */
export interface AssetHalts {
  readonly assets: readonly string[];
  readonly haltedAssets: readonly string[];
  /** Assets that one node reports as halted, while another node reports no halt. */
  readonly disputedAssets?: readonly string[];
  readonly pauseDisputedAssets?: readonly string[];
  readonly scheduledHalts: readonly ScheduledHalt[];
}

export function findAssetHalts(
  evidence: Evidence,
  chains: readonly ChainJudgement[],
  poolAssets: readonly string[],
): AssetHalts {
  const { preset } = evidence;
  const chainCodesWhere = (isIncluded: (chain: ChainJudgement) => boolean) =>
    chains.filter(isIncluded).map(({ chain }) => chain);
  const unhaltedChainCodes = chainCodesWhere(({ trading }) => trading.verdict !== "halted");
  // Chains with an unknown state are left out, because each has its own warning.
  const openChainCodes = chainCodesWhere(({ trading }) => trading.verdict === "open");
  const isOnChains = (asset: string, chainCodes: readonly string[]) =>
    chainCodes.includes(parseAsset(asset)?.chain ?? "");
  const gasAssets = unhaltedChainCodes.map((chain) => gasAssetOf(preset, chain));
  const poolAssetsToCheck = poolAssets.filter((asset) => isOnChains(asset, unhaltedChainCodes));
  const assets = [...new Set([...gasAssets, ...poolAssetsToCheck])];
  const parameters = compareHaltParameters(evidence, assets);
  const haltKeysOf = (asset: string) => assetHaltKeys(preset.haltRule, asset);
  const isAssetHalted = (asset: string) =>
    haltKeysOf(asset).some(({ name }) => parameters[name]?.inForce);
  const isHaltDisputed = (asset: string) =>
    haltKeysOf(asset).some((key) => isKeyDisputed(evidence, key));
  return {
    assets,
    haltedAssets: assets.filter(isAssetHalted),
    disputedAssets: assets.filter(
      (asset) => isOnChains(asset, openChainCodes) && isHaltDisputed(asset),
    ),
    pauseDisputedAssets: listHaltKeys(preset.haltRule, [], poolAssetsToCheck).flatMap((key) =>
      isKeyDisputed(evidence, key) ? (pausedPoolOf(key.name) ?? []) : [],
    ),
    scheduledHalts: findScheduled(evidence, assets.flatMap(haltKeysOf)),
  };
}
