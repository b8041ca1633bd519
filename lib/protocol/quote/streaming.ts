// How a swap runs: in one part, in parts without a wait (rapid), or some blocks apart (spaced).

import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";

export const SINGLE = { interval: 1, quantity: 1 } as const;

/**
 * mayanode counts even one part with numbers as a streaming swap, which waits while those are
 * paused: `msg_swap.go` (IsStreaming).
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
 * `agreedMaxParts`: the cap of all sources.
 */
export function swapStreaming(
  streaming: QuoteRequest["streaming"],
  quotes: readonly Pick<QuoteSwap, "streaming_swap_blocks">[],
  agreedMaxParts: number | null,
): QuoteReading["streaming"] {
  const areSplit = quotes.map((quote) => (quote.streaming_swap_blocks ?? 0) > 0);
  const isOnePart = !areSplit.includes(true) || agreedMaxParts === 1;
  if (streaming?.quantity === 1 || (streaming === undefined && isOnePart)) {
    return { mode: "single", interval: 0, quantity: 1, isApplied: true };
  }
  if (streaming === undefined && areSplit.includes(false)) {
    return { mode: null, interval: null, quantity: null, isApplied: null };
  }
  const mode = (streaming?.interval ?? 0) === 0 ? "rapid" : "spaced";
  const interval = streaming?.interval ?? 0;
  if (agreedMaxParts === null) return { mode, interval, quantity: null, isApplied: null };
  const requestedParts = streaming?.quantity ?? 0;
  const quantity = Math.max(
    1,
    requestedParts === 0 ? agreedMaxParts : Math.min(requestedParts, agreedMaxParts),
  );
  return { mode, interval, quantity, isApplied: streaming === undefined || quantity > 1 };
}
