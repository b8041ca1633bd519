// Asks nodes for quotes of a request, and compares their answers.

import type { Market } from "../market/market.ts";
import type { Agreed, Quorum } from "../model/agreed.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { ReaderSetup } from "../safety/safety.ts";
import { UpstreamError } from "../upstream/errors.ts";
import { QuoteLimit, type QuoteSwap } from "../upstream/schemas.ts";
import {
  type QuoteAnswers,
  type QuoteNodes,
  type QuoteSources,
  readQuotes,
  readRecommendedMinimum,
} from "./answers.ts";
import { earliestExpiryMs } from "./deadline.ts";
import { agreedOutput } from "./figure-agreement.ts";
import { quoteFigures } from "./figures.ts";
import { areSimilarMemos, findMemosFault } from "./memo.ts";
import { onePartPath, orderPath, quotePath } from "./paths.ts";
import {
  type RefusalContext,
  refusalCode,
  statedRecommendedMin,
  strictestRefusal,
} from "./refusal.ts";
import type { ParsedRequest } from "./request.ts";
import { statedNotes } from "./stated-figures.ts";

export interface QuoteReaderSetup extends Pick<ReaderSetup, "preset" | "now"> {
  readonly quorum: Quorum;
}

export interface SwapAnswers {
  readonly swap: QuoteAnswers;
  readonly order: QuoteAnswers | null;
  /** Quotes for the same swap in one part. Null unless swaps in several parts are paused. */
  readonly onePart: QuoteAnswers | null;
  readonly refusal: UpstreamError | null;
  readonly recommendedMin: Agreed<bigint> | null;
}

export async function readSwapAnswers(
  setup: QuoteReaderSetup,
  swap: ParsedRequest,
  nodes: QuoteNodes,
  market: Market,
  arePartsPaused: boolean,
): Promise<SwapAnswers> {
  const { preset, quorum } = setup;
  const refusalCodeOf = (error: UpstreamError) => refusalCode(error, swap);
  const isAlike: QuoteSources["isAlike"] = (answer, otherAnswer) => {
    const isOtherError = otherAnswer instanceof UpstreamError;
    if (answer instanceof UpstreamError)
      return isOtherError && refusalCodeOf(answer) === refusalCodeOf(otherAnswer);
    return !isOtherError && isSameQuote(setup, [answer, otherAnswer], swap, market);
  };
  const isRefusal = (error: UpstreamError) => refusalCodeOf(error) !== null;
  const quoteSources = { ...nodes, isRefusal, isAlike };
  const isLimitOrder = swap.targetOutBase !== null;
  const needsOnePartQuotes =
    arePartsPaused && !isLimitOrder && swap.request.streaming?.quantity !== 1;
  const [marketAnswers, orderAnswers, onePartAnswers] = await Promise.all([
    readQuotes(quoteSources, quotePath(swap, swap.request, preset)),
    isLimitOrder ? readQuotes(quoteSources, orderPath(swap, preset), QuoteLimit) : null,
    needsOnePartQuotes ? readQuotes(quoteSources, onePartPath(swap, preset)) : null,
  ]);
  const quotelessAnswers = [marketAnswers, orderAnswers].find(
    (answers) => answers?.quotes.length === 0,
  );
  const refusal = quotelessAnswers ? strictestRefusal(quotelessAnswers, swap) : null;
  const answersByKind = {
    swap: marketAnswers,
    order: orderAnswers,
    onePart: onePartAnswers,
    refusal,
  };
  if (refusal === null || refusalCodeOf(refusal) !== "amount_too_small")
    return { ...answersByKind, recommendedMin: null };
  const quotePathOf = (amount: bigint) => quotePath({ ...swap, amount }, {}, preset);
  const recommendedMin =
    statedRecommendedMin(marketAnswers.refusals, quorum) ??
    (await readRecommendedMinimum(nodes, swap.from, market.prices, quotePathOf));
  return { ...answersByKind, recommendedMin };
}

type MemberOf = (quote: QuoteSwap) => unknown;

function isSameQuote(
  { preset, quorum, now }: QuoteReaderSetup,
  quotes: readonly [QuoteSwap, QuoteSwap],
  swap: ParsedRequest,
  market: Market,
): boolean {
  const quotedOut = agreedOutput({ quotes, quorum });
  if (quotedOut === null) return false;
  const [quote, otherQuote] = quotes;
  const { to, request, knownAssets } = swap;
  const { destination } = request;
  const isUnexpired: MemberOf = ({ expiry }) =>
    (earliestExpiryMs([{ expiry }], now()) ?? 0) > now();
  const isInParts: MemberOf = ({ streaming_swap_blocks: blocks }) => Boolean(blocks);
  const memoFaultOf: MemberOf = (nodeQuote) =>
    destination &&
    findMemosFault([nodeQuote], {
      to,
      request: { ...request, destination },
      leastAmountOut: quotedOut,
      knownAssets,
      preset,
    })?.id;
  const isMemberEqual = (memberOf: MemberOf) => memberOf(quote) === memberOf(otherQuote);
  const expirySecondsApart = Math.abs((quote.expiry ?? 0) - (otherQuote.expiry ?? 0));
  return (
    areSimilarMemos(quote.memo, otherQuote.memo) &&
    isMemberEqual(statedNotes) &&
    isMemberEqual((nodeQuote) => nodeQuote.inbound_address) &&
    isMemberEqual((nodeQuote) => nodeQuote.router) &&
    expirySecondsApart <= MAX_EXPIRY_GAP_SECONDS &&
    [isUnexpired, isInParts, memoFaultOf].every(isMemberEqual) &&
    !quoteFigures({ ...swap, quotes, quorum }, quotedOut, market).hasDifference
  );
}

/** Expiries of two quotes may differ by this: each node counts from its own newest block. */
const MAX_EXPIRY_GAP_SECONDS = 60;

export function findRefusalFault(
  { quotes, refusals }: QuoteAnswers,
  context: RefusalContext,
  quorum: Quorum,
): Reason | null {
  if (quotes.length > 0 || refusals.length === 0) return null;
  if (refusals.length < quorum) return because("one_refusal");
  const distinctCodes = new Set(refusals.map((refusal) => refusalCode(refusal, context)));
  return distinctCodes.size === 1 ? null : because("refusals_differ");
}

export function findSourceFault({ quotes, refusals }: QuoteAnswers, quorum: Quorum): Reason | null {
  if (refusals.length > 0) return because("one_refuses");
  return quotes.length < quorum ? because("one_quote") : null;
}
