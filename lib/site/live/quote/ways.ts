// Compares the ways in which one swap can run. Each is a reading of the network; none is calculated from another.

import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { SINGLE } from "../../../protocol/quote/way.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  NOT_KNOWN,
} from "../../../protocol/values/figure-text.ts";
import { fieldHint } from "./field-words.ts";
import { requestHref } from "./links.ts";
import { costSum } from "./tables.ts";
import type { AnswerView, LinkView } from "./view.ts";

/** As the network splits a swap by itself; in one part; in parts some blocks apart. */
type Asked = "own" | "one" | "spaced";

/** One part every block, and the network chooses how many. */
const SPACED = { interval: 1, quantity: 0 } as const;

export interface OtherWay {
  readonly request: QuoteRequest;
  /** Null when no answer came in time. */
  readonly quote: QuoteReading | null;
}

interface Way {
  readonly asked: Asked;
  readonly request: QuoteRequest;
  readonly quote: QuoteReading | null;
}

function askedWay({ streaming }: QuoteRequest): Asked {
  if (streaming?.quantity === 1) return "one";
  return (streaming?.interval ?? 0) > 0 ? "spaced" : "own";
}

/**
 * The same swap in the other ways. Empty when the network splits it into one part, or when this is not known.
 * They have no destination, so only the requested quote can show a memo.
 */
export function alternativeRequests(request: QuoteRequest, quote: QuoteReading): QuoteRequest[] {
  const { destination: _, streaming: __, ...own } = request;
  const asked = askedWay(request);
  const isSplit = (quote.maxStreamingQuantity ?? 0) > 1;
  if (asked === "own" && !isSplit) return [];
  const ways: Readonly<Record<Asked, QuoteRequest>> = {
    own,
    one: { ...own, streaming: SINGLE },
    spaced: { ...own, streaming: SPACED },
  };
  // Where the network splits nothing by itself, its own way is one part.
  const same: Asked | null = asked === "own" && quote.streaming.mode === "single" ? "one" : null;
  return (["own", "one", "spaced"] as const).filter((way) => way !== asked && way !== same).map((way) => ways[way]);
}

export function compareWays(
  request: QuoteRequest,
  quote: QuoteReading,
  others: readonly OtherWay[],
  preset: Preset,
): AnswerView["ways"] {
  if (others.length === 0) {
    const notes = quote.failure ? [] : [runsText(quote), notComparedText(quote)].filter((note) => note !== null);
    return { notes, table: null, choices: [] };
  }
  const { streaming: _, ...own } = request;
  const withAddress = (other: QuoteRequest) =>
    other.streaming === undefined ? own : { ...own, streaming: other.streaming };
  const all: readonly Way[] = [
    { asked: askedWay(request), request, quote },
    ...others.map((other) => ({
      asked: askedWay(other.request),
      request: withAddress(other.request),
      quote: other.quote,
    })),
  ];
  const chosen = all[0] as Way;
  const shown = order.flatMap((asked) => all.filter((way) => way.asked === asked)).filter((way) => isShown(way, all));
  const columns = shown.filter((way) => way.quote !== null);
  const isRead = columns.length === shown.length;
  return {
    notes: [
      runsText(quote),
      ...shown.filter((way) => way !== chosen).flatMap((way) => differenceText(way, quote, preset)),
      ...spacingText(chosen, all, shown),
      ...(isRead ? [] : ["Another way, for a comparison, could not be read in time. Ask again for it."]),
    ].filter((note) => note !== null),
    table:
      columns.length < 2
        ? null
        : {
            head: ["", ...columns.map((way) => `${headText(way)}${way === chosen ? " (this quote)" : ""}`)],
            rows: rows.map((name, row) => [
              name,
              ...columns.map((way) => wayCells(way.quote as QuoteReading, preset)[row] ?? ""),
            ]),
            notes: [],
          },
    choices: shown.filter((way) => way !== chosen).map(choiceOf),
  };
}

const order: readonly Asked[] = ["own", "one", "spaced"];
const rows = ["You receive", "Total cost", "Worth of the fees", "It takes about", "Parts"] as const;

const isOnePart = ({ quote }: Way) => quote?.streaming.quantity === 1;

/** The chosen way, and each that is another: spaced parts where the network's own quote for them is the best. */
function isShown(way: Way, all: readonly Way[]): boolean {
  if (way === all[0]) return true;
  if (way.asked === "spaced") return way.quote?.failure != null || way.quote === null || isBest(way, all);
  const same = all.filter((other) => other !== way && other.asked !== "spaced" && isOnePart(other) && isOnePart(way));
  return !same.some((other) => other === all[0] || other.asked === "one");
}

