// Compares a swap in one part with the same swap in several parts.

import type { Market } from "../market/market.ts";
import type { OnePartGain } from "../model/messages.ts";
import type { QuoteReading } from "../model/quote.ts";
import { amountText } from "../values/figure-text.ts";
import { findPoolsFault } from "./bound.ts";
import {
  agreedOutput,
  NODE_SLACK,
  OUTPUT_TOLERANCE_BPS,
  type QuotedRequest,
} from "./figure-agreement.ts";
import { quoteFigures } from "./figures.ts";
import { SINGLE } from "./streaming.ts";

export type OnePart = Pick<QuoteReading, "totalCostBps"> & { readonly expectedAmountOut: bigint };

export function onePartFigures(
  swap: Omit<QuotedRequest, "request">,
  market: Market,
): OnePart | null {
  const onePartSwap = { ...swap, request: { from: swap.from, to: swap.to, streaming: SINGLE } };
  const agreedOut = agreedOutput(swap);
  if (agreedOut === null || findPoolsFault(onePartSwap, market) !== null) return null;
  const figures = quoteFigures(onePartSwap, agreedOut, market);
  const { expectedAmountOut, totalCostBps } = figures;
  return figures.hasContradiction ? null : { expectedAmountOut, totalCostBps };
}

/** Outputs that differ by at most this count as equal. Pool depths in a forecast may be 1 % off. */
const SAME_OUTPUT_BPS = { stated: NODE_SLACK.bps, forecast: OUTPUT_TOLERANCE_BPS };

interface Output {
  readonly expectedAmountOut: bigint | null;
  readonly bestCaseOut?: bigint | null;
}

/** `output` minus `otherOutput`, in base units. 0 if equal within `SAME_OUTPUT_BPS`. */
export function outputDifference(output: Output, otherOutput: Output): bigint | null {
  const [outBase, otherOutBase] = [output.expectedAmountOut, otherOutput.expectedAmountOut];
  if (outBase === null || otherOutBase === null) return null;
  const toleranceBps = [output, otherOutput].some(({ bestCaseOut }) => bestCaseOut != null)
    ? SAME_OUTPUT_BPS.forecast
    : SAME_OUTPUT_BPS.stated;
  const differenceBase = outBase - otherOutBase;
  const [minBase, maxBase] =
    differenceBase > 0n ? [otherOutBase, outBase] : [outBase, otherOutBase];
  return (maxBase - minBase) * 10_000n <= maxBase * toleranceBps ? 0n : differenceBase;
}

export function onePartGain(
  quote: Pick<QuoteReading, "to" | "totalCostBps"> & Output,
  onePart: OnePart | null,
): OnePartGain {
  const { to: asset, totalCostBps } = quote;
  const differenceBase = onePart && outputDifference(quote, onePart);
  if (onePart === null || differenceBase === null) return { is: "unknown" };
  if (differenceBase === 0n) return { is: "same" };
  const gainBase = differenceBase < 0n ? -differenceBase : differenceBase;
  return {
    is: differenceBase < 0n ? "more" : "less",
    amountText: amountText({ base: gainBase, asset }, undefined, { digits: 4 }),
    costBps:
      totalCostBps === null || onePart.totalCostBps === null
        ? null
        : Math.abs(onePart.totalCostBps - totalCostBps),
  };
}
