// The quotes of all sources → one set of figures, each the worst that a source states.

import { noGasRate, readGasRate } from "../market/gas.ts";
import type { Market } from "../market/market.ts";
import { priceAmount } from "../market/prices.ts";
import { lossBps, quoteWorth } from "../market/swap-worth.ts";
import { findThinPool, forecastOf, NEAR, type ThinPool } from "../market/thin-pool.ts";
import {
  type Agreed,
  agreeOn,
  agreeOnLeast,
  agreeOnWorst,
  areOfOneHeight,
  deriveAgreed,
  type Quorum,
  type Within,
} from "../model/agreed.ts";
import type { GasRate } from "../model/gas-rate.ts";
import {
  feeKinds,
  type QuoteFee,
  type QuoteReading,
  type QuoteRequest,
  unknownCosts,
} from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import {
  feeBps,
  minTotalBps,
  readDust,
  readSeconds,
  readSlipBps,
  readStatedFees,
  type StatedQuote,
  totalBps,
  unknownSeconds,
} from "./stated-figures.ts";
import { swapStreaming } from "./streaming.ts";

/** One or two blocks of price changes. Beyond that, a source is wrong. */
export const OUTPUT_TOLERANCE_BPS = 100n;
/** Nodes cut bps to whole ones, and count times in blocks. */
export const NODE_SLACK = { bps: 2n, seconds: 60n };

/** Each the worst that a source states. */
export interface QuoteFigures
  extends Pick<
    QuoteReading,
    | "thinPoolLossBps"
    | "sensibleMaxAmount"
    | "fees"
    | "slipBps"
    | "totalBps"
    | "recommendedMinAmount"
    | "dustThreshold"
    | "maxStreamingQuantity"
    | "seconds"
    | "statedBy"
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
  /** In bps of the whole output. */
  readonly minTotalBps: number;
  readonly maxConfirmationSeconds: number;
  /** From there until the payout is signed. 0 for an order, which rests. */
  readonly maxPayoutSeconds: number | null;
  /** Two sources state a fee, a minimum or dust of which one cannot be true. */
  readonly hasContradiction: boolean;
  /** Also where only one source states a figure, or two state other values. */
  readonly hasDifference: boolean;
}

export interface QuotedRequest {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly quotes: readonly StatedQuote[];
  readonly quorum: Quorum;
}

type FigureReader = (quote: QuoteSwap) => bigint | null | undefined;
type PoolSwap = Pick<QuotedRequest, "from" | "to" | "amount"> &
  Pick<QuoteFigures, "quotedOut" | "fees" | "streaming">;

export function agreedOutput({
  quotes,
  quorum,
}: Pick<QuotedRequest, "quotes" | "quorum">): Agreed<bigint> | null {
  const outputs = quotes.map((quote) => quote.expected_amount_out);
  return agreeOnLeast(outputs, quorum, OUTPUT_TOLERANCE_BPS);
}

