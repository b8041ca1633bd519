// What a swap costs by the prices of the pools: worth sent minus worth received, and the part of each fee in it.

import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { layer1Asset } from "../values/assets.ts";
import { type Prices, priceAmount } from "./prices.ts";

/** Prices and quotes are read some seconds apart: a gain up to this part of the worth sent is none. */
const GAIN_LIMIT_BPS = -100;

type Asked = Pick<QuoteReading, "from" | "to" | "amount"> & {
  readonly expectedAmountOut: bigint;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};
type Worth = Pick<QuoteReading, "sentUsd" | "receivedUsd" | "totalCostBps" | "priceImpactBps" | "feeShares">;

/** All bps are of the amount sent. What has no price, or prices that do not fit the quote, is null. */
export function quoteWorth({ from, to, amount, expectedAmountOut, fees }: Asked, prices: Prices): Worth {
  const usdOf = (asset: string, base: bigint) => priceAmount(prices, layer1Asset(asset) ?? asset, base).usd;
  const sentUsd = usdOf(from, amount);
  const receivedUsd = usdOf(to, expectedAmountOut);
  const share = (usd: bigint | null | undefined) => (usd == null ? null : shareBps(usd, sentUsd));
  const feeShares = fees.map(({ kind, amount: fee }) => ({ kind, bps: share(fee && usdOf(fee.asset, fee.base)) }));
  const cost = sentUsd === null || receivedUsd === null ? null : share(sentUsd - receivedUsd);
  const totalCostBps = cost !== null && cost >= GAIN_LIMIT_BPS ? cost : null;
  const taken = feeShares.reduce((sum: number | null, { bps }) => (sum === null || bps === null ? null : sum + bps), 0);
  const priceImpactBps = totalCostBps === null || taken === null ? null : roundBps(Math.max(0, totalCostBps - taken));
  return { sentUsd, receivedUsd, totalCostBps, priceImpactBps, feeShares };
}

/** To a hundredth of a bps; null without an amount to take it of. */
function shareBps(part: bigint, whole: bigint | null): number | null {
  return whole === null || whole === 0n ? null : Number((part * 1_000_000n) / whole) / 100;
}

const roundBps = (bps: number) => Math.round(bps * 100) / 100;
