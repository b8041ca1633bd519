// One quote. The figures are the worse of two sources; the pair's verdict, the memo and the address are judged here and now.

import { dropStalePools, type Market, readMarket, renewPools } from "../market/market.ts";
import { findThinPool } from "../market/thin-pool.ts";
import { quorumOf } from "../model/agreed.ts";
import type { Envelope, Failure } from "../model/envelope.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { Reason } from "../model/reason.ts";
import type { Verdict } from "../model/verdicts.ts";
import type { Warning } from "../model/warning.ts";
import { factAdvice } from "../safety/advice.ts";
import { shortChainName } from "../safety/halt-names.ts";
import { findComingHalts } from "../safety/halt-parameters.ts";
import { findPartsPause, judgePair } from "../safety/halts.ts";
import { poolReasons } from "../safety/reasons.ts";
import type { Safety, SafetyReader, ToEnvelope } from "../safety/safety.ts";
import { confirmedWithinMs } from "../safety/send-before.ts";
import { failureOf, scheduledHaltsText } from "../safety/sentences.ts";
import { forQuestions } from "../upstream/client.ts";
import { QuoteLimit } from "../upstream/schemas.ts";
import { listKnownAssets, payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanText } from "../values/clean-text.ts";
import {
  chooseAdviceLevel,
  closedAdvice,
  howToSendText,
  type QuoteCircumstances,
  quoteAdvice,
  refusedAdvice,
} from "./advice.ts";
import { type QuoteAnswers, readQuotes, readRecommendedMinimum } from "./answers.ts";
import { findPoolFault, mostParts } from "./bound.ts";
import { unreadSeconds } from "./facts.ts";
import { agreedOutput, listedDust, quoteFigures } from "./figures.ts";
import {
  findSizeFault,
  findTradingFault,
  gateDeposit,
  pairScope,
  type QuoteSubject,
  readExpiry,
  type Sendable,
} from "./gate.ts";
import { chooseQuotes, marketRequest, orderWarning } from "./order.ts";
import { quoteReasons } from "./reasons.ts";
import { classifyRefusal, refusalCode, statedMinimum, strictestRefusal } from "./refusal.ts";
import { type Asked, orderPath, parseRequest, parseWritten, quotePath } from "./request.ts";
import { swapWay } from "./way.ts";
import { withheldOf } from "./withheld.ts";

export interface QuoteReaderSetup {
  readonly preset: Preset;
  /** How many nodes are configured. */
  readonly nodeCount: number;
  readonly safetyReader: SafetyReader;
  readonly toEnvelope: ToEnvelope;
  readonly toDoubted: (safety: Safety, doubt: Reason) => Envelope;
  readonly now: () => number;
}

/** All but what its advice says, and when it may be believed. */
type QuoteBody = Omit<QuoteReading, keyof Envelope | "adviceLevel" | "howToSend" | "payoutSigning">;

