// Parses memos of swaps, and checks that a node's memo means what was requested.

import { agreeOnLeast } from "../model/agreed.ts";
import type { QuoteRequest } from "../model/quote.ts";
import { because, type OptionalMemoField, type Reason } from "../model/reasons.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { isSameAddress } from "../values/address-match.ts";
import type { KnownAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { isWrittenAsName } from "../values/destination.ts";
import { matchMemoAsset } from "../values/memo-asset.ts";
import { OUTPUT_TOLERANCE_BPS } from "./figure-agreement.ts";
import { partNumbers } from "./streaming.ts";

type MemoQuote = Pick<
  QuoteSwap,
  "memo" | "expected_amount_out" | "fees" | "max_streaming_quantity"
>;

interface RequestedSwap {
  readonly to: string;
  readonly request: Omit<QuoteRequest, "from" | "to" | "amount"> & { readonly destination: string };
  /** The lowest quoted output, in base units of `to`. The tolerance is a share of this output. */
  readonly leastAmountOut: bigint;
  readonly knownAssets: readonly KnownAsset[];
  readonly preset: Preset;
}

const swapFunctions: readonly string[] = ["=", "S", "SWAP"];
const orderFunctions: readonly string[] = ["=<"];
/**
 * `limit/interval/quantity`. The limit may be empty, or short as in `12e6`. In a limit order, the
 * interval is the order's lifetime in blocks.
 */
const termsGrammar = /^(?:(\d{1,30})(?:e(\d{1,2}))?)?(?:\/(\d{1,9})\/(\d{1,9}))?$/i;

interface MemoTerms {
  readonly limit: bigint;
  readonly streaming: { readonly interval: number; readonly quantity: number } | null;
}

export function findMemosFault(quotes: readonly MemoQuote[], swap: RequestedSwap): Reason | null {
  const faults = quotes.map((quote) => findMemoFault(quote, swap));
  return faults.find((fault) => fault !== null) ?? null;
}

function findMemoFault(quote: MemoQuote, swap: RequestedSwap): Reason | null {
  const { memo } = quote;
  if (!memo) return because("memo_missing");
  if (!/^[\x21-\x7e]{1,250}$/.test(memo)) return because("memo_not_plain");
  const { to, request, knownAssets, preset } = swap;
  const [functionName = "", targetText = "", receivers = "", termsText = "", ...affiliateTexts] =
    memo.split(":");
  const allowedFunctions = request.targetOut === undefined ? swapFunctions : orderFunctions;
  if (!allowedFunctions.includes(functionName.toUpperCase())) return because("memo_not_a_swap");
  if (matchMemoAsset(targetText, knownAssets, preset) !== to.toUpperCase())
    return because("memo_other_target");
  const [destination = "", refundAddress = "", ...extraReceivers] = receivers.split("/");
  if (extraReceivers.length > 0) return because("memo_more_fields");
  if (!isSameAddress(refundAddress, request.refundAddress ?? ""))
    return refundAddressFault(refundAddress, request);
  if (!isSameAddress(destination, request.destination)) {
    return isWrittenAsName(request.destination)
      ? because("memo_name_for_address")
      : because("memo_other_destination");
  }
  const requestedTexts = affiliateFields(request);
  const isSameField = (field: string, index: number) =>
    field.toLowerCase() === requestedTexts[index]?.toLowerCase();
  if (affiliateTexts.length !== requestedTexts.length || !affiliateTexts.every(isSameField))
    return affiliateFault(affiliateTexts, request);
  const memoTerms = parseTerms(termsText);
  if (memoTerms === null) return because("memo_bad_limit");
  if (!isRequestedStreaming(memoTerms.streaming, quote, swap))
    return because("memo_other_streaming");
  return isRequestedLimit(memoTerms.limit, quote, swap) ? null : because("memo_other_limit");
}

function refundAddressFault(refundAddress: string, request: RequestedSwap["request"]): Reason {
  if (request.refundAddress === undefined) return because("memo_refund_address");
  return refundAddress === ""
    ? because("memo_without_refund_address")
    : because("memo_other_refund_address");
}

function affiliateFault(
  affiliateTexts: readonly string[],
  request: RequestedSwap["request"],
): Reason {
  if (request.affiliate === undefined) return because("memo_more_fields");
  return affiliateTexts.every((text) => text === "")
    ? because("memo_without_affiliate")
    : because("memo_other_affiliate");
}

export function parseMemoTerms(memo: string): MemoTerms | null {
  return parseTerms(memo.split(":")[3] ?? "");
}

function parseTerms(termsText: string): MemoTerms | null {
  const termsMatch = termsGrammar.exec(termsText);
  if (!termsMatch) return null;
  const [, digits = "0", exponent = "0", interval, quantity] = termsMatch;
  const limit = BigInt(digits) * 10n ** BigInt(exponent);
  if (interval === undefined) return { limit, streaming: null };
  return { limit, streaming: { interval: Number(interval), quantity: Number(quantity) } };
}

/** A node may omit interval/quantity 0/0 and 0/1, and may lower the quantity to its maximum. */
function isRequestedStreaming(
  streamingTerms: MemoTerms["streaming"],
  { max_streaming_quantity: maxQuantity = Number.POSITIVE_INFINITY }: MemoQuote,
  { request, preset }: RequestedSwap,
): boolean {
  const { interval, quantity } = partNumbers(request.streaming, preset);
  const cappedQuantity = Math.min(quantity, maxQuantity);
  const memoStreaming = streamingTerms ?? { interval: 0, quantity: 0 };
  if (memoStreaming.interval !== interval) return false;
  return (
    memoStreaming.quantity === quantity ||
    memoStreaming.quantity === cappedQuantity ||
    (interval === 0 && memoStreaming.quantity <= 1 && cappedQuantity <= 1)
  );
}

export function affiliateFields({
  affiliate,
  affiliateBps,
}: Pick<QuoteRequest, "affiliate" | "affiliateBps">): string[] {
  return affiliate === undefined ? [] : [affiliate, String(affiliateBps)];
}

/**
 * True if the limit in a node's memo is at least the lowest quoted output minus the tolerance. The
 * limit may be at most the node's own output, plus the outbound fee if nodes take that fee later.
 */
function isRequestedLimit(
  limit: bigint,
  { expected_amount_out: expectedAmountOut, fees }: MemoQuote,
  { request, leastAmountOut, preset }: RequestedSwap,
): boolean {
  if (request.targetOut !== undefined) return limit === leastAmountOut;
  const toleranceBps = request.toleranceBps ?? (request.liquidityToleranceBps || undefined);
  if (toleranceBps === undefined) return limit === 0n;
  const minLimit = (leastAmountOut * BigInt(10_000 - toleranceBps)) / 10_000n;
  const hasNeededLimit = limit > 0n || toleranceBps === 10_000;
  const isLimitAfterFees =
    preset.limitHolds === "after_all" && partNumbers(request.streaming, preset).interval === 0;
  const maxLimit = expectedAmountOut + (isLimitAfterFees ? 0n : (fees.outbound ?? 0n));
  return hasNeededLimit && limit >= minLimit && limit <= maxLimit;
}

export function optionalMemoFields({
  affiliate,
  refundAddress: refund_address,
}: QuoteRequest): OptionalMemoField[] {
  const optionalFields = { affiliate, refund_address };
  return (["affiliate", "refund_address"] as const).filter(
    (name) => optionalFields[name] !== undefined,
  );
}

export function areSimilarMemos(memo: string | undefined, otherMemo: string | undefined): boolean {
  if (memo === undefined || otherMemo === undefined) return memo === otherMemo;
  const [memoTerms, otherTerms] = [parseMemoTerms(memo), parseMemoTerms(otherMemo)];
  if (memoTerms === null || otherTerms === null) return memo === otherMemo;
  const isLimitOrder = orderFunctions.includes(memo.split(":", 1)[0] as string);
  const limitToleranceBps = isLimitOrder ? 0n : OUTPUT_TOLERANCE_BPS;
  const areLimitsNear =
    agreeOnLeast([memoTerms.limit, otherTerms.limit], 2, limitToleranceBps) !== null;
  return areLimitsNear && memoWithoutLimit(memo) === memoWithoutLimit(otherMemo);
}

function memoWithoutLimit(memo: string): string {
  return memo
    .split(":")
    .map((field, index) => (index === 3 ? field.replace(/^[^/]*/, "") : field))
    .join(":");
}
