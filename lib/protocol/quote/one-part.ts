// A swap in one part beside the same swap in several.

import type { Market } from "../market/market.ts";
import type { QuoteReading } from "../model/quote.ts";
import { formatAmount, formatBpsAsPercent } from "../values/figure-text.ts";
import { findPoolsFault } from "./bound.ts";
import {
  agreedOutput,
  OUTPUT_TOLERANCE_BPS,
  type QuotesAsked,
  quoteFigures,
  SLACK,
} from "./figures.ts";
import { SINGLE } from "./way.ts";

export type OnePart = Pick<QuoteReading, "totalCostBps"> & { readonly expectedAmountOut: bigint };

export function onePartFigures(
  asked: Omit<QuotesAsked, "request">,
  market: Market,
): OnePart | null {
  const request = { from: asked.from, to: asked.to, streaming: SINGLE };
  const output = agreedOutput(asked);
  if (output === null || findPoolsFault({ ...asked, request }, market) !== null) return null;
  const { isApart, expectedAmountOut, totalCostBps } = quoteFigures(
    { ...asked, request },
    output,
    market,
  );
  return isApart ? null : { expectedAmountOut, totalCostBps };
}

/** A forecast rests on depths that may be 1 % apart. */
const SAME_BPS = { stated: SLACK.bps, forecast: OUTPUT_TOLERANCE_BPS };

interface Output {
  readonly expectedAmountOut: bigint | null;
  readonly bestCaseOut?: bigint | null;
}

/** 0 within the tolerance. */
export function outputDifference(one: Output, other: Output): bigint | null {
  const [a, b] = [one.expectedAmountOut, other.expectedAmountOut];
  if (a === null || b === null) return null;
  const within = [one, other].some(({ bestCaseOut }) => bestCaseOut != null)
    ? SAME_BPS.forecast
    : SAME_BPS.stated;
  const [less, more] = a > b ? [b, a] : [a, b];
  return (more - less) * 10_000n <= more * within ? 0n : a - b;
}

export function onePartText(
  quote: Pick<QuoteReading, "to" | "totalCostBps"> & Output,
  one: OnePart | null,
): string {
  const ask = "Ask for one part: it would run now";
  const { to, totalCostBps: bps } = quote;
  const less = one && outputDifference(quote, one);
  if (one === null || less === null) return `${ask}. What that costs more could not be read.`;
  if (less === 0n) return `${ask}, at the same cost.`;
  const share = bps === null || one.totalCostBps === null ? null : Math.abs(one.totalCostBps - bps);
  const size = formatAmount({ base: less < 0n ? -less : less, asset: to }, undefined, {
    digits: 4,
  });
  const percent = share === null ? "" : ` (${formatBpsAsPercent(share)} of the amount sent)`;
  return `${ask}, and bring about ${size} ${less < 0n ? "more" : "less"}${percent}.`;
}