const isBest = (way: Way, all: readonly Way[]) =>
  all.every((other) => other === way || isMore(way.quote?.expectedAmountOut, other.quote?.expectedAmountOut));
const isMore = (one: bigint | null | undefined, other: bigint | null | undefined) =>
  one != null && one > (other ?? -1n);

/** Whether parts give more than the quote, by the network's own quote for them. */
export const isBetterInParts = (quote: QuoteReading, others: readonly OtherWay[]) =>
  quote.expectedAmountOut !== null &&
  others.some(
    ({ quote: other }) => other?.streaming.quantity !== 1 && isMore(other?.expectedAmountOut, quote.expectedAmountOut),
  );

/** What the network would do with the swap as it was asked. */
function runsText({ streaming }: QuoteReading): string | null {
  const { mode, interval, quantity } = streaming;
  if (quantity === 1) return "The swap runs in one part.";
  if (mode === "single") return null;
  const parts = quantity === null ? "several parts" : `${quantity} parts`;
  return mode === "rapid"
    ? `The network splits this swap into ${parts} by itself, several in a block (rapid streaming).`
    : `The swap is split into ${parts}, ${everyText(interval)} (a streaming swap).`;
}

const everyText = (interval: number) => (interval === 1 ? "one every block" : `one every ${interval} blocks`);

function notComparedText(quote: QuoteReading): string | null {
  if (quote.maxStreamingQuantity !== null) return "The network does not split a swap of this size.";
  return "Whether more parts would give more is unknown: the network did not say into how many it may split this swap.";
}

function headText({ quote, asked }: Way): string {
  if (quote?.streaming.quantity === 1) return "One part";
  if (quote === null || quote.streaming.mode === "single") return unreadNames[asked];
  const { mode, interval } = quote.streaming;
  if (mode === "rapid") return "Parts, several in a block";
  return `Parts, ${everyText(interval)}`;
}

const unreadNames: Readonly<Record<Asked, string>> = {
  own: "The network's own way",
  one: "One part",
  spaced: "Parts, one every block",
};

function wayCells(quote: QuoteReading, preset: Preset): string[] {
  const { expectedAmountOut, fees, totalCostBps, seconds, streaming, to } = quote;
  const sum = fees.length === 3 ? costSum(fees.map((fee) => fee.amount)) : null;
  return [
    expectedAmountOut === null ? NOT_KNOWN : formatAmount({ base: expectedAmountOut, asset: to }, preset),
    formatBpsAsPercent(totalCostBps),
    formatDollars(sum?.usd),
    seconds.total === null ? NOT_KNOWN : formatDuration(seconds.total),
    streaming.quantity === null ? NOT_KNOWN : String(streaming.quantity),
  ];
}

/** How another way differs from the quote. */
function differenceText(way: Way, chosen: QuoteReading, preset: Preset): string[] {
  const { quote } = way;
  if (quote === null) return [];
  if (quote.failure) return [`${headText(way)}: there is no quote. ${fieldHint(quote.failure)}`];
  if (quote.expectedAmountOut === null || chosen.expectedAmountOut === null) return [];
  const more = quote.expectedAmountOut - chosen.expectedAmountOut;
  const size = formatAmount({ base: more < 0n ? -more : more, asset: quote.to }, preset);
  const amount = more === 0n ? "the same amount" : `${size} ${more > 0n ? "more" : "less"}`;
  const longer =
    quote.seconds.total === null || chosen.seconds.total === null ? null : quote.seconds.total - chosen.seconds.total;
  if (longer === null) return [`${headText(way)}: you receive ${amount}.`];
  const time =
    longer === 0 ? "in the same time" : `${formatDuration(Math.abs(longer))} ${longer > 0 ? "later" : "earlier"}`;
  return [`${headText(way)}: you receive ${amount}, ${time}.`];
}

/** Spaced parts are named where they were asked about and bring nothing. */
function spacingText(chosen: Way, all: readonly Way[], shown: readonly Way[]): string[] {
  const isLeftOut = all.some((way) => way.asked === "spaced" && way !== chosen && !shown.includes(way));
  return isLeftOut ? ["Parts one block apart give no more, by the network's own quote."] : [];
}

const choiceNames: Readonly<Record<Asked, string>> = {
  own: "Quote it as the network splits it",
  one: "Quote it in one part",
  spaced: "Quote it in parts one block apart",
};
const choiceOf = ({ asked, request }: Way): LinkView => ({ href: requestHref(request), label: choiceNames[asked] });
