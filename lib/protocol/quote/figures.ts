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
import {
  feeKinds,
  type QuoteFee,
  type QuoteReading,
  type QuoteRequest,
  unknownCosts,
} from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import { swapWay } from "./way.ts";

/** One or two blocks of price changes. Beyond that, a source is wrong. */
export const OUTPUT_TOLERANCE_BPS = 100n;
/** Nodes cut bps to whole ones, and count times in blocks. */
export const SLACK = { bps: 2n, seconds: 60n };

export type QuoteFigures = ReturnType<typeof quoteFigures>;

export interface QuotesAsked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly quotes: readonly StatedQuote[];
  readonly quorum: Quorum;
}

type ReadFigure = (quote: QuoteSwap) => bigint | null | undefined;
export type StatedQuote = QuoteSwap & { readonly height?: number | null | undefined };

export function agreedOutput({
  quotes,
  quorum,
}: Pick<QuotesAsked, "quotes" | "quorum">): Agreed<bigint> | null {
  const outputs = quotes.map((quote) => quote.expected_amount_out);
  return agreeOnLeast(outputs, quorum, OUTPUT_TOLERANCE_BPS);
}

/** If the pools are too small, output and cost assume that nobody refills them meanwhile. */
export function quoteFigures(asked: QuotesAsked, quotedOut: Agreed<bigint>, market: Market) {
  const { request, from, to, amount, quotes, quorum } = asked;
  const { preset, prices, pools } = market;
  const { nativeAsset, nativeChain } = preset;
  const chain = payoutChainOf(from, preset) ?? "";
  let isApart = false;
  let isUneven = false;
  const note = <T>(stated: readonly unknown[], agreed: T | null, isDecisive = true): T | null => {
    isUneven ||= agreed === null && stated.some(isKnown);
    isApart ||= isDecisive && agreed === null && stated.every(isKnown);
    return agreed;
  };
  const agree = worstOf(quotes, quorum);
  const settle: typeof agree = (stated, within) => note(stated, agree(stated, within));
  const worst = (read: ReadFigure, within: Within = {}) => settle(quotes.map(read), within);
  const worstBps = (read: (quote: QuoteSwap) => number | null) =>
    numberOf(worst((quote) => toBigint(read(quote)), { slack: SLACK.bps }));
  const fees = feeKinds.map((kind): QuoteFee => {
    // A fee below 1 bps of the output makes no difference.
    const base = worst((quote) => readStatedFees(quote, to)[kind], { slack: quotedOut / 10_000n });
    const bps = worstBps((quote) => feeBps(quote, to, kind));
    return { kind, amount: base === null ? null : { ...priceAmount(prices, to, base), base }, bps };
  });
  const isNative = chain === nativeChain;
  const dustThreshold = worst((quote) => readDust(quote, isNative), { withinBps: 0n });
  const leastBps = quotes.map((quote) => leastTotalBps(quote, to));
  settle(leastBps.map(BigInt), { slack: SLACK.bps });
  const caps = quotes.flatMap((quote) => quote.max_streaming_quantity ?? []);
  const agreedMaxParts = note(
    caps,
    caps.length === quotes.length ? agreeOn(caps, quorum) : null,
    false,
  );
  const recommendedMinAmount = worst((quote) => quote.recommended_min_amount_in);
  const streaming = swapWay(request.streaming, quotes, agreedMaxParts);
  const quoted = { from, to, amount, quotedOut, fees, streaming };
  const { thinPool, forecastOut, bearable } = poolSizes(quoted, request, pools ?? [], nativeAsset);
  // An order waits for its price, whoever refills the pools.
  const unfilled = request.targetOut === undefined ? (thinPool?.unfilled ?? null) : null;
  const expectedAmountOut =
    unfilled === null ? quotedOut : deriveAgreed([quotedOut], (_) => unfilled);
  const sources = { prices, pools, nativeAsset };
  const worth = quoteWorth({ from, to, amount, expectedAmountOut, fees }, sources);
  const times = quotes.map(readSeconds);
  const seconds = latestSeconds(times, agree);
  const isTimeLost = phases.some(
    (phase) => seconds[phase] === null && times.some((one) => one[phase] !== null),
  );
  return {
    /** At unchanged depths. */
    quotedOut,
    expectedAmountOut,
    thinPool,
    /** If nobody refills the pools between the parts; null for one part or an order. */
    forecastOut,
    thinPoolLossBps: unfilled === null ? null : lossBps(asked, quotedOut - unfilled, sources),
    // Below the recommended minimum no amount works.
    sensibleMaxAmount: (bearable ?? 0n) > (recommendedMinAmount ?? 0n) ? bearable : null,
    agreedMaxParts,
    fees,
    ...readGasRate(
      market.chainCosts?.get(chain),
      preset.chains.find(({ code }) => code === chain)?.family,
    ),
    slipBps: worstBps(readSlipBps),
    /** In bps of the whole output. */
    leastTotalBps: Math.max(...leastBps),
    totalBps: worstBps((quote) => totalBps(quote, to)),
    recommendedMinAmount,
    dustThreshold,
    maxStreamingQuantity: agreedMaxParts,
    longestConfirmation: Math.max(
      ...times.map(({ inboundConfirmation }) => inboundConfirmation ?? 0),
    ),
    /** From there until the payout is signed. 0 for an order, which rests. */
    longestPayout: request.targetOut === undefined ? longestPayout(times) : 0,
    seconds,
    statedBy: {
      ...countStated(quotes, times, to),
      ...(isNative && { dustThreshold: "absent" as const }),
    },
    // After the figures above, which set both.
    /** Two sources state a fee, a minimum or dust of which one cannot be true. */
    isApart,
    /** Also where only one source states a figure, or two state other values. */
    isUneven: isUneven || isTimeLost,
    ...worth,
  };
}

