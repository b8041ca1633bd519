// Decides a verdict in a fixed order. While there is a reason for doubt, nothing is `open`.

import { because, type Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { findDoubt } from "./doubts.ts";
import {
  agreedHeight,
  type Evidence,
  heightsOf,
  listFreshNodes,
  type Verdicts,
} from "./evidence.ts";
import { REPEAT_HALTED_MS, toSeconds } from "./freshness.ts";
import type { HaltKey } from "./halt-keys.ts";
import { type ActiveHalts, findActiveHalts } from "./halts-in-force.ts";
import { findScheduleDoubt } from "./scheduled-halts.ts";

const openJudgement: Judgement = { verdict: "open", haltedBy: [], reason: null };

export const unknownJudgement = (reason: Reason): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason,
});

const haltedJudgement = (haltedBy: readonly string[], reason: Reason | null): Judgement => ({
  verdict: "halted",
  haltedBy,
  reason,
});

/**
 * The first of these decides: disputed halt, halt in fresh data, halt in old data, repeated halt,
 * reason for doubt, halt from a node without height. Without any of them, the verdict is `open`.
 * `earlierJudgement`: the previous judgement of the same chain and action.
 */
export function decideVerdict(
  evidence: Evidence,
  activeHalts: ActiveHalts,
  earlierJudgement: Judgement | undefined,
  doubtReason: Reason | null,
): Judgement {
  const { fresh: freshHalts, aged: agedHalts, undated: undatedHalts, isDisputed } = activeHalts;
  if (isDisputed && freshHalts.length + agedHalts.length > 0)
    return unknownJudgement(because("halt_disputed"));
  if (freshHalts.length > 0) return haltedJudgement(freshHalts, null);
  if (agedHalts.length > 0) return haltedJudgement(agedHalts, agedReason(evidence));
  const repeatedJudgement = earlierJudgement ? repeatHalt(evidence, earlierJudgement) : null;
  if (repeatedJudgement !== null) return repeatedJudgement;
  if (doubtReason !== null) return unknownJudgement(doubtReason);
  if (undatedHalts.length > 0) return unknownJudgement(because("undated_halt"));
  return openJudgement;
}

function agedReason({ clock }: Evidence): Reason {
  const isClockOld = clock.height !== null && clock.freshness !== "fresh";
  return isClockOld ? clock.reason : because("node_behind_network");
}

/**
 * Repeats an earlier `halted` that rested on fresh data. Null if that data is more than 10 minutes
 * old (REPEAT_HALTED_MS), or if newer data could be read.
 */
function repeatHalt(evidence: Evidence, earlierJudgement: Judgement): Judgement | null {
  if (earlierJudgement.verdict !== "halted" || earlierJudgement.reason !== null) return null;
  const previousVerdictsAgeMs = blockAgeMs(evidence.previousVerdicts, evidence.nowMs);
  const noNewDataReason = findNoNewDataReason(evidence);
  if (noNewDataReason === null || previousVerdictsAgeMs > REPEAT_HALTED_MS) return null;
  const reason = because(
    "halted_before",
    { seconds: toSeconds(previousVerdictsAgeMs) },
    noNewDataReason,
  );
  return haltedJudgement(earlierJudgement.haltedBy, reason);
}

export function judgeKeys(
  evidence: Evidence,
  keys: readonly HaltKey[],
  earlierJudgement?: Judgement,
): Judgement {
  const activeHalts = findActiveHalts(evidence, (_, isKeyOn) =>
    keys.filter(isKeyOn).map(({ name }) => name),
  );
  const doubtReason = findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys);
  return decideVerdict(evidence, activeHalts, earlierJudgement, doubtReason);
}

function blockAgeMs(verdicts: Verdicts | null, nowMs: number): number {
  return nowMs - (verdicts?.blockTimeMs ?? Number.NEGATIVE_INFINITY);
}

function findNoNewDataReason(evidence: Evidence): Reason | null {
  const { nodes, noNodesReason, clock } = evidence;
  if (nodes.every((node) => node.hasRolledBack)) return noNodesReason;
  if (clock.freshness !== "fresh" && listFreshNodes(evidence).length === 0) return clock.reason;
  const blocksBehind = blocksBehindPrevious(evidence);
  return blocksBehind > 0 ? because("node_behind_last_reading", { blocks: blocksBehind }) : null;
}

/** How far below the height of the previous verdicts the nodes are. Zero if none was agreed on. */
function blocksBehindPrevious({ nodes, quorum, previousVerdicts }: Evidence): number {
  const heights = heightsOf(nodes);
  if (heights.length === 0 || previousVerdicts?.height == null) return 0;
  const height = agreedHeight({ nodes, quorum }) ?? Math.max(...heights);
  return Math.max(0, previousVerdicts.height - height);
}

/** True if the verdicts shall be remembered in place of the previous ones. */
export function isNewer(verdicts: Verdicts, evidence: Evidence): boolean {
  const { previousVerdicts, nowMs } = evidence;
  const previousAgeMs = blockAgeMs(previousVerdicts, nowMs);
  if (previousAgeMs > REPEAT_HALTED_MS) return true;
  // One operator alone could tell any height, so only the time tells whether its word is newer.
  if (verdicts.height === null && blockAgeMs(verdicts, nowMs) > previousAgeMs) return false;
  return blocksBehindPrevious(evidence) === 0;
}

export function withoutOpen(verdicts: Verdicts, doubtReason: Reason): Verdicts {
  const unknownIfOpen = (judgement: Judgement): Judgement =>
    judgement.verdict === "open" ? unknownJudgement(doubtReason) : judgement;
  const chainsWithoutOpen = [...verdicts.chains.values()].map((chain) => ({
    ...chain,
    trading: unknownIfOpen(chain.trading),
    deposits: unknownIfOpen(chain.deposits),
    signing: unknownIfOpen(chain.signing),
    liquidity: unknownIfOpen(chain.liquidity),
  }));
  return {
    ...verdicts,
    network: unknownIfOpen(verdicts.network),
    chains: new Map(chainsWithoutOpen.map((chain) => [chain.chain, chain])),
  };
}

export function combineJudgements(judgements: readonly Judgement[]): Judgement {
  const haltedJudgements = judgements.filter(({ verdict }) => verdict === "halted");
  const [firstHalted] = haltedJudgements;
  if (firstHalted) {
    const haltNames = new Set(haltedJudgements.flatMap(({ haltedBy }) => haltedBy));
    const hasFreshHalt = haltedJudgements.some(({ reason }) => reason === null);
    return haltedJudgement([...haltNames], hasFreshHalt ? null : firstHalted.reason);
  }
  return judgements.find(({ verdict }) => verdict === "unknown") ?? openJudgement;
}
