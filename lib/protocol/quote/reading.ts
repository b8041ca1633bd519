// Reads a quote: the worst figures of two sources, and memo and address if it is safe to send.

import {
  dropStalePools,
  findOutvotedPoolWarning,
  readMarket,
  renewPools,
} from "../market/market.ts";
import { isShareLarge } from "../market/thin-pool.ts";
import { quorumOf } from "../model/agreed.ts";
import { warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { arePartsPaused, judgePair } from "../safety/halts.ts";
import { findGasFault } from "../safety/inbound-gate.ts";
import { type ReaderSetup, type Safety, withOutvotedWarning } from "../safety/safety.ts";
import { layer1Asset, listKnownAssets, payoutChainCode } from "../values/assets.ts";
import { cleanText } from "../values/clean-text.ts";
import { amountText } from "../values/figure-text.ts";
import { findPoolsFault } from "./bound.ts";
import {
  findRefusalFault,
  findSourceFault,
  type QuoteReaderSetup,
  readSwapAnswers,
  type SwapAnswers,
} from "./comparison.ts";
import { earliestExpiryMs } from "./deadline.ts";
import { agreedOutput } from "./figure-agreement.ts";
import { quoteFigures } from "./figures.ts";
import { findLimitFault, isLimitTight } from "./limit.ts";
import { onePartFigures } from "./one-part.ts";
import { type ChosenQuotes, chooseQuotes } from "./order.ts";
import { pricedQuote } from "./priced.ts";
import { normalizeRequest, type ParsedRequest, parseRequest, payeesOf } from "./request.ts";
import type { QuoteFacts, QuoteSubject } from "./subject.ts";
import {
  doubtedQuote,
  expiredQuote,
  failedQuote,
  refusedQuote,
  withheldQuote,
} from "./unpriced.ts";

/** Throws an InputError for a bad request. A refused or unverified quote has a `failure`. */
export function createQuoteReader(readerSetup: ReaderSetup) {
  const setup: Setup = { quorum: quorumOf(readerSetup.nodes), ...readerSetup };
  return (request: QuoteRequest, signal: AbortSignal) => readQuote(setup, request, signal);
}

type Setup = ReaderSetup & QuoteReaderSetup;

async function readQuote(
  setup: Setup,
  rawRequest: QuoteRequest,
  signal: AbortSignal,
): Promise<QuoteReading> {
  const { preset, quorum } = setup;
  const { request, amount } = normalizeRequest(rawRequest);
  const safety = await setup.safetyReader.read(signal);
  const market = await readMarket(setup, safety, signal);
  const knownAssets = market.pools && listKnownAssets(preset, market.pools, market.doubtedAssets);
  if (safety.doubt !== null || !knownAssets) {
    const [from, to] = [cleanText(request.from), cleanText(request.to)];
    const payees = payeesOf(request);
    return doubtedQuote(setup, { from, to, amount, converted: null, payees }, safety);
  }
  const parsedRequest = parseRequest(request, knownAssets, preset, market);
  const { nodes } = safety;
  const usedOperators = new Set(nodes.map(({ operator }) => operator));
  const reserveNodes = setup.nodes.filter(({ operator }) => !usedOperators.has(operator));
  const isSpare = rawRequest.isComparison === true;
  const nodesToAsk = { nodes, reserveNodes, quorum, signal, isSpare };
  const answers = await readSwapAnswers(
    setup,
    parsedRequest,
    nodesToAsk,
    market,
    arePartsPaused(safety.evidence),
  );
  const renewedFacts = await renewFacts(setup, parsedRequest, answers, { safety, market }, signal);
  return judgeAnswers(setup, parsedRequest, answers, renewedFacts);
}

/** Judges safety and pools again: they may have changed while the nodes answered. */
async function renewFacts(
  setup: Setup,
  { from, to }: ParsedRequest,
  answers: SwapAnswers,
  earlierFacts: Pick<QuoteFacts, "safety" | "market">,
  signal: AbortSignal,
): Promise<QuoteFacts> {
  const renewedMarket = await renewPools(earlierFacts.market, earlierFacts.safety, signal, setup);
  const renewedSafety = await setup.safetyReader.renew(earlierFacts.safety, signal);
  const market = dropStalePools(renewedMarket, setup.now(), renewedSafety);
  const isSwapOrOrderOutvoted = answers.swap.isOutvoted || answers.order?.isOutvoted === true;
  const outvotedPoolWarning = findOutvotedPoolWarning(market, [from, to].map(layer1Asset));
  const safety = withOutvotedWarning(
    renewedSafety,
    outvotedPoolWarning ?? (isSwapOrOrderOutvoted ? outvotedQuoteWarning : null),
  );
  const poolsByAsset = market.pools && new Map(market.pools.map((pool) => [pool.asset, pool]));
  const tradingJudgement = judgePair(safety.evidence, safety.verdicts, [from, to], poolsByAsset);
  return { safety, market, trading: tradingJudgement };
}

function judgeAnswers(
  setup: Setup,
  swap: ParsedRequest,
  answers: SwapAnswers,
  facts: QuoteFacts,
): QuoteReading {
  const { quorum } = setup;
  const { safety, market, trading } = facts;
  const { evidence, verdicts, doubt } = safety;
  if (doubt !== null) return failedQuote(setup.toDoubted(safety, doubt), swap, trading);
  const answersFault =
    findPairGasFault(swap, safety) ??
    findRefusalFault(answers.swap, swap, quorum) ??
    (answers.order && findRefusalFault(answers.order, swap, quorum));
  if (answersFault !== null) return withheldQuote(setup, swap, facts, answersFault);
  if (answers.refusal !== null) return refusedQuote(setup, swap, answers, answers.refusal, facts);
  const figuresOrFault = chooseFigures(setup, swap, answers, facts);
  if ("fault" in figuresOrFault) {
    const { fault, sensibleMaxAmount } = figuresOrFault;
    return withheldQuote(setup, swap, facts, fault, sensibleMaxAmount);
  }
  const nowMs = setup.now();
  const expiryMs = earliestExpiryMs(answers.swap.quotes, nowMs);
  if (expiryMs !== null && expiryMs <= nowMs) return expiredQuote(setup, swap, facts);
  const onePart =
    answers.onePart && onePartFigures({ quorum, quotes: answers.onePart.quotes, ...swap }, market);
  return pricedQuote(
    { onePart, quorum, trading, evidence, verdicts, nowMs, ...swap, ...figuresOrFault },
    facts,
    setup.toEnvelope,
  );
}

function findPairGasFault({ from, to }: ParsedRequest, { evidence }: Safety): Reason | null {
  const { preset } = evidence;
  return (
    findGasFault(evidence, payoutChainCode(from, preset)) ??
    findGasFault(evidence, payoutChainCode(to, preset))
  );
}

type ChosenFigures = ChosenQuotes & Pick<QuoteSubject, "figures" | "limitFault">;
type FiguresFault = { readonly fault: Reason } & Pick<QuoteReading, "sensibleMaxAmount">;

function chooseFigures(
  { quorum }: Setup,
  swap: ParsedRequest,
  answers: SwapAnswers,
  { safety: { evidence }, market }: QuoteFacts,
): ChosenFigures | FiguresFault {
  const { from, to, amount } = swap;
  const { quotes: marketQuotes } = answers.swap;
  const sourceFault =
    findSourceFault(answers.swap, quorum) ??
    (answers.order && findSourceFault(answers.order, quorum));
  if (sourceFault !== null) return faultWithoutMax(sourceFault);
  const marketOut = agreedOutput({ quotes: marketQuotes, quorum });
  if (marketOut === null) return faultWithoutMax(because("outputs_differ"));
  const orderQuotes = answers.order?.quotes ?? [];
  const quoteCandidates = { marketQuotes, orderQuotes, quorum, evidence, ...swap };
  const chosenQuotes = chooseQuotes(quoteCandidates, marketOut);
  if ("code" in chosenQuotes) return faultWithoutMax(chosenQuotes);
  const figures = quoteFigures(
    { from, to, amount, quorum, ...chosenQuotes },
    chosenQuotes.output,
    market,
  );
  const subject = { from, to, amount, figures, evidence, ...chosenQuotes };
  const poolsFault = findPoolsFault({ ...swap, quotes: marketQuotes }, market);
  const isMaxKnown =
    !isLimitTight(subject) && (poolsFault === null || isShareLarge(figures.thinPool));
  const sensibleMaxAmount = isMaxKnown ? figures.sensibleMaxAmount : null;
  if (poolsFault?.code === "thin_pool")
    return { fault: withMost(poolsFault, from, sensibleMaxAmount), sensibleMaxAmount };
  const fault = poolsFault ?? (figures.hasContradiction ? because("figures_differ") : null);
  if (fault !== null) return faultWithoutMax(fault);
  const limitFault = findLimitFault(subject);
  return {
    figures: { ...figures, sensibleMaxAmount },
    limitFault: limitFault && withMost(limitFault, from, sensibleMaxAmount),
    ...chosenQuotes,
  };
}

const faultWithoutMax = (fault: Reason): FiguresFault => ({ fault, sensibleMaxAmount: null });

/** With the largest amount that the pools take, for the text of the reason. */
function withMost(fault: Reason, from: string, sensibleMaxAmount: bigint | null): Reason {
  const most =
    sensibleMaxAmount === null
      ? null
      : amountText({ base: sensibleMaxAmount, asset: from }, undefined, ROUGH_FORMAT);
  return { ...fault, params: { most } };
}

const ROUGH_FORMAT = { digits: 4, bound: "most" } as const;

const outvotedQuoteWarning = warnOf("outvoted")(message("outvoted_quote"));
