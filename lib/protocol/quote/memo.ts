// Compares a node's memo with the request. No text of a node goes into our own memo.

import { agreeOnLeast } from "../model/agreed.ts";
import type { QuoteRequest } from "../model/quote.ts";
import type { Reason } from "../model/verdicts.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { matchMemoAsset } from "../values/asset-match.ts";
import { type KnownAsset, parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { isSameAddress, isWrittenAsName, withoutRadixPrefix } from "../values/destination.ts";
import { OUTPUT_TOLERANCE_BPS } from "./figures.ts";
import { memoReasons } from "./reasons.ts";
import { partNumbers } from "./way.ts";

export interface MemoQuestion {
  readonly to: string;
  readonly request: Omit<QuoteRequest, "from" | "to" | "amount"> & { readonly destination: string };
  /** Of the worst quote, in base units of `to`. The tolerance counts from it. */
  readonly leastAmountOut: bigint;
  readonly expectedAmountOut: bigint;
  readonly outboundFee: bigint;
  readonly maxStreamingQuantity: number | null;
  readonly known: readonly KnownAsset[];
  readonly preset: Preset;
}

/** A limit order may stay open for days. Its interval is how many blocks it rests. */
const swapWords: readonly string[] = ["=", "S", "SWAP"];
const orderWords: readonly string[] = ["=<"];
/** `limit/interval/quantity`; the limit may be blank, or shortened as `12e6`. */
const termsGrammar = /^(?:(\d{1,30})(?:e(\d{1,2}))?)?(?:\/(\d{1,9})\/(\d{1,9}))?$/i;

interface Terms {
  readonly limit: bigint;
  readonly streaming: { readonly interval: number; readonly quantity: number } | null;
}

/** Null when the memo says exactly what was asked. */
export function findMemoFault(memo: string | undefined, asked: MemoQuestion): Reason | null {
  if (!memo) return memoReasons.missing;
  if (!/^[\x21-\x7e]{1,250}$/.test(memo)) return memoReasons.notPlain;
  const { request } = asked;
  const [word = "", target = "", receivers = "", written = "", ...more] = memo.split(":");
  const words = request.targetOut === undefined ? swapWords : orderWords;
  if (!words.includes(word.toUpperCase())) return memoReasons.notASwap;
  if (matchMemoAsset(target, asked.known, asked.preset) !== asked.to.toUpperCase())
    return memoReasons.otherTarget;
  const [destination = "", refundAddress = "", ...others] = receivers.split("/");
  if (others.length > 0 || !isSameAddress(refundAddress, request.refundAddress ?? ""))
    return memoReasons.refundAddress;
  if (!isSameAddress(destination, request.destination)) {
    return isWrittenAsName(request.destination)
      ? memoReasons.nameForAddress
      : memoReasons.otherDestination;
  }
  const fields = affiliateFields(request);
  const isAsked = (field: string, index: number) =>
    field.toLowerCase() === fields[index]?.toLowerCase();
  if (more.length !== fields.length || !more.every(isAsked)) return memoReasons.moreFields;
  const terms = parseTerms(written);
  if (terms === null) return memoReasons.badLimit;
  if (!isStreamingAsked(terms.streaming, asked)) return memoReasons.otherStreaming;
  return isLimitAsked(terms.limit, asked) ? null : memoReasons.otherLimit;
}

export function findMemosFault(
  quotes: readonly QuoteSwap[],
  question: Omit<MemoQuestion, "expectedAmountOut" | "outboundFee" | "maxStreamingQuantity">,
): Reason | null {
  const faults = quotes.map(
    ({ memo, expected_amount_out: expectedAmountOut, fees, max_streaming_quantity: most }) => {
      const terms = {
        expectedAmountOut,
        outboundFee: fees.outbound ?? 0n,
        maxStreamingQuantity: most ?? null,
      };
      return findMemoFault(memo, { ...question, ...terms });
    },
  );
  return faults.find((fault) => fault !== null) ?? null;
}

export function readMemoTerms(memo: string): Terms | null {
  return parseTerms(memo.split(":")[3] ?? "");
}

function parseTerms(text: string): Terms | null {
  const match = termsGrammar.exec(text);
  if (!match) return null;
  const [, digits = "0", zeros = "0", interval, quantity] = match;
  const limit = BigInt(digits) * 10n ** BigInt(zeros);
  if (interval === undefined) return { limit, streaming: null };
  return { limit, streaming: { interval: Number(interval), quantity: Number(quantity) } };
}

/** Nodes leave out 0/0 and 0/1, and cap the quantity at what they allow. */
function isStreamingAsked(
  written: Terms["streaming"],
  { request: { streaming }, maxStreamingQuantity: most, preset }: MemoQuestion,
): boolean {
  const { interval, quantity } = partNumbers(streaming, preset);
  const capped = most !== null && quantity > most ? most : quantity;
  const said = written ?? { interval: 0, quantity: 0 };
  if (said.interval !== interval) return false;
  return (
    said.quantity === quantity ||
    said.quantity === capped ||
    (interval === 0 && said.quantity <= 1 && capped <= 1)
  );
}

function affiliateFields({
  affiliate,
  affiliateBps,
}: Pick<QuoteRequest, "affiliate" | "affiliateBps">): string[] {
  return affiliate === undefined ? [] : [affiliate, String(affiliateBps)];
}

/** From the worst output less the tolerance, up to the quote's own output before fees. */
function isLimitAsked(limit: bigint, asked: MemoQuestion): boolean {
  const { request, leastAmountOut, expectedAmountOut, outboundFee, preset } = asked;
  if (request.targetOut !== undefined) return limit === leastAmountOut;
  const toleranceBps = request.toleranceBps ?? (request.liquidityToleranceBps || undefined);
  if (toleranceBps === undefined) return limit === 0n;
  const least = (leastAmountOut * BigInt(10_000 - toleranceBps)) / 10_000n;
  const isSet = limit > 0n || toleranceBps === 10_000;
  const isAfterAll =
    preset.limitHolds === "after_all" && partNumbers(request.streaming, preset).interval === 0;
  return isSet && limit >= least && limit <= expectedAmountOut + (isAfterAll ? 0n : outboundFee);
}

export function spareFields({
  affiliate,
  refundAddress: refund_address,
}: QuoteRequest): SpareField[] {
  const given = { affiliate, refund_address };
  return (["affiliate", "refund_address"] as const).filter((name) => given[name] !== undefined);
}

export type SpareField = "affiliate" | "refund_address";

/** The limit of a swap follows prices, so it may differ a little. */
export function areLikeMemos(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [terms, otherTerms] = [readMemoTerms(one), readMemoTerms(other)];
  if (terms === null || otherTerms === null) return one === other;
  const withinBps = orderWords.includes(one.split(":", 1)[0] as string) ? 0n : OUTPUT_TOLERANCE_BPS;
  const isNear = agreeOnLeast([terms.limit, otherTerms.limit], 2, withinBps) !== null;
  return isNear && withoutLimit(one) === withoutLimit(other);
}

function withoutLimit(memo: string): string {
  return memo
    .split(":")
    .map((field, at) => (at === 3 ? field.replace(/^[^/]*/, "") : field))
    .join(":");
}

export interface MemoParts
  extends Pick<
    QuoteRequest,
    "streaming" | "refundAddress" | "affiliate" | "affiliateBps" | "targetOut"
  > {
  readonly to: string;
  readonly destination: string;
  /** Base units of `to`; 0 sets none. */
  readonly limit: bigint;
  /** Null where the sources differ. */
  readonly agreedMaxParts: number | null;
  readonly targets: readonly string[];
  readonly receivers: readonly string[];
}

/** `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:AFFILIATE:BPS`; null if ambiguous. */
export function memoText(
  parts: MemoParts,
  known: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const target = memoAsset(parts, known, preset);
  if (target === null) return null;
  const short = withoutRadixPrefix(parts.destination);
  const receiver = parts.receivers.every((written) => written === short)
    ? short
    : parts.destination;
  const receivers =
    parts.refundAddress === undefined ? [receiver] : [receiver, parts.refundAddress];
  const affiliate = affiliateFields(parts);
  const terms = memoTerms(parts, preset);
  const fields = affiliate.length > 0 ? [terms ?? "", ...affiliate] : terms === null ? [] : [terms];
  return [parts.targetOut === undefined ? "=" : "=<", target, receivers.join("/"), ...fields].join(
    ":",
  );
}

/** THORNode writes the numbers where the interval is above 0, or the quantity above 1. */
function memoTerms(
  { limit, streaming, agreedMaxParts: most }: MemoParts,
  preset: Preset,
): string | null {
  const { interval, quantity: asked } = partNumbers(streaming, preset);
  const quantity = most === null ? asked : Math.min(asked, most);
  if (interval > 0 || quantity > 1) return `${limit}/${interval}/${quantity}`;
  return limit > 0n ? String(limit) : null;
}

/**
 * Short only where every source writes the same form: versions of nodes read different ones.
 * THORNode, `querier_quotes.go` (quoteReverseFuzzyAsset). A closed pool counts too: it may open
 * before the deposit arrives.
 */
function memoAsset(
  { to, targets }: MemoParts,
  known: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const full = to.toUpperCase();
  const parts = parseAsset(full);
  if (!parts) return null;
  const { chain, separator, ticker, contract } = parts;
  const bare = `${chain}${separator}${ticker}`;
  const ends = Array.from(
    { length: contract?.length ?? 0 },
    (_, index) => `${bare}-${contract?.slice(index)}`,
  );
  const forms = [preset.shortCodes[full] ?? bare, bare, ...ends];
  const short = forms.filter((form) =>
    targets.every((target) => target.toUpperCase() === form.toUpperCase()),
  );
  return [...short, full].find((form) => matchMemoAsset(form, known, preset) === full) ?? null;
}
