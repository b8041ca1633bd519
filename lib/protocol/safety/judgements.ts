// The order in which facts decide. Doubt never yields `open`, and never hides `halted`.

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
 * In this order: halted by fresh data, disputed, stale data, the last judgement, unknown, open.
 * `earlier` is the judgement of the same question in `evidence.previous`.
 */
export function decideVerdict(
  evidence: Evidence,
  active: ActiveHalts,
  earlier: Judgement | undefined,
  doubt: Reason | null,
): Judgement {
  const { fresh, aged, undated, isDisputed } = active;
  if (isDisputed && fresh.length + aged.length > 0)
    return unknownJudgement(because("halt_disputed"));
  if (fresh.length > 0) return haltedJudgement(fresh, null);
  if (aged.length > 0)
    return haltedJudgement(aged, evidence.clock.reason ?? because("node_behind_network"));
  const repeatedHalt = earlier ? repeatHalt(evidence, earlier) : null;
  if (repeatedHalt !== null) return repeatedHalt;
  if (doubt !== null) return unknownJudgement(doubt);
  if (undated.length > 0) return unknownJudgement(because("undated_halt"));
  return openJudgement;
}

/** Only a judgement of fresh data is repeated, and only while nothing newer is known. */
function repeatHalt(evidence: Evidence, earlier: Judgement): Judgement | null {
  if (earlier.verdict !== "halted" || earlier.reason !== null) return null;
  const { previous, nowMs } = evidence;
  const ageMs = blockAgeMs(previous, nowMs);
  const standstill = findStandstill(evidence);
  if (standstill === null || ageMs > REPEAT_HALTED_MS) return null;
  const reason = because("halted_before", { seconds: toSeconds(ageMs) }, standstill);
  return haltedJudgement(earlier.haltedBy, reason);
}

/** For what no row or pool shows: the parameters alone decide. */
export function judgeKeys(
  evidence: Evidence,
  keys: readonly HaltKey[],
  earlier?: Judgement,
): Judgement {
  const active = findActiveHalts(evidence, (_, isKeyOn) =>
    keys.filter(isKeyOn).map(({ name }) => name),
  );
  const doubt = findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys);
  return decideVerdict(evidence, active, earlier, doubt);
}

function blockAgeMs(verdicts: Verdicts | null, nowMs: number): number {
  return nowMs - (verdicts?.blockTimeMs ?? Number.NEGATIVE_INFINITY);
}

/** Why nothing newer than the last judgement is known: no fresh clock, no node, or none as far. */
function findStandstill({ nodes, noNodesReason, clock, previous }: Evidence): Reason | null {
  if (clock.freshness !== "fresh") return clock.reason ?? noNodesReason;
  if (nodes.every((node) => node.rolledBack)) return noNodesReason;
  const height = topHeight({ nodes, clock });
  return height !== null && previous?.height != null && height < previous.height
    ? because("node_behind_last_reading", { blocks: previous.height - height })
    : null;
}

/** False where the earlier judgement rests on a higher block, and can still be repeated. */
export function isNewer(verdicts: Verdicts, earlier: Verdicts | null, nowMs: number): boolean {
  if (earlier === null || (verdicts.height ?? 0) >= (earlier.height ?? 0)) return true;
  return blockAgeMs(earlier, nowMs) > REPEAT_HALTED_MS;
}

export function withoutOpen(verdicts: Verdicts, doubt: Reason): Verdicts {
  const withDoubt = (judgement: Judgement): Judgement =>
    judgement.verdict === "open" ? unknownJudgement(doubt) : judgement;
  const chains = [...verdicts.chains.values()].map((chain) => ({
    ...chain,
    trading: withDoubt(chain.trading),
    deposits: withDoubt(chain.deposits),
    signing: withDoubt(chain.signing),
    liquidity: withDoubt(chain.liquidity),
  }));
  return {
    ...verdicts,
    network: withDoubt(verdicts.network),
    chains: new Map(chains.map((chain) => [chain.chain, chain])),
  };
}

/** The worst of several judgements, with all names that halt. */
export function combineJudgements(judgements: readonly Judgement[]): Judgement {
  const halted = judgements.filter(({ verdict }) => verdict === "halted");
  const [firstHalted] = halted;
  if (firstHalted) {
    const names = new Set(halted.flatMap(({ haltedBy }) => haltedBy));
    const isCertain = halted.some(({ reason }) => reason === null);
    return haltedJudgement([...names], isCertain ? null : firstHalted.reason);
  }
  return judgements.find(({ verdict }) => verdict === "unknown") ?? openJudgement;
}
