// One quote, never kept. The figures are the node's; the pair's verdict, the memo and the address are judged here and now.

import { inboundGas } from "../market/inbound-gas.ts";
import { dropStalePools, type Market, readMarket, renewPools } from "../market/market.ts";
import type { Envelope, Failure } from "../model/envelope.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { Reason } from "../model/reason.ts";
import type { Verdict } from "../model/verdicts.ts";
import { factAdvice, failureOf } from "../safety/advice.ts";
import { findComingHalts } from "../safety/coming-halts.ts";
import { judgePair } from "../safety/halts.ts";
import { poolReasons } from "../safety/reasons.ts";
import type { Safety, SafetyReader, ToEnvelope } from "../safety/safety.ts";
import { firstOf, forQuestions } from "../upstream/client.ts";
import { UpstreamError } from "../upstream/errors.ts";
import { QuoteSwap } from "../upstream/schemas.ts";
import { decimalsOf, parseUnits } from "../values/amounts.ts";
import { matchAsset } from "../values/asset-match.ts";
import { type KnownAsset, listKnownAssets, payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanText } from "../values/clean-text.ts";
import { InputError } from "../values/input-error.ts";
import { chooseAdviceLevel, quoteAdvice } from "./advice.ts";
import { leastTotalBps, quoteSeconds, readQuoteFees, readSlipBps, totalBps, unreadSeconds } from "./facts.ts";
import { findSizeFault, gateDeposit, pairScope, type QuoteSubject, readExpiry, type Sendable } from "./gate.ts";
import { readRecommendedMinimum } from "./minimum.ts";
import { quoteReasons } from "./reasons.ts";
import { classifyRefusal, refusalCode } from "./refusal.ts";

export interface QuoteReaderSetup {
  readonly preset: Preset;
  readonly safetyReader: SafetyReader;
  readonly toEnvelope: ToEnvelope;
  readonly toDoubted: (safety: Safety, doubt: Reason) => Envelope;
  readonly now: () => number;
}

/** What was asked, understood. */
interface Asked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** All but what its advice says, and when it may be believed. */
type QuoteBody = Omit<QuoteReading, keyof Envelope | "adviceLevel" | "payoutSigning">;

export function createQuoteReader(setup: QuoteReaderSetup) {
  const { preset, safetyReader, toEnvelope, toDoubted, now } = setup;

  function failedQuote(envelope: Envelope, asked: Asked, trading: QuoteReading["trading"]): QuoteReading {
    return { ...envelope, ...unreadQuote, from: asked.from, to: asked.to, amount: asked.amount, trading };
  }

  return async (request: QuoteRequest, signal: AbortSignal): Promise<QuoteReading> => {
    const [from, to] = [cleanText(request.from), cleanText(request.to)];
    const written = { request, from, to, amount: parseAmount(request, request.from) };
    const first = await safetyReader.read(signal);
    const read = await readMarket(preset, first, signal);
    const known = read.pools && listKnownAssets(preset, read.pools);
    if (first.doubt !== null || !known) {
      const doubt = first.doubt ?? poolReasons.listUnread;
      const trading = { verdict: "unknown", haltedBy: [], reason: doubt } as const;
      return failedQuote(toDoubted(first, doubt), written, trading);
    }
    const asked = parseRequest(request, known, preset);
    const answer = await firstOf(forQuestions(first.nodes), quotePath(asked, request, preset), QuoteSwap, {
      signal,
    }).catch(refusalOf);
    const refused = { ...asked, dustThreshold: agreedDust(asked.from, read, preset) };
    const isRefusedAmount = answer instanceof UpstreamError && refusalCode(answer, refused) === "amount_too_small";
    const barePath = (amount: bigint) => quotePath({ ...asked, amount }, {}, preset);
    const least = isRefusedAmount
      ? await readRecommendedMinimum(forQuestions(first.nodes), asked.from, read.prices, barePath, signal)
      : null;

    const renewed = await renewPools(read, first, signal, now);
    const safety = await safetyReader.renew(first, signal);
    const market = dropStalePools(renewed, now());
    const pools = market.pools && new Map(market.pools.map((pool) => [pool.asset, pool]));
    const trading = judgePair(safety.evidence, safety.verdicts, [asked.from, asked.to], pools);
    if (safety.doubt !== null) return failedQuote(toDoubted(safety, safety.doubt), asked, trading);
    if (answer instanceof UpstreamError) {
      const failure = classifyRefusal(answer, refused, trading, least);
      return { ...failedQuote(toEnvelope(safety, noQuote, failure), asked, trading), recommendedMinAmount: least };
    }
    const quote = answer.value;
    const nowMs = now();
    const expiresAtMs = readExpiry(quote, nowMs);
    if (expiresAtMs !== null && expiresAtMs <= nowMs) {
      return failedQuote(toEnvelope(safety, noQuote, expired), asked, trading);
    }
    const dustThreshold = higherMinimum(quote.dust_threshold ?? null, agreedDust(asked.from, market, preset));
    const { evidence, verdicts } = safety;
    const subject = { ...asked, quote, trading, known, evidence, verdicts, dustThreshold, nowMs };
    const { viaRouter, ...sendable } = gateDeposit(subject);
    const payoutSigning = signingOf(verdicts, payoutChainOf(asked.to, preset));
    const body = { ...quoteBody(subject, market, payoutSigning), ...sendable, expiresAtMs };
    const advice = adviceFor(subject, body, viaRouter);
    return { ...toEnvelope(safety, advice, null), ...body, adviceLevel: chooseAdviceLevel(advice), payoutSigning };
  };
}

