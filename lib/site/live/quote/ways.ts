// Compares the ways in which one swap can run. Each is a quote of the network; none is calculated from another.

import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { outputDifference } from "../../../protocol/quote/one-part.ts";
import { SINGLE } from "../../../protocol/quote/way.ts";
import { hintText } from "../../../protocol/safety/sentences.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatAmount, formatBpsAsPercent, NOT_KNOWN } from "../../../protocol/values/figure-text.ts";
import { requestHref } from "./links.ts";
import { digitsOf, durationText, receivedText, totalCostText } from "./tables.ts";
import type { FigureView, LinkView } from "./view.ts";

/** As the network splits a swap by itself; in one part; in parts some blocks apart. */
type Asked = "one" | "own" | "spaced";
const order: readonly Asked[] = ["one", "own", "spaced"];

/** One part every block, and the network chooses how many. */
const SPACED = { interval: 1, quantity: 0 } as const;

export interface OtherWay {
  readonly request: QuoteRequest;
  /** Null when no answer came in time. */
  readonly quote: QuoteReading | null;
}

interface Way extends OtherWay {
  readonly asked: Asked;
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
  const { from, to, amount, targetOut } = request;
  if (targetOut !== undefined) return [];
  const own = { from, to, amount };
  const asked = askedWay(request);
  const isSplit = (quote.maxStreamingQuantity ?? 0) > 1;
  if (asked === "own" && !isSplit) return [];
  const ways: Readonly<Record<Asked, QuoteRequest>> = {
    own,
    one: { streaming: SINGLE, ...own },
    spaced: { streaming: SPACED, ...own },
  };
  // Where the network splits nothing by itself, its own way is one part.
  const same: Asked | null = asked === "own" && quote.streaming.mode === "single" ? "one" : null;
  return order.filter((way) => way !== asked && way !== same).map((way) => ways[way]);
}

export function compareWays(request: QuoteRequest, quote: QuoteReading, others: readonly OtherWay[], preset: Preset) {
  // An order runs as its price comes: there is no other way to compare.
  if (quote.expectedAmountOut === null || request.targetOut !== undefined) return { notes: [], cards: [] };
  if (others.length === 0) {
    const isOther = alternativeRequests(request, quote).length > 0;
    return { notes: [runsText(quote), isOther ? null : notComparedText(quote)].filter(isText), cards: [] };
  }
  const { streaming: _, ...own } = request;
  const chosen: Way = { asked: askedWay(request), request, quote };
  const all: readonly Way[] = [
    chosen,
    ...others.map(({ request: other, quote: answer }) => ({
      asked: askedWay(other),
      request: other.streaming === undefined ? own : { streaming: other.streaming, ...own },
      quote: answer,
    })),
  ];
  const shown = order
    .flatMap((asked) => all.filter((way) => way.asked === asked))
    .filter((way) => isOwn(way, all) && isOther(way, chosen));
  const isRead = shown.every((way) => way.quote !== null);
  return {
    notes: [
      runsText(quote),
      isRead ? bestText(shown) : "Another way could not be read in time for a comparison. Ask again for it.",
    ].filter(isText),
    cards: shown.length < 2 ? [] : shown.map((way) => wayCard(way, chosen, preset)),
  };
}

const isText = (text: string | null) => text !== null;

const isOnePart = ({ quote }: Way) => quote?.streaming.quantity === 1;

/** The chosen way, and each that is not the same swap as another. */
function isOwn(way: Way, all: readonly Way[]): boolean {
  if (way === all[0] || !isOnePart(way)) return true;
  const same = all.filter((other) => other !== way && isOnePart(other));
  return !same.some((other) => other === all[0] || other.asked === "one");
}

/** The chosen way, and each that brings another amount or takes another time. */
function isOther(way: Way, chosen: Way): boolean {
  if (way === chosen || way.quote === null || chosen.quote === null) return true;
  return outputDifference(way.quote, chosen.quote) !== 0n || timeText(way.quote) !== timeText(chosen.quote);
}

const timeText = ({ seconds: { total } }: QuoteReading) => (total === null ? NOT_KNOWN : durationText(total));