/** `bearable` is null where the pools can take far more. One part has no step in its cost. */
function poolSizes(
  quoted: Parameters<typeof findThinPool>[0],
  { targetOut }: QuoteRequest,
  pools: Parameters<typeof findThinPool>[1],
  nativeAsset: string,
): { thinPool: ThinPool | null; forecastOut: bigint | null; bearable: bigint | null } {
  const thinPool = findThinPool(quoted, pools, nativeAsset);
  const isInParts = quoted.streaming.quantity !== 1 && targetOut === undefined;
  const forecastOut = isInParts ? forecastOf(quoted, pools, nativeAsset) : null;
  const near = thinPool ?? (isInParts ? findThinPool(quoted, pools, nativeAsset, NEAR) : null);
  return { thinPool, forecastOut, bearable: near?.bearable ?? null };
}

/** Exact where the quotes are of one height, else within what some blocks may change. */
export function worstOf(quotes: readonly StatedQuote[], quorum: Quorum) {
  const isOneHeight = areOfOneHeight(quotes);
  return (stated: Parameters<typeof agreeOnWorst>[0], within: Within = {}): Agreed<bigint> | null =>
    agreeOnWorst(stated, quorum, { ...within, isOneHeight });
}

/** Null on the native chain, where the stated dust is of another form. A node leaves out zeros. */
export function readDust(
  { dust_threshold: dust, outbound_delay_seconds: delay }: QuoteSwap,
  isNative: boolean,
) {
  return isNative ? null : (dust ?? (delay === undefined ? null : 0n));
}

const isKnown = (one: unknown) => one !== null && one !== undefined;

function countStated(
  quotes: readonly QuoteSwap[],
  times: readonly QuoteReading["seconds"][],
  to: string,
) {
  const fees = quotes.map((quote) => readStatedFees(quote, to));
  const figures = {
    ...Object.fromEntries(feeKinds.map((kind) => [kind, fees.map((one) => one[kind])])),
    recommendedMinAmount: quotes.map((quote) => quote.recommended_min_amount_in),
    dustThreshold: quotes.map((quote) => readDust(quote, false)),
    maxStreamingQuantity: quotes.map((quote) => quote.max_streaming_quantity),
    ...Object.fromEntries(phases.map((phase) => [phase, times.map((one) => one[phase])])),
  };
  const stated = Object.entries<readonly unknown[]>(figures).filter(([, all]) => all.some(isKnown));
  return Object.fromEntries(
    stated.map(([name, all]) => [name, all.every(isKnown) ? "all" : "some"] as const),
  );
}

const toBigint = (one: number | null) => (one === null ? null : BigInt(one));
const numberOf = (one: bigint | null) => (one === null ? null : Number(one));

function longestPayout(times: readonly QuoteReading["seconds"][]): number | null {
  const stated = times.flatMap(({ swap, outboundDelay }) =>
    outboundDelay === null ? [] : (swap ?? 0) + outboundDelay,
  );
  return stated.length === 0 ? null : Math.max(...stated);
}

