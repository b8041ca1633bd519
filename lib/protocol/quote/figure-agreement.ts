// Merges the figures of all nodes: each figure is the worst that a node states.

import type { Market } from "../market/market.ts";
import { priceAmount } from "../market/prices.ts";
import {
  type Agreed,
  agreeOn,
  agreeOnLeast,
  agreeOnWorst,
  areOfOneHeight,
  type Quorum,
  type Within,
} from "../model/agreed.ts";
import {
  feeKinds,
  type QuoteFee,
  type QuoteReading,
  type QuoteRequest,
  type StatedFigure,
} from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import {
  feeBps,
  minTotalBps,
  type StatedQuote,
  statedDust,
  statedFees,
  statedSeconds,
  statedSlipBps,
  totalBps,
} from "./stated-figures.ts";

/** Quoted outputs may differ by 1 %: prices can change by this much within two blocks. */
export const OUTPUT_TOLERANCE_BPS = 100n;
/** Allowed differences between two nodes. Nodes round bps down, and count times in whole blocks. */
export const NODE_SLACK = { bps: 2n, seconds: 60n };

export interface SourceQuotes {
  readonly quotes: readonly StatedQuote[];
  readonly quorum: Quorum;
}

export interface QuotedRequest extends SourceQuotes {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

export interface AgreedFigures
  extends Pick<
    QuoteReading,
    | "fees"
    | "slipBps"
    | "totalBps"
    | "recommendedMinAmount"
    | "dustThreshold"
    | "maxStreamingQuantity"
    | "seconds"
    | "statedBy"
  > {
  /** Total fees are at least this, in bps of the output before fees: the most a node states. */
  readonly minTotalBps: number;
  readonly maxConfirmationSeconds: number;
  /** Longest time of all parts, and of the payout delay. 0 for a limit order, null if not stated. */
  readonly maxSwapSeconds: number | null;
  readonly maxDelaySeconds: number | null;
  /** True if fees, minimums or dust thresholds differ so much that one node must be wrong. */
  readonly hasContradiction: boolean;
  /** True if nodes differ by more than the tolerance, or only some nodes state the figure. */
  readonly hasDifference: boolean;
}

export function agreedOutput({ quotes, quorum }: SourceQuotes): Agreed<bigint> | null {
  const outputs = quotes.map((quote) => quote.expected_amount_out);
  return agreeOnLeast(outputs, quorum, OUTPUT_TOLERANCE_BPS);
}

export function agreedFigures(
  { request, from, to, quotes, quorum }: QuotedRequest,
  quotedOut: bigint,
  { preset, prices }: Pick<Market, "preset" | "prices">,
): AgreedFigures {
  const comparison = createComparison({ quotes, quorum });
  const { worstOf, worstBpsOf } = comparison;
  const isSourceNative = payoutChainOf(from, preset) === preset.nativeChain;
  const isLimitOrder = request.targetOut !== undefined;
  const fees = feeKinds.map((kind): QuoteFee => {
    const feeBase = worstOf((quote) => statedFees(quote, to)[kind], {
      slack: quotedOut / 10_000n,
    });
    const feeAmount =
      feeBase === null ? null : { ...priceAmount(prices, to, feeBase), base: feeBase };
    return { kind, amount: feeAmount, bps: worstBpsOf((quote) => feeBps(quote, to, kind)) };
  });
  const figures = {
    fees,
    slipBps: worstBpsOf(statedSlipBps),
    totalBps: worstBpsOf((quote) => totalBps(quote, to)),
    recommendedMinAmount: worstOf((quote) => quote.recommended_min_amount_in),
    dustThreshold: worstOf((quote) => statedDust(quote, isSourceNative), { withinBps: 0n }),
    maxStreamingQuantity: comparison.equalCountOf((quote) => quote.max_streaming_quantity),
  };
  // The result is not used. The call sets `faultFlags` if the nodes differ in their total fees.
  worstBpsOf((quote) => minTotalBps(quote, to));
  const phaseSeconds = quotes.map(statedSeconds);
  const agreedSeconds = longestSeconds(phaseSeconds, worstAgreement({ quotes, quorum }));
  return {
    ...figures,
    seconds: agreedSeconds,
    statedBy: {
      ...statedByNodes(quotes, phaseSeconds, to),
      ...(isSourceNative && { dustThreshold: "absent" as const }),
    },
    minTotalBps: Math.max(...quotes.map((quote) => minTotalBps(quote, to))),
    maxConfirmationSeconds: Math.max(
      ...phaseSeconds.map(({ inboundConfirmation }) => inboundConfirmation ?? 0),
    ),
    maxSwapSeconds: isLimitOrder ? 0 : mostSeconds(phaseSeconds, "swap"),
    maxDelaySeconds: isLimitOrder ? 0 : mostSeconds(phaseSeconds, "outboundDelay"),
    hasContradiction: comparison.faultFlags.contradiction,
    hasDifference: comparison.faultFlags.difference || hasDisputedTime(phaseSeconds, agreedSeconds),
  };
}

type FigureOf = (quote: QuoteSwap) => bigint | null | undefined;
type BpsOf = (quote: QuoteSwap) => number | null;
type CountOf = (quote: QuoteSwap) => number | undefined;

function createComparison({ quotes, quorum }: SourceQuotes) {
  const faultFlags = { contradiction: false, difference: false };
  const agreeOnLeastFavourable = worstAgreement({ quotes, quorum });
  const worstOf = (figureOf: FigureOf, within?: Within) => {
    const statedFigures = quotes.map(figureOf);
    const agreedFigure = agreeOnLeastFavourable(statedFigures, within);
    faultFlags.difference ||= agreedFigure === null && statedFigures.some(isStated);
    faultFlags.contradiction ||= agreedFigure === null && statedFigures.every(isStated);
    return agreedFigure;
  };
  const worstBpsOf = (bpsOf: BpsOf) =>
    toNumber(worstOf((quote) => toBigInt(bpsOf(quote)), { slack: NODE_SLACK.bps }));
  const equalCountOf = (countOf: CountOf) => {
    const statedCounts = quotes.flatMap((quote) => countOf(quote) ?? []);
    const agreedCount =
      statedCounts.length === quotes.length ? agreeOn(statedCounts, quorum) : null;
    faultFlags.difference ||= agreedCount === null && statedCounts.length > 0;
    return agreedCount;
  };
  return { faultFlags, worstOf, worstBpsOf, equalCountOf };
}

type AgreeOnWorst = (
  stated: readonly (bigint | null | undefined)[],
  within?: Within,
) => Agreed<bigint> | null;

/** Figures of one block height must be equal. Figures of different heights may differ a little. */
export function worstAgreement({ quotes, quorum }: SourceQuotes): AgreeOnWorst {
  const isOneHeight = areOfOneHeight(quotes);
  return (stated, within) => agreeOnWorst(stated, quorum, { ...within, isOneHeight });
}

const isStated = (value: unknown) => value !== null && value !== undefined;

const toBigInt = (value: number | null) => (value === null ? null : BigInt(value));
const toNumber = (value: bigint | null) => (value === null ? null : Number(value));

type PhaseSeconds = QuoteReading["seconds"];
/** The figures in a node's quote. The refund fee comes from other endpoints. */
type QuotedFigure = Exclude<StatedFigure, "refundFee">;

const phases = ["inboundConfirmation", "swap", "outboundDelay", "total"] as const;
type Phase = (typeof phases)[number];

function statedByNodes(
  quotes: readonly QuoteSwap[],
  phaseSeconds: readonly PhaseSeconds[],
  to: string,
): QuoteReading["statedBy"] {
  const feesByNode = quotes.map((quote) => statedFees(quote, to));
  const secondsOf = (phase: Phase) => phaseSeconds.map((seconds) => seconds[phase]);
  const feesOf = (kind: QuoteFee["kind"]) => feesByNode.map((quoteFees) => quoteFees[kind]);
  const valuesByFigure: Readonly<Record<QuotedFigure, readonly unknown[]>> = {
    liquidity: feesOf("liquidity"),
    outbound: feesOf("outbound"),
    affiliate: feesOf("affiliate"),
    recommendedMinAmount: quotes.map((quote) => quote.recommended_min_amount_in),
    dustThreshold: quotes.map((quote) => statedDust(quote, false)),
    maxStreamingQuantity: quotes.map((quote) => quote.max_streaming_quantity),
    inboundConfirmation: secondsOf("inboundConfirmation"),
    swap: secondsOf("swap"),
    outboundDelay: secondsOf("outboundDelay"),
    total: secondsOf("total"),
  };
  return Object.fromEntries(
    Object.entries(valuesByFigure)
      .filter(([, values]) => values.some(isStated))
      .map(([figure, values]) => [figure, values.every(isStated) ? "all" : "some"] as const),
  );
}

function mostSeconds(phaseSeconds: readonly PhaseSeconds[], phase: Phase): number | null {
  const statedByNode = phaseSeconds.flatMap((seconds) => seconds[phase] ?? []);
  return statedByNode.length === 0 ? null : Math.max(...statedByNode);
}

function longestSeconds(
  phaseSeconds: readonly PhaseSeconds[],
  agreeOnSeconds: AgreeOnWorst,
): PhaseSeconds {
  const longestOf = (phase: Phase) => {
    const secondsByNode = phaseSeconds.map((seconds) => toBigInt(seconds[phase]));
    return toNumber(agreeOnSeconds(secondsByNode, { slack: NODE_SLACK.seconds }));
  };
  return {
    inboundConfirmation: longestOf("inboundConfirmation"),
    swap: longestOf("swap"),
    outboundDelay: longestOf("outboundDelay"),
    total: longestOf("total"),
  };
}

function hasDisputedTime(
  phaseSeconds: readonly PhaseSeconds[],
  agreedSeconds: PhaseSeconds,
): boolean {
  return phases.some(
    (phase) =>
      agreedSeconds[phase] === null && phaseSeconds.some((seconds) => seconds[phase] !== null),
  );
}
