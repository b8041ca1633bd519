// The table of the fee guide: what a swap of four sizes costs now.
// A row shows costs only if fresh data says that trading between the two assets is open.

import { totalCostFact } from "../../../answers/quote/figures.ts";
import {
  caseRefusal,
  caseSendText,
  caseSign,
  caseWarnings,
  type QuoteCase,
} from "../../../answers/quote/quote-case.ts";
import { refusalLine } from "../../../answers/quote/refusal.ts";
import type { QuoteSign } from "../../../answers/quote/sign.ts";
import { signStates } from "../../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { QuoteReading } from "../../../protocol/model/quote.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { asOfText } from "../../../say/as-of.en.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatInstant,
  formatWholeDollars,
  NOT_KNOWN,
} from "../../../say/figures.en.ts";
import { quoteSignWords } from "../../../say/quote.en.ts";
import { hrefOf } from "../../registry/links.ts";
import type { LiveSetup } from "../setup.ts";

const [FROM, TO] = ["BTC", "ETH"];
const sizesUsd = ["100", "500", "5000", "50000"] as const;
type Size = (typeof sizesUsd)[number];
const SIGNIFICANT_DIGITS = 4;

interface SizeQuote {
  readonly size: Size;
  readonly quote: QuoteReading;
  readonly sign: QuoteSign;
  readonly notes: readonly string[];
}

interface SizeRow {
  readonly quote: LinkView;
  readonly received: string;
  readonly cost: string;
}

export interface SizesView {
  readonly sign: Pick<QuoteSign, "shape" | "word" | "text">;
  readonly notes: readonly string[];
  readonly rows: readonly SizeRow[];
  readonly asOf: string;
  readonly ageSeconds: number | null;
}

export async function getSizes(setup: LiveSetup): Promise<SizesView> {
  const poolsReading = await setup.network.getPools();
  const sizeQuotes = await Promise.all(
    sizesUsd.map((size) => getSizeQuote(size, poolsReading, setup)),
  ).catch((error: unknown) => {
    if (error instanceof InputError) return null;
    throw error;
  });
  return sizeQuotes === null
    ? viewWithoutPools(poolsReading, setup.preset)
    : viewWithQuotes(sizeQuotes, setup.preset);
}

async function getSizeQuote(
  size: Size,
  { pools }: PoolsReading,
  { network, preset, now, origin }: LiveSetup,
): Promise<SizeQuote> {
  const request = { from: `${FROM}.${FROM}`, to: `${TO}.${TO}`, amountUsd: size };
  const quote = await network.getQuote(request);
  const quoteCase: QuoteCase = {
    preset,
    request,
    quote,
    otherWay: null,
    pools,
    isPairNamed: true,
    nowMs: now(),
    origin,
  };
  const sign = caseSign(quoteCase);
  return { size, quote, sign, notes: listNotes(quoteCase, sign) };
}

function listNotes(quoteCase: QuoteCase, sign: QuoteSign): string[] {
  const refusal = caseRefusal(quoteCase);
  const isSendAllowed = sign.isPairOpen && quoteCase.quote.adviceLevel !== "forbidden";
  return [
    sign.reasonText,
    refusal && refusalLine(refusal, false),
    ...caseWarnings(quoteCase, sign),
    isSendAllowed ? null : caseSendText(quoteCase),
  ].filter((note) => note !== null);
}

function viewWithoutPools(poolsReading: PoolsReading, preset: Preset): SizesView {
  return {
    sign: {
      shape: "unknown",
      word: quoteSignWords.not_checked,
      text: `the network lists no pool for ${FROM} or none for ${TO}.`,
    },
    notes: [],
    rows: sizesUsd.map((size) => unknownRow(size, "no quote")),
    ...dataAge(poolsReading, preset),
  };
}

function viewWithQuotes(sizeQuotes: readonly SizeQuote[], preset: Preset): SizesView {
  const worstQuote = sizeQuotes.reduce((a, b) => (rankOf(b) < rankOf(a) ? b : a));
  const oldestQuote = sizeQuotes.reduce((a, b) => (ageMsOf(b) > ageMsOf(a) ? b : a));
  const { shape, word, text } = worstQuote.sign;
  const isSameForAll = sizeQuotes.every(({ sign }) => sign.text === text);
  return {
    sign: { shape, word, text: isSameForAll ? text : textForSize(worstQuote, text) },
    notes: mergeNotes(sizeQuotes),
    rows: sizeQuotes.map(rowOf),
    ...dataAge(oldestQuote.quote, preset),
  };
}

function dataAge(reading: PoolsReading | QuoteReading, preset: Preset) {
  const { ageMs } = reading.clock;
  return {
    asOf: asOfText(reading, preset, formatInstant),
    ageSeconds: ageMs === null ? null : Math.max(0, ageMs) / 1000,
  };
}

const rankOf = ({ sign }: SizeQuote) => signStates.indexOf(sign.state);
const ageMsOf = ({ quote }: SizeQuote) => quote.clock.ageMs ?? Number.POSITIVE_INFINITY;
const textForSize = ({ size }: SizeQuote, text: string) => `For ${sizeText(size)}: ${text}`;
const sizeText = (size: Size) => formatWholeDollars(BigInt(size));

function mergeNotes(sizeQuotes: readonly SizeQuote[]): string[] {
  const isInAllQuotes = (note: string) => sizeQuotes.every(({ notes }) => notes.includes(note));
  const labelledNotes = sizeQuotes.flatMap((quote) =>
    quote.notes.map((note) => (isInAllQuotes(note) ? note : textForSize(quote, note))),
  );
  return [...new Set(labelledNotes)];
}

function rowOf({ size, quote, sign }: SizeQuote): SizeRow {
  const { failure, clock, expectedAmountOut, totalCost, totalCostBps } = quote;
  if (!sign.isPairOpen) return unknownRow(size, sign.word.toLowerCase());
  if (failure) return unknownRow(size, "no quote");
  if (clock.freshness !== "fresh")
    return unknownRow(size, quoteSignWords.not_checked.toLowerCase());
  const isCostKnown = totalCost?.usd != null && totalCostBps !== null;
  return {
    quote: quoteLink(size),
    received: expectedAmountOut === null ? NOT_KNOWN : receivedText(expectedAmountOut, quote.to),
    cost: isCostKnown
      ? `${totalCostFact(quote).text} (${formatBpsAsPercent(totalCostBps)})`
      : NOT_KNOWN,
  };
}

function receivedText(base: bigint, asset: string): string {
  return formatAmount({ base, asset }, undefined, { digits: SIGNIFICANT_DIGITS, bound: "most" });
}

function unknownRow(size: Size, reason: string): SizeRow {
  return { quote: quoteLink(size), received: NOT_KNOWN, cost: reason };
}

function quoteLink(size: Size): LinkView {
  return {
    href: `${hrefOf("/quote")}?${new URLSearchParams({ from: FROM, to: TO, amount_usd: size })}`,
    label: `${sizeText(size)} of ${FROM}`,
  };
}
