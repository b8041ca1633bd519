// Says for each chain whether you can send, receive and add liquidity, for /status and /assets.

import type {
  AnsweredChain,
  ChainReading,
  SendAnswer,
} from "../../protocol/model/network-status.ts";
import { type Doubt, doubtOf } from "../../protocol/model/reasons.ts";
import { isChange } from "../../protocol/model/stops.ts";
import type { Judgement, Question, ScheduledHalt } from "../../protocol/model/verdicts.ts";
import { isHaltSoon } from "../../protocol/safety/scheduled-halts.ts";
import { sendAnswer } from "../../protocol/safety/send-answer.ts";
import { isHaltTooSoon } from "../../protocol/safety/send-before.ts";
import { findStop, nextHalt } from "../../protocol/safety/stops.ts";
import { assetName } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { doubtWords, shortHaltTimeText } from "../../say/phrases.en.ts";
import {
  answerWords,
  comingText,
  disputedLiquidityTo,
  noLiquidityTo,
} from "../../say/status.en.ts";
import { type LiquidityPauses, pausedPoolsOf } from "./paused-pools.ts";

/** From the best to the worst. */
export const answerStates = ["open", "scheduled", "warned", "unknown", "halted"] as const;

export interface AnswerCell {
  readonly state: (typeof answerStates)[number];
  readonly text: string;
  readonly detail: string;
}

const yesNoCell = (
  state: AnswerCell["state"],
  yesOrNo: "yes" | "no",
  detail: string,
): AnswerCell => ({
  state,
  text: `${answerWords[yesOrNo]}, ${detail}`,
  detail,
});
const plainCell = (state: AnswerCell["state"], text: string): AnswerCell => ({
  state,
  text,
  detail: text,
});
const openCell: AnswerCell = { state: "open", text: answerWords.yes, detail: answerWords.open };
const quoteFirstCell = yesNoCell("scheduled", "yes", answerWords.quoteFirst);
/** True for a "yes" that needs no word of its own in the list of all chains. */
export const isPlainlyOpen = ({ text }: AnswerCell): boolean =>
  text === openCell.text || text === quoteFirstCell.text;
const haltedCell = yesNoCell("halted", "no", answerWords.halted);
const pausedCell = yesNoCell("halted", "no", answerWords.paused);
const haltsSoonCell = yesNoCell("halted", "no", answerWords.haltsSoon);
const payoutsWaitCell = plainCell("warned", answerWords.payoutsWait);
const doubtCell = (doubt: Doubt) => plainCell("unknown", doubtWords[doubt]);
export const notCheckedCell = doubtCell(doubtOf(null));

const sendCells: Readonly<Record<Exclude<SendAnswer, "yes" | "quote_first">, AnswerCell>> = {
  refunds_wait: yesNoCell("warned", "yes", answerWords.refundsWait),
  refunds_halt_soon: yesNoCell("scheduled", "yes", answerWords.refundsHaltSoon),
  refunds_disputed: yesNoCell("unknown", "yes", answerWords.refundsDisputed),
  refunds_not_checked: yesNoCell("unknown", "yes", answerWords.refundsNotChecked),
  halted: haltedCell,
  halts_soon: haltsSoonCell,
  sources_disagree: doubtCell("sources_disagree"),
  not_checked: doubtCell("not_checked"),
  not_listed: doubtCell("not_listed"),
};

type ChainAnswers = readonly [send: AnswerCell, receive: AnswerCell, liquidity: AnswerCell];

/**
 * Cells that say whether people can send, receive and add liquidity on a chain. The first two also
 * say "no" if a halt is scheduled before a swap sent now could end.
 */
