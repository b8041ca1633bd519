// Halt parameters in force or scheduled, by exact name, and the assets that they halt.

import type { HaltParameter } from "../model/network-status.ts";
import type { ChainJudgement, ScheduledHalt } from "../model/verdicts.ts";
import { parseAsset } from "../values/assets.ts";
import { type Evidence, listChainCodes, listNodesWithHeight } from "./evidence.ts";
import {
  assetHaltKeys,
  gasAssetOf,
  type HaltKey,
  listHaltKeys,
  pausedPoolOf,
  vaultAlarms,
} from "./halt-keys.ts";
import { findActiveHalts, isInForce } from "./halts-in-force.ts";
import { agreedStart, findScheduled } from "./scheduled-halts.ts";

/** `assets` adds the keys of those assets. Disputed parameters are left out. */
export function compareHaltParameters(
  evidence: Evidence,
  assets: readonly string[],
): Record<string, HaltParameter> {
  const { preset } = evidence;
  const chains = listChainCodes(evidence);
  const gasAssets = chains.map((chain) => gasAssetOf(preset, chain));
  const parameters: Record<string, HaltParameter> = {};
  const keys = [
    ...listHaltKeys(preset.haltRule, chains, [...gasAssets, ...assets]),
    ...listVaultAlarms(evidence),
  ];
  for (const key of keys) {
    for (const node of listNodesWithHeight(evidence)) {
      const value = node.mimir?.[key.name];
      if (value === undefined || parameters[key.name]?.inForce) continue;
      const inForce = isInForce(preset, node, key);
      if (inForce && isDisputed(evidence, key)) break;
      if (inForce || agreedStart(evidence, key) !== null) parameters[key.name] = { value, inForce };
    }
  }
  return parameters;
}

export function listVaultAlarms({ nodes }: Evidence): HaltKey[] {
  const keys = nodes.flatMap(({ mimir }) => (mimir === null ? [] : vaultAlarms(mimir)));
  return [...new Map(keys.map((key) => [key.name, key])).values()];
}

const isDisputed = (evidence: Evidence, key: HaltKey) =>
  findActiveHalts(evidence, (_, isKeyOn) => (isKeyOn(key) ? [key.name] : [])).isDisputed === true;

/** Halts of assets whose chains are not halted. No row of a chain shows them. */
export interface AssetHalts {
  readonly assets: readonly string[];
  readonly halted: readonly string[];
  /** Halted by one source alone. */
  readonly disputed?: readonly string[];
  readonly pauseDisputed?: readonly string[];
  readonly scheduled: readonly ScheduledHalt[];
}

/** Covers the chains' gas assets, and the assets of `pooled` on these chains. */
export function findAssetHalts(
  evidence: Evidence,
  chains: readonly ChainJudgement[],
  pooled: readonly string[],
): AssetHalts {
  const { preset } = evidence;
  const codesWhere = (isIncluded: (chain: ChainJudgement) => boolean) =>
    chains.filter(isIncluded).map(({ chain }) => chain);
  const runningCodes = codesWhere(({ trading }) => trading.verdict !== "halted");
  // A chain's own doubt is reported with the chain.
  const openCodes = codesWhere(({ trading }) => trading.verdict === "open");
  const isOnChain = (asset: string, codes: readonly string[]) =>
    codes.includes(parseAsset(asset)?.chain ?? "");
  const gasAssets = runningCodes.map((chain) => gasAssetOf(preset, chain));
  const pooledAssets = pooled.filter((asset) => isOnChain(asset, runningCodes));
  const assets = [...new Set([...gasAssets, ...pooledAssets])];
  const parameters = compareHaltParameters(evidence, assets);
  const keysOf = (asset: string) => assetHaltKeys(preset.haltRule, asset);
  const isHalted = (asset: string) => keysOf(asset).some(({ name }) => parameters[name]?.inForce);
  const isHaltDisputed = (asset: string) => keysOf(asset).some((key) => isDisputed(evidence, key));
  return {
    assets,
    halted: assets.filter(isHalted),
    disputed: assets.filter((asset) => isOnChain(asset, openCodes) && isHaltDisputed(asset)),
    pauseDisputed: listHaltKeys(preset.haltRule, [], pooledAssets).flatMap((key) =>
      isDisputed(evidence, key) ? (pausedPoolOf(key.name) ?? []) : [],
    ),
    scheduled: findScheduled(evidence, assets.flatMap(keysOf)),
  };
}
