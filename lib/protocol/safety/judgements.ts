// Decides a verdict from facts, in a fixed order. A doubt never yields `open`.

import { because, type Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { findDoubt } from "./doubts.ts";
import { type Evidence, topHeight, type Verdicts } from "./evidence.ts";
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
 * The first that applies: a disputed halt, a halt in fresh data, one in stale data, a repeated
 * halt, a doubt, a halt of unknown height, else `open`.
 * `earlierJudgement` answers the same question in `evidence.previousVerdicts`.
 */
export function decideVerdict(
  evidence: Evidence,
  activeHalts: ActiveHalts,
  earlierJudgement: Judgement | undefined,
  doubt: Reason | null,
): Judgement {
  const { fresh: freshHalts, aged: agedHalts, undated: undatedHalts, isDisputed } = activeHalts;
  if (isDisputed && freshHalts.length + agedHalts.length > 0)
    return unknownJudgement(because("halt_disputed"));
  if (freshHalts.length > 0) return haltedJudgement(freshHalts, null);
  if (agedHalts.length > 0)
    return haltedJudgement(agedHalts, evidence.clock.reason ?? because("node_behind_network"));
  const repeatedHalt = earlierJudgement ? repeatHalt(evidence, earlierJudgement) : null;
  if (repeatedHalt !== null) return repeatedHalt;
  if (doubt !== null) return unknownJudgement(doubt);
  if (undatedHalts.length > 0) return unknownJudgement(because("undated_halt"));
  return openJudgement;
}

/** Repeats a halt that rested on fresh data, and only while nothing newer is known. */
function repeatHalt(evidence: Evidence, earlierJudgement: Judgement): Judgement | null {
  if (earlierJudgement.verdict !== "halted" || earlierJudgement.reason !== null) return null;
  const previousAgeMs = blockAgeMs(evidence.previousVerdicts, evidence.nowMs);
  const noNewsReason = findNoNewsReason(evidence);
  if (noNewsReason === null || previousAgeMs > REPEAT_HALTED_MS) return null;
  const reason = because("halted_before", { seconds: toSeconds(previousAgeMs) }, noNewsReason);
  return haltedJudgement(earlierJudgement.haltedBy, reason);
}

/** Judges what no row or pool shows: halt parameters alone decide. */
export function judgeKeys(
  evidence: Evidence,
  keys: readonly HaltKey[],
  earlierJudgement?: Judgement,
): Judgement {
  const activeHalts = findActiveHalts(evidence, (_, isKeyOn) =>
    keys.filter(isKeyOn).map(({ name }) => name),
  );
  const doubt = findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys);
  return decideVerdict(evidence, activeHalts, earlierJudgement, doubt);
}

function blockAgeMs(verdicts: Verdicts | null, nowMs: number): number {
  return nowMs - (verdicts?.blockTimeMs ?? Number.NEGATIVE_INFINITY);
}

/** Why nothing newer is known: no fresh clock, no usable node, or only nodes at a lower block. */
function findNoNewsReason(evidence: Evidence): Reason | null {
  const { nodes, noNodesReason, clock, previousVerdicts } = evidence;
  if (clock.freshness !== "fresh") return clock.reason ?? noNodesReason;
  if (nodes.every((node) => node.hasRolledBack)) return noNodesReason;
  const nodeTopHeight = topHeight({ nodes, clock });
  return nodeTopHeight !== null &&
    previousVerdicts?.height != null &&
    nodeTopHeight < previousVerdicts.height
    ? because("node_behind_last_reading", { blocks: previousVerdicts.height - nodeTopHeight })
    : null;
}

/** False where the previous verdicts rest on a higher block, and can still be repeated. */
export function isNewer(verdicts: Verdicts, previous: Verdicts | null, nowMs: number): boolean {
  if (previous === null || (verdicts.height ?? 0) >= (previous.height ?? 0)) return true;
  return blockAgeMs(previous, nowMs) > REPEAT_HALTED_MS;
}

export function withoutOpen(verdicts: Verdicts, doubt: Reason): Verdicts {
  const withDoubt = (judgement: Judgement): Judgement =>
    judgement.verdict === "open" ? unknownJudgement(doubt) : judgement;
  const doubtedChains = [...verdicts.chains.values()].map((chain) => ({
    ...chain,
    trading: withDoubt(chain.trading),
    deposits: withDoubt(chain.deposits),
    signing: withDoubt(chain.signing),
    liquidity: withDoubt(chain.liquidity),
  }));
  return {
    ...verdicts,
    network: withDoubt(verdicts.network),
    chains: new Map(doubtedChains.map((chain) => [chain.chain, chain])),
  };
}

/** The worst of several judgements, with all names that halt. */
export function combineJudgements(judgements: readonly Judgement[]): Judgement {
  const haltedJudgements = judgements.filter(({ verdict }) => verdict === "halted");
  const [firstHalted] = haltedJudgements;
  if (firstHalted) {
    const haltNames = new Set(haltedJudgements.flatMap(({ haltedBy }) => haltedBy));
    const isHaltCertain = haltedJudgements.some(({ reason }) => reason === null);
    return haltedJudgement([...haltNames], isHaltCertain ? null : firstHalted.reason);
  }
  return judgements.find(({ verdict }) => verdict === "unknown") ?? openJudgement;
}