const phases = ["inboundConfirmation", "swap", "outboundDelay", "total"] as const;

function latestSeconds(
  all: readonly QuoteReading["seconds"][],
  agree: ReturnType<typeof worstOf>,
): QuoteReading["seconds"] {
  const latest = (phase: (typeof phases)[number]) => {
    const stated = all.map((seconds) => toBigint(seconds[phase]));
    return numberOf(agree(stated, { slack: SLACK.seconds }));
  };
  return {
    inboundConfirmation: latest("inboundConfirmation"),
    swap: latest("swap"),
    outboundDelay: latest("outboundDelay"),
    total: latest("total"),
  };
}

export function feeBps(quote: QuoteSwap, to: string, kind: QuoteFee["kind"]): number | null {
  const stated = readStatedFees(quote, to);
  return partBps(stated[kind], stated.total, quote);
}

export function totalBps(quote: QuoteSwap, to: string): number | null {
  const { total } = readStatedFees(quote, to);
  return isLiquidityLeftOut(quote) ? null : (quote.fees.total_bps ?? partBps(total, total, quote));
}

export function leastTotalBps(quote: QuoteSwap, to: string): number {
  const { outbound, affiliate } = readStatedFees(quote, to);
  const fixedFees = (outbound ?? 0n) + (affiliate ?? 0n);
  return Math.max(
    totalBps(quote, to) ?? quote.fees.total_bps ?? 0,
    partBps(fixedFees, fixedFees, quote) ?? 0,
  );
}

function readSlipBps({ fees, slippage_bps: slip }: QuoteSwap): number | null {
  return fees.slippage_bps ?? slip ?? null;
}

type StatedFees = Readonly<Record<QuoteFee["kind"] | "total", bigint | null>>;

/** Null where the node does not state the fee, or cannot be believed. */
export function readStatedFees(quote: QuoteSwap, to: string): StatedFees {
  const { fees } = quote;
  // A fee in another asset than the target may be a mistake.
  if (fees.asset.toUpperCase() !== to)
    return { liquidity: null, outbound: null, affiliate: null, total: null };
  const { outbound = null, affiliate = null } = fees;
  if (isLiquidityLeftOut(quote)) return { liquidity: null, outbound, affiliate, total: null };
  const { liquidity = null } = fees;
  const isSummable = liquidity !== null && outbound !== null && affiliate !== null;
  return {
    liquidity,
    outbound,
    affiliate,
    total: fees.total ?? (isSummable ? liquidity + outbound + affiliate : null),
  };
}

/** MAYAChain nodes have stated a liquidity fee of 0 beside a slip, and a total without it. */
function isLiquidityLeftOut(quote: QuoteSwap): boolean {
  return quote.fees.liquidity === 0n && (readSlipBps(quote) ?? 0) > 0;
}

/** Cut to whole bps like the node's total, so that no part is larger than the whole. */
function partBps(
  part: bigint | null,
  total: bigint | null,
  { expected_amount_out: out }: QuoteSwap,
): number | null {
  const whole = total === null ? 0n : out + total;
  return part === null || whole === 0n ? null : Number((part * 10_000n) / whole);
}

/** THORNode, `querier_quotes.go` (queryQuoteSwap): states the delay always, and no zeros. */
function readSeconds(quote: QuoteSwap): QuoteReading["seconds"] {
  const { outbound_delay_seconds: outboundDelay } = quote;
  if (outboundDelay === undefined)
    return { ...unknownSeconds, inboundConfirmation: quote.inbound_confirmation_seconds ?? null };
  const {
    inbound_confirmation_seconds: inboundConfirmation = 0,
    streaming_swap_seconds: swap = 0,
  } = quote;
  const isOver = inboundConfirmation === 0 && swap === 0 && outboundDelay === 0;
  return {
    inboundConfirmation,
    swap,
    outboundDelay,
    total: quote.total_swap_seconds ?? (isOver ? 0 : null),
  };
}

const unknownSeconds = {
  inboundConfirmation: null,
  swap: null,
  outboundDelay: null,
  total: null,
} as const;

export const unsent = {
  memo: null,
  inboundAddress: null,
  router: null,
  networkNotes: null,
  sourcesAgreeing: null,
  minReceived: null,
  sendBeforeMs: null,
  reason: null,
} as const;

export const unreadQuote = {
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
  ...unsent,
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
  howToSend: null,
  payoutSigning: "unknown",
} as const;