export function createQuoteReader(setup: QuoteReaderSetup) {
  const { preset, safetyReader, toEnvelope, toDoubted, now } = setup;
  const quorum = quorumOf(setup.nodeCount);

  function failedQuote(
    envelope: Envelope,
    { from, to, amount }: Pick<Asked, "from" | "to" | "amount">,
    trading: QuoteReading["trading"],
  ): QuoteReading {
    return { ...envelope, ...unreadQuote, from, to, amount, trading };
  }

  return async (written: QuoteRequest, signal: AbortSignal): Promise<QuoteReading> => {
    const { request, amount } = parseWritten(written);
    const first = await safetyReader.read(signal);
    const read = await readMarket(setup, first, signal);
    const known = read.pools && listKnownAssets(preset, read.pools, read.doubtedAssets);
    if (first.doubt !== null || !known) {
      const doubt = first.doubt ?? poolReasons.listUnread;
      const trading = { verdict: "unknown", haltedBy: [], reason: doubt } as const;
      const named = { from: cleanText(request.from), to: cleanText(request.to), amount };
      return failedQuote(toDoubted(first, doubt), named, trading);
    }
    const asked = parseRequest(request, known, preset);
    const nodes = forQuestions(first.nodes);
    const context = { ...asked, dustThreshold: listedDust(asked.from, read) };
    const isRefusal = (error: Parameters<typeof refusalCode>[0]) => refusalCode(error, context) !== null;
    const marketAsked = { ...asked, request: asked.target === null ? request : marketRequest(request) };
    const marketPath = quotePath(asked, marketAsked.request, preset);
    const [answers, orderAnswers] = await Promise.all([
      readQuotes(nodes, quorum, marketPath, isRefusal, signal),
      asked.target === null ? null : readQuotes(nodes, quorum, orderPath(asked, preset), isRefusal, signal, QuoteLimit),
    ]);
    const all = orderAnswers === null ? [answers] : [answers, orderAnswers];
    const unquoted = all.find((one) => one.quotes.length === 0);
    const quoteError = unquoted === undefined ? null : strictestRefusal(unquoted, context);
    const barePath = (other: bigint) => quotePath({ ...asked, amount: other }, {}, preset);
    const least =
      quoteError !== null && refusalCode(quoteError, context) === "amount_too_small"
        ? (statedMinimum(answers.refusals, quorum) ??
          (await readRecommendedMinimum(nodes, quorum, asked.from, read.prices, barePath, signal)))
        : null;

    const renewed = await renewPools(read, first, signal, now);
    const safety = await safetyReader.renew(first, signal);
    const market = dropStalePools(renewed, now());
    const pools = market.pools && new Map(market.pools.map((pool) => [pool.asset, pool]));
    const trading = judgePair(safety.evidence, safety.verdicts, [asked.from, asked.to], pools);
    if (safety.doubt !== null) return failedQuote(toDoubted(safety, safety.doubt), asked, trading);
    if (quoteError !== null) {
      const failure = classifyRefusal(quoteError, context, trading, least);
      return { ...failedQuote(toEnvelope(safety, noQuote, failure), asked, trading), recommendedMinAmount: least };
    }
    const { evidence, verdicts } = safety;
    const marketQuotes = answers.quotes;
    const marketOut = agreedOutput({ quotes: marketQuotes, quorum });
    const sourceFault = all.map(findSourceFault).find((fault) => fault !== null);
    const orderQuotes = orderAnswers?.quotes ?? [];
    const sources = { ...asked, marketQuotes, orderQuotes, quorum, evidence };
    const chosen = sourceFault ?? (marketOut === null ? quoteReasons.outputsApart : chooseQuotes(sources, marketOut));
    const figures = "code" in chosen ? null : quoteFigures({ ...asked, ...chosen, quorum }, chosen.output, market);
    const fault = "code" in chosen ? chosen : findPoolsFault({ ...marketAsked, quotes: marketQuotes }, market);
    const quoteFault = fault ?? (figures?.isApart ? quoteReasons.figuresApart : null);
    if ("code" in chosen || figures === null || quoteFault !== null) {
      const reason = findTradingFault(trading) ?? quoteFault;
      const advice = trading.verdict === "open" && reason ? refusedAdvice(reason) : closedAdvice(trading);
      const withheld = withheldOf({ memo: null, reason });
      return { ...failedQuote(toEnvelope(safety, advice, null), asked, trading), reason, withheld };
    }
    const nowMs = now();
    const expiryMs = readExpiry(marketQuotes, nowMs);
    if (expiryMs !== null && expiryMs <= nowMs) {
      return failedQuote(toEnvelope(safety, noQuote, expired), asked, trading);
    }
    const subject = { ...asked, ...chosen, quorum, figures, trading, known, evidence, verdicts, nowMs };
    const { viaRouter, ...sendable } = gateDeposit(subject);
    const payoutSigning = signingOf(verdicts, payoutChainOf(asked.to, preset));
    const body = { ...quoteBody(subject, payoutSigning), ...sendable, withheld: withheldOf(sendable) };
    const circumstances = circumstancesOf(
      subject,
      body,
      viaRouter,
      findThinPool({ ...asked, ...body, ...figures, amount: asked.amount }, market.pools ?? []),
    );
    const advice = quoteAdvice(body, circumstances);
    const envelope = toEnvelope(safety, advice, null);
    const isToSend = body.memo !== null && advice.act !== null && envelope.source === "live";
    const howToSend = isToSend ? howToSendText(body, circumstances) : null;
    return { ...envelope, ...body, adviceLevel: chooseAdviceLevel(advice), howToSend, payoutSigning };
  };

  /** Why the quotes that came are no quote: one source alone gave one, or the other refuses it. */
  function findSourceFault({ quotes, refusals }: QuoteAnswers): Reason | null {
    if (refusals.length > 0) return quoteReasons.oneRefused;
    return quotes.length < quorum ? quoteReasons.oneSource : null;
  }
}

