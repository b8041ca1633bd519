// The figures of one quote as its node states them. A figure is null where the node is silent.

import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";

export type StatedQuote = QuoteSwap & { readonly height?: number | null | undefined };

/** Null on the native chain, where the stated dust is of another form. A node leaves out zeros. */
export function readDust(
  { dust_threshold: dust, outbound_delay_seconds: delay }: QuoteSwap,
  isNative: boolean,
) {
  return isNative ? null : (dust ?? (delay === undefined ? null : 0n));
}

export function feeBps(quote: QuoteSwap, to: string, kind: QuoteFee["kind"]): number | null {
  const stated = readStatedFees(quote, to);
  return partBps(stated[kind], stated.total, quote);
}

export function totalBps(quote: QuoteSwap, to: string): number | null {
  const { total } = readStatedFees(quote, to);
  return isLiquidityLeftOut(quote) ? null : (quote.fees.total_bps ?? partBps(total, total, quote));
}

export function minTotalBps(quote: QuoteSwap, to: string): number {
  const { outbound, affiliate } = readStatedFees(quote, to);
  const fixedFees = (outbound ?? 0n) + (affiliate ?? 0n);
  return Math.max(
    totalBps(quote, to) ?? quote.fees.total_bps ?? 0,
    partBps(fixedFees, fixedFees, quote) ?? 0,
  );
}

export function readSlipBps({ fees, slippage_bps: slip }: QuoteSwap): number | null {
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
export function readSeconds(quote: QuoteSwap): QuoteReading["seconds"] {
  const { outbound_delay_seconds: outboundDelay } = quote;
  if (outboundDelay === undefined)
    return { ...unknownSeconds, inboundConfirmation: quote.inbound_confirmation_seconds ?? null };
  const {
    inbound_confirmation_seconds: inboundConfirmation = 0,
    streaming_swap_seconds: swap = 0,
  } = quote;
  const isImmediate = inboundConfirmation === 0 && swap === 0 && outboundDelay === 0;
  return {
    inboundConfirmation,
    swap,
    outboundDelay,
    total: quote.total_swap_seconds ?? (isImmediate ? 0 : null),
  };
}

export const unknownSeconds = {
  inboundConfirmation: null,
  swap: null,
  outboundDelay: null,
  total: null,
} as const;
