// A quote with figures: its body, its circumstances, and its advice.

import { readOutboundFee, readPayoutEnd } from "../market/costs.ts";
import { readWalletFee } from "../market/gas.ts";
import type { Market } from "../market/market.ts";
import { thinPoolWarning } from "../market/thin-pool.ts";
import { depositShape, type Sending } from "../model/deposit-shape.ts";
import { type QuoteBody, type QuoteReading, unknownCosts } from "../model/quote.ts";
import type { Judgement, Verdict } from "../model/verdicts.ts";
import { nameHalts } from "../safety/coming-halts.ts";
import { rowsOf } from "../safety/evidence.ts";
import { findComingHalts, HALT_HORIZON_MS } from "../safety/halt-parameters.ts";
import { arePartsPaused, findPartsPause, isPartsPauseDisputed } from "../safety/halts.ts";
import type { Safety, ToEnvelope } from "../safety/safety.ts";
import { noticeMs } from "../safety/send-before.ts";
import { parseAsset, payoutChainOf } from "../values/assets.ts";
import { shortChainName } from "../values/chains.ts";
import { amountText } from "../values/figure-text.ts";
import { chooseAdviceLevel, type QuoteCircumstances, quoteAdvice } from "./advice.ts";
import { swapPath } from "./deadline.ts";
import { type DepositInstructions, findSizeFault, gateDeposit } from "./gate.ts";
import { plannedLimit, plannedMinimum } from "./limit.ts";
import { parseMemoTerms } from "./memo.ts";
import type { OnePart } from "./one-part.ts";
import { type ChosenQuotes, orderWarning } from "./order.ts";
import { hasSeveralParts } from "./streaming.ts";
import type { QuoteSubject } from "./subject.ts";
import { withheldOf } from "./withheld.ts";

/** All of one instant. */
export interface QuoteFacts {
  readonly safety: Safety;
  readonly market: Market;
  readonly trading: Judgement;
}

interface PricedSubject
  extends QuoteSubject,
    Pick<ChosenQuotes, "order">,
    Pick<QuoteReading, "converted"> {
  readonly onePart: OnePart | null;
}

export function pricedQuote(
  subject: PricedSubject,
  { safety, market }: QuoteFacts,
  toEnvelope: ToEnvelope,
): QuoteReading {
  const { viaRouter, ...deposit } = gateDeposit(subject);
  const body = quoteBody(subject, deposit, market);
  const circumstances = circumstancesOf(subject, body, market);
  const sending = sendingOf(subject, body, viaRouter);
  const advice = quoteAdvice(body, circumstances, sending);
  const isSendable = body.memo !== null && advice.act !== null;
  const statedBy = { ...body.statedBy, ...refundFeeStatedBy(subject, market) };
  // Named members first: what is copied behind them is copied many times faster.
  return {
    adviceLevel: chooseAdviceLevel(advice),
    sending: isSendable ? sending : null,
    payoutSigning: circumstances.payoutSigning,
    withheld: withheldOf({ memo: body.memo, reason: body.reason ?? body.sizeFault }),
    ...toEnvelope(safety, advice, null),
    ...body,
    ...(body.order && unknownCosts),
    statedBy,
  };
}

function quoteBody(
  subject: PricedSubject,
  deposit: Omit<DepositInstructions, "viaRouter">,
  market: Market,
): QuoteBody {
  const { from, to, amount, converted, trading, order, evidence } = subject;
  const {
    hasContradiction: _contradiction,
    hasDifference: _difference,
    minTotalBps: _minTotal,
    maxConfirmationSeconds: _confirmation,
    maxPayoutSeconds: _payout,
    thinPool: _thinPool,
    forecastOut: _forecast,
    streaming: swapStreaming,
    quotedOut,
    seconds,
    ...figures
  } = subject.figures;
  const streaming = order === null ? swapStreaming : orderStreaming;
  const isWaiting = hasSeveralParts(streaming) && arePartsPaused(evidence);
  const sourceRow = evidence.preset.chains.find(({ code }) => code === chainOf(from, subject));
  const isUnplanned = order !== null || deposit.memo !== null;
  return {
    token: tokenOf(from, market),
    belowLimit: belowLimitOf(subject, deposit.memo, { order, streaming }),
    plannedMinimum: isUnplanned ? null : plannedMinimum(subject),
    refundFee: readOutboundFee(market, from),
    inboundGasEstimate: readWalletFee(market, sourceRow, from, deposit.memo?.length ?? 0),
    ...deposit,
    order,
    streaming,
    from,
    to,
    amount,
    converted,
    trading,
    // A payout that nobody signs has no time, and neither have parts that wait.
    seconds: {
      ...seconds,
      ...(payoutSigningOf(subject) !== "open" && { total: null }),
      ...(isWaiting && noTime),
    },
    sizeFault: findSizeFault(subject),
    bestCaseOut: quotedOut === figures.expectedAmountOut ? null : quotedOut,
    ...figures,
    ...(isWaiting && {
      statedBy: { ...figures.statedBy, swap: "waits" as const, total: "waits" as const },
    }),
  };
}

