// Asks two nodes in parallel for a quote, and a third node if one fails or the two answers differ.

import type { Prices } from "../market/prices.ts";
import { type Agreed, onePerOperator, type Quorum } from "../model/agreed.ts";
import type { Answer } from "../upstream/answer.ts";
import { firstOf, inAskingOrder } from "../upstream/client.ts";
import { UpstreamError } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import { type QuoteLimit, QuoteSwap } from "../upstream/schemas.ts";
import { decimalsOf, USD_UNITS, unitsOfUsd } from "../values/amounts.ts";
import { worstAgreement } from "./figure-agreement.ts";
import type { StatedQuote } from "./stated-figures.ts";

const QUOTE_CACHE_MS = 1_000;

export interface QuoteAnswers {
  readonly quotes: readonly StatedQuote[];
  readonly refusals: readonly UpstreamError[];
  readonly failures: readonly UpstreamError[];
  readonly isOutvoted: boolean;
}

export interface QuoteNodes {
  readonly nodes: readonly Provider[];
  /** Other nodes, which the safety check does not use. They are asked if `nodes` are too few. */
  readonly reserveNodes: readonly Provider[];
  readonly quorum: Quorum;
  readonly signal: AbortSignal;
  readonly isSpare: boolean;
}

export interface QuoteSources extends QuoteNodes {
  /** A refusal is an answer of the node. All other errors are failures. */
  readonly isRefusal: (error: UpstreamError) => boolean;
  readonly isAlike: (answer: NodeAnswer, otherAnswer: NodeAnswer) => boolean;
}

type NodeAnswer = StatedQuote | UpstreamError;

type Schema = typeof QuoteSwap | typeof QuoteLimit;

export async function readQuotes(
  sources: QuoteSources,
  path: string,
  schema: Schema = QuoteSwap,
): Promise<QuoteAnswers> {
  const { nodes, reserveNodes, quorum, isRefusal, isAlike, signal, isSpare } = sources;
  const options = { signal, keepMs: QUOTE_CACHE_MS, isClientCall: true, isSpare };
  if (quorum === 1) {
    const answer = await firstOf(nodes, path, schema, options).then(toStatedQuote, toUpstreamError);
    return groupAnswers([answer], isRefusal);
  }
  const readAnswer = (node: Provider) =>
    node.get(path, schema, options).then(toStatedQuote, toUpstreamError);
  const [firstNode, secondNode, thirdNode] = onePerOperator([
    ...inAskingOrder(nodes, schema),
    ...inAskingOrder(reserveNodes, schema),
  ]);
  const nodePair = [firstNode, secondNode].filter((node) => node !== undefined);
  const pairAnswers = await Promise.all(nodePair.map(readAnswer));
  const pairByKind = groupAnswers(pairAnswers, isRefusal);
  // If two nodes failed, the third answer would be the only one. One answer is not enough.
  if (thirdNode === undefined || pairByKind.failures.length > 1 || signal.aborted)
    return pairByKind;
  const [answer, otherAnswer] = pairAnswers as [NodeAnswer, NodeAnswer];
  if (pairByKind.failures.length === 0 && isAlike(answer, otherAnswer)) return pairByKind;
  const thirdAnswer = await readAnswer(thirdNode);
  if (pairByKind.failures.length === 1)
    return groupAnswers([...pairAnswers, thirdAnswer], isRefusal);
  // A third answer decides nothing if it agrees with both answers or with neither.
  const agreeingAnswers = pairAnswers.filter((pairAnswer) => isAlike(pairAnswer, thirdAnswer));
  if (agreeingAnswers.length !== 1) return pairByKind;
  return { ...groupAnswers([...agreeingAnswers, thirdAnswer], isRefusal), isOutvoted: true };
}

function groupAnswers(
  answers: readonly NodeAnswer[],
  isRefusal: QuoteSources["isRefusal"],
): QuoteAnswers {
  const errors = answers.filter((answer) => answer instanceof UpstreamError);
  return {
    quotes: quotesOf(answers),
    refusals: errors.filter(isRefusal),
    failures: errors.filter((error) => !isRefusal(error)),
    isOutvoted: false,
  };
}

const toStatedQuote = ({ value, height }: Answer<QuoteSwap>): StatedQuote => ({ ...value, height });

const quotesOf = (answers: readonly NodeAnswer[]) =>
  answers.flatMap((answer) => (answer instanceof UpstreamError ? [] : answer));

function toUpstreamError(error: unknown): UpstreamError {
  return error instanceof UpstreamError
    ? error
    : new UpstreamError("not_json", "/quote/swap", { cause: error });
}

/**
 * In US dollars times 1e8. A quote for this amount shows the minimum that nodes recommend. The
 * amount is larger than the usual fees, and small compared with most pools.
 */
const TYPICAL_AMOUNT_USD = 500n * USD_UNITS;

/**
 * The least amount that nodes recommend, in base units of `from`. Null if `from` has no price, or
 * if the nodes disagree.
 */
export async function readRecommendedMinimum(
  sources: QuoteNodes,
  from: string,
  prices: Prices,
  quotePathOf: (amount: bigint) => string,
): Promise<Agreed<bigint> | null> {
  const priceUsd = prices.get(from) ?? 0n;
  const typicalAmount =
    priceUsd > 0n ? unitsOfUsd(TYPICAL_AMOUNT_USD, decimalsOf(from), priceUsd) : 0n;
  if (typicalAmount === 0n) return null;
  const agreedMinimumOf = (answers: readonly NodeAnswer[]) => {
    const quotes = quotesOf(answers);
    const statedMinAmounts = quotes.flatMap((quote) => quote.recommended_min_amount_in ?? []);
    return worstAgreement({ quotes, quorum: sources.quorum })(statedMinAmounts);
  };
  const { quotes } = await readQuotes(
    {
      ...sources,
      isRefusal: () => false,
      isAlike: (...answers) => agreedMinimumOf(answers) !== null,
    },
    quotePathOf(typicalAmount),
  );
  return agreedMinimumOf(quotes);
}
