// Site room: one swap against streaming: two readings of the same network side by side. Neither is ever worked out from the other.
import type { Preset } from "../../protocol/chains.ts";
import type { QuoteReading, QuoteRequest } from "../../protocol/model.ts";
import { toAmountText, toDurationText, toUsdText } from "./figures.ts";
import { toRequestHref } from "./quote-links.ts";
import { toBpsText } from "./quote-tables.ts";
import type { AnswerView } from "./quote-view.ts";

/** A sub-swap each block, as many as the network chooses. */
const usual = { interval: 1, quantity: 0 } as const;

/**
 * What to ask beside a quote: the other way of the same swap, or null where there is none or its need is not known.
 * Without a destination, for only the quote that was asked for may show a memo.
 */
export function toOtherRequest(request: QuoteRequest, quote: QuoteReading): QuoteRequest | null {
  const { destination: _, streaming, ...rest } = request;
  if (streaming) return rest;
  return (quote.maxStreamingQuantity ?? 0) > 1 ? { ...rest, streaming: usual } : null;
}

export function toWays(
  request: QuoteRequest,
  quote: QuoteReading,
  other: QuoteReading | null,
  preset: Preset,
): AnswerView["ways"] {
  const { streaming, ...rest } = request;
  const toStreaming = { href: toRequestHref({ ...rest, streaming: usual }), label: "Quote it with streaming" };
  if (quote.failure && !other) {
    return {
      notes: [],
      table: null,
      choice: quote.failure.code === "limit_not_met" && !streaming ? toStreaming : null,
    };
  }
  if (!other) {
    const note =
      quote.maxStreamingQuantity === null
        ? "Whether streaming would give more is unknown: the network did not say into how many sub-swaps it may be split."
        : "The network does not split a swap of this size: streaming would change nothing.";
    return { notes: [note], table: null, choice: null };
  }
  const [one, many] = streaming ? [other, quote] : [quote, other];
  const interval = (streaming ?? usual).interval;
  const asked = streaming?.quantity ? `${streaming.quantity} asked, ` : "";
  return {
    notes: [...toDifference(one, many, preset), ...toFailureNote(other, streaming ? "one swap" : "streaming")],
    table: {
      head: ["Way", "You receive", "Fees", "US dollars", "Time", "Sub-swaps"],
      rows: [
        toRow("One swap", one, "1", preset),
        toRow(
          `Streaming, a sub-swap every ${interval === 1 ? "block" : `${interval} blocks`}`,
          many,
          many.maxStreamingQuantity === null ? "unknown" : `${asked}at most ${many.maxStreamingQuantity}`,
          preset,
        ),
      ].map((row, index) => (index === (streaming ? 1 : 0) ? [`${row[0]} (this quote)`, ...row.slice(1)] : row)),
      notes: [],
    },
    choice: streaming ? { href: toRequestHref(rest), label: "Quote it as one swap" } : toStreaming,
  };
}

function toRow(name: string, quote: QuoteReading, quantity: string, preset: Preset): string[] {
  const { expectedAmountOut, fees, seconds, to } = quote;
  const isPriced = fees.length === 3 && fees.every((fee) => fee.amount?.usd != null);
  const usd = isPriced ? fees.reduce((sum, fee) => sum + (fee.amount?.usd ?? 0n), 0n) : null;
  return [
    name,
    expectedAmountOut === null ? "unknown" : toAmountText(expectedAmountOut, to, preset),
    toBpsText(quote.totalBps),
    toUsdText(usd),
    seconds.total === null ? "unknown" : toDurationText(seconds.total),
    quantity,
  ];
}

function toDifference(one: QuoteReading, many: QuoteReading, preset: Preset): string[] {
  if (one.expectedAmountOut === null || many.expectedAmountOut === null) return [];
  const more = many.expectedAmountOut - one.expectedAmountOut;
  const size = toAmountText(more < 0n ? -more : more, one.to, preset);
  const amount = more === 0n ? "the same" : `${size} ${more > 0n ? "more" : "less"}`;
  if (one.seconds.total === null || many.seconds.total === null) return [`Streaming gives ${amount}.`];
  const longer = many.seconds.total - one.seconds.total;
  const time = longer === 0 ? "as long" : `${toDurationText(Math.abs(longer))} ${longer > 0 ? "longer" : "less"}`;
  return [`Streaming gives ${amount} and takes ${time}.`];
}

function toFailureNote(other: QuoteReading, name: string): string[] {
  return other.failure ? [`There is no quote for ${name} (${other.failure.code}). ${other.failure.hint}`] : [];
}
