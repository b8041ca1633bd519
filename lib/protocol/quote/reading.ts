// One quote: the worst figures of two sources, and a memo and an address if it is safe to send.

import { readOutboundFee, readPayoutEnd } from "../market/costs.ts";
import { readWalletFee } from "../market/gas.ts";
import {
  dropStalePools,
  findPoolDissent,
  type Market,
  readMarket,
  renewPools,
} from "../market/market.ts";
import { thinPoolWarning } from "../market/thin-pool.ts";
import { type Agreed, type Quorum, quorumOf } from "../model/agreed.ts";
import { depositShape } from "../model/deposit-shape.ts";
import { type Envelope, type Failure, warnOf } from "../model/envelope.ts";
import {
  type QuoteBody,
  type QuoteReading,
  type QuoteRequest,
  unknownCosts,
} from "../model/quote.ts";
import type { Judgement, Reason, Verdict } from "../model/verdicts.ts";
import { factAdvice } from "../safety/advice.ts";
import { rowsOf } from "../safety/evidence.ts";
import { haltGrounds, shortChainName } from "../safety/halt-names.ts";
import { findComingHalts, HALT_HORIZON_MS } from "../safety/halt-parameters.ts";
import {
  arePartsPaused,
  findPartsPause,
  isPartsPauseDisputed,
  judgePair,
} from "../safety/halts.ts";
import { findGasFault } from "../safety/inbound-gate.ts";
import { poolReasons } from "../safety/reasons.ts";
import { type ReaderSetup, type Safety, withDissent } from "../safety/safety.ts";
import { noticeMs } from "../safety/send-before.ts";
import { failureOf, scheduledHaltsParts } from "../safety/sentences.ts";
import { UpstreamError } from "../upstream/errors.ts";
import { QuoteLimit, type QuoteSwap } from "../upstream/schemas.ts";
import { layer1Asset, listKnownAssets, parseAsset, payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanText } from "../values/clean-text.ts";
import { formatAmount } from "../values/figure-text.ts";
import {
  chooseAdviceLevel,
  closedAdvice,
  hasSeveralParts,
  howToSendSteps,
  type QuoteCircumstances,
  quoteAdvice,
  refusedAdvice,
} from "./advice.ts";
import {
  type QuoteAnswers,
  type QuoteSources,
  readQuotes,
  readRecommendedMinimum,
} from "./answers.ts";
import { findPoolsFault } from "./bound.ts";
import { agreedOutput, quoteFigures, unreadQuote } from "./figures.ts";
import {
  findSizeFault,
  findTradingFault,
  gateDeposit,
  notesOf,
  type QuoteSubject,
  readExpiry,
  type Sendable,
  swapPath,
} from "./gate.ts";
import { holdLimit, plannedMinimumOf } from "./limit.ts";
import { areLikeMemos, findMemosFault, readMemoTerms } from "./memo.ts";
import { type OnePart, onePartFigures } from "./one-part.ts";
import { type Chosen, chooseQuotes, orderWarning } from "./order.ts";
import { quoteReasons, withSmallerAmount } from "./reasons.ts";
import {
  classifyRefusal,
  type RefusalContext,
  refusalCode,
  statedMinimum,
  statedMostBps,
  strictestRefusal,
} from "./refusal.ts";
import {
  type Asked,
  onePartPath,
  orderPath,
  parseRequest,
  parseWritten,
  plannedLimit,
  quotePath,
} from "./request.ts";
import { swapWay } from "./way.ts";
import { withheldByFailure, withheldOf } from "./withheld.ts";

/**
 * A refusal, or what could not be verified, is a reading with a `failure`.
 * @throws InputError, of the reader: an argument is none, or names no asset of a pool.
 */
export function createQuoteReader(setup: ReaderSetup) {
  const reader: Reader = { quorum: quorumOf(setup.nodes), ...setup };
  return (written: QuoteRequest, signal: AbortSignal) => readQuote(reader, written, signal);
}

type Reader = ReaderSetup & { readonly quorum: Quorum };

