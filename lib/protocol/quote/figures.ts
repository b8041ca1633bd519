// The figures of a quote: what the nodes state, and what the pools can take.

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
  /** Base units of `to` at unchanged depths. */
  readonly quotedOut: Agreed<bigint>;
  readonly expectedAmountOut: Agreed<bigint>;
  readonly thinPool: ThinPool | null;
  /** If nobody refills the pools between the parts; null for one part or an order. */
  readonly forecastOut: bigint | null;
}

/** If the pools are too small, output and cost assume that nobody refills them meanwhile. */
export function quoteFigures(
  swap: QuotedRequest,
  quotedOut: Agreed<bigint>,
  market: Market,
): QuoteFigures {
  const { request, from, to, amount, quotes } = swap;
  const { preset, prices, pools } = market;
  const sourceChain = payoutChainCode(from, preset);
  const sourceRow = findChainRow(sourceChain, preset);
  const agreed = agreedFigures(swap, quotedOut, market);
  const { fees, recommendedMinAmount, maxStreamingQuantity } = agreed;
  const streaming = swapStreaming(request.streaming, quotes, maxStreamingQuantity);
  const isOrder = request.targetOut !== undefined;
  const poolSwap = { from, to, amount, quotedOut, fees, streaming };
  const { thinPool, forecastOut, maxBearable } = poolLimits(poolSwap, isOrder, market);
  // An order waits for its price, whoever refills the pools.
  const unfilledOut = isOrder ? null : (thinPool?.unfilled ?? null);
  const expectedAmountOut =
    unfilledOut === null ? quotedOut : deriveAgreed([quotedOut], (_) => unfilledOut);
  const worthSources = { prices, pools, nativeAsset: preset.nativeAsset };
  const thinPoolLossBps =
    unfilledOut === null ? null : lossBps(swap, quotedOut - unfilledOut, worthSources);
  const isAboveMinimum = (maxBearable ?? 0n) > (recommendedMinAmount ?? 0n);
  return {
    ...agreed,
    quotedOut,
    expectedAmountOut,
    thinPool,
    forecastOut,
    thinPoolLossBps,
    // Below the recommended minimum no amount works.
    sensibleMaxAmount: isAboveMinimum ? maxBearable : null,
    streaming,
    ...gasRateOf(market.chainCosts?.get(sourceChain), sourceRow?.family),
    ...quoteWorth({ from, to, amount, expectedAmountOut, fees }, worthSources),
  };
}

type PoolSwap = Pick<QuotedRequest, "from" | "to" | "amount"> &
  Pick<QuoteFigures, "quotedOut" | "fees" | "streaming">;

interface PoolLimits extends Pick<QuoteFigures, "thinPool" | "forecastOut"> {
  /** Base units of `from`; null where the pools can take far more. */
  readonly maxBearable: bigint | null;
}

function poolLimits(
  swap: PoolSwap,
  isOrder: boolean,
  { pools: listedPools, preset: { nativeAsset } }: Market,
): PoolLimits {
  const pools = listedPools ?? [];
  const thinPool = findThinPool(swap, pools, nativeAsset);
  // The cost of one part grows without a step, so only a thin pool limits its amount.
  const isInParts = swap.streaming.quantity !== 1 && !isOrder;
  const nearPool =
    thinPool ?? (isInParts ? findThinPool(swap, pools, nativeAsset, NEAR_THIN_FACTOR) : null);
  return {
    thinPool,
    forecastOut: isInParts ? forecastOf(swap, pools, nativeAsset) : null,
    maxBearable: nearPool?.bearable ?? null,
  };
}
