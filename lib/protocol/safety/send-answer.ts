// Answers for one chain whether a deposit from it may be sent now, as all pages and tools say it.

import type { SendAnswer } from "../model/network-status.ts";
import { doubtOf } from "../model/reasons.ts";
import type { ChainJudgement } from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import { isHaltTooSoon } from "./send-before.ts";
import { nextHalt } from "./stops.ts";

/** `deposits` of the chain must have been judged by `judgeDeposits`. */
export function sendAnswer(chain: ChainJudgement, preset: Preset, nowMs: number): SendAnswer {
  const { trading, deposits, signing } = chain;
  if (trading.verdict === "halted" || deposits.verdict === "halted") return "halted";
  if (trading.verdict === "unknown") return doubtOf(trading.reason);
  if (deposits.verdict === "unknown")
    return deposits.reason.code === "halts_soon" ? "halts_soon" : doubtOf(deposits.reason);
  if (signing.verdict === "halted") return "refunds_wait";
  if (signing.verdict === "unknown")
    return doubtOf(signing.reason) === "sources_disagree"
      ? "refunds_disputed"
      : "refunds_not_checked";
  const payoutHalt = nextHalt(chain, ["signing"], preset);
  return payoutHalt !== null && isHaltTooSoon(payoutHalt, nowMs) ? "refunds_halt_soon" : "yes";
}

const sendableAnswers: readonly SendAnswer[] = [
  "yes",
  "refunds_wait",
  "refunds_halt_soon",
  "refunds_disputed",
  "refunds_not_checked",
];

export const isSendable = (answer: SendAnswer): boolean => sendableAnswers.includes(answer);
