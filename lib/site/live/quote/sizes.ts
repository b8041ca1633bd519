// The examples of the fee guide: what three sizes of one swap cost now, in the words of /quote. A figure is shown only of a pair that a
// fresh reading found open.

import { signStates } from "../../../protocol/model/network-status.ts";
import type { QuoteReading } from "../../../protocol/model/quote.ts";
import { formatAmount, formatBpsAsPercent, formatInstant, NOT_KNOWN } from "../../../protocol/values/figure-text.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { hrefOf } from "../../registry/links.ts";
import { type AnswerView, answerView, quoteSignWords } from "./answer.ts";
import { asOfText, type QuoteSetup } from "./page.ts";
import { totalCostText } from "./tables.ts";
import type { LinkView } from "./view.ts";

const [from, to] = ["BTC", "ETH"];
const amounts = ["0.01", "0.1", "1"];
/** Nobody compares these amounts with a wallet. */
const AMOUNT_DIGITS = 4;

interface Answered {
  readonly amount: string;
  readonly quote: QuoteReading;
  readonly view: AnswerView;
}

export type SizesView = Awaited<ReturnType<typeof getSizes>>;

/** `sign`: the worst of the three. `notes`: what must be known before the figures, each once. */
export async function getSizes({ network, preset, now, origin }: QuoteSetup) {
  const pools = await network.getPools();
  const ask = async (amount: string): Promise<Answered> => {
    const request = { from: `${from}.${from}`, to: `${to}.${to}`, amount };
    const quote = await network.getQuote(request);
    const view = answerView({ preset, request, quote, others: [], pools, isNamed: true, nowMs: now(), origin });
    return { amount, quote, view };
  };
  const answers = await Promise.all(amounts.map(ask)).catch((error: unknown) => {
    if (error instanceof InputError) return error;
    throw error;
  });
  const timed = (reading: typeof pools | QuoteReading) => ({
    /** The network and the block, with its time: the text stays true when nobody renews it. */
    asOf: asOfText(reading, preset, formatInstant),
    ageSeconds: reading.clock.ageMs === null ? null : Math.max(0, reading.clock.ageMs) / 1000,
  });
  if (answers instanceof InputError) {
    const text = `the network lists no pool for ${from} or none for ${to}.`;
    const sign = { shape: "unknown", word: quoteSignWords.not_checked, text } as const;
    return { sign, notes: [], rows: amounts.map((amount) => unknownRow(amount, "no quote")), ...timed(pools) };
  }
  const worst = answers.reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one));
  const oldest = answers.reduce((one, other) => (ageOf(other) > ageOf(one) ? other : one));
  const { shape, word, text } = worst.view.verdict;
  const isShared = answers.every(({ view }) => view.verdict.text === text);
  return {
    sign: { shape, word, text: isShared ? text : aboutSize(worst, text) },
    notes: notesOf(answers),
    rows: answers.map(rowOf),
    ...timed(oldest.quote),
  };
}

const rankOf = ({ view }: Answered) => signStates.indexOf(view.verdict.state);
const ageOf = ({ quote }: Answered) => quote.clock.ageMs ?? Number.POSITIVE_INFINITY;
const aboutSize = ({ amount }: Answered, text: string) => `For ${amount} ${from}: ${text}`;

/** Why, what else must be known, and whether not to send. What is not true of each size names its size. */
function notesOf(answers: readonly Answered[]): string[] {
  const told = answers.map(({ quote, view }) => [
    ...(view.verdict.grounds === null ? [] : [view.verdict.grounds]),
    ...(view.problem === null ? [] : [`${view.problem.title} ${view.problem.text}`]),
    ...view.warnings,
    ...((view.verdict.isOpen && quote.adviceLevel !== "forbidden") || view.send === null ? [] : [view.send]),
  ]);
  const notes = answers.flatMap((answer, index) =>
    (told[index] ?? []).map((text) => (told.every((texts) => texts.includes(text)) ? text : aboutSize(answer, text))),
  );
  return [...new Set(notes)];
}

function rowOf({ amount, quote, view: { verdict } }: Answered) {
  const { failure, clock, expectedAmountOut: out, totalCost, totalCostBps, sentUsd } = quote;
  if (!verdict.isOpen) return unknownRow(amount, verdict.word.toLowerCase());
  if (failure) return unknownRow(amount, "no quote");
  if (clock.freshness !== "fresh") return unknownRow(amount, quoteSignWords.not_checked.toLowerCase());
  const isCostKnown = totalCost?.usd != null && totalCostBps !== null;
  return {
    quote: linkOf(amount),
    received:
      out === null
        ? NOT_KNOWN
        : formatAmount({ base: out, asset: quote.to }, undefined, { digits: AMOUNT_DIGITS, bound: "most" }),
    cost: isCostKnown ? `${totalCostText(quote).text} (${formatBpsAsPercent(totalCostBps)})` : NOT_KNOWN,
    /** For the chart: what is sent, and all costs as in its lines, in hundredths of a basis point. Null where a figure is missing. */
    point:
      sentUsd === null || totalCostBps === null
        ? null
        : { dollars: Number(sentUsd) / 1e8, centiBps: Math.round(totalCostBps * 100) },
  };
}

function unknownRow(amount: string, why: string) {
  return { quote: linkOf(amount), received: NOT_KNOWN, cost: why, point: null };
}

function linkOf(amount: string): LinkView {
  return {
    href: `${hrefOf("/quote")}?${new URLSearchParams({ from, to, amount })}`,
    label: `${amount} ${from} to ${to}`,
  };
}
