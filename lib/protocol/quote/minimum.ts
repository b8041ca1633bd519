// The least that the node recommends for a pair, which a quote of any size that it takes tells.

import type { Prices } from "../market/prices.ts";
import { type Agreed, agreeOnWorst, type Quorum } from "../model/agreed.ts";
import type { Provider } from "../upstream/client.ts";
import { decimalsOf } from "../values/amounts.ts";
import { readQuotes } from "./answers.ts";

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
