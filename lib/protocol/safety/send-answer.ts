// Answers for one chain whether a deposit from it may be sent now, as all pages and tools say it.

import { depositShape } from "../model/deposit-shape.ts";
import type { SendAnswer } from "../model/network-status.ts";
import { doubtOf } from "../model/reasons.ts";
import type { ChainJudgement, Question, ScheduledHalt } from "../model/verdicts.ts";
import { onlyTickerOf, type Preset } from "../values/chains.ts";
import { gasAssetOf } from "./halt-keys.ts";
import type { AssetHalts } from "./halt-parameters.ts";
import { isHaltTooSoon } from "./send-before.ts";
import { findStop } from "./stops.ts";

interface SendFacts {
  readonly preset: Preset;
  readonly nowMs: number;
  readonly assetHalts?: Pick<AssetHalts, "haltedAssets" | "disputedAssets">;
}

export function sendAnswer(chain: ChainJudgement, facts: SendFacts): SendAnswer {
  const { preset, nowMs, assetHalts } = facts;
  const { chain: code, trading, deposits, signing } = chain;
  const isOnlyAsset = (asset: string) =>
    onlyTickerOf(code, preset) !== null && asset === gasAssetOf(preset, code);
  if (trading.verdict === "halted" || assetHalts?.haltedAssets.some(isOnlyAsset)) return "halted";
  if (trading.verdict === "unknown") return doubtOf(trading.reason);
  if (assetHalts?.disputedAssets?.some(isOnlyAsset)) return "sources_disagree";
  if (deposits.verdict === "unknown")
    return deposits.reason.code === "halts_soon" ? "halts_soon" : doubtOf(deposits.reason);
  if (depositShape(preset, code) === null) return "not_checked";
  const tradingHalt = nextHalt(chain, ["trading"], preset);
  if (tradingHalt !== null && isHaltTooSoon(tradingHalt, nowMs)) return "halts_soon";
  if (signing.verdict === "open") return "yes";
  if (signing.verdict === "halted") return "refunds_wait";
  return doubtOf(signing.reason) === "sources_disagree"
    ? "refunds_disputed"
    : "refunds_not_checked";
}

/** The soonest scheduled halt that stops one of `questions`. Null if there is none. */
export function nextHalt(
  { chain, scheduled }: ChainJudgement,
  questions: readonly Question[],
  preset: Preset,
): ScheduledHalt | null {
  const [halt = null] = scheduled
    .filter(({ parameter }) =>
      findStop(parameter, [chain], preset).stops.some((question) => questions.includes(question)),
    )
    .sort((a, b) => a.height - b.height);
  return halt;
}
