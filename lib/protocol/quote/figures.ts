// The quotes of all sources → one set of figures, each the worst that a source states. What one of them left out is null.

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

/** Outputs of one swap, and limits that follow from them, differ by a block or two of prices. Further apart, one of the sources is wrong. */
export const OUTPUT_TOLERANCE_BPS = 100n;
/** Bps are cut to whole ones, and times counted in blocks. */
export const SLACK = { bps: 2n, seconds: 60n };

/** What is told of the quotes, before anything is judged by it. */
export type QuoteFigures = ReturnType<typeof quoteFigures>;

export interface QuotesAsked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  /** Of each source. */
  readonly quotes: readonly StatedQuote[];
  readonly quorum: Quorum;
}

type ReadFigure = (quote: QuoteSwap) => bigint | null | undefined;
/** A node's quote, and the height of the state that it is made from. */
export type StatedQuote = QuoteSwap & { readonly height?: number | null | undefined };

/** The smallest of the outputs; null where they are too far apart. Base units of `to`. */
export function agreedOutput({
  quotes,
  quorum,
}: Pick<QuotesAsked, "quotes" | "quorum">): Agreed<bigint> | null {
  const outputs = quotes.map((quote) => quote.expected_amount_out);
  return agreeOnLeast(outputs, quorum, OUTPUT_TOLERANCE_BPS);
}

/**
 * The figures of one quote out of those of all sources. `quotedOut` is theirs, from `agreedOutput`. What one source leaves out or
 * two state too far apart is null. What pools do not bear is told, and costed, as if nobody refilled them.
 */
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
    // What is less than 1 bps of the output is no difference.
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
    /** By the network, at unchanged depths. */
    quotedOut,
    expectedAmountOut,
    /** Null where the pools bear the amount. */
    thinPool,
    /** Where nobody refills the pools between the parts; null of one part, of an order, and where it is not known. */
    forecastOut,
    thinPoolLossBps: unfilled === null ? null : lossBps(asked, quotedOut - unfilled, sources),
    // Below the recommended minimum no amount works.
    sensibleMaxAmount: (bearable ?? 0n) > (recommendedMinAmount ?? 0n) ? bearable : null,
    /** The number of parts at which every source caps a streaming swap; null where they do not say the same. */
    agreedMaxParts,
    fees,
    ...readGasRate(
      market.chainCosts?.get(chain),
      preset.chains.find(({ code }) => code === chain)?.family,
    ),
    slipBps: worstBps(readSlipBps),
    /** What the fees take at least, in bps of the whole output, by the source that says most. */
    leastTotalBps: Math.max(...leastBps),
    totalBps: worstBps((quote) => totalBps(quote, to)),
    recommendedMinAmount,
    dustThreshold,
    maxStreamingQuantity: agreedMaxParts,
    /** In seconds, by the source that says most, however far another one is from it. */
    longestConfirmation: Math.max(
      ...times.map(({ inboundConfirmation }) => inboundConfirmation ?? 0),
    ),
    /** From there until the payout is signed, in the same way; 0 for an order, which rests, and null where no source states it. */
    longestPayout: request.targetOut === undefined ? longestPayout(times) : 0,
    seconds,
    statedBy: {
      ...countStated(quotes, times, to),
      ...(isNative && { dustThreshold: "absent" as const }),
    },
    // After the figures above, which note both.
    /** Two sources state a fee, a minimum or dust of which one cannot be true. */
    isApart,
    /** That, or a figure which one source alone states, or of which two state something else. */
    isUneven: isUneven || isTimeLost,
    ...worth,
  };
}

/**
 * Whether the pools are small for it, what comes out where nobody refills them, and what they bear; null where that is far more. One
 * part has no step in its cost.
 */
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

/** What all quotes state, at its worst: exactly where they are of one height, else within what blocks move. */
export function worstOf(quotes: readonly StatedQuote[], quorum: Quorum) {
  const isOneHeight = areOfOneHeight(quotes);
  return (stated: Parameters<typeof agreeOnWorst>[0], within: Within = {}): Agreed<bigint> | null =>
    agreeOnWorst(stated, quorum, { ...within, isOneHeight });
}

/**
 * Null on the network's own chain, where a deposit is a message: what nodes state is that of another form. A node leaves out what is 0; an
 * order has no other figures beside it.
 */
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

/** Each at its longest. */
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

/** A fee's part of the whole output, in bps. */
export function feeBps(quote: QuoteSwap, to: string, kind: QuoteFee["kind"]): number | null {
  const stated = readStatedFees(quote, to);
  return partBps(stated[kind], stated.total, quote);
}

/** All fees, in bps of the whole output: the node's own figure, else from its amounts; null where neither says it. */
export function totalBps(quote: QuoteSwap, to: string): number | null {
  const { total } = readStatedFees(quote, to);
  return isLiquidityLeftOut(quote) ? null : (quote.fees.total_bps ?? partBps(total, total, quote));
}

/** What the fees take at least, in bps of the whole output, where their total is not known: enough to warn, and to forbid. */
export function leastTotalBps(quote: QuoteSwap, to: string): number {
  const { outbound, affiliate } = readStatedFees(quote, to);
  const fixedFees = (outbound ?? 0n) + (affiliate ?? 0n);
  return Math.max(
    totalBps(quote, to) ?? quote.fees.total_bps ?? 0,
    partBps(fixedFees, fixedFees, quote) ?? 0,
  );
}

/** Slip over both pools, in bps. */
function readSlipBps({ fees, slippage_bps: slip }: QuoteSwap): number | null {
  return fees.slippage_bps ?? slip ?? null;
}

type StatedFees = Readonly<Record<QuoteFee["kind"] | "total", bigint | null>>;

/** In base units of the target asset; null where the node does not say it, or cannot be believed. */
export function readStatedFees(quote: QuoteSwap, to: string): StatedFees {
  const { fees } = quote;
  // A fee in another asset than the target cannot be told apart from a mistake: its amount is not passed on.
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

/** Nodes of MAYAChain have answered a liquidity fee of 0 beside a slip, and a total without it. */
function isLiquidityLeftOut(quote: QuoteSwap): boolean {
  return quote.fees.liquidity === 0n && (readSlipBps(quote) ?? 0) > 0;
}

/** Cut to whole bps, as the node cuts its total, so that no part is larger than the whole. */
function partBps(
  part: bigint | null,
  total: bigint | null,
  { expected_amount_out: out }: QuoteSwap,
): number | null {
  const whole = total === null ? 0n : out + total;
  return part === null || whole === 0n ? null : Number((part * 10_000n) / whole);
}

/** A node states the delay of a payout always, and leaves out what is 0: THORNode, `querier_quotes.go` (queryQuoteSwap). */
function readSeconds(quote: QuoteSwap): QuoteReading["seconds"] {
  const { outbound_delay_seconds: outboundDelay } = quote;
  // An order has no other times: chooseQuotes gives it those of a swap's confirmations.
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

/** What is there only of what can be sent. */
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

/** All figures of a quote that is not told. */
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
