// Compares one swap with streaming. Both are readings of the network; neither is calculated from the other.

import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatDuration } from "../../../protocol/values/durations.ts";
import { formatAmountOf, formatBps, formatUsdOrUnknown } from "../figures.ts";
import { fieldHint } from "./field-words.ts";
import { requestHref } from "./links.ts";
import { costSum } from "./tables.ts";
import type { AnswerView } from "./view.ts";

/** One part every block, and the network chooses how many. */
const defaultStreaming = { interval: 1, quantity: 0 } as const;

/**
 * The same swap in the other way. Null when the swap cannot be split, or when this is not known.
 * It has no destination, so only the requested quote can show a memo.
 */
export function alternativeRequest(request: QuoteRequest, quote: QuoteReading): QuoteRequest | null {
  const { destination: _, streaming, ...rest } = request;
  if (streaming) return rest;
  return (quote.maxStreamingQuantity ?? 0) > 1 ? { ...rest, streaming: defaultStreaming } : null;
}

/** The quote in the other way: null when it was not requested, "unread" when no answer came in time. */
export type Comparison = QuoteReading | "unread" | null;

export function compareWays(
  request: QuoteRequest,
  quote: QuoteReading,
  other: Comparison,
  preset: Preset,
): AnswerView["ways"] {
  const { streaming, ...rest } = request;
  const streamingLink = {
    href: requestHref({ ...rest, streaming: defaultStreaming }),
    label: "Quote it with streaming",
  };
  const singleLink = { href: requestHref(rest), label: "Quote it as one swap" };
  if (quote.failure && !other) {
    const choice = quote.failure.code === "limit_not_met" && !streaming ? streamingLink : null;
    return { notes: [], table: null, choice };
  }
  if (other === "unread") {
    const note = "The other way, for a comparison, could not be read in time. Ask again for it.";
    return { notes: [note], table: null, choice: streaming ? singleLink : streamingLink };
  }
  if (!other) {
    const note =
      quote.maxStreamingQuantity === null
        ? "Whether streaming would give more is unknown: the network did not say into how many sub-swaps it may be split."
        : "The network does not split a swap of this size: streaming would change nothing.";
    return { notes: [note], table: null, choice: null };
  }
  const [one, many] = streaming ? [other, quote] : [quote, other];
  const { interval, quantity } = streaming ?? defaultStreaming;
  const every = `Streaming, every ${interval === 1 ? "block" : `${interval} blocks`}`;
  const most = many.maxStreamingQuantity === null ? "unknown" : `at most ${many.maxStreamingQuantity}`;
  const chosen = streaming ? 1 : 0;
  const single = [...wayCells(one, preset), "1"];
  const streamed = [...wayCells(many, preset), quantity > 0 ? `${quantity} asked, ${most}` : most];
  return {
    notes: [...differenceRow(one, many, preset), ...failureNote(other, streaming ? "one swap" : "streaming")],
    table: {
      head: ["", ...["One swap", every].map((name, index) => (index === chosen ? `${name} (this quote)` : name))],
      rows: rows.map((name, index) => [name, single[index] ?? "", streamed[index] ?? ""]),
      notes: [],
    },
    choice: streaming ? singleLink : streamingLink,
  };
}

const rows = ["You receive", "Fees", "Worth of the fees", "It takes about", "Sub-swaps"] as const;

function wayCells({ expectedAmountOut, fees, totalBps, seconds, to }: QuoteReading, preset: Preset): string[] {
  const sum = fees.length === 3 ? costSum(fees.map((fee) => fee.amount)) : null;
  return [
    expectedAmountOut === null ? "unknown" : formatAmountOf(expectedAmountOut, to, preset),
    formatBps(totalBps),
    formatUsdOrUnknown(sum?.usd),
    seconds.total === null ? "unknown" : formatDuration(seconds.total),
  ];
}

function differenceRow(one: QuoteReading, many: QuoteReading, preset: Preset): string[] {
  if (one.expectedAmountOut === null || many.expectedAmountOut === null) return [];
  const more = many.expectedAmountOut - one.expectedAmountOut;
  const size = formatAmountOf(more < 0n ? -more : more, one.to, preset);
  const amount = more === 0n ? "the same" : `${size} ${more > 0n ? "more" : "less"}`;
  if (one.seconds.total === null || many.seconds.total === null) return [`Streaming gives ${amount}.`];
  const longer = many.seconds.total - one.seconds.total;
  const time = longer === 0 ? "as long" : `${formatDuration(Math.abs(longer))} ${longer > 0 ? "longer" : "less"}`;
  return [`Streaming gives ${amount} and takes ${time}.`];
}

function failureNote(other: QuoteReading, name: string): string[] {
  return other.failure ? [`There is no quote for ${name}. ${fieldHint(other.failure)}`] : [];
}
