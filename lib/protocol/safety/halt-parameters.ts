// Halt parameters as facts of their own: in force or scheduled, by exact name, with value and height.

import type { HaltParameter } from "../model/network-status.ts";
import type { ScheduledHalt } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/instants.ts";
import { type DatedNode, type Evidence, isInForce, landingHeight, listChainCodes, listDatedNodes } from "./evidence.ts";
import {
  ALL_CHAINS_KEYS,
  assetHaltKeys,
  chainHaltKeys,
  formHaltKeys,
  gasAssetOf,
  HALT_SIGNING,
  HALT_TRADING,
  type HaltKey,
  knownKeys,
  signingHaltKey,
  startHeight,
  tradingHaltKey,
} from "./halt-keys.ts";

/** The known parameters that are in force or scheduled; `assets` adds the keys of those assets. */
export function compareHaltParameters(evidence: Evidence, assets: readonly string[]): Record<string, HaltParameter> {
  const { preset } = evidence;
  const chains = listChainCodes(evidence);
  const gasAssets = chains.map((chain) => gasAssetOf(preset, chain));
  const found: Record<string, HaltParameter> = {};
  for (const key of knownKeys(preset.haltRule, chains, [...gasAssets, ...assets])) {
    for (const node of nodesWithHeight(evidence)) {
      const value = node.mimir?.[key.name];
      if (value === undefined || found[key.name]?.inForce) continue;
      const inForce = isInForce(preset, node, key);
      if (inForce || startHeight(key, preset.haltRule, value, landingHeight(node)) !== null)
        found[key.name] = { value, inForce };
    }
  }
  return found;
}

/** Keys that come on at a height ahead. The time is an estimate at the protocol's block time. */
export function findScheduled(evidence: Evidence, keys: readonly HaltKey[]): ScheduledHalt[] {
  const { preset, clock } = evidence;
  const found = new Map<string, ScheduledHalt>();
  for (const node of nodesWithHeight(evidence)) {
    for (const key of keys) {
      const value = node.mimir?.[key.name];
      const height = startHeight(key, preset.haltRule, value, landingHeight(node));
      // Where two nodes name two heights the nearer one is told.
      if (value === undefined || height === null || height >= (found.get(key.name)?.height ?? Infinity)) continue;
      const aheadMs = (height - node.height) * PROTOCOL_BLOCK_SECONDS * 1000;
      const estimatedTimeMs = clock.blockTimeMs === null ? null : toInstant(clock.blockTimeMs + aheadMs);
      found.set(key.name, { parameter: key.name, value, height, estimatedTimeMs });
    }
  }
  return [...found.values()];
}

export interface HaltScope {
  readonly chains: readonly string[];
  readonly assets: readonly string[];
  /** The two assets of a swap, in the forms that are sold and bought. */
  readonly forms?: readonly [sold: string, bought: string];
  /** A chain whose payouts count too. */
  readonly payoutChain?: string;
}

/** Halts of trading on these chains and of these layer-1 assets that are scheduled up to an instant, soonest first. A warning, never a verdict. */
export function findComingHalts(evidence: Evidence, of: HaltScope, untilMs: number): ScheduledHalt[] {
  const chainKeys = [...new Set(of.chains)].flatMap((chain) => [tradingHaltKey(chain), ...chainHaltKeys(chain)]);
  const keys = [
    HALT_TRADING,
    ...ALL_CHAINS_KEYS,
    ...chainKeys,
    ...(of.payoutChain === undefined ? [] : [HALT_SIGNING, signingHaltKey(of.payoutChain)]),
    ...of.assets.flatMap((asset) => assetHaltKeys(evidence.preset.haltRule, asset)),
    ...(of.forms ? formHaltKeys(evidence.preset.haltRule, ...of.forms) : []),
  ];
  return findScheduled(evidence, keys)
    .filter(({ estimatedTimeMs }) => estimatedTimeMs !== null && estimatedTimeMs <= untilMs)
    .sort((a, b) => a.height - b.height);
}

const nodesWithHeight = (evidence: Evidence): DatedNode[] =>
  listDatedNodes(evidence).filter((node) => node.dating !== "undated");
