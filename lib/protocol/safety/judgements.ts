// Decides a verdict in a fixed order. While there is a reason for doubt, nothing is `open`.

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
 * Takes the first that applies: disputed halt, halt in fresh data, halt in stale data, repeated
 * halt, reason for doubt, halt of unknown height. Else `open`.
 * `earlierJudgement`: the previous judgement of the same chain and action.
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

/**
 * Repeats an earlier halt that fresh data proved. Null if the halt is too old, or newer data
 * exists.
 */
function repeatHalt(evidence: Evidence, earlierJudgement: Judgement): Judgement | null {
  if (earlierJudgement.verdict !== "halted" || earlierJudgement.reason !== null) return null;
  const previousAgeMs = blockAgeMs(evidence.previousVerdicts, evidence.nowMs);
  const noNewsReason = findNoNewsReason(evidence);
  if (noNewsReason === null || previousAgeMs > REPEAT_HALTED_MS) return null;
  const reason = because("halted_before", { seconds: toSeconds(previousAgeMs) }, noNewsReason);
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
  const doubt = findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys);
  return decideVerdict(evidence, activeHalts, earlierJudgement, doubt);
}

function blockAgeMs(verdicts: Verdicts | null, nowMs: number): number {
  return nowMs - (verdicts?.blockTimeMs ?? Number.NEGATIVE_INFINITY);
}

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
