// Halts that are scheduled for a later block. A warning, never a verdict.

import { because, type Reason } from "../model/reasons.ts";
import type { ScheduledHalt } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { toInstant } from "../values/instants.ts";
import { type Evidence, landingHeight, listNodesWithHeight } from "./evidence.ts";
import {
  assetHaltKeys,
  formHaltKeys,
  type HaltKey,
  keysOfChain,
  networkKeys,
  startHeight,
} from "./halt-keys.ts";

/** The longest that a swap of spaced parts may run: STREAMINGSWAPMAXLENGTH, 14,400 blocks. */
export const HALT_HORIZON_MS = 86_400_000;

/** Halts that all nodes schedule alike. Times are estimates from the protocol's block time. */
export function findScheduled(evidence: Evidence, keys: readonly HaltKey[]): ScheduledHalt[] {
  const clockMs = evidence.clock.blockTimeMs ?? Number.POSITIVE_INFINITY;
  return keys.flatMap((key): ScheduledHalt[] => {
    const start = agreedStart(evidence, key);
    if (start === null) return [];
    const { value, height, atHeight } = start;
    const aheadMs = (height - atHeight) * PROTOCOL_BLOCK_SECONDS * 1000;
    const estimatedTimeMs = toInstant(clockMs + aheadMs);
    return [{ parameter: key.name, value, height, estimatedTimeMs }];
  });
}

interface NodeStart {
  readonly value: number;
  /** The block from which the parameter halts; null where it never comes. */
  readonly height: number | null;
  readonly atHeight: number;
}

interface AgreedStart {
  readonly value: number;
  readonly height: number;
  /** The height of the foremost node. */
  readonly atHeight: number;
}

export function agreedStart(evidence: Evidence, key: HaltKey): AgreedStart | null {
  const starts = listStarts(evidence, key);
  const [firstStart] = starts;
  if (firstStart === undefined) return null;
  const { value, height } = firstStart;
  if (height === null || starts.some((start) => start.height !== height)) return null;
  return { value, height, atHeight: Math.max(...starts.map(({ atHeight }) => atHeight)) };
}

/** A halt that one node alone schedules is neither reported nor ignored. */
export function findScheduleDoubt(evidence: Evidence, keys: readonly HaltKey[]): Reason | null {
  const isDisputed = keys.some(
    (key) => new Set(listStarts(evidence, key).map(({ height }) => height)).size > 1,
  );
  return isDisputed ? because("schedules_differ") : null;
}

function listStarts(evidence: Evidence, key: HaltKey): NodeStart[] {
  const { haltRule } = evidence.preset;
  // A shortcut: hardly any of the many keys has a vote.
  if (!evidence.nodes.some(({ mimir }) => (mimir?.[key.name] ?? 0) > 0)) return [];
  return listNodesWithHeight(evidence).flatMap((node) => {
    if (node.mimir === null) return [];
    const value = node.mimir[key.name] ?? 0;
    const height = startHeight(key, haltRule, value, landingHeight(node));
    return { value, height, atHeight: node.height };
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
  readonly forms?: readonly [sold: string, bought: string];
  /** Chains whose payouts and refunds count too. */
  readonly signedChains?: readonly string[];
}

/** Soonest first. */
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
  const { chains, assets, forms, signedChains } = scope;
  const withNetworkKeys = (codes: readonly string[]) => [
    networkKeys,
    ...[...new Set(codes)].map(keysOfChain),
  ];
  return [
    ...withNetworkKeys(chains).flatMap(({ trading, whole }) => [trading, ...whole]),
    networkKeys.alarm,
    ...(signedChains ? withNetworkKeys(signedChains).map(({ signing }) => signing) : []),
    ...assets.flatMap((asset) => assetHaltKeys(preset.haltRule, asset)),
    ...(forms ? formHaltKeys(preset.haltRule, ...forms) : []),
  ];
}
