// Protocol room: halt parameters as facts of their own: in force or scheduled, by exact name, with value and height.
import { PROTOCOL_BLOCK_SECONDS } from "./chains.ts";
import { type DatedNode, type Evidence, toChainCodes, toDatedNodes } from "./evidence.ts";
import {
  ALL_CHAINS_KEYS,
  HALT_SIGNING,
  HALT_TRADING,
  type HaltKey,
  isOn,
  PAUSE_LP,
  toAssetKeys,
  toChainKeys,
  toDepositPauseKey,
  toGasAsset,
  toLiquidityKey,
  toSigningKey,
  toStartHeight,
  toTradingKey,
} from "./halt-keys.ts";
import type { HaltParameter, ScheduledHalt } from "./model.ts";

/** The known parameters that are in force or scheduled; `assets` adds the keys of those assets. */
export function toHaltParameters(evidence: Evidence, assets: readonly string[]): Record<string, HaltParameter> {
  const { preset } = evidence;
  const chains = toChainCodes(evidence);
  const gasAssets = chains.map((chain) => toGasAsset(preset, chain));
  const assetKeys = [...new Set([...gasAssets, ...assets])].flatMap((asset) => [
    ...toAssetKeys(asset),
    toDepositPauseKey(asset),
  ]);
  const chainKeys = chains.flatMap((chain) => [
    toTradingKey(chain),
    ...toChainKeys(chain),
    toSigningKey(chain),
    toLiquidityKey(chain),
  ]);
  const found: Record<string, HaltParameter> = {};
  for (const key of [HALT_TRADING, ...ALL_CHAINS_KEYS, HALT_SIGNING, PAUSE_LP, ...chainKeys, ...assetKeys]) {
    for (const { mimir, height } of toNodesWithHeight(evidence)) {
      const value = mimir?.[key.name];
      if (value === undefined || found[key.name]?.inForce) continue;
      const inForce = isOn(key, preset.haltRule, value, height);
      if (inForce || toStartHeight(key, preset.haltRule, value, height) !== null) found[key.name] = { value, inForce };
    }
  }
  return found;
}

/** Keys that come on at a height ahead. The time is an estimate at the protocol's block time. */
export function findScheduled(evidence: Evidence, keys: readonly HaltKey[]): ScheduledHalt[] {
  const { preset, clock } = evidence;
  const found = new Map<string, ScheduledHalt>();
  for (const { mimir, height: now } of toNodesWithHeight(evidence)) {
    for (const key of keys) {
      const value = mimir?.[key.name];
      const height = toStartHeight(key, preset.haltRule, value, now);
      if (value === undefined || height === null || found.has(key.name)) continue;
      const estimatedTimeMs = (clock.blockTimeMs as number) + (height - now) * PROTOCOL_BLOCK_SECONDS * 1000;
      found.set(key.name, { parameter: key.name, value, height, estimatedTimeMs });
    }
  }
  return [...found.values()];
}

const toNodesWithHeight = (evidence: Evidence): DatedNode[] =>
  toDatedNodes(evidence).filter((node) => node.dating !== "undated");