async function readQuote(
  reader: Reader,
  written: QuoteRequest,
  signal: AbortSignal,
): Promise<QuoteReading> {
  const { preset, safetyReader, toEnvelope, toDoubted, now, quorum } = reader;
  const { request, amount } = parseWritten(written);
  const first = await safetyReader.read(signal);
  const read = await readMarket(reader, first, signal);
  const known = read.pools && listKnownAssets(preset, read.pools, read.doubtedAssets);
  if (first.doubt !== null || !known) {
    const doubt = first.doubt ?? poolReasons.listUnread;
    const { network } = first.verdicts;
    const unread = { verdict: "unknown", haltedBy: [], reason: doubt } as const;
    const trading = network.verdict === "halted" ? network : unread;
    const named = {
      from: cleanText(request.from),
      to: cleanText(request.to),
      amount,
      converted: null,
    };
    return failedQuote(toDoubted(first, doubt), named, trading);
  }
  const asked = parseRequest(request, known, preset, read);
  const isPartsPaused = arePartsPaused(first.evidence);
  const reserve = reader.nodes.filter(({ operator }) =>
    first.nodes.every((node) => node.operator !== operator),
  );
  const sources = { nodes: first.nodes, reserve, quorum, signal };
  const answers = await readAnswers(reader, { ...asked, known }, sources, read, isPartsPaused);

  // What was read before the nodes' answers is judged again now.
  const renewed = await renewPools(read, first, signal, reader);
  const renewedSafety = await safetyReader.renew(first, signal);
  const market = dropStalePools(renewed, now(), renewedSafety);
  const isOutvoted = [answers.swap, answers.order].some((one) => one?.isOutvoted);
  const poolAssets = [asked.from, asked.to].map(layer1Asset);
  const dissent = findPoolDissent(market, poolAssets) ?? (isOutvoted ? quoteOutvoted : null);
  const safety = withDissent(renewedSafety, dissent);
  const { evidence, verdicts } = safety;
  const pools = market.pools && new Map(market.pools.map((pool) => [pool.asset, pool]));
  const trading = judgePair(evidence, verdicts, [asked.from, asked.to], pools);
  const judged = { safety, market, trading };
  if (safety.doubt !== null) return failedQuote(toDoubted(safety, safety.doubt), asked, trading);
  const gasFault = [asked.from, asked.to]
    .map((asset) => findGasFault(evidence, chainOf(asset, preset)))
    .find(Boolean);
  if (gasFault) return withheldQuote(reader, asked, judged, gasFault);
  const refusalFault = [answers.swap, answers.order]
    .map((one) => one && findRefusalFault(one, asked, quorum))
    .find((fault) => fault !== null);
  if (refusalFault) return withheldQuote(reader, asked, judged, refusalFault);
  if (answers.refusal !== null) {
    const mostBps = statedMostBps(answers.swap.refusals, quorum);
    const refused = classifyRefusal(answers.refusal, asked, trading, answers.least, mostBps);
    const hint = `Do not send. ${haltGrounds(trading.haltedBy, [asked.from, asked.to], preset)}.`;
    const failure = trading.verdict === "halted" ? { ...refused, hint } : refused;
    const recommendedMinAmount = answers.least;
    return {
      ...failedQuote(toEnvelope(safety, noQuote, failure), asked, trading),
      recommendedMinAmount,
    };
  }
  const told = chooseFigures(reader, asked, answers, judged);
  if ("fault" in told)
    return withheldQuote(reader, asked, judged, told.fault, told.sensibleMaxAmount);
  const nowMs = now();
  const expiryMs = readExpiry(answers.swap.quotes, nowMs);
  if (expiryMs !== null && expiryMs <= nowMs) {
    return failedQuote(toEnvelope(safety, noQuote, expired), asked, trading);
  }
  const onePart =
    answers.onePart && onePartFigures({ quorum, quotes: answers.onePart.quotes, ...asked }, market);
  return toldQuote(
    reader,
    { onePart, quorum, trading, known, evidence, verdicts, nowMs, ...asked, ...told },
    judged,
  );
}

