// Computes the figures of a quote from what the nodes state and what the pools can take.

import { forecastOf } from "../market/forecast.ts";
import { gasRateOf } from "../market/gas.ts";
import type { Market } from "../market/market.ts";
import { lossBps, quoteWorth } from "../market/swap-worth.ts";
import { findThinPool, NEAR_THIN_FACTOR, type ThinPool } from "../market/thin-pool.ts";
import { type Agreed, deriveAgreed } from "../model/agreed.ts";
import type { GasRate } from "../model/gas-rate.ts";
import type { QuoteReading, unknownCosts } from "../model/quote.ts";
import { payoutChainCode } from "../values/assets.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { type AgreedFigures, agreedFigures, type QuotedRequest } from "./figure-agreement.ts";
import { swapStreaming } from "./streaming.ts";

export interface QuoteFigures
  extends AgreedFigures,
    Pick<
      QuoteReading,
      | "thinPoolLossBps"
      | "sensibleMaxAmount"
      | "streaming"
      | "sentUsd"
      | "receivedUsd"
      | "feeShares"
      | keyof GasRate
      | keyof typeof unknownCosts
    > {
  /** The output that nodes quote, in base units of `to`, if pools are refilled between parts. */
  readonly quotedOut: Agreed<bigint>;
  readonly expectedAmountOut: Agreed<bigint>;
  readonly thinPool: ThinPool | null;
  /** Output if no pool is refilled between parts. Null for one part, a limit order or a synth. */
  readonly forecastOut: bigint | null;
}

export function quoteFigures(
  swap: QuotedRequest,
  quotedOut: Agreed<bigint>,
  market: Market,
): QuoteFigures {
  const { request, from, to, amount, quotes } = swap;
  const { preset, prices, pools } = market;
  const sourceChain = payoutChainCode(from, preset);
  const sourceChainRow = findChainRow(sourceChain, preset);
  const nodeFigures = agreedFigures(swap, quotedOut, market);
  const { fees, recommendedMinAmount, maxStreamingQuantity } = nodeFigures;
  const streaming = swapStreaming(request.streaming, quotes, maxStreamingQuantity);
  const isLimitOrder = request.targetOut !== undefined;
  const swapToSimulate = { from, to, amount, quotedOut, fees, streaming };
  const { thinPool, forecastOut, maxBearableAmount } = poolLimits(
    swapToSimulate,
    isLimitOrder,
    market,
  );
  // A limit order waits for its price, so refills of the pools do not matter.
  const outWithoutRefill = isLimitOrder ? null : (thinPool?.unfilledOut ?? null);
  const expectedAmountOut =
    outWithoutRefill === null ? quotedOut : deriveAgreed([quotedOut], (_) => outWithoutRefill);
  const pricesAndPools = { prices, pools, nativeAsset: preset.nativeAsset };
  const thinPoolLossBps =
    outWithoutRefill === null ? null : lossBps(swap, quotedOut - outWithoutRefill, pricesAndPools);
  const isMaxAboveMinimum = (maxBearableAmount ?? 0n) > (recommendedMinAmount ?? 0n);
  return {
    ...nodeFigures,
    quotedOut,
    expectedAmountOut,
    thinPool,
    forecastOut,
    thinPoolLossBps,
    sensibleMaxAmount: isMaxAboveMinimum ? maxBearableAmount : null,
    streaming,
    ...gasRateOf(market.chainCosts?.get(sourceChain), sourceChainRow?.family),
    ...quoteWorth({ from, to, amount, expectedAmountOut, fees }, pricesAndPools),
  };
}

type PoolSwap = Pick<QuotedRequest, "from" | "to" | "amount"> &
  Pick<QuoteFigures, "quotedOut" | "fees" | "streaming">;

interface PoolLimits extends Pick<QuoteFigures, "thinPool" | "forecastOut"> {
  /**
   * Most that the pools can take, in base units of `from`. Null if unknown, or above `amount` (in
   * several parts: far above `amount`).
   */
  readonly maxBearableAmount: bigint | null;
}

function poolLimits(
  swap: PoolSwap,
  isLimitOrder: boolean,
  { pools: listedPools, preset: { nativeAsset } }: Market,
): PoolLimits {
  const pools = listedPools ?? [];
  // In one part, the price impact grows smoothly with the amount. So only pools that are too small
  // limit the amount. In several parts, nearly too small pools (`NEAR_THIN_FACTOR`) also do.
  const isInParts = swap.streaming.quantity !== 1 && !isLimitOrder;
  const forecastOut = isInParts ? forecastOf(swap, pools, nativeAsset) : null;
  const thinPool = findThinPool({ ...swap, forecastOut }, pools, nativeAsset);
  const nearlyThinPool =
    thinPool ??
    (isInParts
      ? findThinPool({ ...swap, forecastOut }, pools, nativeAsset, NEAR_THIN_FACTOR)
      : null);
  return {
    thinPool,
    forecastOut,
    maxBearableAmount: nearlyThinPool?.bearableIn ?? null,
  };
}
