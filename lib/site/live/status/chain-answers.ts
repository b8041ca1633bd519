// Can I send, receive, add liquidity: three answers about a chain, each a shape and words.
import type { ChainJudgement, Judgement, Question } from "../../../protocol/model/verdicts.ts";
import { findStop } from "../../../protocol/safety/halt-names.ts";
import { doubtWord, haltTimeText } from "../../../protocol/safety/sentences.ts";
import type { Preset } from "../../../protocol/values/chains.ts";

export interface AnswerCell {
  readonly state: "open" | "halted" | "warned" | "unknown" | "scheduled";
  readonly word: string;
}

/** In the order of the table. To receive needs trading on the chain, and its payouts. */
export const asked = ["Can I send?", "Can I receive?", "Can I add liquidity?"] as const;

export function chainAnswers(
  chain: ChainJudgement,
  preset: Preset,
  nowMs: number,
): readonly [send: AnswerCell, receive: AnswerCell, liquidity: AnswerCell] {
  const { trading, signing, liquidity } = chain;
  const answer = (judged: readonly (readonly [Judgement, AnswerCell])[], about: readonly Question[]): AnswerCell => {
    const halted = judged.find(([{ verdict }]) => verdict === "halted");
    if (halted) return halted[1];
    const doubted = judged.find(([{ verdict }]) => verdict === "unknown");
    if (doubted) return { state: "unknown", word: doubtWord(doubted[0].reason) };
    const [soonest] = chain.scheduled
      .filter(({ parameter }) => findStop(parameter, [chain.chain], preset).stops.some((one) => about.includes(one)))
      .sort((a, b) => a.height - b.height);
    return soonest
      ? { state: "scheduled", word: `halts ${haltTimeText(soonest, nowMs)}` }
      : { state: "open", word: "yes" };
  };
  const halted: AnswerCell = { state: "halted", word: "no, halted" };
  return [
    answer([[trading, halted]], ["trading"]),
    answer(
      [
        [trading, halted],
        [signing, { state: "warned", word: "payouts wait" }],
      ],
      ["trading", "signing"],
    ),
    answer([[liquidity, { state: "halted", word: "no, paused" }]], ["liquidity"]),
  ];
}
