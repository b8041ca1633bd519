// One node's quote → figures. What the node did not say is null. The total time is added up here, never taken from the node.

import { type QuoteFee, type QuoteReading, type QuoteRequest, unknownCosts } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { mostParts } from "./bound.ts";

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
  const known = (outbound ?? 0n) + (affiliate ?? 0n);
  return Math.max(totalBps(quote, to) ?? quote.fees.total_bps ?? 0, partBps(known, known, quote) ?? 0);
}

/** Slip over both pools, in bps. */
export function readSlipBps({ fees, slippage_bps: slip }: QuoteSwap): number | null {
  return fees.slippage_bps ?? slip ?? null;
}

type StatedFees = Readonly<Record<QuoteFee["kind"] | "total", bigint | null>>;

/** In base units of the target asset; null where the node does not say it, or cannot be believed. */
export function readStatedFees(quote: QuoteSwap, to: string): StatedFees {
  const { fees } = quote;
  // A fee in another asset than the target cannot be told apart from a mistake: its amount is not passed on.
  if (fees.asset.toUpperCase() !== to) return { liquidity: null, outbound: null, affiliate: null, total: null };
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
function partBps(part: bigint | null, total: bigint | null, { expected_amount_out: out }: QuoteSwap): number | null {
  const whole = total === null ? 0n : out + total;
  return part === null || whole === 0n ? null : Number((part * 10_000n) / whole);
}

/** Seconds by phase, and in all. `isNative`: the source is on the protocol's own chain. */
export function quoteSeconds(quote: QuoteSwap, request: QuoteRequest, isNative: boolean): QuoteReading["seconds"] {
  // A swap that is split by the network alone has its blocks stated.
  const streams = (request.streaming?.quantity ?? 1) !== 1;
  const inboundConfirmation = quote.inbound_confirmation_seconds ?? (isNative ? 0 : null);
  const stated = quote.streaming_swap_seconds ?? blockSeconds(quote.streaming_swap_blocks) ?? (streams ? null : 0);
  const streaming = stated && Math.max(stated, rapidSeconds(quote, request));
  // MAYAChain's seconds have counted 15 s a block: blocks are the sounder figure on both.
  const outboundDelay = blockSeconds(quote.outbound_delay_blocks) ?? quote.outbound_delay_seconds ?? null;
  return withTotal({ inboundConfirmation, swap: PROTOCOL_BLOCK_SECONDS, streaming, outboundDelay });
}

/**
 * Of parts without a pause between them: one in a block. The node's own figure is its best case, in which the pools are traded the other
 * way between the parts: THORNode, `manager_adv_swap_queue_current.go` (shouldSkipRapidSwapDirection).
 */
function rapidSeconds({ max_streaming_quantity: most }: QuoteSwap, { streaming }: QuoteRequest): number {
  return (streaming?.interval ?? 0) > 0 ? 0 : mostParts(streaming, [most]) * PROTOCOL_BLOCK_SECONDS;
}

/** The payout's delay counts from the inbound's consensus, beside the parts: THORNode, `querier_quotes.go`. Null where a phase is not known. */
export function withTotal(phases: Omit<QuoteReading["seconds"], "total">): QuoteReading["seconds"] {
  const { inboundConfirmation, swap, streaming, outboundDelay } = phases;
  const isKnown = inboundConfirmation !== null && swap !== null && streaming !== null && outboundDelay !== null;
  const total = isKnown ? inboundConfirmation + Math.max(swap, streaming, outboundDelay) : null;
  return { inboundConfirmation, swap, streaming, outboundDelay, total };
}

function blockSeconds(blocks: number | undefined): number | null {
  return blocks === undefined ? null : blocks * PROTOCOL_BLOCK_SECONDS;
}

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
  gasRate: null,
  gasRateUnits: null,
  slipBps: null,
  totalBps: null,
  recommendedMinAmount: null,
  dustThreshold: null,
  maxStreamingQuantity: null,
  statedBy: {},
  seconds: { inboundConfirmation: null, swap: null, streaming: null, outboundDelay: null, total: null },
  ...unsent,
  belowLimit: null,
  refundFee: null,
  sentUsd: null,
  receivedUsd: null,
  ...unknownCosts,
  feeShares: [],
  affiliateFloor: null,
  streaming: { mode: null, interval: null, quantity: null, isApplied: null },
  order: null,
  withheld: null,
  sizeFault: null,
  adviceLevel: "forbidden",
  howToSend: null,
  payoutSigning: "unknown",
} as const;