function chainAnswers(chain: AnsweredChain, preset: Preset, nowMs: number): ChainAnswers {
  const { trading, deposits, signing, liquidity, sending } = chain;
  const openUntil = (questions: readonly Question[]) =>
    openAnswer(chain.chain, nextHalt(chain, questions, preset), preset, nowMs);
  const receiveHalt = nextHalt(chain, ["trading", "signing"], preset);
  const isReceivedTooLate = receiveHalt !== null && isHaltTooSoon(receiveHalt, nowMs);
  const receiveAnswer =
    notOpenAnswer([
      [trading, haltedCell],
      [signing, payoutsWaitCell],
    ]) ?? (isReceivedTooLate ? haltsSoonCell : openUntil(["trading", "signing"]));
  // A halt of the chain's only asset counts in both directions. So does a doubt about that asset or
  // about the chain's gas rate, unless payouts are known to be halted.
  const isInDoubt =
    deposits.verdict === "unknown" &&
    deposits.reason.code !== "halts_soon" &&
    signing.verdict !== "halted";
  const isReceivedAsSent =
    sending === "halted" || (isInDoubt && deposits.reason.code !== "deposit_not_known");
  const worseCell = sending === "yes" || sending === "quote_first" ? null : sendCells[sending];
  const untilHaltCell = openUntil(["trading"]);
  const isQuoteFirst = sending === "quote_first" && untilHaltCell === openCell;
  return [
    worseCell ?? (isQuoteFirst ? quoteFirstCell : untilHaltCell),
    (isReceivedAsSent ? worseCell : null) ?? receiveAnswer,
    notOpenAnswer([[liquidity, pausedCell]]) ?? openUntil(["liquidity"]),
  ];
}

/** The cells of one asset, whose trading may be worse than that of its chain. */
export function assetAnswers(
  chain: AnsweredChain,
  trading: Judgement,
  preset: Preset,
  nowMs: number,
): ChainAnswers {
  const asset = { ...chain, trading };
  const isQuoteNeeded = chain.sending === "quote_first";
  const sending = sendAnswer(asset, preset, nowMs, isQuoteNeeded);
  return chainAnswers({ ...asset, sending }, preset, nowMs);
}

/**
 * Finds the first halted verdict and returns the cell that stands beside it. If none is halted but
 * one is unknown, returns a cell that says why. Null if all verdicts are open.
 */
function notOpenAnswer(
  cellsIfHalted: readonly (readonly [Judgement, AnswerCell])[],
): AnswerCell | null {
  const [, haltedAnswer] = cellsIfHalted.find(([{ verdict }]) => verdict === "halted") ?? [];
  if (haltedAnswer) return haltedAnswer;
  const [unknownVerdict] = cellsIfHalted.find(([{ verdict }]) => verdict === "unknown") ?? [];
  return unknownVerdict ? doubtCell(doubtOf(unknownVerdict.reason)) : null;
}

function openAnswer(
  chain: string,
  halt: ScheduledHalt | null,
  preset: Preset,
  nowMs: number,
): AnswerCell {
  if (halt === null) return openCell;
  const cellState = isHaltSoon(halt, nowMs) ? "scheduled" : "open";
  return yesNoCell(cellState, "yes", haltText(chain, halt, preset, nowMs));
}

/**
 * The three cells of a chain in the table on /status. If liquidity is open on the chain but paused
 * in some of its pools, the third cell names these pools.
 */
export function chainRowAnswers(
  chain: ChainReading,
  reading: LiquidityPauses,
  preset: Preset,
  nowMs: number,
): ChainAnswers {
  const [send, receive, liquidity] = chainAnswers(chain, preset, nowMs);
  const { paused, disputed } = pausedPoolsOf(chain.chain, reading);
  const toName = (asset: string) => assetName(asset, preset);
  const [pausedPoolNames, disputedPoolNames] = [paused.map(toName), disputed.map(toName)];
  const isLiquidityOpen = liquidity.state === "open" || liquidity.state === "scheduled";
  if (!isLiquidityOpen || pausedPoolNames.length + disputedPoolNames.length === 0)
    return [send, receive, liquidity];
  const liquidityHalt = nextHalt(chain, ["liquidity"], preset);
  const liquidityTexts = [
    ...(pausedPoolNames.length > 0 ? [noLiquidityTo(pausedPoolNames)] : []),
    ...(disputedPoolNames.length > 0 ? [disputedLiquidityTo(disputedPoolNames)] : []),
    ...(liquidityHalt === null ? [] : [haltText(chain.chain, liquidityHalt, preset, nowMs)]),
  ];
  const liquidityState = disputedPoolNames.length > 0 ? "unknown" : "warned";
  return [send, receive, plainCell(liquidityState, liquidityTexts.join(", "))];
}

/**
 * Text on a scheduled halt for a table cell. Leaves out the time of day, because the page also has
 * a list of scheduled halts with the time of each halt.
 */
function haltText(
  chain: string,
  { parameter, height, estimatedTimeMs: timeMs }: ScheduledHalt,
  preset: Preset,
  nowMs: number,
): string {
  const { name: stopName } = findStop(parameter, [chain], preset);
  return comingText(isChange(stopName), shortHaltTimeText({ height, timeMs }, nowMs));
}
