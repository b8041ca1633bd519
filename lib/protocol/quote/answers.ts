// Asks two judged nodes at once, and a third if one fails or they differ. A refusal is an answer.

import type { Prices } from "../market/prices.ts";
import type { Agreed, Quorum } from "../model/agreed.ts";
import type { Answer } from "../upstream/answer.ts";
import { firstOf, inAskingOrder } from "../upstream/client.ts";
import { UpstreamError } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import { type QuoteLimit, QuoteSwap } from "../upstream/schemas.ts";
import { decimalsOf, unitsOfUsd } from "../values/amounts.ts";
import { worstAgreement } from "./figures.ts";
import type { StatedQuote } from "./stated-figures.ts";

/** Repeated questions within a second share one answer. It is judged anew for each. */
const QUOTE_CACHE_MS = 1_000;

export interface QuoteAnswers {
  readonly quotes: readonly StatedQuote[];
  readonly refusals: readonly UpstreamError[];
  readonly failures: readonly UpstreamError[];
  readonly isOutvoted: boolean;
}

export interface QuoteSources {
  readonly nodes: readonly Provider[];
  /** Nodes that are not judged now. One may decide between two, and never speaks alone. */
  readonly reserve?: readonly Provider[];
  readonly quorum: Quorum;
  readonly isRefusal: (error: UpstreamError) => boolean;
  readonly isAlike: (answer: NodeAnswer, otherAnswer: NodeAnswer) => boolean;
  readonly signal: AbortSignal;
}

type NodeAnswer = StatedQuote | UpstreamError;

type Schema = typeof QuoteSwap | typeof QuoteLimit;

export async function readQuotes(
  sources: QuoteSources,
  path: string,
  schema: Schema = QuoteSwap,
): Promise<QuoteAnswers> {
  const { nodes, reserve = [], quorum, isRefusal, isAlike, signal } = sources;
  const options = { signal, keepMs: QUOTE_CACHE_MS, isQuestion: true };
  const readAnswer = (node: Provider) =>
    node.get(path, schema, options).then(toStatedQuote, toUpstreamError);
  const sortAnswers = (answers: readonly NodeAnswer[], isOutvoted = false): QuoteAnswers => {
    const errors = answers.filter((answer) => answer instanceof UpstreamError);
    return {
      quotes: quotesOf(answers),
      refusals: errors.filter(isRefusal),
      failures: errors.filter((error) => !isRefusal(error)),
      isOutvoted,
    };
  };
  if (quorum === 1) {
    const first = firstOf(nodes, path, schema, options);
    return sortAnswers([await first.then(toStatedQuote, toUpstreamError)]);
  }
  const ordered = [...inAskingOrder(nodes, schema), ...inAskingOrder(reserve, schema)];
  const operators = [...new Set(ordered.map(({ operator }) => operator))];
  const [firstNode, secondNode, thirdNode] = operators.map(
    (name) => ordered.find(({ operator }) => operator === name) as Provider,
  );
  const pair = [firstNode, secondNode].filter((node) => node !== undefined);
  const pairAnswers = await Promise.all(pair.map(readAnswer));
  const sortedPair = sortAnswers(pairAnswers);
  // After two failures, one more answer would make no quote.
  if (thirdNode === undefined || sortedPair.failures.length > 1 || signal.aborted)
    return sortedPair;
  const [answer, otherAnswer] = pairAnswers as [NodeAnswer, NodeAnswer];
  if (sortedPair.failures.length === 0 && isAlike(answer, otherAnswer)) return sortedPair;
  const thirdAnswer = await readAnswer(thirdNode);
  if (sortedPair.failures.length === 1) return sortAnswers([...pairAnswers, thirdAnswer]);
  // A third answer near to both of two that differ decides nothing.
  const agreeing = pairAnswers.filter((answer) => isAlike(answer, thirdAnswer));
  return agreeing.length === 1 ? sortAnswers([...agreeing, thirdAnswer], true) : sortedPair;
}

const toStatedQuote = ({ value, height }: Answer<QuoteSwap>): StatedQuote => ({ ...value, height });

const quotesOf = (answers: readonly NodeAnswer[]) =>
  answers.flatMap((answer) => (answer instanceof UpstreamError ? [] : answer));

function toUpstreamError(error: unknown): UpstreamError {
  return error instanceof UpstreamError
    ? error
    : new UpstreamError("not_json", "/quote/swap", { cause: error });
}

/** Large enough for the fees and small beside any pool; in 1e8 a US dollar. */
const TYPICAL_AMOUNT_USD = 500n * 100_000_000n;

/** Base units of `from`; null without a price, or with too few answers. */
export async function readRecommendedMinimum(
  sources: Omit<QuoteSources, "isRefusal" | "isAlike">,
  from: string,
  prices: Prices,
  toPath: (amount: bigint) => string,
): Promise<Agreed<bigint> | null> {
  const price = prices.get(from) ?? 0n;
  const amount = price > 0n ? unitsOfUsd(TYPICAL_AMOUNT_USD, decimalsOf(from), price) : 0n;
  if (amount === 0n) return null;
  const worstMinimum = (answers: readonly NodeAnswer[]) => {
    const quotes = quotesOf(answers);
    const minimums = quotes.flatMap((quote) => quote.recommended_min_amount_in ?? []);
    return worstAgreement(quotes, sources.quorum)(minimums);
  };
  const isAlike: QuoteSources["isAlike"] = (...answers) => worstMinimum(answers) !== null;
  const minimumSources = { ...sources, isRefusal: () => false, isAlike };
  return worstMinimum((await readQuotes(minimumSources, toPath(amount))).quotes);
}
