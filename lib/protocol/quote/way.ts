// The way in which a swap would run: in one part, in parts without a wait between them (rapid), or in parts some blocks apart (spaced).

import type { Market } from "../market/market.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import { formatAmount, formatBpsAsPercent } from "../values/figure-text.ts";
import { findPoolsFault } from "./bound.ts";
import { agreedOutput, type QuotesAsked, quoteFigures } from "./figures.ts";

/** Of a request: one part. */
export const SINGLE = { interval: 1, quantity: 1 } as const;

/**
 * The numbers that ask a network for these parts, in a quote and in a memo; zeros are left out there. With numbers mayanode counts even
 * one part as a streaming swap, which waits while those are paused: `msg_swap.go` (IsStreaming).
 */
export function partNumbers(
  streaming: QuoteRequest["streaming"],
  { memoWithoutNumbers }: Pick<Preset, "memoWithoutNumbers">,
): NonNullable<QuoteRequest["streaming"]> {
  const isLeftOut = streaming?.quantity === 1 && memoWithoutNumbers === "one_part";
  return streaming === undefined || isLeftOut ? { interval: 0, quantity: 0 } : streaming;
}

/**
 * What the sources say that the network would do. Without parameters THORNode with the advanced queue splits a swap by itself, and
 * counts the blocks of the parts; without that queue it counts none. `agreedMaxParts`: at how many parts every source caps the swap.
 */
export function swapWay(
  streaming: QuoteRequest["streaming"],
  quotes: readonly Pick<QuoteSwap, "streaming_swap_blocks">[],
  agreedMaxParts: number | null,
): QuoteReading["streaming"] {
  const isSplit = quotes.some((quote) => (quote.streaming_swap_blocks ?? 0) > 0);
  if (streaming?.quantity === 1 || (streaming === undefined && (!isSplit || agreedMaxParts === 1))) {
    return { mode: "single", interval: 0, quantity: 1, isApplied: true };
  }
  const mode = (streaming?.interval ?? 0) === 0 ? "rapid" : "spaced";
  const interval = streaming?.interval ?? 0;
  if (agreedMaxParts === null) return { mode, interval, quantity: null, isApplied: null };
  const asked = streaming?.quantity ?? 0;
  const quantity = Math.max(1, asked === 0 ? agreedMaxParts : Math.min(asked, agreedMaxParts));
  return { mode, interval, quantity, isApplied: streaming === undefined || quantity > 1 };
}

/** The same swap in one part. */
export type OnePart = Pick<QuoteReading, "totalCostBps"> & { readonly expectedAmountOut: bigint };

/** From the quotes of all sources for one part; null where they are too few, too far apart, or cannot be true. */
export function onePartFigures(asked: Omit<QuotesAsked, "request">, market: Market): OnePart | null {
  const request = { from: asked.from, to: asked.to, amount: "", streaming: SINGLE };
  const output = agreedOutput(asked);
  if (output === null || findPoolsFault({ ...asked, request }, market) !== null) return null;
  const { isApart, expectedAmountOut, totalCostBps } = quoteFigures({ ...asked, request }, output, market);
  return isApart ? null : { expectedAmountOut, totalCostBps };
}

/** What one part would cost more than the parts that wait: as a share of the amount sent, where both costs are known. */
export function onePartText(
  { to, expectedAmountOut: out, totalCostBps: bps }: Pick<QuoteReading, "to" | "expectedAmountOut" | "totalCostBps">,
  one: OnePart | null,
): string {
  const ask = "Ask for one part: it would run now";
  if (one === null || out === null) return `${ask}. What that costs more could not be read.`;
  const less = out - one.expectedAmountOut;
  if (less === 0n) return `${ask}, at the same cost.`;
  const share = bps === null || one.totalCostBps === null ? null : Math.abs(one.totalCostBps - bps);
  const size = formatAmount({ base: less < 0n ? -less : less, asset: to }, undefined, { digits: 4 });
  const percent = share === null ? "" : ` (${formatBpsAsPercent(share)} of the amount sent)`;
  return `${ask}, and bring about ${size} ${less < 0n ? "more" : "less"}${percent}.`;
}
