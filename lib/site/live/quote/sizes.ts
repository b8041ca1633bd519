// The table of the fee guide: what four sizes of one swap cost now.
// Figures appear only for a pair that a fresh reading found open.

import { refusalLine } from "../../../answers/quote/answer-box.ts";
import { totalCostText } from "../../../answers/quote/figures.ts";
import {
  caseRefusal,
  caseSendText,
  caseSign,
  caseWarnings,
} from "../../../answers/quote/quote-case.ts";
import type { QuoteSign } from "../../../answers/quote/sign.ts";
import { signStates } from "../../../protocol/model/network-status.ts";
import type { QuoteReading } from "../../../protocol/model/quote.ts";
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
import type { QuoteSetup } from "./page.ts";

const [from, to] = ["BTC", "ETH"];
const sizes = ["100", "500", "5000", "50000"] as const;
type Size = (typeof sizes)[number];
/** Nobody compares these amounts with a wallet. */
const AMOUNT_DIGITS = 4;

interface Answered {
  readonly size: Size;
  readonly quote: QuoteReading;
  readonly sign: QuoteSign;
  readonly notes: readonly string[];
}

export type SizesView = Awaited<ReturnType<typeof getSizes>>;

/** `sign`: the worst of the four. */
export async function getSizes({ network, preset, now, origin }: QuoteSetup) {
  const pools = await network.getPools();
  const ask = async (size: Size): Promise<Answered> => {
    const request = { from: `${from}.${from}`, to: `${to}.${to}`, amountUsd: size };
    const quote = await network.getQuote(request);
    const quoteCase = {
      preset,
      request,
      quote,
      other: null,
      pools: pools.pools,
      isNamed: true,
      nowMs: now(),
      origin,
    };
    const sign = caseSign(quoteCase);
    const refusal = caseRefusal(quoteCase);
    const send = caseSendText(quoteCase);
    const isSendSaid = sign.isOpen && quote.adviceLevel !== "forbidden";
    const notes = [
      sign.grounds,
      refusal && refusalLine(refusal, false),
      ...caseWarnings(quoteCase, sign),
      isSendSaid ? null : send,
    ].filter((note) => note !== null);
    return { size, quote, sign, notes };
  };
  const answers = await Promise.all(sizes.map(ask)).catch((error: unknown) => {
    if (error instanceof InputError) return error;
    throw error;
  });
  const timed = (reading: typeof pools | QuoteReading) => ({
    asOf: asOfText(reading, preset, formatInstant),
    ageSeconds: reading.clock.ageMs === null ? null : Math.max(0, reading.clock.ageMs) / 1000,
  });
  if (answers instanceof InputError) {
    const text = `the network lists no pool for ${from} or none for ${to}.`;
    const sign = { shape: "unknown", word: quoteSignWords.not_checked, text } as const;
    return {
      sign,
      notes: [],
      rows: sizes.map((size) => unknownRow(size, "no quote")),
      ...timed(pools),
    };
  }
  const worst = answers.reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one));
  const oldest = answers.reduce((one, other) => (ageOf(other) > ageOf(one) ? other : one));
  const { shape, word, text } = worst.sign;
  const isShared = answers.every(({ sign }) => sign.text === text);
  return {
    sign: { shape, word, text: isShared ? text : aboutSize(worst, text) },
    notes: notesOf(answers),
    rows: answers.map(rowOf),
    ...timed(oldest.quote),
  };
}

const rankOf = ({ sign }: Answered) => signStates.indexOf(sign.state);
const ageOf = ({ quote }: Answered) => quote.clock.ageMs ?? Number.POSITIVE_INFINITY;
const aboutSize = ({ size }: Answered, text: string) => `For ${sizeText(size)}: ${text}`;
const sizeText = (size: Size) => formatWholeDollars(BigInt(size));

/** A note that does not hold for every size names its size. */
function notesOf(answers: readonly Answered[]): string[] {
  const notes = answers.flatMap((answer) =>
    answer.notes.map((text) =>
      answers.every((other) => other.notes.includes(text)) ? text : aboutSize(answer, text),
    ),
  );
  return [...new Set(notes)];
}

function rowOf({ size, quote, sign }: Answered) {
  const { failure, clock, expectedAmountOut: out, totalCost, totalCostBps } = quote;
  if (!sign.isOpen) return unknownRow(size, sign.word.toLowerCase());
  if (failure) return unknownRow(size, "no quote");
  if (clock.freshness !== "fresh")
    return unknownRow(size, quoteSignWords.not_checked.toLowerCase());
  const isCostKnown = totalCost?.usd != null && totalCostBps !== null;
  return {
    quote: linkOf(size),
    received:
      out === null
        ? NOT_KNOWN
        : formatAmount({ base: out, asset: quote.to }, undefined, {
            digits: AMOUNT_DIGITS,
            bound: "most",
          }),
    cost: isCostKnown
      ? `${totalCostText(quote).text} (${formatBpsAsPercent(totalCostBps)})`
      : NOT_KNOWN,
  };
}

function unknownRow(size: Size, why: string) {
  return { quote: linkOf(size), received: NOT_KNOWN, cost: why };
}

function linkOf(size: Size): LinkView {
  return {
    href: `${hrefOf("/quote")}?${new URLSearchParams({ from, to, amount_usd: size })}`,
    label: `${sizeText(size)} of ${from}`,
  };
}