/** What may happen between now and the payout stands before what to do. */
function adviceFor(subject: QuoteSubject, body: QuoteBody, viaRouter: boolean) {
  const { from, to, nowMs, evidence, verdicts } = subject;
  const sourceChain = payoutChainOf(from, evidence.preset) ?? "";
  const payoutChain = payoutChainOf(to, evidence.preset) ?? "";
  // A deposit may be sent as late as the quote holds, and is swapped once it is confirmed, part by part where it streams.
  const { inboundConfirmation, streaming } = body.seconds;
  const seconds = (inboundConfirmation ?? UNTOLD_SECONDS) + (streaming ?? UNTOLD_SECONDS);
  const untilMs = (body.expiresAtMs ?? nowMs) + seconds * 1000;
  return quoteAdvice(body, {
    viaRouter,
    isStreaming: subject.request.streaming !== undefined,
    leastTotalBps: leastTotalBps(subject.quote, to),
    sourceChain,
    sourceFamily: evidence.preset.chains.find(({ code }) => code === sourceChain)?.family ?? null,
    sourceSigning: signingOf(verdicts, sourceChain),
    payoutChain,
    payoutSigning: signingOf(verdicts, payoutChain),
    coming: findComingHalts(evidence, pairScope(subject), untilMs),
  });
}

function signingOf({ chains }: QuoteSubject["verdicts"], chain: string | null): Verdict {
  return chains.get(chain ?? "")?.signing.verdict ?? "unknown";
}

/** How long confirmations, or the parts of a streaming swap, may take where the node does not say. */
const UNTOLD_SECONDS = 3_600;

function quoteBody(subject: QuoteSubject, market: Market, payoutSigning: Verdict): Omit<QuoteBody, keyof Sendable> {
  const { request, from, to, amount, quote, trading, dustThreshold } = subject;
  const { preset } = market;
  const chain = payoutChainOf(from, preset) ?? "";
  const seconds = quoteSeconds(quote, request, chain === preset.nativeChain);
  return {
    from,
    to,
    amount,
    trading,
    expectedAmountOut: quote.expected_amount_out,
    fees: readQuoteFees(quote, to, market.prices),
    inboundGasEstimate: inboundGas(market, chain, {
      rate: quote.recommended_gas_rate,
      units: quote.gas_rate_units,
    }),
    slipBps: readSlipBps(quote),
    totalBps: totalBps(quote, to),
    recommendedMinAmount: quote.recommended_min_amount_in ?? null,
    dustThreshold,
    maxStreamingQuantity: quote.max_streaming_quantity ?? null,
    // A payout that nobody signs has no time.
    seconds: payoutSigning === "open" ? seconds : { ...seconds, total: null },
    expiresAtMs: null,
    sizeFault: findSizeFault(subject),
  };
}

function parseRequest(request: QuoteRequest, known: readonly KnownAsset[], preset: Preset): Asked {
  const from = matchAsset(request.from, known, preset);
  const to = matchAsset(request.to, known, preset);
  if (from === to)
    throw new InputError("invalid_asset", "from and to are the same asset. Name two different ones.", []);
  return { request, from, to, amount: parseAmount(request, from) };
}

/** @throws InputError `invalid_amount` */
function parseAmount({ amount: text }: QuoteRequest, asset: string): bigint {
  const decimals = decimalsOf(asset.toUpperCase());
  const amount = parseUnits(text, decimals);
  if (amount !== null && amount > 0n) return amount;
  throw new InputError(
    "invalid_amount",
    `amount is a positive decimal string in whole units, such as "0.05", with at most ${decimals} decimals.`,
  );
}

type Ways = Pick<QuoteRequest, "destination" | "streaming" | "toleranceBps">;

function quotePath({ from, to, amount }: Omit<Asked, "request">, request: Ways, preset: Preset): string {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  if (request.destination !== undefined) query.set("destination", request.destination);
  if (request.streaming) {
    query.set("streaming_interval", String(request.streaming.interval));
    query.set("streaming_quantity", String(request.streaming.quantity));
  }
  if (request.toleranceBps !== undefined) query.set("tolerance_bps", String(request.toleranceBps));
  return `/${preset.segment}/quote/swap?${query}`;
}

/** The source chain's dust threshold is stated in its gas asset, so it is known for that asset alone. */
function agreedDust(from: string, market: Market, preset: Preset): bigint | null {
  const chain = preset.chains.find((one) => one.gasAsset === from && !one.native);
  return market.chainCosts?.get(chain?.code ?? "")?.dustThreshold ?? null;
}

function refusalOf(error: unknown): UpstreamError {
  return error instanceof UpstreamError ? error : new UpstreamError("not_json", "/quote/swap", { cause: error });
}

function higherMinimum(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

const noQuote = factAdvice("Do not send funds: there is no quote.");
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
  expiresAtMs: null,
  memo: null,
  inboundAddress: null,
  reason: null,
  sizeFault: null,
  adviceLevel: "forbidden",
  payoutSigning: "unknown",
} as const;
