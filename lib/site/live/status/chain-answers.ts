// Can I send, receive, add liquidity: three answers about a chain, each a shape and words.
import type { ChainJudgement, Judgement, Question, ScheduledHalt } from "../../../protocol/model/verdicts.ts";
import { findStop } from "../../../protocol/safety/halt-names.ts";
import { isHaltSoon } from "../../../protocol/safety/halt-parameters.ts";
import { isTooLate, oneConfirmation } from "../../../protocol/safety/send-before.ts";
import { doubtWord, haltTimeText, joinWords } from "../../../protocol/safety/sentences.ts";
import type { Preset } from "../../../protocol/values/chains.ts";

export interface AnswerCell {
  readonly state: "open" | "halted" | "warned" | "unknown" | "scheduled";
  readonly word: string;
}

/** In the order of the table. To receive needs trading on the chain, and its payouts. */
export const asked = ["Can I send?", "Can I receive?", "Can I add liquidity?"] as const;

/**
 * Yes or no first. A scheduled halt is a no where a deposit sent now would come too late, by the rule of `send_before`. `pausedPools`: names
 * of the assets of this chain whose pools alone take no liquidity. `disputedPools`: of those of which one source alone says so.
 */
export function chainAnswers(
  chain: ChainJudgement,
  preset: Preset,
  nowMs: number,
  pausedPools: readonly string[] = [],
  disputedPools: readonly string[] = [],
): readonly [send: AnswerCell, receive: AnswerCell, liquidity: AnswerCell] {
  const { trading, signing, liquidity } = chain;
  const confirmations = oneConfirmation(chain.chain, preset);
  const soonestOf = (about: readonly Question[]) =>
    chain.scheduled
      .filter(({ parameter }) => findStop(parameter, [chain.chain], preset).stops.some((one) => about.includes(one)))
      .sort((a, b) => a.height - b.height)[0];
  // The time of the day stands in the list of scheduled halts, which is beside the table.
  const comingText = (halt?: ScheduledHalt) => (halt ? `, halts ${haltTimeText(halt, nowMs, true)}` : "");
  const answer = (judged: readonly (readonly [Judgement, AnswerCell])[], about: readonly Question[]): AnswerCell => {
    const halted = judged.find(([{ verdict }]) => verdict === "halted");
    if (halted) return halted[1];
    const doubted = judged.find(([{ verdict }]) => verdict === "unknown");
    if (doubted) return { state: "unknown", word: doubtWord(doubted[0].reason) };
    const soonest = soonestOf(about);
    if (!soonest) return { state: "open", word: "yes" };
    const halts = comingText(soonest);
    if (about === send && isTooLate(soonest, confirmations, nowMs)) return { state: "halted", word: `no${halts}` };
    return { state: isHaltSoon(soonest, nowMs) ? "scheduled" : "open", word: `yes${halts}` };
  };
  const halted: AnswerCell = { state: "halted", word: "no, halted" };
  const add = answer([[liquidity, { state: "halted", word: "no, paused" }]], liquidityOnly);
  const pools = [
    ...(pausedPools.length > 0 ? [`not to ${joinWords(pausedPools)}`] : []),
    ...(disputedPools.length > 0 ? [`sources disagree on ${joinWords(disputedPools)}`] : []),
  ].join(", ");
  const isPart = pools !== "" && (add.state === "open" || add.state === "scheduled");
  return [
    answer([[trading, halted]], send),
    answer(
      [
        [trading, halted],
        [signing, { state: "warned", word: "no, payouts wait" }],
      ],
      ["trading", "signing"],
    ),
    isPart
      ? {
          state: disputedPools.length > 0 ? "unknown" : "warned",
          word: `${pools}${comingText(soonestOf(liquidityOnly))}`,
        }
      : add,
  ];
}

const send: readonly Question[] = ["trading"];
const liquidityOnly: readonly Question[] = ["liquidity"];