/** Each quote is held against the pools: a figure that no pool can give must not stand beside one that it can. */
function findPoolsFault(asked: Asked & Pick<QuoteAnswers, "quotes">, { pools, preset }: Market): Reason | null {
  const { from, to, amount, request, quotes } = asked;
  const parts = mostParts(
    request.streaming,
    quotes.map((quote) => quote.max_streaming_quantity),
  );
  const faults = quotes.map((quote) =>
    findPoolFault(
      {
        from,
        to,
        amount,
        parts,
        expectedAmountOut: quote.expected_amount_out,
        fixedFees: (quote.fees.outbound ?? 0n) + (quote.fees.affiliate ?? 0n),
        nativeAsset: preset.nativeAsset,
      },
      pools ?? [],
    ),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

/** What may happen between now and the payout. */
function circumstancesOf(
  subject: QuoteSubject,
  body: QuoteBody,
  viaRouter: boolean,
  thinPool: Warning | null,
): QuoteCircumstances {
  const { from, to, nowMs, evidence, verdicts, figures } = subject;
  const sourceChain = payoutChainOf(from, evidence.preset) ?? "";
  const payoutChain = payoutChainOf(to, evidence.preset) ?? "";
  // A deposit may be sent as late as the deadline, and is swapped once it is confirmed, part by part where it is split. An order may rest.
  const secondsOf = (phase: keyof typeof figures.longest) =>
    body.seconds[phase] ?? Math.max(figures.longest[phase] ?? 0, UNTOLD_SECONDS);
  const partsMs = (body.order?.ttlSeconds ?? secondsOf("streaming")) * 1000;
  const untilMs = nowMs + confirmedWithinMs(secondsOf("inboundConfirmation")) + partsMs;
  const scope = pairScope(subject);
  return {
    viaRouter,
    thinPool,
    order: body.order && orderWarning(body.order, figures.expectedAmountOut, to, evidence.preset),
    leastTotalBps: figures.leastTotalBps,
    hasRefundAddress: subject.request.refundAddress !== undefined,
    sourceChain: shortChainName(sourceChain, evidence.preset),
    sourceFamily: evidence.preset.chains.find(({ code }) => code === sourceChain)?.family ?? null,
    sourceSigning: signingOf(verdicts, sourceChain),
    payoutChain: shortChainName(payoutChain, evidence.preset),
    payoutSigning: signingOf(verdicts, payoutChain),
    scheduledHalts: scheduledHaltsText(findComingHalts(evidence, { ...scope, payoutChain }, untilMs), {
      ...scope,
      preset: evidence.preset,
      nowMs,
    }),
    partsPause: findPartsPause(evidence),
  };
}

function signingOf({ chains }: QuoteSubject["verdicts"], chain: string | null): Verdict {
  return chains.get(chain ?? "")?.signing.verdict ?? "unknown";
}

/** How long confirmations, or the parts of a streaming swap, may take at least where the sources do not say the same. */
const UNTOLD_SECONDS = 3_600;

function quoteBody(
  subject: QuoteSubject & Pick<QuoteBody, "order">,
  payoutSigning: Verdict,
): Omit<QuoteBody, "withheld" | keyof Sendable> {
  const { from, to, amount, trading, figures, order } = subject;
  const { agreedMaxParts, isApart: __, leastTotalBps: ___, longest: ____, seconds, ...told } = figures;
  return {
    ...told,
    order,
    streaming: order === null ? swapWay(subject.request.streaming, subject.quotes, agreedMaxParts) : orderStreaming,
    from,
    to,
    amount,
    trading,
    // A payout that nobody signs has no time.
    seconds: payoutSigning === "open" ? seconds : { ...seconds, total: null },
    sizeFault: findSizeFault(subject),
  };
}

/** The network splits an order as the price comes: how, nobody knows before. */
const orderStreaming = { mode: "rapid", interval: 0, quantity: null, isApplied: null } as const;
const noQuote = factAdvice("Do not send. There is no quote.");
const expired: Failure = { ...failureOf(quoteReasons.expired), code: "unavailable" };
const unreadQuote = {
  expectedAmountOut: null,
  fees: [],
  inboundGasEstimate: null,
  slipBps: null,
  totalBps: null,
  recommendedMinAmount: null,
  dustThreshold: null,
  maxStreamingQuantity: null,
  seconds: unreadSeconds,
  sendBeforeMs: null,
  minReceived: null,
  sentUsd: null,
  receivedUsd: null,
  totalCost: null,
  totalCostBps: null,
  priceImpact: null,
  priceImpactBps: null,
  feeShares: [],
  streaming: { mode: "single", interval: 0, quantity: null, isApplied: null },
  order: null,
  memo: null,
  inboundAddress: null,
  router: null,
  sourcesAgreeing: null,
  reason: null,
  withheld: null,
  sizeFault: null,
  adviceLevel: "forbidden",
  howToSend: null,
  payoutSigning: "unknown",
} as const;
