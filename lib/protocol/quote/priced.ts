// Builds a quote with figures: its body, its advice, and what is needed to send its deposit.

import { refundFeeOf } from "../market/costs.ts";
import { walletFeeOf } from "../market/gas.ts";
import type { Market } from "../market/market.ts";
import type { Sending } from "../model/deposit-shape.ts";
import { type QuoteBody, type QuoteReading, unknownCosts } from "../model/quote.ts";
import { rowsOf } from "../safety/evidence.ts";
import { arePartsPaused } from "../safety/halts.ts";
import { currentDepositShape } from "../safety/inbound-gate.ts";
import type { ToEnvelope } from "../safety/safety.ts";
import { FIXED_DECIMALS } from "../values/amounts.ts";
import { longAssetName, parseAsset, payoutChainCode } from "../values/assets.ts";
import { shortChainName } from "../values/chains.ts";
import { sentAmountText } from "../values/figure-text.ts";
import { chooseAdviceLevel, quoteAdvice } from "./advice.ts";
import { payoutSigningOf, quoteCircumstances } from "./circumstances.ts";
import type { QuoteFigures } from "./figures.ts";
import { type DepositInstructions, findSizeFault, gateDeposit } from "./gate.ts";
import { plannedLimit, plannedMinimum } from "./limit.ts";
import { parseMemoTerms } from "./memo.ts";
import { hasSeveralParts } from "./streaming.ts";
import type { PricedSubject, QuoteFacts, QuoteSubject } from "./subject.ts";
import { withheldOf } from "./withheld.ts";

export function pricedQuote(
  subject: PricedSubject,
  { safety, market }: QuoteFacts,
  toEnvelope: ToEnvelope,
): QuoteReading {
  const { viaRouter, ...deposit } = gateDeposit(subject);
  const body = quoteBody(subject, deposit, market);
  const circumstances = quoteCircumstances(subject, body, market);
  const sendingDetails = sendingOf(subject, body, viaRouter);
  const advice = quoteAdvice(body, circumstances, sendingDetails);
  const maySendDeposit = body.memo !== null && advice.act !== null;
  // Named members come before spreads: the spreads are then copied many times faster.
  return {
    adviceLevel: chooseAdviceLevel(advice),
    sending: maySendDeposit ? sendingDetails : null,
    payoutSigning: circumstances.payoutSigning,
    withheld: withheldOf({ memo: body.memo, reason: body.reason ?? body.sizeFault }),
    ...toEnvelope(safety, advice, null),
    ...body,
    ...(body.order && unknownCosts),
    statedBy: { ...body.statedBy, ...refundFeeStatedBy(subject, market) },
  };
}

function quoteBody(
  subject: PricedSubject,
  deposit: Omit<DepositInstructions, "viaRouter">,
  market: Market,
): QuoteBody {
  const { from, to, amount, converted, payees, trading, order, evidence } = subject;
  const { quotedOut, streaming: swapStreaming, ...figures } = shownFigures(subject.figures);
  const streaming = order === null ? swapStreaming : orderStreaming;
  const arePartsWaiting = hasSeveralParts(streaming) && arePartsPaused(evidence);
  const sourceChainRow = evidence.preset.chains.find(
    ({ code }) => code === payoutChainCode(from, evidence.preset),
  );
  const isMinReceivedFinal = order !== null || deposit.memo !== null;
  return {
    token: tokenOf(from, market),
    belowLimit: belowLimitOf(subject, deposit.memo, { order, streaming }),
    plannedMinimum: isMinReceivedFinal ? null : plannedMinimum(subject),
    refundFee: refundFeeOf(market, from),
    inboundGasEstimate: walletFeeOf(market, sourceChainRow, from),
    ...deposit,
    order,
    streaming,
    from,
    to,
    amount,
    converted,
    payees,
    trading,
    sizeFault: findSizeFault(subject),
    bestCaseOut: quotedOut === figures.expectedAmountOut ? null : quotedOut,
    ...figures,
    // The total is null if signing is not open or parts are paused. If parts are paused, the swap
    // time is null too: nobody knows how long that lasts.
    seconds: {
      ...figures.seconds,
      ...(payoutSigningOf(subject) !== "open" && { total: null }),
      ...(arePartsWaiting && { swap: null, total: null }),
    },
    statedBy: {
      ...figures.statedBy,
      ...(arePartsWaiting && { swap: "waits" as const, total: "waits" as const }),
    },
  };
}

