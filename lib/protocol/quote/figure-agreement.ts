// The figures that the nodes state → one set, each the worst that a source states.

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
import { feeKinds, type QuoteFee, type QuoteReading, type QuoteRequest } from "../model/quote.ts";
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

/** One or two blocks of price changes. Beyond that, a source is wrong. */
export const OUTPUT_TOLERANCE_BPS = 100n;
/** Nodes cut bps to whole ones, and count times in blocks. */
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
  /** In bps of the whole output. */
  readonly minTotalBps: number;
  readonly maxConfirmationSeconds: number;
  /** From the confirmation until the payout is signed. 0 for an order, which rests. */
  readonly maxPayoutSeconds: number | null;
  /** Two sources state a fee, a minimum or dust of which one cannot be true. */
  readonly hasContradiction: boolean;
  /** Also where only one source states a figure, or two state other values. */
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
  const { worst, worstBps } = comparison;
  const isNative = payoutChainOf(from, preset) === preset.nativeChain;
  const isOrder = request.targetOut !== undefined;
  const fees = feeKinds.map((kind): QuoteFee => {
    // A fee below 1 bps of the output makes no difference.
    const slack = quotedOut / 10_000n;
    const base = worst((quote) => statedFees(quote, to)[kind], { slack });
    const amount = base === null ? null : { ...priceAmount(prices, to, base), base };
    return { kind, amount, bps: worstBps((quote) => feeBps(quote, to, kind)) };
  });
  const figures = {
    fees,
    slipBps: worstBps(statedSlipBps),
    totalBps: worstBps((quote) => totalBps(quote, to)),
    recommendedMinAmount: worst((quote) => quote.recommended_min_amount_in),
    dustThreshold: worst((quote) => statedDust(quote, isNative), { withinBps: 0n }),
    maxStreamingQuantity: comparison.equal((quote) => quote.max_streaming_quantity),
  };
  // The highest counts below. Compared here only to note a difference.
  worstBps((quote) => minTotalBps(quote, to));
  const phaseTimes = quotes.map(statedSeconds);
  const seconds = latestSeconds(phaseTimes, worstAgreement({ quotes, quorum }));
  return {
    ...figures,
    seconds,
    statedBy: {
      ...statedByNodes(quotes, phaseTimes, to),
      ...(isNative && { dustThreshold: "absent" as const }),
    },
    minTotalBps: Math.max(...quotes.map((quote) => minTotalBps(quote, to))),
    maxConfirmationSeconds: Math.max(
      ...phaseTimes.map(({ inboundConfirmation }) => inboundConfirmation ?? 0),
    ),
    maxPayoutSeconds: isOrder ? 0 : longestPayoutSeconds(phaseTimes),
    hasContradiction: comparison.faults.contradiction,
    hasDifference: comparison.faults.difference || areTimesUnsettled(phaseTimes, seconds),
  };
}

type FigureOf = (quote: QuoteSwap) => bigint | null | undefined;
type BpsOf = (quote: QuoteSwap) => number | null;
type CountOf = (quote: QuoteSwap) => number | undefined;

/** Agrees on one figure after the other, and notes where the sources do not agree. */
function createComparison({ quotes, quorum }: SourceQuotes) {
  const faults = { contradiction: false, difference: false };
  const agree = worstAgreement({ quotes, quorum });
  const worst = (figureOf: FigureOf, within?: Within) => {
    const figures = quotes.map(figureOf);
    const agreed = agree(figures, within);
    faults.difference ||= agreed === null && figures.some(isStated);
    faults.contradiction ||= agreed === null && figures.every(isStated);
    return agreed;
  };
  const worstBps = (bpsOf: BpsOf) =>
    toNumber(worst((quote) => toBigInt(bpsOf(quote)), { slack: NODE_SLACK.bps }));
  /** A value that may differ without a contradiction. */
  const equal = (countOf: CountOf) => {
    const stated = quotes.flatMap((quote) => countOf(quote) ?? []);
    const agreed = stated.length === quotes.length ? agreeOn(stated, quorum) : null;
    faults.difference ||= agreed === null && stated.length > 0;
    return agreed;
  };
  return { faults, worst, worstBps, equal };
}

type AgreeOnWorst = (
  stated: readonly (bigint | null | undefined)[],
  within?: Within,
) => Agreed<bigint> | null;

/** Exact where the quotes are of one height, else within what some blocks may change. */
export function worstAgreement({ quotes, quorum }: SourceQuotes): AgreeOnWorst {
  const isOneHeight = areOfOneHeight(quotes);
  return (stated, within) => agreeOnWorst(stated, quorum, { ...within, isOneHeight });
}

const isStated = (value: unknown) => value !== null && value !== undefined;

const toBigInt = (value: number | null) => (value === null ? null : BigInt(value));
const toNumber = (value: bigint | null) => (value === null ? null : Number(value));

type PhaseTimes = QuoteReading["seconds"];
const phases = ["inboundConfirmation", "swap", "outboundDelay", "total"] as const;

function statedByNodes(
  quotes: readonly QuoteSwap[],
  phaseTimes: readonly PhaseTimes[],
  to: string,
): QuoteReading["statedBy"] {
  const fees = quotes.map((quote) => statedFees(quote, to));
  const statements: readonly (readonly [figure: string, values: readonly unknown[]])[] = [
    ...feeKinds.map((kind) => [kind, fees.map((quoteFees) => quoteFees[kind])] as const),
    ["recommendedMinAmount", quotes.map((quote) => quote.recommended_min_amount_in)],
    ["dustThreshold", quotes.map((quote) => statedDust(quote, false))],
    ["maxStreamingQuantity", quotes.map((quote) => quote.max_streaming_quantity)],
    ...phases.map((phase) => [phase, phaseTimes.map((seconds) => seconds[phase])] as const),
  ];
  return Object.fromEntries(
    statements
      .filter(([, values]) => values.some(isStated))
      .map(([figure, values]) => [figure, values.every(isStated) ? "all" : "some"] as const),
  );
}

function longestPayoutSeconds(phaseTimes: readonly PhaseTimes[]): number | null {
  const payoutSeconds = phaseTimes.flatMap(({ swap, outboundDelay }) =>
    outboundDelay === null ? [] : (swap ?? 0) + outboundDelay,
  );
  return payoutSeconds.length === 0 ? null : Math.max(...payoutSeconds);
}

function latestSeconds(phaseTimes: readonly PhaseTimes[], agree: AgreeOnWorst): PhaseTimes {
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

function areTimesUnsettled(phaseTimes: readonly PhaseTimes[], agreed: PhaseTimes): boolean {
  return phases.some(
    (phase) => agreed[phase] === null && phaseTimes.some((seconds) => seconds[phase] !== null),
  );
}
