// One quote: the worst figures of two sources, and a memo and an address if it is safe to send.

import { dropStalePools, findPoolDissent, readMarket, renewPools } from "../market/market.ts";
import { quorumOf } from "../model/agreed.ts";
import { type Envelope, type Failure, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { factAdvice } from "../safety/advice.ts";
import { failureOf } from "../safety/failures.ts";
import { arePartsPaused, judgePair } from "../safety/halts.ts";
import { findGasFault } from "../safety/inbound-gate.ts";
import { type ReaderSetup, type Safety, withOutvotedWarning } from "../safety/safety.ts";
import { haltingStops } from "../safety/stops.ts";
import type { UpstreamError } from "../upstream/errors.ts";
import { layer1Asset, listKnownAssets, payoutChainOf } from "../values/assets.ts";
import { cleanText } from "../values/clean-text.ts";
import { amountText } from "../values/figure-text.ts";
import { closedAdvice, refusedAdvice } from "./advice.ts";
import { findPoolsFault } from "./bound.ts";
import {
  findRefusalFault,
  findSourceFault,
  type KnownRequest,
  type Quoting,
  readSwapAnswers,
  type SwapAnswers,
} from "./comparison.ts";
import { agreedOutput, emptyQuote, quoteFigures } from "./figures.ts";
import { findTradingFault, type QuoteSubject, readExpiry } from "./gate.ts";
import { checkLimit } from "./limit.ts";
import { onePartFigures } from "./one-part.ts";
import { type ChosenQuotes, chooseQuotes } from "./order.ts";
import { pricedQuote, type QuoteFacts } from "./priced.ts";
import { classifyRefusal, statedMaxAffiliateBps } from "./refusal.ts";
import { normalizeRequest, parseRequest } from "./request.ts";
import { withheldByFailure, withheldOf } from "./withheld.ts";

/**
 * A refusal, or what could not be verified, is a reading with a `failure`.
 * @throws InputError, of the reader: an argument is none, or names no asset of a pool.
 */
export function createQuoteReader(setup: ReaderSetup) {
  const reader: Reader = { quorum: quorumOf(setup.nodes), ...setup };
  return (request: QuoteRequest, signal: AbortSignal) => readQuote(reader, request, signal);
}

type Reader = ReaderSetup & Quoting;
type NamedSwap = Pick<QuoteReading, "from" | "to" | "amount" | "converted">;

async function readQuote(
  reader: Reader,
  rawRequest: QuoteRequest,
  signal: AbortSignal,
): Promise<QuoteReading> {
  const { preset, quorum } = reader;
  const { request, amount } = normalizeRequest(rawRequest);
  const safety = await reader.safetyReader.read(signal);
  const market = await readMarket(reader, safety, signal);
  const knownAssets = market.pools && listKnownAssets(preset, market.pools, market.doubtedAssets);
  if (safety.doubt !== null || !knownAssets) {
    const [from, to] = [cleanText(request.from), cleanText(request.to)];
    return doubtedQuote(reader, { from, to, amount, converted: null }, safety);
  }
  const swap = { ...parseRequest(request, knownAssets, preset, market), knownAssets };
  const { nodes } = safety;
  const operators = new Set(nodes.map(({ operator }) => operator));
  const reserve = reader.nodes.filter(({ operator }) => !operators.has(operator));
  const sources = { nodes, reserve, quorum, signal };
  const isPartsPaused = arePartsPaused(safety.evidence);
  const answers = await readSwapAnswers(reader, swap, sources, market, isPartsPaused);
  const facts = await renewFacts(reader, swap, answers, { safety, market }, signal);
  return judgeAnswers(reader, swap, answers, facts);
}

/** What was read before the nodes' answers is judged again after them. */
async function renewFacts(
  reader: Reader,
  { from, to }: KnownRequest,
  answers: SwapAnswers,
  earlier: Pick<QuoteFacts, "safety" | "market">,
  signal: AbortSignal,
): Promise<QuoteFacts> {
  const renewedMarket = await renewPools(earlier.market, earlier.safety, signal, reader);
  const renewedSafety = await reader.safetyReader.renew(earlier.safety, signal);
  const market = dropStalePools(renewedMarket, reader.now(), renewedSafety);
  const isOutvoted = answers.swap.isOutvoted || answers.order?.isOutvoted === true;
  const poolDissent = findPoolDissent(market, [from, to].map(layer1Asset));
  const safety = withOutvotedWarning(
    renewedSafety,
    poolDissent ?? (isOutvoted ? quoteOutvoted : null),
  );
  const pools = market.pools && new Map(market.pools.map((pool) => [pool.asset, pool]));
  const trading = judgePair(safety.evidence, safety.verdicts, [from, to], pools);
  return { safety, market, trading };
}

function judgeAnswers(
  reader: Reader,
  swap: KnownRequest,
  answers: SwapAnswers,
  facts: QuoteFacts,
): QuoteReading {
  const { quorum } = reader;
  const { safety, market, trading } = facts;
  const { evidence, verdicts, doubt } = safety;
  if (doubt !== null) return failedQuote(reader.toDoubted(safety, doubt), swap, trading);
  const fault =
    findPairGasFault(swap, safety) ??
    findRefusalFault(answers.swap, swap, quorum) ??
    (answers.order && findRefusalFault(answers.order, swap, quorum));
  if (fault !== null) return withheldQuote(reader, swap, facts, fault);
  if (answers.refusal !== null) return refusedQuote(reader, swap, answers, answers.refusal, facts);
  const chosen = chooseFigures(reader, swap, answers, facts);
  if ("fault" in chosen)
    return withheldQuote(reader, swap, facts, chosen.fault, chosen.sensibleMaxAmount);
  const nowMs = reader.now();
  const expiryMs = readExpiry(answers.swap.quotes, nowMs);
  if (expiryMs !== null && expiryMs <= nowMs)
    return failedQuote(reader.toEnvelope(safety, noQuote, expired), swap, trading);
  const onePart =
    answers.onePart && onePartFigures({ quorum, quotes: answers.onePart.quotes, ...swap }, market);
  const subject = { onePart, quorum, trading, evidence, verdicts, nowMs, ...swap, ...chosen };
  return pricedQuote(subject, facts, reader.toEnvelope);
}

function findPairGasFault({ from, to }: NamedSwap, { evidence }: Safety): Reason | null {
  const chainOf = (asset: string) => payoutChainOf(asset, evidence.preset) ?? "";
  return findGasFault(evidence, chainOf(from)) ?? findGasFault(evidence, chainOf(to));
}

/** Before the facts of the network are known, a request names assets as its caller wrote them. */
function doubtedQuote({ toDoubted }: Reader, named: NamedSwap, safety: Safety): QuoteReading {
  const reason = safety.doubt ?? because("pools_not_read");
  const { network } = safety.verdicts;
  const unread = { verdict: "unknown", haltedBy: [], reason } as const;
  const trading = network.verdict === "halted" ? network : unread;
  return failedQuote(toDoubted(safety, reason), named, trading);
}

function failedQuote(
  envelope: Envelope,
  { from, to, amount, converted }: NamedSwap,
  trading: QuoteReading["trading"],
): QuoteReading {
  const withheld = envelope.failure && withheldByFailure(envelope.failure);
  return { from, to, amount, converted, trading, ...emptyQuote, ...envelope, withheld };
}

function refusedQuote(
  { preset, quorum, toEnvelope }: Reader,
  swap: KnownRequest,
  { swap: { refusals }, recommendedMin }: SwapAnswers,
  refusal: UpstreamError,
  { safety, trading }: QuoteFacts,
): QuoteReading {
  const maxAffiliateBps = statedMaxAffiliateBps(refusals, quorum);
  const refused = classifyRefusal(refusal, swap, trading, recommendedMin, maxAffiliateBps);
  const stops = haltingStops(trading.haltedBy, [swap.from, swap.to], preset);
  const hint = message("halted_by_stops", { stops });
  const failure = trading.verdict === "halted" ? { ...refused, hint } : refused;
  return {
    ...failedQuote(toEnvelope(safety, noQuote, failure), swap, trading),
    recommendedMinAmount: recommendedMin,
  };
}

function withheldQuote(
  { toEnvelope }: Reader,
  swap: KnownRequest,
  { safety, trading }: QuoteFacts,
  fault: Reason,
  sensibleMaxAmount: QuoteReading["sensibleMaxAmount"] = null,
): QuoteReading {
  const maxText =
    sensibleMaxAmount === null
      ? null
      : amountText({ base: sensibleMaxAmount, asset: swap.from }, undefined, ROUGH);
  const sizedFault = fault.code === "thin_pool" ? { ...fault, params: { most: maxText } } : fault;
  const reason = findTradingFault(trading) ?? sizedFault;
  const advice = trading.verdict === "open" ? refusedAdvice(reason) : closedAdvice(trading);
  return {
    ...failedQuote(toEnvelope(safety, advice, null), swap, trading),
    sensibleMaxAmount,
    reason,
    withheld: withheldOf({ memo: null, reason }),
  };
}

const ROUGH = { digits: 4, bound: "most" } as const;

type ChosenFigures = ChosenQuotes & Pick<QuoteSubject, "figures">;
type FiguresFault = { readonly fault: Reason } & Pick<QuoteReading, "sensibleMaxAmount">;

function chooseFigures(
  { quorum }: Reader,
  swap: KnownRequest,
  answers: SwapAnswers,
  { safety: { evidence }, market }: QuoteFacts,
): ChosenFigures | FiguresFault {
  const { from, to, amount } = swap;
  const { quotes: marketQuotes } = answers.swap;
  const sourceFault =
    findSourceFault(answers.swap, quorum) ??
    (answers.order && findSourceFault(answers.order, quorum));
  if (sourceFault !== null) return withoutMaximum(sourceFault);
  const marketOut = agreedOutput({ quotes: marketQuotes, quorum });
  if (marketOut === null) return withoutMaximum(because("outputs_differ"));
  const orderQuotes = answers.order?.quotes ?? [];
  const candidates = { marketQuotes, orderQuotes, quorum, evidence, ...swap };
  const chosen = chooseQuotes(candidates, marketOut);
  if ("code" in chosen) return withoutMaximum(chosen);
  const figures = quoteFigures({ from, to, amount, quorum, ...chosen }, chosen.output, market);
  const limit = checkLimit({ from, to, amount, figures, evidence, ...chosen }, market);
  const poolsFault = findPoolsFault({ ...swap, quotes: marketQuotes }, market);
  const figuresFault = figures.hasContradiction ? because("figures_differ") : limit.fault;
  const fault = poolsFault ?? figuresFault;
  const { sensibleMaxAmount } = limit;
  if (fault === null) return { figures: { ...figures, sensibleMaxAmount }, ...chosen };
  return fault.code === "thin_pool" ? { fault, sensibleMaxAmount } : withoutMaximum(fault);
}

const withoutMaximum = (fault: Reason): FiguresFault => ({ fault, sensibleMaxAmount: null });

const quoteOutvoted = warnOf("outvoted")(message("outvoted_quote"));
const noQuote = {
  ...factAdvice(message("no_quote", { isSample: false })),
  sampleLead: message("no_quote", { isSample: true }),
};
const expired: Failure = { ...failureOf(because("quote_expired")), code: "unavailable" };