function shownFigures({
  hasContradiction: _contradiction,
  hasDifference: _difference,
  minTotalBps: _minTotal,
  maxConfirmationSeconds: _confirmation,
  maxSwapSeconds: _swap,
  maxDelaySeconds: _delay,
  thinPool: _thinPool,
  forecastOut: _forecast,
  ...figures
}: QuoteFigures) {
  return figures;
}

/** Null if not an EVM token. EVM addresses mean the same in capitals and in small letters. */
function tokenOf(asset: string, { pools }: Market): QuoteReading["token"] {
  const { contract = null, kind } = parseAsset(asset) ?? {};
  if (kind !== "layer1" || !contract?.startsWith("0X")) return null;
  const decimals = pools?.find((pool) => pool.asset === asset)?.decimals ?? null;
  // Nodes store eight and more as none, and state 8: `token_manager.go`.
  const isOfContract = decimals !== null && decimals < FIXED_DECIMALS;
  return {
    contract: contract.toLowerCase(),
    decimals: isOfContract ? decimals : null,
  };
}

function refundFeeStatedBy(
  { from, evidence }: QuoteSubject,
  { outboundFees }: Market,
): QuoteReading["statedBy"] {
  const gasChainRow = evidence.preset.chains.find(({ gasAsset }) => gasAsset === from);
  if (!gasChainRow) return outboundFees?.has(from) ? { refundFee: "all" } : {};
  const feeFlagByNode = evidence.nodes.map((node) =>
    rowsOf(node, gasChainRow.code).some((row) => row.outbound_fee !== undefined),
  );
  if (!feeFlagByNode.includes(true)) return {};
  return { refundFee: feeFlagByNode.includes(false) ? "some" : "all" };
}

function belowLimitOf(
  { request, figures }: QuoteSubject,
  memo: string | null,
  { order, streaming }: Pick<QuoteBody, "order" | "streaming">,
): QuoteReading["belowLimit"] {
  if (order !== null) return "wait";
  // A tolerance of 100 % leaves no price limit.
  const isLimitPlanned =
    (request.toleranceBps ?? 10_000) < 10_000 || plannedLimit(figures.quotedOut, request) !== null;
  const hasPriceLimit = memo === null ? isLimitPlanned : parseMemoTerms(memo)?.limit !== 0n;
  if (!hasPriceLimit) return null;
  return streaming.quantity === 1 ? "refund" : "refund_parts";
}

function sendingOf(
  subject: PricedSubject,
  { inboundAddress, sendBeforeMs, gasRate, gasRateUnits, gasRatePer }: QuoteBody,
  viaRouter: boolean,
): Sending {
  const { from: asset, to, amount: base, payees, evidence } = subject;
  const { preset } = evidence;
  const payoutChain = payoutChainCode(to, preset);
  const sourceChain = payoutChainCode(asset, preset);
  return {
    ...{ inboundAddress, sendBeforeMs, gasRate, gasRateUnits, gasRatePer, viaRouter },
    hasRefundAddress: payees.refundAddress !== null,
    sentText: sentAmountText({ base, asset }, preset),
    unitName: longAssetName(asset, preset),
    protocol: preset.protocol,
    chainName: shortChainName(sourceChain, preset),
    shape: currentDepositShape(evidence, sourceChain, viaRouter),
    payoutFamily: preset.chains.find(({ code }) => code === payoutChain)?.family,
  };
}

/** The quantity is null: nodes decide how to split a limit order when the price is reached. */
const orderStreaming = { mode: "rapid", interval: 0, quantity: null, isApplied: null } as const;
