// Answers for one chain whether a deposit from it may be sent now, as all pages and tools say it.

import type { SendAnswer } from "../model/network-status.ts";
import { doubtOf } from "../model/reasons.ts";
import type { ChainJudgement } from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import { isHaltTooSoon } from "./send-before.ts";
import { nextHalt } from "./stops.ts";

/**
 * `deposits` of the chain must have been judged by `judgeDeposits`. `isQuoteNeeded`: some swap from
 * this chain may meet a scheduled halt, so that an address alone is not given.
 */
export function sendAnswer(
  chain: ChainJudgement,
  preset: Preset,
  nowMs: number,
  isQuoteNeeded: boolean,
): SendAnswer {
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
  if (payoutHalt !== null && isHaltTooSoon(payoutHalt, nowMs)) return "refunds_halt_soon";
  return isQuoteNeeded ? "quote_first" : "yes";
}

/** True if nothing is wrong with the chain itself, though a halt elsewhere may be scheduled. */
export const isPlainlySendable = (answer: SendAnswer): boolean =>
  answer === "yes" || answer === "quote_first";

const sendableAnswers: readonly SendAnswer[] = [
  "yes",
  "quote_first",
  "refunds_wait",
  "refunds_halt_soon",
  "refunds_disputed",
  "refunds_not_checked",
];

export const isSendable = (answer: SendAnswer): boolean => sendableAnswers.includes(answer);
