// Puts a request to the nodes, and compares their answers.

import type { Market } from "../market/market.ts";
import type { Agreed, Quorum } from "../model/agreed.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { ReaderSetup } from "../safety/safety.ts";
import { UpstreamError } from "../upstream/errors.ts";
import { QuoteLimit, type QuoteSwap } from "../upstream/schemas.ts";
import type { KnownAsset } from "../values/assets.ts";
import {
  type QuoteAnswers,
  type QuoteSources,
  readQuotes,
  readRecommendedMinimum,
} from "./answers.ts";
import { agreedOutput, quoteFigures } from "./figures.ts";
import { notesOf, readExpiry } from "./gate.ts";
import { areSimilarMemos, findMemosFault } from "./memo.ts";
import {
  type RefusalContext,
  refusalCode,
  statedRecommendedMin,
  strictestRefusal,
} from "./refusal.ts";
import { onePartPath, orderPath, type ParsedRequest, quotePath } from "./request.ts";

export interface Quoting extends Pick<ReaderSetup, "preset" | "now"> {
  readonly quorum: Quorum;
}

export interface KnownRequest extends ParsedRequest {
  readonly knownAssets: readonly KnownAsset[];
}

export interface SwapAnswers {
  readonly swap: QuoteAnswers;
  readonly order: QuoteAnswers | null;
  /** Asked for while swaps of several parts wait. */
  readonly onePart: QuoteAnswers | null;
  readonly refusal: UpstreamError | null;
  /** Read for an amount that is refused as too small. */
  readonly recommendedMin: Agreed<bigint> | null;
}

/** An order has no tolerance, so its swap is quoted at the price of now. */
export async function readSwapAnswers(
  quoting: Quoting,
  swap: KnownRequest,
  sources: Omit<QuoteSources, "isRefusal" | "isAlike">,
  market: Market,
  isPartsPaused: boolean,
): Promise<SwapAnswers> {
  const { preset, quorum } = quoting;
  const codeOf = (error: UpstreamError) => refusalCode(error, swap);
  const isAlike: QuoteSources["isAlike"] = (answer, otherAnswer) => {
    const isError = otherAnswer instanceof UpstreamError;
    return answer instanceof UpstreamError
      ? isError && codeOf(answer) === codeOf(otherAnswer)
      : !isError && isSameQuote(quoting, [answer, otherAnswer], swap, market);
  };
  const isRefusal = (error: UpstreamError) => codeOf(error) !== null;
  const comparedSources = { ...sources, isRefusal, isAlike };
  const isOrder = swap.target !== null;
  const needsOnePart = isPartsPaused && !isOrder && swap.request.streaming?.quantity !== 1;
  const [marketAnswers, order, onePart] = await Promise.all([
    readQuotes(comparedSources, quotePath(swap, swap.request, preset)),
    isOrder ? readQuotes(comparedSources, orderPath(swap, preset), QuoteLimit) : null,
    needsOnePart ? readQuotes(comparedSources, onePartPath(swap, preset)) : null,
  ]);
  const unquoted = [marketAnswers, order].find((answers) => answers?.quotes.length === 0);
  const refusal = unquoted ? strictestRefusal(unquoted, swap) : null;
  const answers = { swap: marketAnswers, order, onePart, refusal };
  if (refusal === null || codeOf(refusal) !== "amount_too_small")
    return { ...answers, recommendedMin: null };
  const toPath = (amount: bigint) => quotePath({ ...swap, amount }, {}, preset);
  const recommendedMin =
    statedRecommendedMin(marketAnswers.refusals, quorum) ??
    (await readRecommendedMinimum(sources, swap.from, market.prices, toPath));
  return { ...answers, recommendedMin };
}

function isSameQuote(
  { preset, quorum, now }: Quoting,
  quotes: readonly [QuoteSwap, QuoteSwap],
  { knownAssets, ...swap }: KnownRequest,
  market: Market,
): boolean {
  const output = agreedOutput({ quotes, quorum });
  if (output === null) return false;
  const [quote, otherQuote] = quotes;
  const { to, request } = swap;
  const { destination } = request;
  const isUsable = ({ expiry }: QuoteSwap) => (readExpiry([{ expiry }], now()) ?? 0) > now();
  const isInParts = ({ streaming_swap_blocks: blocks }: QuoteSwap) => Boolean(blocks);
  const memoFault = (stated: QuoteSwap) =>
    destination &&
    findMemosFault([stated], {
      to,
      request: { ...request, destination },
      leastAmountOut: output,
      knownAssets,
      preset,
    })?.id;
  const isEqual = (read: (stated: QuoteSwap) => unknown) => read(quote) === read(otherQuote);
  const expirySecondsApart = Math.abs((quote.expiry ?? 0) - (otherQuote.expiry ?? 0));
  return (
    areSimilarMemos(quote.memo, otherQuote.memo) &&
    isEqual(notesOf) &&
    isEqual((stated) => stated.inbound_address) &&
    isEqual((stated) => stated.router) &&
    expirySecondsApart <= EXPIRY_APART_SECONDS &&
    [isUsable, isInParts, memoFault].every(isEqual) &&
    !quoteFigures({ ...swap, quotes, quorum }, output, market).hasDifference
  );
}

/** Nodes count the time of a quote from their newest block. */
const EXPIRY_APART_SECONDS = 60;

/** A refusal needs two sources with the same reason. */
export function findRefusalFault(
  { quotes, refusals }: QuoteAnswers,
  context: RefusalContext,
  quorum: Quorum,
): Reason | null {
  if (quotes.length > 0 || refusals.length === 0) return null;
  if (refusals.length < quorum) return because("one_refusal");
  const codes = new Set(refusals.map((refusal) => refusalCode(refusal, context)));
  return codes.size === 1 ? null : because("refusals_differ");
}

export function findSourceFault({ quotes, refusals }: QuoteAnswers, quorum: Quorum): Reason | null {
  if (refusals.length > 0) return because("one_refuses");
  return quotes.length < quorum ? because("one_quote") : null;
}
