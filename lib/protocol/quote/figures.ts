// Computes the figures of a quote from what the nodes state and what the pools can take.

import { forecastOf } from "../market/forecast.ts";
import { gasRateOf } from "../market/gas.ts";
import type { Market } from "../market/market.ts";
import { payableMin } from "../market/payable.ts";
import { isOneToOne, isReserveFilled } from "../market/stable-reserve.ts";
import { lossBps, quoteWorth } from "../market/swap-worth.ts";
import { findThinPool, outWithoutRefill, type ThinPool } from "../market/thin-pool.ts";
import { type Agreed, deriveAgreed } from "../model/agreed.ts";
import type { GasRate } from "../model/gas-rate.ts";
import type { QuoteReading, unknownCosts } from "../model/quote.ts";
import { payoutChainCode } from "../values/assets.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { type AgreedFigures, agreedFigures, type QuotedRequest } from "./figure-agreement.ts";
import { leastOutBeforeFees } from "./stated-figures.ts";
import { maxPartCount, swapStreaming } from "./streaming.ts";

export interface QuoteFigures
  extends AgreedFigures,
    Pick<
      QuoteReading,
      | "unfilledOut"
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
  const { preset, prices } = market;
  const sourceChain = payoutChainCode(from, preset);
  const sourceChainRow = findChainRow(sourceChain, preset);
  const nodeFigures = agreedFigures(swap, quotedOut, market);
  const { fees, maxStreamingQuantity } = nodeFigures;
  const recommendedMinAmount = payableMin(nodeFigures.recommendedMinAmount, from, market.pools);
  const streaming = swapStreaming(request.streaming, quotes, maxStreamingQuantity);
  const isLimitOrder = request.targetOut !== undefined;
  const pools = market.pools ?? [];
  const { nativeAsset } = preset;
  const partCount = streaming.quantity ?? maxPartCount(request.streaming, quotes);
  const swapToSimulate = { from, to, amount, quotedOut, fees, streaming: { quantity: partCount } };
  const areDepthsIrrelevant =
    isReserveFilled(swap, market) &&
    quotes.every((quote) => isOneToOne(amount, leastOutBeforeFees(quote)));
  // A limit order waits for its price, so refills of the pools do not matter.
  const forecast =
    isLimitOrder || areDepthsIrrelevant ? null : forecastOf(swapToSimulate, pools, nativeAsset);
  const swapWithForecast = { ...swapToSimulate, forecast };
  const thinPool = areDepthsIrrelevant ? null : findThinPool(swapWithForecast, pools, nativeAsset);
  const unfilledOut = outWithoutRefill(swapWithForecast, thinPool);
  const expectedAmountOut =
    thinPool === null || unfilledOut === null
      ? quotedOut
      : deriveAgreed([quotedOut], (_) => unfilledOut);
  const pricesAndPools = { prices, pools: market.pools, nativeAsset };
  const thinPoolLossBps =
    unfilledOut === null ? null : lossBps(swap, quotedOut - unfilledOut, pricesAndPools);
  const bearableAmount = thinPool?.bearableIn ?? amount;
  const isMaxSensible = bearableAmount < amount && bearableAmount > (recommendedMinAmount ?? 0n);
  return {
    ...nodeFigures,
    recommendedMinAmount,
    quotedOut,
    expectedAmountOut,
    thinPool,
    forecastOut: forecast?.out ?? null,
    unfilledOut,
    thinPoolLossBps,
    sensibleMaxAmount: isMaxSensible ? bearableAmount : null,
    streaming,
    ...gasRateOf(market.chainCosts?.get(sourceChain), sourceChainRow?.family),
    ...quoteWorth({ from, to, amount, expectedAmountOut, fees }, pricesAndPools),
  };
}
