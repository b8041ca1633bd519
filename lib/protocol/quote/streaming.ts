// How a swap runs: in one part, in parts without a wait (rapid), or some blocks apart (spaced).

import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";

export const SINGLE = { interval: 1, quantity: 1 } as const;

/**
 * True for a swap in several parts. Also true if parts were requested but nodes allow only one
 * part: a pause of streaming swaps stops such a swap too.
 */
export const hasSeveralParts = ({ quantity, isApplied }: QuoteReading["streaming"]): boolean =>
  quantity !== 1 || isApplied === false;

/** True also where nodes do not say whether parts are blocks apart. */
export const isRapidInParts = (streaming: QuoteReading["streaming"]): boolean =>
  hasSeveralParts(streaming) && streaming.mode !== "spaced";

export function maxPartCount(
  streaming: QuoteRequest["streaming"],
  quotes: readonly Pick<QuoteSwap, "max_streaming_quantity">[],
): number {
  const maxQuantities = quotes.map((quote) => quote.max_streaming_quantity ?? 1);
  const maxQuantity = Math.max(1, ...maxQuantities);
  const requestedCount = streaming?.quantity ?? 0;
  return requestedCount === 0 ? maxQuantity : Math.min(requestedCount, maxQuantity);
}

/**
 * Interval and quantity for the memo. mayanode treats even one part as streaming if the memo has
 * numbers. A pause of streaming swaps then stops the swap: `msg_swap.go` (IsStreaming).
 */
export function partNumbers(
  streaming: QuoteRequest["streaming"],
  { memoWithoutNumbers }: Pick<Preset, "memoWithoutNumbers">,
): NonNullable<QuoteRequest["streaming"]> {
  const omitsNumbers = streaming?.quantity === 1 && memoWithoutNumbers === "one_part";
  return streaming === undefined || omitsNumbers ? { interval: 0, quantity: 0 } : streaming;
}

/**
 * In how many parts the swap will run. THORNode with the advanced queue may split a swap without a
 * request, and then states `streaming_swap_blocks`. `agreedMaxParts`: null unless all nodes state
 * the same maximum.
 */
export function swapStreaming(
  streaming: QuoteRequest["streaming"],
  quotes: readonly Pick<QuoteSwap, "streaming_swap_blocks">[],
  agreedMaxParts: number | null,
): QuoteReading["streaming"] {
  const splitFlagByNode = quotes.map((quote) => (quote.streaming_swap_blocks ?? 0) > 0);
  const isOnePart = !splitFlagByNode.includes(true) || agreedMaxParts === 1;
  if (streaming?.quantity === 1 || (streaming === undefined && isOnePart))
    return { mode: "single", interval: 0, quantity: 1, isApplied: true };
  if (streaming === undefined && splitFlagByNode.includes(false))
    return { mode: null, interval: null, quantity: null, isApplied: null };
  const interval = streaming?.interval ?? 0;
  const mode = interval === 0 ? "rapid" : "spaced";
  if (agreedMaxParts === null) return { mode, interval, quantity: null, isApplied: null };
  const requestedCount = streaming?.quantity ?? 0;
  const cappedCount =
    requestedCount === 0 ? agreedMaxParts : Math.min(requestedCount, agreedMaxParts);
  const quantity = Math.max(1, cappedCount);
  return { mode, interval, quantity, isApplied: streaming === undefined || quantity > 1 };
}