function failedQuote(
  envelope: Envelope,
  { from, to, amount, converted }: Pick<QuoteReading, "from" | "to" | "amount" | "converted">,
  trading: QuoteReading["trading"],
): QuoteReading {
  const withheld = envelope.failure && withheldByFailure(envelope.failure);
  return { from, to, amount, converted, trading, ...unreadQuote, ...envelope, withheld };
}

function withheldQuote(
  { toEnvelope }: Reader,
  asked: Asked,
  { safety, trading }: Judged,
  fault: Reason,
  sensibleMaxAmount: QuoteReading["sensibleMaxAmount"] = null,
): QuoteReading {
  const named =
    fault.code === "thin_pool"
      ? withSmallerAmount(fault, mostText(sensibleMaxAmount, asked.from))
      : fault;
  const reason = findTradingFault(trading) ?? named;
  const advice = trading.verdict === "open" ? refusedAdvice(reason) : closedAdvice(trading);
  const withheld = withheldOf({ memo: null, reason });
  return {
    ...failedQuote(toEnvelope(safety, advice, null), asked, trading),
    sensibleMaxAmount,
    reason,
    withheld,
  };
}

function toldQuote(
  { preset, toEnvelope }: Reader,
  subject: QuoteSubject & ToldBeside,
  { safety, market }: Judged,
): QuoteReading {
  const payoutSigning = signingOf(subject.verdicts, chainOf(subject.to, preset));
  const { viaRouter, ...sendable } = gateDeposit(subject);
  const told = quoteBody(subject, payoutSigning);
  const refundFee = readOutboundFee(market, subject.from);
  const sourceRow = preset.chains.find(({ code }) => code === chainOf(subject.from, preset));
  const inboundGasEstimate = readWalletFee(
    market,
    sourceRow,
    subject.from,
    sendable.memo?.length ?? 0,
  );
  const belowLimit = belowLimitOf(subject, sendable.memo, told);
  const plannedMinimum =
    told.order === null && sendable.memo === null ? plannedMinimumOf(subject) : null;
  const body = {
    token: tokenOf(subject.from, market),
    belowLimit,
    plannedMinimum,
    refundFee,
    inboundGasEstimate,
    ...sendable,
    ...told,
  };
  const thinPool = thinPoolOf(subject, body);
  const payoutEnd = readPayoutEnd(market);
  const circumstances = circumstancesOf(subject, body, viaRouter, {
    thinPool,
    payoutSigning,
    payoutEnd,
  });
  const advice = quoteAdvice(body, circumstances);
  const envelope = toEnvelope(safety, advice, null);
  const withheld = withheldOf({ memo: body.memo, reason: body.reason ?? body.sizeFault });
  const orderCosts = body.order && unknownCosts;
  const howToSend =
    body.memo !== null && advice.act !== null ? howToSendSteps(body, circumstances) : null;
  const adviceLevel = chooseAdviceLevel(advice);
  const statedBy = { ...body.statedBy, ...countRefundFees(subject, market) };
  // Named members first: what is copied behind them is copied many times faster.
  return {
    adviceLevel,
    howToSend,
    payoutSigning,
    withheld,
    ...envelope,
    ...body,
    ...orderCosts,
    statedBy,
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

function countRefundFees(
  { from, evidence }: QuoteSubject,
  { outboundFees }: Market,
): QuoteReading["statedBy"] {
  const chain = evidence.preset.chains.find(({ gasAsset }) => gasAsset === from);
  if (!chain) return outboundFees?.has(from) ? { refundFee: "all" } : {};
  const isStated = evidence.nodes.map((node) =>
    rowsOf(node, chain.code).some((row) => row.outbound_fee !== undefined),
  );
  return isStated.includes(true) ? { refundFee: isStated.includes(false) ? "some" : "all" } : {};
}

/** An order has no tolerance, so its swap is quoted at the price of now. */
async function readAnswers(
  reader: Reader,
  asked: Asked & Pick<QuoteSubject, "known">,
  sources: Omit<QuoteSources, "isRefusal" | "isAlike"> & Required<Pick<QuoteSources, "reserve">>,
  market: Market,
  isPartsPaused: boolean,
): Promise<Answers> {
  const { preset, quorum } = reader;
  const codeOf = (error: UpstreamError) => refusalCode(error, asked);
  const isRefusal = (error: UpstreamError) => codeOf(error) !== null;
  const isAlike: QuoteSources["isAlike"] = (one, other) => {
    if (one instanceof UpstreamError)
      return other instanceof UpstreamError && codeOf(one) === codeOf(other);
    return !(other instanceof UpstreamError) && isSameQuote(reader, [one, other], asked, market);
  };
  const compared = { ...sources, isRefusal, isAlike };
  const { streaming } = asked.request;
  const isCompared = isPartsPaused && asked.target === null && streaming?.quantity !== 1;
  const [swap, order, onePart] = await Promise.all([
    readQuotes(compared, quotePath(asked, asked.request, preset)),
    asked.target === null ? null : readQuotes(compared, orderPath(asked, preset), QuoteLimit),
    isCompared ? readQuotes(compared, onePartPath(asked, preset)) : null,
  ]);
  const unquoted = [swap, order].find((one) => one?.quotes.length === 0);
  const refusal = unquoted ? strictestRefusal(unquoted, asked) : null;
  if (refusal === null || codeOf(refusal) !== "amount_too_small") {
    return { swap, order, onePart, refusal, least: null };
  }
  const toPath = (other: bigint) => quotePath({ ...asked, amount: other }, {}, preset);
  const least =
    statedMinimum(swap.refusals, quorum) ??
    (await readRecommendedMinimum(sources, asked.from, market.prices, toPath));
  return { swap, order, onePart, refusal, least };
}

const mostText = (base: bigint | null, asset: string) =>
  base === null ? null : formatAmount({ base, asset }, undefined, { digits: 4, bound: "most" });

function chooseFigures(
  { quorum }: Reader,
  asked: Asked,
  { swap, order }: Answers,
  { safety, market }: Judged,
): ChosenFigures | Untold {
  const untold = (fault: Reason, sensibleMaxAmount: bigint | null = null) => ({
    fault,
    sensibleMaxAmount,
  });
  const sourceFault = findSourceFault(swap, quorum) ?? (order && findSourceFault(order, quorum));
  if (sourceFault !== null) return untold(sourceFault);
  const swapOut = agreedOutput({ quotes: swap.quotes, quorum });
  if (swapOut === null) return untold(quoteReasons.outputsApart);
  const chosen = chooseQuotes(
    {
      marketQuotes: swap.quotes,
      orderQuotes: order?.quotes ?? [],
      quorum,
      evidence: safety.evidence,
      ...asked,
    },
    swapOut,
  );
  if ("code" in chosen) return untold(chosen);
  const { from, to, amount } = asked;
  const figures = quoteFigures({ from, to, amount, quorum, ...chosen }, chosen.output, market);
  const limited = holdLimit(
    { from, to, amount, figures, evidence: safety.evidence, ...chosen },
    market,
  );
  const { sensibleMaxAmount } = limited;
  const poolsFault = findPoolsFault(
    { from, to, amount, request: asked.request, quotes: swap.quotes },
    market,
  );
  const fault = poolsFault ?? (figures.isApart ? quoteReasons.figuresApart : limited.fault);
  return fault === null
    ? { figures: { ...figures, sensibleMaxAmount }, ...chosen }
    : untold(fault, fault.code === "thin_pool" ? sensibleMaxAmount : null);
}

function isSameQuote(
  { preset, quorum, now }: Reader,
  quotes: readonly [QuoteSwap, QuoteSwap],
  { known, ...asked }: Asked & Pick<QuoteSubject, "known">,
  market: Market,
): boolean {
  const [one, other] = quotes;
  const output = agreedOutput({ quotes, quorum });
  if (output === null || !areLikeMemos(one.memo, other.memo) || notesOf(one) !== notesOf(other))
    return false;
  if (one.inbound_address !== other.inbound_address || one.router !== other.router) return false;
  const { to, request } = asked;
  const { destination } = request;
  const isUsable = ({ expiry }: QuoteSwap) => (readExpiry([{ expiry }], now()) ?? 0) > now();
  if (Math.abs((one.expiry ?? 0) - (other.expiry ?? 0)) > EXPIRY_APART_SECONDS) return false;
  const isInParts = ({ streaming_swap_blocks: blocks }: QuoteSwap) => Boolean(blocks);
  const memoFault = (quote: QuoteSwap) =>
    destination &&
    findMemosFault([quote], {
      to,
      request: { ...request, destination },
      leastAmountOut: output,
      known,
      preset,
    });
  if ([isUsable, isInParts, memoFault].some((judge) => judge(one) !== judge(other))) return false;
  return !quoteFigures({ ...asked, quotes, quorum }, output, market).isUneven;
}

/** Nodes count the time of a quote from their newest block. */
const EXPIRY_APART_SECONDS = 60;

/** A refusal needs two sources with the same reason. */
function findRefusalFault(
  { quotes, refusals }: QuoteAnswers,
  context: RefusalContext,
  quorum: Quorum,
): Reason | null {
  if (quotes.length > 0 || refusals.length === 0) return null;
  if (refusals.length < quorum) return quoteReasons.oneAnswered;
  const isOne = new Set(refusals.map((refusal) => refusalCode(refusal, context))).size === 1;
  return isOne ? null : quoteReasons.refusedApart;
}

function findSourceFault({ quotes, refusals }: QuoteAnswers, quorum: Quorum): Reason | null {
  if (refusals.length > 0) return quoteReasons.oneRefused;
  return quotes.length < quorum ? quoteReasons.oneSource : null;
}

interface Answers {
  readonly swap: QuoteAnswers;
  readonly order: QuoteAnswers | null;
  /** Asked for while swaps of several parts wait. */
  readonly onePart: QuoteAnswers | null;
  readonly refusal: UpstreamError | null;
  readonly least: Agreed<bigint> | null;
}

/** All of one instant. */
interface Judged {
  readonly safety: Safety;
  readonly market: Market;
  readonly trading: Judgement;
}

type ToldBeside = Chosen & Pick<QuoteReading, "converted"> & { readonly onePart: OnePart | null };
type ChosenFigures = Chosen & Pick<QuoteSubject, "figures">;
type Untold = { readonly fault: Reason } & Pick<QuoteReading, "sensibleMaxAmount">;

function belowLimitOf(
  { request, figures }: QuoteSubject,
  memo: string | null,
  { order, streaming }: Pick<QuoteBody, "order" | "streaming">,
): QuoteReading["belowLimit"] {
  if (order !== null) return "wait";
  // A tolerance of 100 % leaves no price limit.
  const isPlanned =
    (request.toleranceBps ?? 10_000) < 10_000 || plannedLimit(figures.quotedOut, request) !== null;
  const isLimited = memo === null ? isPlanned : readMemoTerms(memo)?.limit !== 0n;
  if (!isLimited) return null;
  return streaming.quantity === 1 ? "refund" : "refund_parts";
}

function thinPoolOf({ figures }: QuoteSubject, body: QuoteBody): QuoteCircumstances["thinPool"] {
  const { from, to, order, streaming } = body;
  const { thinPool, quotedOut, sensibleMaxAmount } = figures;
  const quote = { from, to, order, quotedOut, sensibleMaxAmount, quantity: streaming.quantity };
  return thinPool && thinPoolWarning(thinPool, quote);
}

function circumstancesOf(
  subject: QuoteSubject & Pick<ToldBeside, "onePart">,
  body: QuoteBody,
  viaRouter: boolean,
  told: Pick<QuoteCircumstances, "thinPool" | "payoutSigning" | "payoutEnd">,
): QuoteCircumstances {
  const { from, to, nowMs, evidence, verdicts, figures } = subject;
  const sourceChain = chainOf(from, evidence.preset);
  const payoutChain = chainOf(to, evidence.preset);
  const orderMs = (body.order?.ttlSeconds ?? 0) * 1_000;
  const path = swapPath(subject);
  const untilMs = nowMs + Math.max(HALT_HORIZON_MS, noticeMs(path)) + orderMs;
  // A refund would be signed on the source's chain.
  const scope = { ...path, signedChains: [payoutChain, sourceChain] };
  const coming = findComingHalts(evidence, scope, untilMs);
  const { affiliateBps = 0 } = subject.request;
  const orderTerms = { to, amount: subject.amount, target: figures.quotedOut, affiliateBps };
  return {
    ...told,
    order: body.order && orderWarning(body.order, orderTerms, evidence.preset),
    leastTotalBps: figures.leastTotalBps,
    hasRefundAddress: subject.request.refundAddress !== undefined,
    hasAffiliate: affiliateBps > 0,
    sent: formatAmount({ base: subject.amount, asset: from }, evidence.preset, {
      digits: Number.POSITIVE_INFINITY,
    }),
    sourceChain: shortChainName(sourceChain, evidence.preset),
    depositShape: depositShape(evidence.preset, sourceChain, viaRouter),
    viaRouter,
    sourceSigning: signingOf(verdicts, sourceChain),
    payoutChain: shortChainName(payoutChain, evidence.preset),
    payoutFamily: evidence.preset.chains.find(({ code }) => code === payoutChain)?.family,
    scheduledHalts: scheduledHaltsParts(coming, {
      chains: scope.chains,
      preset: evidence.preset,
      nowMs,
    }),
    partsPause: findPartsPause(evidence),
    isPartsPauseDisputed: isPartsPauseDisputed(evidence),
    onePart: subject.onePart,
  };
}

const chainOf = (asset: string, preset: Preset) => payoutChainOf(asset, preset) ?? "";

function signingOf({ chains }: QuoteSubject["verdicts"], chain: string): Verdict {
  return chains.get(chain)?.signing.verdict ?? "unknown";
}

function quoteBody(
  subject: QuoteSubject & Pick<QuoteBody, "order" | "converted">,
  payoutSigning: Verdict,
): Omit<
  QuoteBody,
  "token" | "belowLimit" | "plannedMinimum" | "refundFee" | "inboundGasEstimate" | keyof Sendable
> {
  const { from, to, amount, converted, trading, figures, order, evidence } = subject;
  const {
    agreedMaxParts,
    isApart: _apart,
    isUneven: _uneven,
    leastTotalBps: _least,
    longestConfirmation: _confirmation,
    longestPayout: _payout,
    thinPool: _thin,
    forecastOut: _forecast,
    quotedOut,
    seconds,
    ...told
  } = figures;
  const isSwap = order === null;
  const streaming = isSwap
    ? swapWay(subject.request.streaming, subject.quotes, agreedMaxParts)
    : orderStreaming;
  const isWaiting = hasSeveralParts(streaming) && arePartsPaused(evidence);
  return {
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
      ...(payoutSigning !== "open" && { total: null }),
      ...(isWaiting && noTime),
    },
    sizeFault: findSizeFault(subject),
    bestCaseOut: quotedOut === told.expectedAmountOut ? null : quotedOut,
    ...told,
    ...(isWaiting && {
      statedBy: { ...told.statedBy, swap: "waits" as const, total: "waits" as const },
    }),
  };
}

const noTime = { swap: null, total: null } as const;

/** How the network splits an order is not known before its price comes. */
const orderStreaming = { mode: "rapid", interval: 0, quantity: null, isApplied: null } as const;
const quoteOutvoted = warnOf("outvoted")(
  "One of three sources quotes otherwise than the two that agree.",
);
const noQuote = {
  ...factAdvice("Do not send. There is no quote."),
  sampleLead: "There is no quote.",
};
const expired: Failure = { ...failureOf(quoteReasons.expired), code: "unavailable" };