/** If the pools are too small, output and cost assume that nobody refills them meanwhile. */
export function quoteFigures(
  swap: QuotedRequest,
  quotedOut: Agreed<bigint>,
  market: Market,
): QuoteFigures {
  const { request, from, to, amount, quotes, quorum } = swap;
  const { preset, prices, pools } = market;
  const { nativeAsset } = preset;
  const sourceChain = payoutChainOf(from, preset) ?? "";
  const sourceRow = preset.chains.find(({ code }) => code === sourceChain);
  const isNative = sourceChain === preset.nativeChain;
  const isOrder = request.targetOut !== undefined;
  const comparison = createComparison(quotes, quorum);
  const { worst, worstBps } = comparison;
  const fees = feeKinds.map((kind): QuoteFee => {
    // A fee below 1 bps of the output makes no difference.
    const slack = quotedOut / 10_000n;
    const base = worst((quote) => readStatedFees(quote, to)[kind], { slack });
    const bps = worstBps((quote) => feeBps(quote, to, kind));
    return { kind, amount: base === null ? null : { ...priceAmount(prices, to, base), base }, bps };
  });
  const dustThreshold = worst((quote) => readDust(quote, isNative), { withinBps: 0n });
  const minTotalsBps = quotes.map((quote) => minTotalBps(quote, to));
  // The highest counts, also where they differ.
  worstBps((quote) => minTotalBps(quote, to));
  const maxStreamingQuantity = comparison.equal((quote) => quote.max_streaming_quantity);
  const recommendedMinAmount = worst((quote) => quote.recommended_min_amount_in);
  const slipBps = worstBps(readSlipBps);
  const agreedTotalBps = worstBps((quote) => totalBps(quote, to));
  const streaming = swapStreaming(request.streaming, quotes, maxStreamingQuantity);
  const poolSwap = { from, to, amount, quotedOut, fees, streaming };
  const { thinPool, forecastOut, maxBearable } = poolLimits(poolSwap, isOrder, market);
  // An order waits for its price, whoever refills the pools.
  const unfilledOut = isOrder ? null : (thinPool?.unfilled ?? null);
  const expectedAmountOut =
    unfilledOut === null ? quotedOut : deriveAgreed([quotedOut], (_) => unfilledOut);
  const sources = { prices, pools, nativeAsset };
  const phaseTimes = quotes.map(readSeconds);
  const seconds = latestSeconds(phaseTimes, worstAgreement(quotes, quorum));
  const isTimeUnsettled = phases.some(
    (phase) => seconds[phase] === null && phaseTimes.some((times) => times[phase] !== null),
  );
  const isAboveMinimum = (maxBearable ?? 0n) > (recommendedMinAmount ?? 0n);
  const confirmations = phaseTimes.map(({ inboundConfirmation }) => inboundConfirmation ?? 0);
  return {
    quotedOut,
    expectedAmountOut,
    thinPool,
    forecastOut,
    thinPoolLossBps: unfilledOut === null ? null : lossBps(swap, quotedOut - unfilledOut, sources),
    // Below the recommended minimum no amount works.
    sensibleMaxAmount: isAboveMinimum ? maxBearable : null,
    fees,
    streaming,
    ...readGasRate(market.chainCosts?.get(sourceChain), sourceRow?.family),
    slipBps,
    minTotalBps: Math.max(...minTotalsBps),
    totalBps: agreedTotalBps,
    recommendedMinAmount,
    dustThreshold,
    maxStreamingQuantity,
    maxConfirmationSeconds: Math.max(...confirmations),
    maxPayoutSeconds: isOrder ? 0 : longestPayoutSeconds(phaseTimes),
    seconds,
    statedBy: {
      ...statedFigures(quotes, phaseTimes, to),
      ...(isNative && { dustThreshold: "absent" as const }),
    },
    hasContradiction: comparison.faults.contradiction,
    hasDifference: comparison.faults.difference || isTimeUnsettled,
    ...quoteWorth({ from, to, amount, expectedAmountOut, fees }, sources),
  };
}

/** Agrees on one figure after the other, and notes where the sources do not agree. */
function createComparison(quotes: readonly StatedQuote[], quorum: Quorum) {
  const faults = { contradiction: false, difference: false };
  const agree = worstAgreement(quotes, quorum);
  const worst = (read: FigureReader, within?: Within) => {
    const stated = quotes.map(read);
    const agreed = agree(stated, within);
    faults.difference ||= agreed === null && stated.some(isStated);
    faults.contradiction ||= agreed === null && stated.every(isStated);
    return agreed;
  };
  const worstBps = (read: (quote: QuoteSwap) => number | null) =>
    toNumber(worst((quote) => toBigInt(read(quote)), { slack: NODE_SLACK.bps }));
  /** A value that may differ without a contradiction. */
  const equal = (read: (quote: QuoteSwap) => number | undefined) => {
    const stated = quotes.flatMap((quote) => read(quote) ?? []);
    const agreed = stated.length === quotes.length ? agreeOn(stated, quorum) : null;
    faults.difference ||= agreed === null && stated.length > 0;
    return agreed;
  };
  return { faults, worst, worstBps, equal };
}

interface PoolLimits extends Pick<QuoteFigures, "thinPool" | "forecastOut"> {
  /** Null where the pools can take far more. */
  readonly maxBearable: bigint | null;
}

