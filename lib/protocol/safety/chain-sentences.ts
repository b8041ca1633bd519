// What the verdicts about a chain mean, and what to do now. Sentences are our own and hold no upstream text.

import { plainReason, type Reason } from "../model/reason.ts";
import { type ChainJudgement, type Judgement, type Question, questions } from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import { failureOf, hintText } from "./advice.ts";
import { isForGood, isStandstill, mayStandStill } from "./halt-names.ts";

/** Why something about a chain is not open, and what to do. Chains in the same state have equal notes but for `chain`. */
export interface ChainNote {
  readonly chain: string;
  readonly state: "halted" | "unknown";
  /** The most that is stopped, or that is not known to run. */
  readonly stops: "sending" | "payouts" | "liquidity";
  /** "trading, deposits and liquidity halted"; "signing halted, liquidity unknown". */
  readonly what: string;
  readonly haltedBy: readonly string[];
  readonly sentences: readonly string[];
}

/** Null where all is open. */
export function chainNote(chain: ChainJudgement, network: Judgement, preset: Preset): ChainNote | null {
  const of = (verdict: Judgement["verdict"]) => questions.filter((question) => chain[question].verdict === verdict);
  const [halted, unknown] = [of("halted"), of("unknown")];
  if (halted.length + unknown.length === 0) return null;
  const parts = [
    halted.length > 0 ? `${joinWords(halted)} halted` : null,
    unknown.length > 0 ? `${joinWords(unknown)} unknown` : null,
  ];
  return {
    chain: chain.chain,
    state: halted.length > 0 ? "halted" : "unknown",
    stops: chain.trading.verdict !== "open" ? "sending" : chain.signing.verdict !== "open" ? "payouts" : "liquidity",
    what: parts.filter((part) => part !== null).join(", "),
    haltedBy: listHalts(chain),
    sentences: chainSentences(chain, network, preset),
  };
}

/** Exact names of the parameters and flags in force on a chain, each once. */
export function listHalts(chain: ChainJudgement): string[] {
  return [...new Set(questions.flatMap((question) => chain[question].haltedBy))];
}

function chainSentences(chain: ChainJudgement, network: Judgement, preset: Preset): string[] {
  const { trading, signing, liquidity } = chain;
  const repeated = questions.map((question) => chain[question]).find((one) => one.verdict === "halted" && one.reason);
  const sentences = [
    tradingText(chain, wayText(chain, network, preset)),
    trading.verdict === "halted" ? null : signingText(signing, trading),
    trading.verdict === "halted" ? null : liquidityText(liquidity, [trading, signing]),
    repeated?.reason
      ? `This was last read as halted and could not be read afresh (${plainReason(repeated.reason)}).`
      : null,
  ];
  return [...new Set(sentences.filter((sentence) => sentence !== null))];
}

/** What to do about a halt of trading. Another chain is suggested only where one may be open. */
function wayText({ chain, trading }: ChainJudgement, network: Judgement, preset: Preset): string {
  if (isForGood(trading.haltedBy, chain, preset)) {
    const other = network.verdict === "open" ? ": use another chain" : "";
    return `Trading there has ended for good${other}.`;
  }
  return ways[network.verdict];
}

const ways: Readonly<Record<Judgement["verdict"], string>> = {
  open: "Wait, or use another chain.",
  halted: "Wait until trading is open again.",
  unknown: "Wait: whether another chain is open is not known.",
};

function tradingText({ chain, trading, signing }: ChainJudgement, way: string): string | null {
  if (trading.verdict === "open") return null;
  if (trading.verdict === "unknown") return unreadText(trading.reason);
  if (isStandstill(trading.haltedBy, chain)) {
    return `Do not send. The chain stands still for the network: what is sent now is not seen and nothing is paid out until it runs again. ${way}`;
  }
  if (mayStandStill(trading.haltedBy, chain)) {
    return `Do not send. Why trading is halted is not known: what is sent now may be refunded, or not be seen until the chain runs again. ${way}`;
  }
  const refund =
    "Do not send. A deposit made now is refunded less the outbound fee. Nothing is refunded where less than the chain's dust threshold would be left.";
  if (signing.verdict === "halted") return `${refund} The refund itself waits until signing runs again. ${way}`;
  if (signing.verdict === "unknown") return `${refund} Whether the refund is signed now is not known. ${way}`;
  return `${refund} ${way}`;
}

function signingText(signing: Judgement, trading: Judgement): string | null {
  if (signing.verdict === "open") return null;
  if (signing.verdict === "unknown") return unreadText(signing.reason);
  const waits = "Payouts and refunds on this chain wait until signing runs again; they are not lost.";
  return trading.verdict === "open" ? `${waits} Send only if you can wait.` : waits;
}

function liquidityText(liquidity: Judgement, others: readonly Judgement[]): string | null {
  if (liquidity.verdict === "open") return null;
  if (liquidity.verdict === "unknown") return unreadText(liquidity.reason);
  const stands = "Liquidity can be neither added nor withdrawn.";
  return others.every((one) => one.verdict === "open") ? `${stands} Swaps and payouts go on.` : stands;
}

/** The caller drops repeated sentences, so questions with one reason have one sentence. */
function unreadText(reason: Reason): string {
  return hintText(failureOf(reason), plainReason);
}

/** "trading", "trading and deposits", "trading, deposits and liquidity". */
export function joinWords(words: readonly (Question | string)[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
