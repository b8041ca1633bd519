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
const neither = (state: AnswerCell["state"], word: string): AnswerCell => ({
  state,
  word,
  detail: word,
});
const { yes, open } = answerWords;
const yesOpen: AnswerCell = { state: "open", word: yes, detail: open };
const halted = cell("halted", "no", answerWords.halted);
const paused = cell("halted", "no", answerWords.paused);
const haltsSoon = cell("halted", "no", answerWords.haltsSoon);
const payoutsWait = cell("warned", "no", answerWords.payoutsWait);
export const notChecked = neither("unknown", doubtWords[doubtOf(null)]);

type Answers = readonly [send: AnswerCell, receive: AnswerCell, liquidity: AnswerCell];

const sendQuestions: readonly Question[] = ["trading"];
const receiveQuestions: readonly Question[] = ["trading", "signing"];
const liquidityQuestions: readonly Question[] = ["liquidity"];

/** A halt scheduled before a swap can be done is a no. */
export function chainAnswers(chain: ChainJudgement, preset: Preset, nowMs: number): Answers {
  const { trading, deposits, signing, liquidity } = chain;
  const answerOf = (
    judged: readonly (readonly [Judgement, AnswerCell])[],
    questions: readonly Question[],
  ): AnswerCell => {
    const stopped = judged.find(([{ verdict }]) => verdict === "halted");
    if (stopped) return stopped[1];
    const doubted = judged.find(([{ verdict }]) => verdict === "unknown");
    if (doubted) return neither("unknown", doubtWords[doubtOf(doubted[0].reason)]);
    const halt = nextHalt(chain, questions, preset);
    const isDoubted = questions === sendQuestions && deposits.verdict === "unknown";
    const isWithheld = isDoubted && deposits.reason.code === "halts_soon";
    if (isDoubted && !isWithheld) return neither("unknown", doubtWords[doubtOf(deposits.reason)]);
    const isMissed = questions !== liquidityQuestions && halt && isHaltTooSoon(halt, nowMs);
    if (isWithheld || isMissed) return haltsSoon;
    if (!halt) return yesOpen;
    const state = isHaltSoon(halt, nowMs) ? "scheduled" : "open";
    return cell(state, "yes", haltText(halt, chain, preset, nowMs));
  };
  return [
    answerOf([[trading, halted]], sendQuestions),
    answerOf(
      [
        [trading, halted],
        [signing, payoutsWait],
      ],
      receiveQuestions,
    ),
    answerOf([[liquidity, paused]], liquidityQuestions),
  ];
}

/** As `chainAnswers`, with the pools of the chain that take no liquidity. */
export function chainRowAnswers(
  chain: ChainReading,
  reading: Pick<NetworkReading, "haltParameters" | "disputedPauses">,
  preset: Preset,
  nowMs: number,
): Answers {
  const [send, receive, liquidity] = chainAnswers(chain, preset, nowMs);
  const { paused: pausedPools, disputed } = pausedPoolsOf(chain, reading, preset);
  const isOpen = liquidity.state === "open" || liquidity.state === "scheduled";
  if (!isOpen || pausedPools.length + disputed.length === 0) return [send, receive, liquidity];
  const halt = nextHalt(chain, liquidityQuestions, preset);
  const parts = [
    ...(pausedPools.length > 0 ? [noLiquidityTo(pausedPools)] : []),
    ...(disputed.length > 0 ? [disputedLiquidityTo(disputed)] : []),
    ...(halt ? [haltText(halt, chain, preset, nowMs)] : []),
  ];
  const state = disputed.length > 0 ? "unknown" : "warned";
  return [send, receive, neither(state, parts.join(", "))];
}

function nextHalt(
  { chain, scheduled }: ChainJudgement,
  questions: readonly Question[],
  preset: Preset,
): ScheduledHalt | undefined {
  return scheduled
    .filter(({ parameter }) =>
      findStop(parameter, [chain], preset).stops.some((question) => questions.includes(question)),
    )
    .sort((a, b) => a.height - b.height)[0];
}

/** Without the time of day, which the list of scheduled halts has. */
function haltText(
  { parameter, height, estimatedTimeMs: timeMs }: ScheduledHalt,
  { chain }: ChainJudgement,
  preset: Preset,
  nowMs: number,
): string {
  const { name } = findStop(parameter, [chain], preset);
  return comingText(isChange(name), shortHaltTimeText({ height, timeMs }, nowMs));
}

/** Names of pools. `disputed`: pools that only one source reports as paused. */
function pausedPoolsOf(
  { chain }: ChainReading,
  {
    haltParameters,
    disputedPauses = [],
  }: Pick<NetworkReading, "haltParameters" | "disputedPauses">,
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
