// Asks two judged nodes at once, and a third if one fails or they differ. A refusal is an answer.

import type { Prices } from "../market/prices.ts";
import type { Agreed, Quorum } from "../model/agreed.ts";
import { firstOf, inAskingOrder } from "../upstream/client.ts";
import { UpstreamError } from "../upstream/errors.ts";
import type { Answer, Provider } from "../upstream/provider.ts";
import { type QuoteLimit, QuoteSwap } from "../upstream/schemas.ts";
import { decimalsOf, unitsOfUsd } from "../values/amounts.ts";
import { type StatedQuote, worstOf } from "./figures.ts";

/** Repeated questions within a second share one answer. It is judged anew for each. */
const KEEP_MS = 1_000;

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
  readonly isAlike: (
    one: StatedQuote | UpstreamError,
    other: StatedQuote | UpstreamError,
  ) => boolean;
  readonly signal: AbortSignal;
}

type Schema = typeof QuoteSwap | typeof QuoteLimit;

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
  // After two failures, one more answer would make no quote.
  if (spare === undefined || heard.failures.length > 1 || signal.aborted) return heard;
  const [one, other] = answers as [StatedQuote | UpstreamError, StatedQuote | UpstreamError];
  if (heard.failures.length === 0 && isAlike(one, other)) return heard;
  const third = await ask(spare);
  if (heard.failures.length === 1) return collect([...answers, third]);
  // A third answer near to both of two that differ decides nothing.
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

/** Large enough for the fees and small beside any pool; in 1e8 a US dollar. */
const ORDINARY_USD = 500n * 100_000_000n;

/** Base units of `from`; null without a price, or with too few answers. */
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
