// Builds quotes without figures: not verified, refused by nodes, or withheld for a fault.

import { noGasRate } from "../market/gas.ts";
import { payableMin } from "../market/payable.ts";
import type { DatedEnvelope } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import { type QuoteReading, unknownCosts } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { factAdvice } from "../safety/advice.ts";
import { failureOf } from "../safety/failures.ts";
import type { ReaderSetup, Safety } from "../safety/safety.ts";
import { haltingStops } from "../safety/stops.ts";
import type { UpstreamError } from "../upstream/errors.ts";
import { closedAdvice, refusedAdvice } from "./advice.ts";
import { payoutSigningOf } from "./circumstances.ts";
import type { QuoteReaderSetup, SwapAnswers } from "./comparison.ts";
import { findTradingFault, noDeposit } from "./gate.ts";
import { classifyRefusal, statedMaxAffiliateBps } from "./refusal.ts";
import type { ParsedRequest } from "./request.ts";
import { unknownSeconds } from "./stated-figures.ts";
import type { QuoteFacts } from "./subject.ts";
import { withheldByFailure, withheldOf } from "./withheld.ts";

type NamedSwap = Pick<QuoteReading, "from" | "to" | "amount" | "converted" | "payees">;

export function doubtedQuote(
  { toDoubted }: Pick<ReaderSetup, "toDoubted">,
  swap: NamedSwap,
  safety: Safety,
): QuoteReading {
  const reason = safety.doubt ?? because("pools_not_read");
  const { network } = safety.verdicts;
  const unknownJudgement = { verdict: "unknown", haltedBy: [], reason } as const;
  const tradingJudgement = network.verdict === "halted" ? network : unknownJudgement;
  return failedQuote(toDoubted(safety, reason), swap, tradingJudgement);
}

export function failedQuote(
  envelope: DatedEnvelope,
  { from, to, amount, converted, payees }: NamedSwap,
  trading: QuoteReading["trading"],
): QuoteReading {
  const withheld = envelope.failure && withheldByFailure(envelope.failure);
  const named = { from, to, amount, converted, payees, trading };
  return { ...named, ...emptyQuote, ...envelope, withheld };
}

/** Without figures, of a network that was read. */
const unpricedQuote = (
  envelope: DatedEnvelope,
  swap: NamedSwap,
  { safety, trading }: Pick<QuoteFacts, "safety" | "trading">,
): QuoteReading => ({
  ...failedQuote(envelope, swap, trading),
  payoutSigning: payoutSigningOf({ ...swap, ...safety }),
});

export function refusedQuote(
  { preset, quorum, toEnvelope }: QuoteReaderSetup & Pick<ReaderSetup, "toEnvelope">,
  swap: ParsedRequest,
  { swap: { refusals }, recommendedMin: statedMin }: SwapAnswers,
  refusal: UpstreamError,
  { safety, market, trading }: QuoteFacts,
): QuoteReading {
  const recommendedMin = payableMin(statedMin, swap.from, market.pools);
  const maxAffiliateBps = statedMaxAffiliateBps(refusals, quorum);
  const refusalFailure = classifyRefusal(refusal, swap, trading, recommendedMin, maxAffiliateBps);
  const haltNames = haltingStops(trading.haltedBy, [swap.from, swap.to], preset);
  const hint = message("halted_by_stops", { stops: haltNames });
  const failure = trading.verdict === "halted" ? { ...refusalFailure, hint } : refusalFailure;
  return {
    ...unpricedQuote(toEnvelope(safety, noQuoteAdvice, failure), swap, { safety, trading }),
    recommendedMinAmount: recommendedMin,
  };
}

export function withheldQuote(
  { toEnvelope }: Pick<ReaderSetup, "toEnvelope">,
  swap: ParsedRequest,
  { safety, trading }: QuoteFacts,
  fault: Reason,
  sensibleMaxAmount: QuoteReading["sensibleMaxAmount"] = null,
): QuoteReading {
  const reason = findTradingFault(trading) ?? fault;
  const advice = trading.verdict === "open" ? refusedAdvice(reason) : closedAdvice(trading);
  return {
    ...unpricedQuote(toEnvelope(safety, advice, null), swap, { safety, trading }),
    sensibleMaxAmount,
    reason,
    withheld: withheldOf({ memo: null, reason }),
  };
}

export function expiredQuote(
  { toEnvelope }: Pick<ReaderSetup, "toEnvelope">,
  swap: ParsedRequest,
  { safety, trading }: QuoteFacts,
): QuoteReading {
  const failure = { ...failureOf(because("quote_expired")), code: "unavailable" };
  return unpricedQuote(toEnvelope(safety, noQuoteAdvice, failure), swap, { safety, trading });
}

const noQuoteAdvice = {
  ...factAdvice(message("no_quote", { isSample: false })),
  sampleLead: message("no_quote", { isSample: true }),
};

const emptyQuote = {
  expectedAmountOut: null,
  bestCaseOut: null,
  unfilledOut: null,
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
  ...noDeposit,
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
  sending: null,
  payoutSigning: "unknown",
} as const;
