// The quotes of two judged nodes, asked at once. A third node replaces one that failed. A refusal is an answer too.

import type { Prices } from "../market/prices.ts";
import type { Agreed, Quorum } from "../model/agreed.ts";
import { firstOf, inAskingOrder } from "../upstream/client.ts";
import { UpstreamError } from "../upstream/errors.ts";
import type { Answer, Provider } from "../upstream/provider.ts";
import { type QuoteLimit, QuoteSwap } from "../upstream/schemas.ts";
import { decimalsOf, unitsOfUsd } from "../values/amounts.ts";
import { type StatedQuote, worstOf } from "./figures.ts";

/** Whoever asks the same within a second, or while the answer is on its way, gets the same answer. It is judged anew for each. */
const KEEP_MS = 1_000;

/** What the nodes that were asked said. Each node is in one of the three, but for one that two others outvoted. */
export interface QuoteAnswers {
  readonly quotes: readonly StatedQuote[];
  /** Refusals of what was asked. */
  readonly refusals: readonly UpstreamError[];
  /** No answer, or none that judges what was asked. */
  readonly failures: readonly UpstreamError[];
  /** Two of three operators agree, and the third said something else. */
  readonly isOutvoted: boolean;
}

/** Whom to ask, and how their answers are compared. */
export interface QuoteSources {
  /** The judged nodes. */
  readonly nodes: readonly Provider[];
  /** Nodes that are not judged now. One of them may decide between two that differ, and never speaks alone. */
  readonly reserve?: readonly Provider[];
  readonly quorum: Quorum;
  /** Whether an error is a node's judgement of what was asked. */
  readonly isRefusal: (error: UpstreamError) => boolean;
  /** Whether two quotes, or two refusals, say the same. */
  readonly isAlike: (
    one: StatedQuote | UpstreamError,
    other: StatedQuote | UpstreamError,
  ) => boolean;
  readonly signal: AbortSignal;
}

type Schema = typeof QuoteSwap | typeof QuoteLimit;

/** Two operators are asked at once, and a third where one of them failed or they differ. Never throws. */
export async function readQuotes(
  sources: QuoteSources,
  path: string,
  schema: Schema = QuoteSwap,
): Promise<QuoteAnswers> {
  const { nodes, reserve = [], quorum, isRefusal, isAlike, signal } = sources;
  const options = { signal, keepMs: KEEP_MS, isQuestion: true };
  const ask = (node: Provider) => node.get(path, schema, options).then(ofHeight, failureOf);
  const collect = (
    answers: readonly (StatedQuote | UpstreamError)[],
    isOutvoted = false,
  ): QuoteAnswers => {
    const errors = answers.filter((answer) => answer instanceof UpstreamError);
    return {
      quotes: quotesOf(answers),
      refusals: errors.filter(isRefusal),
      failures: errors.filter((error) => !isRefusal(error)),
      isOutvoted,
    };
  };
  if (quorum === 1) {
    return collect([await firstOf(nodes, path, schema, options).then(ofHeight, failureOf)]);
  }
  const ordered = [...inAskingOrder(nodes, schema), ...inAskingOrder(reserve, schema)];
  const operators = [...new Set(ordered.map(({ operator }) => operator))];
  const [first, second, spare] = operators.map(
    (name) => ordered.find(({ operator }) => operator === name) as Provider,
  );
  const pair = [first, second].filter((node) => node !== undefined);
  const answers = await Promise.all(pair.map(ask));
  const heard = collect(answers);
  // Of two failures one more answer would make no quote.
  if (spare === undefined || heard.failures.length > 1 || signal.aborted) return heard;
  const [one, other] = answers as [StatedQuote | UpstreamError, StatedQuote | UpstreamError];
  if (heard.failures.length === 0 && isAlike(one, other)) return heard;
  const third = await ask(spare);
  if (heard.failures.length === 1) return collect([...answers, third]);
  // Near to both of two that differ, it decides nothing.
  const alike = answers.filter((answer) => isAlike(answer, third));
  return alike.length === 1 ? collect([...alike, third], true) : heard;
}

const ofHeight = ({ value, height }: Answer<QuoteSwap>): StatedQuote => ({ ...value, height });

const quotesOf = (answers: readonly (StatedQuote | UpstreamError)[]) =>
  answers.flatMap((answer) => (answer instanceof UpstreamError ? [] : answer));

function failureOf(error: unknown): UpstreamError {
  return error instanceof UpstreamError
    ? error
    : new UpstreamError("not_json", "/quote/swap", { cause: error });
}

/** Worth enough that fees do not take it, and little beside any pool; in 1e8 a US dollar, like prices. */
const ORDINARY_USD = 500n * 100_000_000n;

/**
 * Asked after a refusal of another amount. In base units of `from`; null where no price says what an ordinary amount is,
 * or too few sources say it. `toPath`: the quote's path for an amount.
 */
export async function readRecommendedMinimum(
  sources: Omit<QuoteSources, "isRefusal" | "isAlike">,
  from: string,
  prices: Prices,
  toPath: (amount: bigint) => string,
): Promise<Agreed<bigint> | null> {
  const price = prices.get(from) ?? 0n;
  const amount = price > 0n ? unitsOfUsd(ORDINARY_USD, decimalsOf(from), price) : 0n;
  if (amount === 0n) return null;
  const leastOf = (answers: readonly (StatedQuote | UpstreamError)[]) => {
    const quotes = quotesOf(answers);
    const told = quotes.flatMap((quote) => quote.recommended_min_amount_in ?? []);
    return worstOf(quotes, sources.quorum)(told);
  };
  const isAlike: QuoteSources["isAlike"] = (...pair) => leastOf(pair) !== null;
  return leastOf(
    (await readQuotes({ ...sources, isRefusal: () => false, isAlike }, toPath(amount))).quotes,
  );
}
