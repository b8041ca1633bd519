// Advises what to do with a quote. A severe warning replaces the advice to send.

import type { Sending } from "../model/deposit-shape.ts";
import { type Advice, forbidFor, forbidOf, type Warning, warnOf } from "../model/envelope.ts";
import { type ComingHalts, type Message, message } from "../model/messages.ts";
import type { AdviceLevel, QuoteBody, QuoteFee } from "../model/quote.ts";
import { type CostShare, doubtOf, type Reason } from "../model/reasons.ts";
import type { Judgement, PayoutEnd, Verdict } from "../model/verdicts.ts";
import { warnedAdvice } from "../safety/advice.ts";
import { paymentWarning } from "../safety/payment-warning.ts";
import type { QuoteFigures } from "./figures.ts";
import { parseMemoTerms } from "./memo.ts";
import { type OnePart, onePartGain } from "./one-part.ts";
import { hasSeveralParts } from "./streaming.ts";

const COSTLY_BPS = 300;
const WIDE_TOLERANCE_BPS = 1_000;

export interface QuoteCircumstances {
  readonly thinPool: Warning | null;
  readonly order: Warning | null;
  /** Lower bound of the total fees, in bps of the output before fees. */
  readonly minTotalBps: number;
  readonly hasAffiliate: boolean;
  readonly toleranceBps: number;
  readonly sourceChain: string;
  readonly sourceSigning: Verdict;
  readonly payoutChain: string;
  readonly payoutSigning: Verdict;
  readonly payoutEnd: PayoutEnd;
  readonly scheduledHalts: ComingHalts | null;
  /** True if the swap and its refund are done before any of `scheduledHalts`. */
  readonly areHaltsAfterSwap: boolean;
  readonly partsPause: readonly string[];
  readonly isPartsPauseDisputed: boolean;
  readonly onePart: OnePart | null;
}

export function quoteAdvice(
  quote: QuoteBody,
  circumstances: QuoteCircumstances,
  sending: Sending,
): Advice {
  if (quote.trading.verdict !== "open") return closedAdvice(quote.trading);
  if (quote.sizeFault !== null) return refusedAdvice(quote.sizeFault);
  const hasMemo = quote.memo !== null;
  const { scheduledHalts } = circumstances;
  if (!hasMemo && quote.reason !== null) {
    return refusedAdvice(quote.reason, quote.reason.code === "halts_soon" ? scheduledHalts : null);
  }
  const warnings = [
    circumstances.order,
    circumstances.thinPool,
    partsWarning(quote, circumstances),
    paymentWarning({
      payment: "payout",
      chains: [circumstances.payoutChain],
      signing: circumstances.payoutSigning,
      payoutEnd: circumstances.payoutEnd,
      mayBeLost: circumstances.hasAffiliate,
    }),
    circumstances.sourceChain === circumstances.payoutChain
      ? null
      : paymentWarning({
          payment: "refund",
          chains: [circumstances.sourceChain],
          signing: circumstances.sourceSigning,
          payoutEnd: circumstances.payoutEnd,
          mayBeLost: true,
        }),
    haltsWarning(circumstances),
    costWarning(quote, circumstances),
    quote.streaming.isApplied === false
      ? warnOf("streaming_not_applied")(message("not_split"))
      : null,
    quote.memo !== null && parseMemoTerms(quote.memo)?.limit === 0n
      ? warnOf("no_price_limit")(message("no_price_limit"))
      : toleranceWarning(quote, circumstances),
  ].filter((warning) => warning !== null);
  if (!hasMemo) return { lead: null, warnings, act: message("estimate_only") };
  const hasWarnings = !warnings.every(({ isAfterSwap }) => isAfterSwap);
  return { lead: null, warnings, act: message("send_deposit", { sending, hasWarnings }) };
}

function haltsWarning({ scheduledHalts, areHaltsAfterSwap }: QuoteCircumstances): Warning | null {
  if (scheduledHalts === null) return null;
  const toWarning = (halts: ComingHalts) =>
    warnOf("halt_scheduled")(message("halts_scheduled", halts));
  return areHaltsAfterSwap
    ? { ...toWarning({ ...scheduledHalts, effects: ["after_swap"] }), isAfterSwap: true }
    : toWarning(scheduledHalts);
}

function partsWarning(quote: QuoteBody, circumstances: QuoteCircumstances): Warning | null {
  const { partsPause, isPartsPauseDisputed: isDisputed, onePart } = circumstances;
  const { streaming, order } = quote;
  if ((partsPause.length === 0 && !isDisputed) || !hasSeveralParts(streaming)) return null;
  return warnOf("parts_wait")(
    message("parts_would_wait", {
      isDisputed,
      parts: streaming.isApplied === false ? null : streaming.quantity,
      onePart: order === null ? onePartGain(quote, onePart) : null,
    }),
  );
}

export function refusedAdvice(reason: Reason, halts: ComingHalts | null = null): Advice {
  return warnedAdvice(forbidFor(reason)(doNotSend(reason, halts)));
}

export const doNotSend = (reason: Reason, halts: ComingHalts | null = null): Message =>
  reason.code === "halted" ? message("swap_halted") : message("do_not_send", { reason, halts });

export function closedAdvice({ verdict, reason }: Judgement): Advice {
  if (verdict === "halted") return warnedAdvice(forbidOf("halted")(message("swap_halted")));
  if (reason?.code === "vault_alarm") return refusedAdvice(reason);
  const doubtKind = doubtOf(reason);
  const createWarning = forbidOf(doubtKind === "sources_disagree" ? doubtKind : "not_checked");
  return warnedAdvice(createWarning(message("swap_not_checked", { doubt: doubtKind })));
}

export function chooseAdviceLevel({ lead, warnings, act }: Advice): AdviceLevel {
  if (act === null) return "forbidden";
  return lead === null && warnings.every(({ isAfterSwap }) => isAfterSwap) ? "none" : "warned";
}

export function minCost({
  totalCostBps,
  minTotalBps,
}: Pick<QuoteFigures, "totalCostBps" | "minTotalBps">): CostShare {
  return totalCostBps !== null && totalCostBps >= minTotalBps
    ? { of: "total", bps: totalCostBps }
    : { of: "fees", bps: minTotalBps };
}

function costWarning(quote: QuoteBody, { minTotalBps }: QuoteCircumstances): Warning | null {
  const costShare = minCost({ totalCostBps: quote.totalCostBps, minTotalBps });
  if (costShare.bps < COSTLY_BPS) return null;
  return warnOf("costly")(
    message("costly", {
      cost: costShare,
      isOrder: quote.order !== null,
      remedy: costRemedy(quote),
    }),
  );
}

function toleranceWarning(
  { order, belowLimit }: QuoteBody,
  { toleranceBps }: QuoteCircumstances,
): Warning | null {
  if (order !== null || belowLimit === null || toleranceBps <= WIDE_TOLERANCE_BPS) return null;
  return warnOf("wide_tolerance")(message("wide_tolerance", { bps: toleranceBps }));
}

function costRemedy({ fees, totalCost }: QuoteBody): "larger" | "smaller" | null {
  const [outboundBase, affiliateBase] = [feeBase(fees, "outbound"), feeBase(fees, "affiliate")];
  if (outboundBase === null || affiliateBase === null || totalCost === null) return null;
  const priceImpactBase = totalCost.base - outboundBase - affiliateBase;
  return outboundBase > priceImpactBase ? "larger" : "smaller";
}

function feeBase(fees: QuoteBody["fees"], kind: QuoteFee["kind"]): bigint | null {
  return fees.find((fee) => fee.kind === kind)?.amount?.base ?? null;
}
