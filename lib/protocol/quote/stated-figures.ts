// What one quote states: figures and notes. A figure is null if the node does not state it.

import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { cleanText } from "../values/clean-text.ts";

/** The longest note seen in a node's quote has 547 characters. */
const MAX_NOTES_LENGTH = 800;

export type StatedQuote = QuoteSwap & { readonly height?: number | null | undefined };

export const statedNotes = ({ notes = "" }: QuoteSwap): string =>
  cleanText(notes, MAX_NOTES_LENGTH).trim();

/**
 * Dust threshold, in base units. Nodes omit a threshold of 0. A quote that also lacks the outbound
 * delay is incomplete: then the threshold is unknown (null).
 */
export function statedDust(
  { dust_threshold: dustBase, outbound_delay_seconds: delaySeconds }: QuoteSwap,
  isSourceNative: boolean,
): bigint | null {
  if (isSourceNative) return null;
  return dustBase ?? (delaySeconds === undefined ? null : 0n);
}

export function feeBps(quote: QuoteSwap, to: string, kind: QuoteFee["kind"]): number | null {
  const fees = statedFees(quote, to);
  return shareBps(fees[kind], fees.total, quote);
}

export function totalBps(quote: QuoteSwap, to: string): number | null {
  const { total } = statedFees(quote, to);
  return isLiquidityLeftOut(quote) ? null : (quote.fees.total_bps ?? shareBps(total, total, quote));
}

export function minTotalBps(quote: QuoteSwap, to: string): number {
  const { outbound, affiliate } = statedFees(quote, to);
  const outboundAndAffiliateFees = (outbound ?? 0n) + (affiliate ?? 0n);
  return Math.max(
    totalBps(quote, to) ?? quote.fees.total_bps ?? 0,
    shareBps(outboundAndAffiliateFees, outboundAndAffiliateFees, quote) ?? 0,
  );
}

export function statedSlipBps({ fees, slippage_bps: slipBps }: QuoteSwap): number | null {
  return fees.slippage_bps ?? slipBps ?? null;
}

type StatedFees = Readonly<Record<QuoteFee["kind"] | "total", bigint | null>>;

export function statedFees(quote: QuoteSwap, to: string): StatedFees {
  const { fees } = quote;
  // Fees in another asset than the output are not used: the node may have made a mistake.
  if (fees.asset.toUpperCase() !== to)
    return { liquidity: null, outbound: null, affiliate: null, total: null };
  const { outbound = null, affiliate = null } = fees;
  if (isLiquidityLeftOut(quote)) return { liquidity: null, outbound, affiliate, total: null };
  const { liquidity = null } = fees;
  const areAllFeesStated = liquidity !== null && outbound !== null && affiliate !== null;
  return {
    liquidity,
    outbound,
    affiliate,
    total: fees.total ?? (areAllFeesStated ? liquidity + outbound + affiliate : null),
  };
}

/** True for a bug of MAYAChain: a quote has a slip, but no liquidity fee, not even in the total. */
function isLiquidityLeftOut(quote: QuoteSwap): boolean {
  return quote.fees.liquidity === 0n && (statedSlipBps(quote) ?? 0) > 0;
}

/** A fee in bps of the output before fees. Rounded down like the total, so no fee exceeds it. */
function shareBps(
  feeBase: bigint | null,
  totalFeesBase: bigint | null,
  { expected_amount_out: outBase }: QuoteSwap,
): number | null {
  const outBeforeFeesBase = totalFeesBase === null ? 0n : outBase + totalFeesBase;
  return feeBase === null || outBeforeFeesBase === 0n
    ? null
    : Number((feeBase * 10_000n) / outBeforeFeesBase);
}

/**
 * THORNode always states the outbound delay, and omits any other time of 0: `querier_quotes.go`
 * (queryQuoteSwap). So if the delay is stated, a missing time means 0. A missing total means 0 only
 * if all other times are 0.
 */
export function statedSeconds(quote: QuoteSwap): QuoteReading["seconds"] {
  const { outbound_delay_seconds: outboundDelay } = quote;
  if (outboundDelay === undefined)
    return { ...unknownSeconds, inboundConfirmation: quote.inbound_confirmation_seconds ?? null };
  const {
    inbound_confirmation_seconds: inboundConfirmation = 0,
    streaming_swap_seconds: swap = 0,
  } = quote;
  const areAllTimesZero = inboundConfirmation === 0 && swap === 0 && outboundDelay === 0;
  return {
    inboundConfirmation,
    swap,
    outboundDelay,
    total: quote.total_swap_seconds ?? (areAllTimesZero ? 0 : null),
  };
}

export const unknownSeconds = {
  inboundConfirmation: null,
  swap: null,
  outboundDelay: null,
  total: null,
} as const;

/**
 * The output with the stated fees that are not of its price, in base units of the target. A fee that
 * is not stated adds nothing: the output before it is at least this, which withholds more, not less.
 */
export const leastOutBeforeFees = ({ expected_amount_out: out, fees }: QuoteSwap): bigint =>
  out + (fees.outbound ?? 0n) + (fees.affiliate ?? 0n);
