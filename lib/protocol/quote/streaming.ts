// How a swap runs: in one part, in parts without a wait (rapid), or some blocks apart (spaced).

import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";

export const SINGLE = { interval: 1, quantity: 1 } as const;

/** A swap that was to run in parts waits with them, even where the network makes one part of it. */
export const hasSeveralParts = ({ quantity, isApplied }: QuoteReading["streaming"]): boolean =>
  quantity !== 1 || isApplied === false;

/** The parts asked for, up to the highest cap of a source. */
export function maxPartCount(
  streaming: QuoteRequest["streaming"],
  quotes: readonly Pick<QuoteSwap, "max_streaming_quantity">[],
): number {
  const caps = quotes.map((quote) => quote.max_streaming_quantity ?? 1);
  const maxCap = Math.max(1, ...caps);
  const requestedParts = streaming?.quantity ?? 0;
  return requestedParts === 0 ? maxCap : Math.min(requestedParts, maxCap);
}

/**
 * mayanode counts even one part with numbers as a streaming swap, and holds it while streaming
 * swaps are paused: `msg_swap.go` (IsStreaming).
 */
export function partNumbers(
  streaming: QuoteRequest["streaming"],
  { memoWithoutNumbers }: Pick<Preset, "memoWithoutNumbers">,
): NonNullable<QuoteRequest["streaming"]> {
  const isLeftOut = streaming?.quantity === 1 && memoWithoutNumbers === "one_part";
  return streaming === undefined || isLeftOut ? { interval: 0, quantity: 0 } : streaming;
}

/**
 * THORNode with the advanced queue splits swaps by itself, and states the blocks of the parts.
 * `agreedMaxParts`: the cap that all sources state, or null.
 */
export function swapStreaming(
  streaming: QuoteRequest["streaming"],
  quotes: readonly Pick<QuoteSwap, "streaming_swap_blocks">[],
  agreedMaxParts: number | null,
): QuoteReading["streaming"] {
  const areSplit = quotes.map((quote) => (quote.streaming_swap_blocks ?? 0) > 0);
  const isOnePart = !areSplit.includes(true) || agreedMaxParts === 1;
  if (streaming?.quantity === 1 || (streaming === undefined && isOnePart))
    return { mode: "single", interval: 0, quantity: 1, isApplied: true };
  if (streaming === undefined && areSplit.includes(false))
    return { mode: null, interval: null, quantity: null, isApplied: null };
  const interval = streaming?.interval ?? 0;
  const mode = interval === 0 ? "rapid" : "spaced";
  if (agreedMaxParts === null) return { mode, interval, quantity: null, isApplied: null };
  const requestedParts = streaming?.quantity ?? 0;
  const cappedParts =
    requestedParts === 0 ? agreedMaxParts : Math.min(requestedParts, agreedMaxParts);
  const quantity = Math.max(1, cappedParts);
  return { mode, interval, quantity, isApplied: streaming === undefined || quantity > 1 };
}
