// The quotes of two judged nodes, asked at once. A third node replaces one that failed. A refusal is an answer too.

import type { Prices } from "../market/prices.ts";
import { type Agreed, agreeOnWorst, type Quorum } from "../model/agreed.ts";
import { firstOf } from "../upstream/client.ts";
import { UpstreamError } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import { type QuoteLimit, QuoteSwap } from "../upstream/schemas.ts";
import { decimalsOf } from "../values/amounts.ts";

/** Whoever asks the same within a second, or while the answer is on its way, gets the same answer. It is judged anew for each. */
const KEEP_MS = 1_000;

/** What the nodes that were asked said. Each node is in one of the three. */
export interface QuoteAnswers {
  readonly quotes: readonly QuoteSwap[];
  /** Refusals of what was asked. */
  readonly refusals: readonly UpstreamError[];
  /** No answer, or none that judges what was asked. */
  readonly failures: readonly UpstreamError[];
}

/** `isRefusal`: whether an error is a node's judgement of what was asked. Never throws. */
export async function readQuotes(
  nodes: readonly Provider[],
  quorum: Quorum,
  path: string,
  isRefusal: (error: UpstreamError) => boolean,
  signal: AbortSignal,
  schema: typeof QuoteSwap | typeof QuoteLimit = QuoteSwap,
): Promise<QuoteAnswers> {
  const options = { signal, keepMs: KEEP_MS };
  const ask = (node: Provider) => node.get(path, schema, options).then(({ value }) => value, failureOf);
  const collect = (answers: readonly (QuoteSwap | UpstreamError)[]): QuoteAnswers => {
    const errors = answers.flatMap((answer) => (answer instanceof UpstreamError ? answer : []));
    return {
      quotes: answers.flatMap((answer) => (answer instanceof UpstreamError ? [] : answer)),
      refusals: errors.filter(isRefusal),
      failures: errors.filter((error) => !isRefusal(error)),
    };
  };
  if (quorum === 1) {
    return collect([await firstOf(nodes, path, schema, options).then(({ value }) => value, failureOf)]);
  }
  const [first, second, spare] = inAskingOrder(nodes, schema);
  const pair = [first, second].filter((node) => node !== undefined);
  const answers = await Promise.all(pair.map(ask));
  const heard = collect(answers);
  // Of two failures one more answer would make no quote.
  if (spare === undefined || heard.failures.length !== 1 || signal.aborted) return heard;
  return collect([...answers, await ask(spare)]);
}

/** As given, but those that failed of late stand behind the others. */
function inAskingOrder(nodes: readonly Provider[], schema: typeof QuoteSwap | typeof QuoteLimit) {
  const degraded = nodes.filter((node) => node.isDegraded(schema));
  return [...nodes.filter((node) => !degraded.includes(node)), ...degraded];
}

function failureOf(error: unknown): UpstreamError {
  return error instanceof UpstreamError ? error : new UpstreamError("not_json", "/quote/swap", { cause: error });
}

/** Worth enough that fees do not take it, and little beside any pool; in 1e8 a US dollar, like prices. */
const ORDINARY_USD = 500n * 100_000_000n;

/**
 * Asked after a refusal of another amount. In base units of `from`; null where no price says what an ordinary amount is,
 * or too few sources say it. `toPath`: the quote's path for an amount.
 */
export async function readRecommendedMinimum(
  nodes: readonly Provider[],
  quorum: Quorum,
  from: string,
  prices: Prices,
  toPath: (amount: bigint) => string,
  signal: AbortSignal,
): Promise<Agreed<bigint> | null> {
  const price = prices.get(from) ?? 0n;
  const amount = price > 0n ? (ORDINARY_USD * 10n ** BigInt(decimalsOf(from))) / price : 0n;
  if (amount === 0n) return null;
  const { quotes } = await readQuotes(nodes, quorum, toPath(amount), () => false, signal);
  const stated = quotes.flatMap((quote) => quote.recommended_min_amount_in ?? []);
  return agreeOnWorst(stated, quorum);
}
