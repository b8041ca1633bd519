// Finds halts that are scheduled for a later block. Such a halt never makes a verdict `halted`.

import { because, type Reason } from "../model/reasons.ts";
import type { ScheduledHalt } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/instants.ts";
import { type Evidence, landingHeight, listNodesWithBlock } from "./evidence.ts";
import type { DatedBlock } from "./freshness.ts";
import {
  assetHaltKeys,
  formHaltKeys,
  type HaltKey,
  keysOfChain,
  networkKeys,
  startHeight,
} from "./halt-keys.ts";

/** A halt that comes within this time, in ms, is told as coming soon, whatever is asked. */
export const HALT_HORIZON_MS = 86_400_000;

export function findScheduled(evidence: Evidence, keys: readonly HaltKey[]): ScheduledHalt[] {
  return keys.flatMap((key): ScheduledHalt[] => {
    const agreedHaltStart = findAgreedHaltStart(evidence, key);
    if (agreedHaltStart === null) return [];
    const { value, haltHeight, blocks } = agreedHaltStart;
    const estimatedTimesMs = blocks.map(
      (block) => block.timeMs + (haltHeight - block.height) * PROTOCOL_BLOCK_SECONDS * 1000,
    );
    const estimatedTimeMs = toInstant(Math.min(...estimatedTimesMs));
    return [{ parameter: key.name, value, height: haltHeight, estimatedTimeMs }];
  });
}

interface NodeHaltStart {
  readonly value: number;
  readonly haltHeight: number | null;
  readonly block: DatedBlock;
}

interface AgreedHaltStart {
  readonly value: number;
  readonly haltHeight: number;
  /** Blocks of the nodes that state the halt. The earliest estimate from them counts. */
  readonly blocks: readonly DatedBlock[];
}

export function findAgreedHaltStart(evidence: Evidence, key: HaltKey): AgreedHaltStart | null {
  const haltStarts = listHaltStarts(evidence, key);
  const [firstHaltStart] = haltStarts;
  if (firstHaltStart === undefined) return null;
  const { value, haltHeight } = firstHaltStart;
  if (haltHeight === null || haltStarts.some((start) => start.haltHeight !== haltHeight))
    return null;
  return { value, haltHeight, blocks: haltStarts.map(({ block }) => block) };
}

export function findScheduleDoubt(evidence: Evidence, keys: readonly HaltKey[]): Reason | null {
  const areStartsDisputed = keys.some(
    (key) => new Set(listHaltStarts(evidence, key).map(({ haltHeight }) => haltHeight)).size > 1,
  );
  return areStartsDisputed ? because("schedules_differ") : null;
}

function listHaltStarts(evidence: Evidence, key: HaltKey): NodeHaltStart[] {
  const { haltRule } = evidence.preset;
  // Returns early to save time, because most parameters are not set on any node.
  if (!evidence.nodes.some(({ mimir }) => (mimir?.[key.name] ?? 0) > 0)) return [];
  return listNodesWithBlock(evidence).flatMap((node) => {
    if (node.mimir === null) return [];
    const value = node.mimir[key.name] ?? 0;
    const haltHeight = startHeight(key, haltRule, value, landingHeight(node));
    return { value, haltHeight, block: node.block };
  });
}

export function isHaltSoon(
  { estimatedTimeMs }: Pick<ScheduledHalt, "estimatedTimeMs">,
  nowMs: number,
): boolean {
  return estimatedTimeMs !== null && estimatedTimeMs <= nowMs + HALT_HORIZON_MS;
}

export interface HaltScope {
  readonly chains: readonly string[];
  readonly assets: readonly string[];
  readonly swapAssets?: readonly [sold: string, bought: string];
  /** Chains whose signing halts are also searched. A signing halt delays payouts and refunds. */
  readonly signedChains?: readonly string[];
}

export function findComingHalts(
  evidence: Evidence,
  scope: HaltScope,
  untilMs: number,
): ScheduledHalt[] {
  return findScheduled(evidence, listScopeKeys(evidence, scope))
    .filter(({ estimatedTimeMs }) => estimatedTimeMs !== null && estimatedTimeMs <= untilMs)
    .sort((a, b) => a.height - b.height);
}

export const findScopeDoubt = (evidence: Evidence, scope: HaltScope): Reason | null =>
  findScheduleDoubt(evidence, listScopeKeys(evidence, scope));

function listScopeKeys({ preset }: Evidence, scope: HaltScope): HaltKey[] {
  const { chains, assets, swapAssets, signedChains } = scope;
  const scopeKeysOfChains = (chainCodes: readonly string[]) => [
    networkKeys,
    ...[...new Set(chainCodes)].map(keysOfChain),
  ];
  return [
    ...scopeKeysOfChains(chains).flatMap(({ trading, standstill }) => [trading, ...standstill]),
    networkKeys.alarm,
    ...(signedChains ? scopeKeysOfChains(signedChains).map(({ signing }) => signing) : []),
    ...assets.flatMap((asset) => assetHaltKeys(preset.haltRule, asset)),
    ...(swapAssets ? formHaltKeys(preset.haltRule, ...swapAssets) : []),
  ];
}