/** Contracts of EVM chains are the same in either case. */
function tokenOf(asset: string, { pools }: Market): QuoteReading["token"] {
  const { contract = null, kind } = parseAsset(asset) ?? {};
  if (kind !== "layer1" || !contract?.startsWith("0X")) return null;
  return {
    contract: contract.toLowerCase(),
    decimals: pools?.find((pool) => pool.asset === asset)?.decimals ?? null,
  };
}

function refundFeeStatedBy(
  { from, evidence }: QuoteSubject,
  { outboundFees }: Market,
): QuoteReading["statedBy"] {
  const chain = evidence.preset.chains.find(({ gasAsset }) => gasAsset === from);
  if (!chain) return outboundFees?.has(from) ? { refundFee: "all" } : {};
  const areStated = evidence.nodes.map((node) =>
    rowsOf(node, chain.code).some((row) => row.outbound_fee !== undefined),
  );
  if (!areStated.includes(true)) return {};
  return { refundFee: areStated.includes(false) ? "some" : "all" };
}

function belowLimitOf(
  { request, figures }: QuoteSubject,
  memo: string | null,
  { order, streaming }: Pick<QuoteBody, "order" | "streaming">,
): QuoteReading["belowLimit"] {
  if (order !== null) return "wait";
  // A tolerance of 100 % leaves no price limit.
  const isPlanned =
    (request.toleranceBps ?? 10_000) < 10_000 || plannedLimit(figures.quotedOut, request) !== null;
  const isLimited = memo === null ? isPlanned : parseMemoTerms(memo)?.limit !== 0n;
  if (!isLimited) return null;
  return streaming.quantity === 1 ? "refund" : "refund_parts";
}

function sendingOf(
  subject: PricedSubject,
  { inboundAddress, sendBeforeMs, gasRate, gasRateUnits, gasRatePer }: QuoteBody,
  viaRouter: boolean,
): Sending {
  const { from: asset, to, amount: base, request, evidence } = subject;
  const { preset } = evidence;
  const payoutChain = chainOf(to, subject);
  return {
    ...{ inboundAddress, sendBeforeMs, gasRate, gasRateUnits, gasRatePer, viaRouter },
    hasRefundAddress: request.refundAddress !== undefined,
    sentText: amountText({ base, asset }, preset, { digits: Number.POSITIVE_INFINITY }),
    shape: depositShape(preset, chainOf(asset, subject), viaRouter),
    payoutFamily: preset.chains.find(({ code }) => code === payoutChain)?.family,
  };
}

function circumstancesOf(
  subject: PricedSubject,
  body: QuoteBody,
  market: Market,
): QuoteCircumstances {
  const { from, to, amount, nowMs, evidence, verdicts, figures, request } = subject;
  const { preset } = evidence;
  const { quotedOut, thinPool, sensibleMaxAmount } = figures;
  const { order } = body;
  const [sourceChain, payoutChain] = [chainOf(from, subject), chainOf(to, subject)];
  const { affiliateBps = 0 } = request;
  const orderTerms = { to, amount, target: quotedOut, affiliateBps };
  const { quantity } = body.streaming;
  const thinQuote = { from, to, order, quotedOut, sensibleMaxAmount, quantity };
  const path = swapPath(subject);
  const orderMs = (order?.ttlSeconds ?? 0) * 1_000;
  const untilMs = nowMs + Math.max(HALT_HORIZON_MS, noticeMs(path)) + orderMs;
  // A refund would be signed on the source's chain.
  const haltScope = { ...path, signedChains: [payoutChain, sourceChain] };
  const comingHalts = findComingHalts(evidence, haltScope, untilMs);
  return {
    thinPool: thinPool && thinPoolWarning(thinPool, thinQuote),
    order: order && orderWarning(order, orderTerms, preset),
    minTotalBps: figures.minTotalBps,
    hasAffiliate: affiliateBps > 0,
    sourceChain: shortChainName(sourceChain, preset),
    sourceSigning: signingOf(verdicts, sourceChain),
    payoutChain: shortChainName(payoutChain, preset),
    payoutSigning: payoutSigningOf(subject),
    payoutEnd: readPayoutEnd(market),
    scheduledHalts:
      comingHalts.length === 0
        ? null
        : nameHalts(comingHalts, { chains: path.chains, preset, nowMs }),
    partsPause: findPartsPause(evidence),
    isPartsPauseDisputed: isPartsPauseDisputed(evidence),
    onePart: subject.onePart,
  };
}

const chainOf = (asset: string, { evidence }: Pick<QuoteSubject, "evidence">) =>
  payoutChainOf(asset, evidence.preset) ?? "";

const signingOf = ({ chains }: QuoteSubject["verdicts"], chain: string): Verdict =>
  chains.get(chain)?.signing.verdict ?? "unknown";

const payoutSigningOf = (subject: QuoteSubject) =>
  signingOf(subject.verdicts, chainOf(subject.to, subject));

const noTime = { swap: null, total: null } as const;

/** How the network splits an order is not known before its price comes. */
const orderStreaming = { mode: "rapid", interval: 0, quantity: null, isApplied: null } as const;
