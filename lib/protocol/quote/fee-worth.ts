// What a fee of a quote is worth, wherever it is told.
import type { Money } from "../model/envelope.ts";
import type { QuoteFee, QuoteReading } from "../model/quote.ts";

/** In dollars as a part of the total, so that the parts add up. */
export function feeWorth(fee: QuoteFee | undefined, { totalCost }: Pick<QuoteReading, "totalCost">): Money | null {
  if (!fee?.amount) return null;
  const { asset, base, usd } = fee.amount;
  const isPart = totalCost !== null && totalCost.base > 0n && totalCost.usd !== null;
  return { asset, base, usd: isPart ? ((totalCost.usd ?? 0n) * base) / totalCost.base : usd };
}