/** The way that brings the most; of those that bring as much, the fastest. Null where no way is the only such one. */
function bestText(shown: readonly Way[]): string | null {
  const read = shown.flatMap(({ quote }) => (quote === null || quote.failure ? [] : [quote]));
  if (read.length < 2) return null;
  const most = read.filter((one) => read.every((other) => (outputDifference(other, one) ?? 1n) <= 0n));
  const fastest = most.filter((one) =>
    most.every(({ seconds: { total } }) => one.seconds.total !== null && total !== null && one.seconds.total <= total),
  );
  const [best, ...others] = most.length === 1 ? most : fastest;
  if (best === undefined || others.length > 0) return null;
  const { quantity, interval, mode } = best.streaming;
  const isOne = quantity === 1;
  const pace = mode === "spaced" && interval !== null ? `, ${everyText(interval)},` : "";
  const subject = isOne ? "One part brings" : `${quantity ?? "Several"} parts${pace} bring`;
  return most.length === 1
    ? `${subject} the most.`
    : `${subject} as much as any other way, and ${isOne ? "is" : "are"} the fastest.`;
}

/** What the network would do with the swap as it was asked. */
function runsText({ streaming }: Pick<QuoteReading, "streaming">): string | null {
  const { mode, interval, quantity } = streaming;
  if (quantity === 1) return "The swap runs in one part.";
  if (interval === null) return null;
  const parts = quantity === null ? "several parts" : `${quantity} parts`;
  return mode === "rapid"
    ? `The network splits this swap into ${parts} by itself, at least one in each block (rapid streaming).`
    : `The swap is split into ${parts}, ${everyText(interval)} (streaming swap).`;
}

const everyText = (interval: number) => (interval === 1 ? "one every block" : `one every ${interval} blocks`);

function notComparedText(quote: QuoteReading): string {
  if (quote.maxStreamingQuantity !== null) return "The network does not split a swap of this size.";
  const who = quote.statedBy.maxStreamingQuantity ? "Our sources do not say alike" : "The network did not say";
  return `${who} into how many parts it may split this swap. So we cannot compare.`;
}

const askedNames: Readonly<Record<Asked, string>> = {
  one: "One swap",
  own: "Split by the network",
  spaced: "Split and slower",
};

function wayName({ quote, asked }: Way): string {
  if (quote?.streaming.quantity === 1) return askedNames.one;
  const { quantity = null, mode = null, interval = null } = quote?.streaming ?? {};
  if (quantity === null || interval === null) return askedNames[asked];
  return mode === "spaced" ? `Split into ${quantity}, ${everyText(interval)}` : `Split into ${quantity} parts`;
}

/** One way in which the swap can run. `link` asks for the swap in this way; null for the way of this quote. */
function wayCard(way: Way, chosen: Way, preset: Preset) {
  const { quote } = way;
  const figures: FigureView[] =
    quote === null
      ? [{ label: "You receive", text: NOT_KNOWN, note: "It could not be read in time." }]
      : quote.failure
        ? [{ label: "You receive", text: NOT_KNOWN, note: hintText(quote.failure) }]
        : wayFigures(way, quote, chosen, preset);
  return { name: wayName(way), figures, link: way === chosen ? null : linkOf(way) };
}

function wayFigures(way: Way, quote: QuoteReading, chosen: Way, preset: Preset): FigureView[] {
  const { expectedAmountOut: out } = quote;
  return [
    {
      label: "You receive",
      text: out === null ? NOT_KNOWN : receivedText(quote, out, preset),
      note: way === chosen ? "this quote" : differenceText(quote, chosen.quote, preset),
    },
    { label: "Total cost", text: totalCostText(quote).text, note: formatBpsAsPercent(quote.totalCostBps) },
    { label: "Time", text: timeText(quote), note: null },
  ];
}

/** How much more or less than this quote another way gives. */
function differenceText(quote: QuoteReading, chosen: QuoteReading | null, preset: Preset) {
  const more = chosen && outputDifference(quote, chosen);
  if (more === null) return null;
  if (more === 0n) return "about the same amount";
  const size = formatAmount({ base: more < 0n ? -more : more, asset: quote.to }, preset, digitsOf(quote, chosen));
  return `${size} ${more > 0n ? "more" : "less"}`;
}

const linkLabels: Readonly<Record<Asked, string>> = {
  one: "Quote it in one part",
  own: "Quote it as the network splits it",
  spaced: "Quote it in slower parts",
};
const linkOf = ({ asked, request }: Way): LinkView => ({ href: requestHref(request), label: linkLabels[asked] });
