// Collects the data for a quote's warnings: small pools, scheduled halts, payout signing.

import { payoutEndOf } from "../market/costs.ts";
import type { Market } from "../market/market.ts";
import { thinPoolWarning } from "../market/thin-pool.ts";
import type { ComingHalts } from "../model/messages.ts";
import type { QuoteBody } from "../model/quote.ts";
import type { Verdict } from "../model/verdicts.ts";
import { nameHalts } from "../safety/halt-message.ts";
import { findPartsPause, isPartsPauseDisputed } from "../safety/halts.ts";
import { findComingHalts, HALT_HORIZON_MS, type HaltScope } from "../safety/scheduled-halts.ts";
import { LONGEST_USE_MS, noticeMs } from "../safety/send-before.ts";
import { payoutChainCode } from "../values/assets.ts";
import { shortChainName } from "../values/chains.ts";
import type { QuoteCircumstances } from "./advice.ts";
import { swapPath } from "./deadline.ts";
import { orderWarning } from "./order.ts";
import { LIQUIDITY_TOLERANCE_BPS } from "./request.ts";
import type { PricedSubject, QuoteSubject } from "./subject.ts";

export function quoteCircumstances(
  subject: PricedSubject,
  { order, streaming }: Pick<QuoteBody, "order" | "streaming">,
  market: Market,
): QuoteCircumstances {
  const { from, to, amount, evidence, verdicts, figures, request } = subject;
  const { preset } = evidence;
  const { thinPool, quotedOut, minTotalBps } = figures;
  const sourceChain = payoutChainCode(from, preset);
  const payoutChain = payoutChainCode(to, preset);
  const { affiliateBps = 0 } = request;
  const { quantity } = streaming;
  return {
    thinPool: thinPool && thinPoolWarning(thinPool, { ...figures, from, to, order, quantity }),
    order:
      order && orderWarning(order, { to, amount, targetOutBase: quotedOut, affiliateBps }, preset),
    minTotalBps,
    hasAffiliate: affiliateBps > 0,
    toleranceBps: request.toleranceBps ?? request.liquidityToleranceBps ?? LIQUIDITY_TOLERANCE_BPS,
    sourceChain: shortChainName(sourceChain, preset),
    sourceSigning: signingOf(verdicts, sourceChain),
    payoutChain: shortChainName(payoutChain, preset),
    payoutSigning: payoutSigningOf(subject),
    payoutEnd: payoutEndOf(market),
    scheduledHalts: findScheduledHalts(subject),
    areHaltsAfterSwap: areHaltsAfterSwap(subject),
    partsPause: findPartsPause(evidence),
    isPartsPauseDisputed: isPartsPauseDisputed(evidence),
    onePart: subject.onePart,
  };
}

function findScheduledHalts(subject: PricedSubject): ComingHalts | null {
  const { from, to, order, evidence, nowMs } = subject;
  const { preset } = evidence;
  const path = swapPath(subject);
  const [refundChain, payoutChain] = [from, to].map((asset) => payoutChainCode(asset, preset));
  const orderLifetimeMs = (order?.ttlSeconds ?? 0) * 1_000;
  const untilMs = nowMs + Math.max(HALT_HORIZON_MS, noticeMs(path)) + orderLifetimeMs;
  const comingHalts = findComingHalts(evidence, haltScope(subject), untilMs);
  if (comingHalts.length === 0) return null;
  return nameHalts(comingHalts, {
    chains: path.chains,
    ...(refundChain !== undefined && refundChain !== payoutChain && { refundChain }),
    preset,
    nowMs,
  });
}

/** True if neither this swap nor its refund can meet a halt, sent at any time of the quote's use. */
function areHaltsAfterSwap(subject: PricedSubject): boolean {
  const { order, evidence, nowMs } = subject;
  const untilMs = nowMs + LONGEST_USE_MS + noticeMs(swapPath(subject));
  return order === null && findComingHalts(evidence, haltScope(subject), untilMs).length === 0;
}

/** Of the swap's chains and assets, and of payouts on the source chain, which refunds need. */
function haltScope(subject: PricedSubject): HaltScope {
  const { from, to, evidence } = subject;
  const signedChains = [to, from].map((asset) => payoutChainCode(asset, evidence.preset));
  return { ...swapPath(subject), signedChains };
}

const signingOf = ({ chains }: QuoteSubject["verdicts"], chain: string): Verdict =>
  chains.get(chain)?.signing.verdict ?? "unknown";

type PayoutSubject = Pick<QuoteSubject, "to" | "evidence" | "verdicts">;

export const payoutSigningOf = ({ to, evidence, verdicts }: PayoutSubject): Verdict =>
  signingOf(verdicts, payoutChainCode(to, evidence.preset));
