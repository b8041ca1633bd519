// "Can I send, receive, add liquidity?" on each chain, for /status and /assets.

import type { ChainReading, NetworkReading } from "../../protocol/model/network-status.ts";
import { doubtOf } from "../../protocol/model/reasons.ts";
import { isChange } from "../../protocol/model/stops.ts";
import type {
  ChainJudgement,
  Judgement,
  Question,
  ScheduledHalt,
} from "../../protocol/model/verdicts.ts";
import { pausedPoolOf } from "../../protocol/safety/halt-keys.ts";
import { isHaltSoon } from "../../protocol/safety/scheduled-halts.ts";
import { isHaltTooSoon } from "../../protocol/safety/send-before.ts";
import { findStop } from "../../protocol/safety/stops.ts";
import { assetName } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { doubtWords, shortHaltTimeText } from "../../say/phrases.en.ts";
import {
  answerWords,
  comingText,
  disputedLiquidityTo,
  noLiquidityTo,
} from "../../say/status.en.ts";

export interface AnswerCell {
  readonly state: "open" | "halted" | "warned" | "unknown" | "scheduled";
  /** "no, halted". */
  readonly word: string;
  readonly detail: string;
}

const cell = (state: AnswerCell["state"], start: "yes" | "no", detail: string): AnswerCell => ({
  state,
  word: `${answerWords[start]}, ${detail}`,
  detail,
});
/** Neither yes nor no. */
const plainCell = (state: AnswerCell["state"], word: string): AnswerCell => ({
  state,
  word,
  detail: word,
});
const openCell: AnswerCell = { state: "open", word: answerWords.yes, detail: answerWords.open };
const haltedCell = cell("halted", "no", answerWords.halted);
const pausedCell = cell("halted", "no", answerWords.paused);
const haltsSoonCell = cell("halted", "no", answerWords.haltsSoon);
const payoutsWaitCell = cell("warned", "no", answerWords.payoutsWait);
export const notCheckedCell = plainCell("unknown", doubtWords[doubtOf(null)]);

type Answers = readonly [send: AnswerCell, receive: AnswerCell, liquidity: AnswerCell];

/** A halt scheduled before a swap can be done is a no. */
export function chainAnswers(chain: ChainJudgement, preset: Preset, nowMs: number): Answers {
  const { trading, deposits, signing, liquidity } = chain;
  const sendHalt = nextHalt(chain, ["trading"], preset);
  const receiveHalt = nextHalt(chain, ["trading", "signing"], preset);
  const liquidityHalt = nextHalt(chain, ["liquidity"], preset);
  return [
    judgedAnswer([[trading, haltedCell]]) ??
      depositAnswer(deposits) ??
      swapAnswer(sendHalt, preset, nowMs),
    judgedAnswer([
      [trading, haltedCell],
      [signing, payoutsWaitCell],
    ]) ?? swapAnswer(receiveHalt, preset, nowMs),
    judgedAnswer([[liquidity, pausedCell]]) ?? openAnswer(liquidityHalt, preset, nowMs),
  ];
}

/** Each judgement with its answer while halted. Null where all are open. */
function judgedAnswer(
  judgements: readonly (readonly [Judgement, AnswerCell])[],
): AnswerCell | null {
  const halted = judgements.find(([{ verdict }]) => verdict === "halted");
  if (halted) return halted[1];
  const doubted = judgements.find(([{ verdict }]) => verdict === "unknown");
  return doubted ? plainCell("unknown", doubtWords[doubtOf(doubted[0].reason)]) : null;
}

/** Null unless deposits are unknown. */
function depositAnswer({ verdict, reason }: Judgement): AnswerCell | null {
  if (verdict !== "unknown") return null;
  if (reason.code === "halts_soon") return haltsSoonCell;
  return plainCell("unknown", doubtWords[doubtOf(reason)]);
}

function swapAnswer(halt: ScheduledChainHalt | null, preset: Preset, nowMs: number): AnswerCell {
  const isTooSoon = halt !== null && isHaltTooSoon(halt, nowMs);
  return isTooSoon ? haltsSoonCell : openAnswer(halt, preset, nowMs);
}

function openAnswer(halt: ScheduledChainHalt | null, preset: Preset, nowMs: number): AnswerCell {
  if (halt === null) return openCell;
  const state = isHaltSoon(halt, nowMs) ? "scheduled" : "open";
  return cell(state, "yes", haltText(halt, preset, nowMs));
}

/** As `chainAnswers`, with the pools of the chain that take no liquidity. */
export function chainRowAnswers(
  chain: ChainReading,
  reading: LiquidityPauses,
  preset: Preset,
  nowMs: number,
): Answers {
  const [send, receive, liquidity] = chainAnswers(chain, preset, nowMs);
  const { paused, disputed } = pausedPoolsOf(chain, reading, preset);
  const isOpen = liquidity.state === "open" || liquidity.state === "scheduled";
  if (!isOpen || paused.length + disputed.length === 0) return [send, receive, liquidity];
  const halt = nextHalt(chain, ["liquidity"], preset);
  const parts = [
    ...(paused.length > 0 ? [noLiquidityTo(paused)] : []),
    ...(disputed.length > 0 ? [disputedLiquidityTo(disputed)] : []),
    ...(halt === null ? [] : [haltText(halt, preset, nowMs)]),
  ];
  const state = disputed.length > 0 ? "unknown" : "warned";
  return [send, receive, plainCell(state, parts.join(", "))];
}

interface ScheduledChainHalt extends ScheduledHalt {
  readonly chain: string;
}

/** The soonest scheduled halt of one of these questions; null without any. */
function nextHalt(
  { chain, scheduled }: ChainJudgement,
  questions: readonly Question[],
  preset: Preset,
): ScheduledChainHalt | null {
  const [halt] = scheduled
    .filter(({ parameter }) =>
      findStop(parameter, [chain], preset).stops.some((question) => questions.includes(question)),
    )
    .sort((a, b) => a.height - b.height);
  return halt === undefined ? null : { ...halt, chain };
}

/** Without the time of day, which the list of scheduled halts has. */
function haltText(
  { parameter, height, estimatedTimeMs: timeMs, chain }: ScheduledChainHalt,
  preset: Preset,
  nowMs: number,
): string {
  const { name } = findStop(parameter, [chain], preset);
  return comingText(isChange(name), shortHaltTimeText({ height, timeMs }, nowMs));
}

type LiquidityPauses = Pick<NetworkReading, "haltParameters" | "disputedPauses">;

/** Names of pools. `disputed`: pools that only one source reports as paused. */
function pausedPoolsOf(
  { chain }: ChainReading,
  { haltParameters, disputedPauses = [] }: LiquidityPauses,
  preset: Preset,
) {
  const paused = Object.entries(haltParameters).flatMap(([name, { inForce }]) =>
    inForce ? (pausedPoolOf(name) ?? []) : [],
  );
  const namesOf = (assets: readonly string[]) =>
    assets
      .filter((asset) => asset.startsWith(`${chain}.`))
      .map((asset) => assetName(asset, preset));
  return { paused: namesOf(paused), disputed: namesOf(disputedPauses) };
}