/** One part has no step in its cost. */
function poolLimits(
  swap: PoolSwap,
  isOrder: boolean,
  { pools: listedPools, preset: { nativeAsset } }: Market,
): PoolLimits {
  const pools = listedPools ?? [];
  const thinPool = findThinPool(swap, pools, nativeAsset);
  const isInParts = swap.streaming.quantity !== 1 && !isOrder;
  const nearPool = thinPool ?? (isInParts ? findThinPool(swap, pools, nativeAsset, NEAR) : null);
  return {
    thinPool,
    forecastOut: isInParts ? forecastOf(swap, pools, nativeAsset) : null,
    maxBearable: nearPool?.bearable ?? null,
  };
}

type AgreeOnWorst = (
  stated: readonly (bigint | null | undefined)[],
  within?: Within,
) => Agreed<bigint> | null;

/** Exact where the quotes are of one height, else within what some blocks may change. */
export function worstAgreement(quotes: readonly StatedQuote[], quorum: Quorum): AgreeOnWorst {
  const isOneHeight = areOfOneHeight(quotes);
  return (stated, within) => agreeOnWorst(stated, quorum, { ...within, isOneHeight });
}

const isStated = (value: unknown) => value !== null && value !== undefined;

function statedFigures(
  quotes: readonly QuoteSwap[],
  phaseTimes: readonly QuoteReading["seconds"][],
  to: string,
) {
  const fees = quotes.map((quote) => readStatedFees(quote, to));
  const figures = {
    ...Object.fromEntries(feeKinds.map((kind) => [kind, fees.map((quoteFees) => quoteFees[kind])])),
    recommendedMinAmount: quotes.map((quote) => quote.recommended_min_amount_in),
    dustThreshold: quotes.map((quote) => readDust(quote, false)),
    maxStreamingQuantity: quotes.map((quote) => quote.max_streaming_quantity),
    ...Object.fromEntries(
      phases.map((phase) => [phase, phaseTimes.map((seconds) => seconds[phase])]),
    ),
  };
  const stated = Object.entries<readonly unknown[]>(figures).filter(([, values]) =>
    values.some(isStated),
  );
  return Object.fromEntries(
    stated.map(([name, values]) => [name, values.every(isStated) ? "all" : "some"] as const),
  );
}

const toBigInt = (value: number | null) => (value === null ? null : BigInt(value));
const toNumber = (value: bigint | null) => (value === null ? null : Number(value));

function longestPayoutSeconds(phaseTimes: readonly QuoteReading["seconds"][]): number | null {
  const stated = phaseTimes.flatMap(({ swap, outboundDelay }) =>
    outboundDelay === null ? [] : (swap ?? 0) + outboundDelay,
  );
  return stated.length === 0 ? null : Math.max(...stated);
}

const phases = ["inboundConfirmation", "swap", "outboundDelay", "total"] as const;

function latestSeconds(
  phaseTimes: readonly QuoteReading["seconds"][],
  agree: AgreeOnWorst,
): QuoteReading["seconds"] {
  const latest = (phase: (typeof phases)[number]) => {
    const stated = phaseTimes.map((seconds) => toBigInt(seconds[phase]));
    return toNumber(agree(stated, { slack: NODE_SLACK.seconds }));
  };
  return {
    inboundConfirmation: latest("inboundConfirmation"),
    swap: latest("swap"),
    outboundDelay: latest("outboundDelay"),
    total: latest("total"),
  };
}

export const noDeposit = {
  memo: null,
  inboundAddress: null,
  router: null,
  networkNotes: null,
  sourcesAgreeing: null,
  minReceived: null,
  sendBeforeMs: null,
  reason: null,
} as const;

export const emptyQuote = {
  expectedAmountOut: null,
  bestCaseOut: null,
  thinPoolLossBps: null,
  sensibleMaxAmount: null,
  fees: [],
  inboundGasEstimate: null,
  ...noGasRate,
  slipBps: null,
  totalBps: null,
  recommendedMinAmount: null,
  dustThreshold: null,
  maxStreamingQuantity: null,
  statedBy: {},
  seconds: unknownSeconds,
  ...noDeposit,
  belowLimit: null,
  token: null,
  plannedMinimum: null,
  refundFee: null,
  sentUsd: null,
  receivedUsd: null,
  ...unknownCosts,
  feeShares: [],
  streaming: { mode: null, interval: null, quantity: null, isApplied: null },
  order: null,
  withheld: null,
  sizeFault: null,
  adviceLevel: "forbidden",
  sending: null,
  payoutSigning: "unknown",
} as const;
