// Halt parameters in force or scheduled, by exact name, with value and height.

import type { HaltParameter } from "../model/network-status.ts";
import type { ChainJudgement, ScheduledHalt } from "../model/verdicts.ts";
import { parseAsset } from "../values/assets.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/instants.ts";
import {
  type DatedNode,
  type Evidence,
  findActiveHalts,
  isInForce,
  landingHeight,
  listChainCodes,
  listDatedNodes,
} from "./evidence.ts";
import {
  assetHaltKeys,
  formHaltKeys,
  gasAssetOf,
  type HaltKey,
  keysOfChain,
  knownKeys,
  networkKeys,
  pausedPoolOf,
  startHeight,
  vaultAlarms,
} from "./halt-keys.ts";

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
    ...knownKeys(preset.haltRule, chains, [...gasAssets, ...assets]),
    ...listVaultAlarms(evidence),
  ];
  for (const key of keys) {
    for (const node of nodesWithHeight(evidence)) {
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

/** Only what all nodes schedule alike. Times are estimates at the protocol's block time. */
export function findScheduled(evidence: Evidence, keys: readonly HaltKey[]): ScheduledHalt[] {
  const { clock } = evidence;
  return keys.flatMap((key): ScheduledHalt[] => {
    const start = agreedStart(evidence, key);
    if (start === null) return [];
    const aheadMs = (start.height - start.atHeight) * PROTOCOL_BLOCK_SECONDS * 1000;
    const estimatedTimeMs = toInstant((clock.blockTimeMs ?? Number.POSITIVE_INFINITY) + aheadMs);
    return [{ parameter: key.name, value: start.value, height: start.height, estimatedTimeMs }];
  });
}

interface Start {
  readonly value: number;
  readonly height: number;
  /** The height of the foremost node. */
  readonly atHeight: number;
}

function agreedStart(evidence: Evidence, key: HaltKey): Start | null {
  const starts = listStarts(evidence, key);
  const [{ value, height = null } = {}] = starts;
  if (value === undefined || height === null) return null;
  if (starts.some((start) => start.height !== height)) return null;
  return { value, height, atHeight: Math.max(...starts.map(({ atHeight }) => atHeight)) };
}

export function isScheduleDisputed(evidence: Evidence, keys: readonly HaltKey[]): boolean {
  return keys.some(
    (key) => new Set(listStarts(evidence, key).map(({ height }) => height)).size > 1,
  );
}

function listStarts(evidence: Evidence, key: HaltKey) {
  const { haltRule } = evidence.preset;
  // Most keys exist for each chain, and nobody votes on them.
  if (!evidence.nodes.some(({ mimir }) => (mimir?.[key.name] ?? 0) > 0)) return [];
  return nodesWithHeight(evidence).flatMap((node) => {
    if (node.mimir === null) return [];
    const value = node.mimir[key.name] ?? 0;
    return {
      value,
      height: startHeight(key, haltRule, value, landingHeight(node)),
      atHeight: node.height,
    };
  });
}

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
  const codes = chains
    .filter(({ trading }) => trading.verdict !== "halted")
    .map(({ chain }) => chain);
  const gasAssets = codes.map((chain) => gasAssetOf(preset, chain));
  const pooledAssets = pooled.filter((asset) => codes.includes(parseAsset(asset)?.chain ?? ""));
  const assets = [...new Set([...gasAssets, ...pooledAssets])];
  const keysOf = (asset: string) => assetHaltKeys(preset.haltRule, asset);
  const parameters = compareHaltParameters(evidence, assets);
  const halted = assets.filter((asset) =>
    keysOf(asset).some(({ name }) => parameters[name]?.inForce),
  );
  // A chain's own doubt is reported with the chain.
  const openCodes = chains.flatMap(({ chain, trading }) =>
    trading.verdict === "open" ? chain : [],
  );
  const isHaltDisputed = (asset: string) => keysOf(asset).some((key) => isDisputed(evidence, key));
  const disputed = assets.filter(
    (asset) => openCodes.includes(parseAsset(asset)?.chain ?? "") && isHaltDisputed(asset),
  );
  const pauseDisputed = knownKeys(preset.haltRule, [], pooledAssets).flatMap((key) =>
    isDisputed(evidence, key) ? (pausedPoolOf(key.name) ?? []) : [],
  );
  return {
    assets,
    halted,
    disputed,
    pauseDisputed,
    scheduled: findScheduled(evidence, assets.flatMap(keysOf)),
  };
}

/** The longest that a swap of spaced parts may run: STREAMINGSWAPMAXLENGTH, 14,400 blocks. */
export const HALT_HORIZON_MS = 86_400_000;

export function isHaltSoon(
  { estimatedTimeMs }: Pick<ScheduledHalt, "estimatedTimeMs">,
  nowMs: number,
): boolean {
  return estimatedTimeMs !== null && estimatedTimeMs <= nowMs + HALT_HORIZON_MS;
}

export interface HaltScope {
  readonly chains: readonly string[];
  readonly assets: readonly string[];
  readonly forms?: readonly [sold: string, bought: string];
  /** Chains whose payouts and refunds count too. */
  readonly signedChains?: readonly string[];
}

/** Soonest first. A warning, never a verdict. */
export function findComingHalts(
  evidence: Evidence,
  scope: HaltScope,
  untilMs: number,
): ScheduledHalt[] {
  return findScheduled(evidence, listScopeKeys(evidence, scope))
    .filter(({ estimatedTimeMs }) => estimatedTimeMs !== null && estimatedTimeMs <= untilMs)
    .sort((a, b) => a.height - b.height);
}

export const isScopeDisputed = (evidence: Evidence, scope: HaltScope): boolean =>
  isScheduleDisputed(evidence, listScopeKeys(evidence, scope));

function listScopeKeys({ preset }: Evidence, scope: HaltScope): HaltKey[] {
  const { chains, assets, forms, signedChains } = scope;
  const keysOf = (codes: readonly string[]) => [
    networkKeys,
    ...[...new Set(codes)].map(keysOfChain),
  ];
  return [
    ...keysOf(chains).flatMap(({ trading, whole }) => [trading, ...whole]),
    networkKeys.alarm,
    ...(signedChains ? keysOf(signedChains).map(({ signing }) => signing) : []),
    ...assets.flatMap((asset) => assetHaltKeys(preset.haltRule, asset)),
    ...(forms ? formHaltKeys(preset.haltRule, ...forms) : []),
  ];
}

const nodesWithHeight = (evidence: Evidence): DatedNode[] =>
  listDatedNodes(evidence).filter((node) => node.staleness !== "undated");
