// /track: form, view, words, Markdown, script. How a swap is read and judged belongs in lib/protocol/swap.
// This file writes /track as Markdown, from the same view as the page. Text of others is always code.
import {
  code,
  heading,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  numberedList,
  paragraph,
  quotation,
  strong,
  table,
} from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import { DO_NOT_RESEND } from "../../../protocol/swap/advice.ts";
import { formatInstant } from "../../../protocol/values/figure-text.ts";
import { type Cell, feeHeads, paymentHeads, type Row } from "./rows.ts";
import type { TimelineStep } from "./timeline.ts";
import type { SwapView, TrackView } from "./view.ts";
import { trackWords } from "./words.ts";

/** The page's body, from its H1 on. */
export function trackMarkdown(view: TrackView): string {
  const { form, swap, links, samples } = view;
  const problems = [form.errors.form, form.errors.txid, form.errors.chain].filter((error) => error !== null);
  const codes = form.chains.map((chain) => chain.code).join(", ");
  const blocks = [
    heading(1, "Track a swap"),
    ...(swap ? [] : [paragraph(trackWords.lead)]),
    ...problems.map((problem) => paragraph(line`${strong(`${trackWords.error}:`)} ${problem}`)),
    ...(swap ? [...swapBlocks(swap, links), heading(2, trackWords.another)] : []),
    paragraph(
      line`Ask by ${code(`${links.track}?txid=…`)}, with or without 0x. The explorer's address of a transaction works too. ${code("&chain=")} is optional: ${code(codes)}. The same answer as JSON, for an id alone, is at ${code(links.json)}.`,
    ),
    ...(samples.length > 0
      ? [heading(2, trackWords.samples), paragraph(trackWords.samplesLead), list(samples.map(sampleItem))]
      : []),
    ...(swap ? [] : generalBlocks(view.steps)),
  ];
  return `${writeMarkdown(blocks)}\n`;
}

/** The explanations that apply to every swap. */
function generalBlocks(steps: readonly TimelineStep[]): MarkdownBlock[] {
  return [
    heading(2, trackWords.steps),
    stepList(steps),
    heading(2, trackWords.refunds),
    paragraph(trackWords.refundsText),
    heading(2, trackWords.unseen),
    paragraph(trackWords.unseenText),
  ];
}

function swapBlocks(swap: SwapView, links: TrackView["links"]): MarkdownBlock[] {
  const { steps, fees } = swap;
  const readAt = formatInstant(Date.parse(swap.readAt));
  return [
    heading(2, swap.headline),
    ...(swap.resend === null ? [] : [paragraph(line`${strong(DO_NOT_RESEND)} ${swap.resend}`)]),
    paragraph(swap.explanation),
    ...(swap.advice === "" ? [] : [paragraph(swap.advice)]),
    ...(swap.figures.length === 0 ? [] : [list(swap.figures.map(({ label, value }) => `${label}: ${value}`))]),
    ...(swap.stale === null ? [] : [paragraph(line`${strong(`${trackWords.stale}.`)} ${swap.stale}`)]),
    paragraph(
      line`${trackWords.readAt} ${readAt}.${swap.pace === "" ? "" : line` ${swap.pace} ${link(trackWords.again, swap.self)}`}`,
    ),
    heading(2, trackWords.steps),
    steps.length === 0 ? paragraph(trackWords.noSteps) : stepList(steps),
    ...reasonBlocks(swap.reason, links),
    heading(2, trackWords.payments),
    tableRows(paymentHeads, swap.payments),
    ...lookupBlocks(swap.lookups),
    paragraph(swap.explorers),
    heading(2, trackWords.fees),
    fees.length === 0 ? paragraph(trackWords.noFees) : tableRows(feeHeads, fees),
    heading(2, trackWords.details),
    table(
      ["Fact", "Value"],
      swap.details.map(([label, value]) => [label, tableCell(value)]),
    ),
    paragraph(line`${trackWords.address} ${code(swap.address)}`),
  ];
}

function lookupBlocks(lookups: SwapView["lookups"]): MarkdownBlock[] {
  if (lookups.length === 0) return [];
  return [
    paragraph(trackWords.lookup),
    list(lookups.map(({ chain, name, href }) => line`${chain}: ${link(name, href)}`)),
  ];
}

function reasonBlocks(reason: SwapView["reason"], links: TrackView["links"]): MarkdownBlock[] {
  if (!reason) return [];
  const { quote, cause } = reason;
  return [
    heading(2, reason.heading),
    paragraph(reason.meaning),
    ...(quote == null ? [paragraph(trackWords.noQuote)] : [paragraph(trackWords.quote), quotation(code(quote))]),
    ...(cause === null ? [] : [paragraph(`${trackWords.cause} ${cause}`)]),
    paragraph(line`${reason.next} ${link(trackWords.newQuote, links.quote)}`),
  ];
}

function stepList(steps: readonly TimelineStep[]): MarkdownBlock {
  return numberedList(
    steps.map(({ name, word, text, wait }) => {
      const told = [text, wait].filter(Boolean).join(" ");
      return line`${strong(name)}${word === null ? "" : `: ${word}`}.${told === "" ? "" : ` ${told}`}`;
    }),
  );
}

function tableRows(heads: readonly string[], rows: readonly Row[]): MarkdownBlock {
  return table(
    heads,
    rows.map(({ cells }) => cells.map(tableCell)),
  );
}

function tableCell({ text, code: isCode, link: explorer }: Cell): Line {
  const shown = isCode ? code(text) : text;
  return explorer ? line`${shown} (${link(explorer.name, explorer.href)})` : shown;
}

function sampleItem({ txid, href, state, title }: TrackView["samples"][number]): Line {
  return line`${link(title, href)}: ${code(state)} ${code(txid)}`;
}
