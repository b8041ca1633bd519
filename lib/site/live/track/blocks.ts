// /track: form, view, words, blocks, script. Judging a swap belongs in lib/protocol/swap.
// This file: the content of the page, in its order. Text of others is always code.

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
} from "../../../markdown/nodes.ts";
import { formatInstant } from "../../../protocol/values/figure-text.ts";
import { type Blocks, type Box, part, section, type Table } from "../../../render/blocks.ts";
import { blocksMarkdown } from "../../../render/markdown.ts";
import { feeHeads, paymentHeads } from "./swap-summary.ts";
import type { TimelineStep } from "./timeline.ts";
import type { SwapView, TrackView } from "./view.ts";
import { trackWords } from "./words.ts";

export const trackMarkdown = (view: TrackView) => blocksMarkdown(trackBlocks(view));

export function trackBlocks(view: TrackView): Blocks<"swap" | "form" | "samples" | "steps"> {
  const { swap, samples, links } = view;
  const form = part("form", askNodes(view));
  return [
    {
      title: "Track a swap",
      as: "page",
      blocks: [
        ...(swap
          ? [
              { part: "swap" as const, blocks: swapBlocks(swap, links) },
              section(trackWords.another, form),
            ]
          : [{ text: trackWords.lead, className: "lead" }, form]),
        samples.length > 0 &&
          section(
            trackWords.samples,
            { text: trackWords.samplesLead },
            part("samples", [list(samples.map(sampleItem))]),
          ),
        !swap &&
          box(
            { className: "columns" },
            section(trackWords.steps, stepsBlock(view.steps)),
            box(
              { className: "side" },
              section(trackWords.refunds, { text: trackWords.refundsText }),
              section(trackWords.unseen, { text: trackWords.unseenText }),
            ),
          ),
      ],
    },
  ];
}

/** `watchSwap` relies on the ids and the order of these boxes. */
export function swapBlocks(swap: SwapView, links: TrackView["links"]) {
  const { steps, lookups, fees, reason } = swap;
  const payments = tableOf(trackWords.payments, paymentHeads, swap.payments);
  const details = swap.details.map(([label, value]) => ({
    id: label,
    cells: [{ text: label }, value],
  }));
  return [
    box(
      { id: "parts" },
      box({ id: "board", "data-part": "mark", role: "status" }, part("sign", signNodes(swap))),
      quiet("when", part("when", whenNodes(swap))),
      box(
        { className: "columns" },
        section(
          trackWords.steps,
          steps.length === 0 ? { text: trackWords.noSteps } : stepsBlock(steps),
        ),
        box(
          { className: "side" },
          changing("reason", reason !== null && part("reason", reasonNodes(reason, links))),
          section(
            trackWords.payments,
            changing("payments", { part: "payments", blocks: [payments] }),
            quiet("lookups", ...lookupBlocks(lookups)),
            { text: [swap.explorers], className: "quiet" },
          ),
        ),
        section(
          trackWords.fees,
          changing(
            "fees",
            fees.length === 0
              ? { text: trackWords.noFees }
              : tableOf(trackWords.fees, feeHeads, fees),
          ),
        ),
      ),
      section(
        trackWords.details,
        quiet("details", tableOf(trackWords.details, ["Fact", "Value"], details)),
      ),
      quiet("block", { text: swap.asOf, className: "meta" }),
    ),
    box({ className: "comeback" }, { text: line`${trackWords.address} ${code(swap.address)}` }),
  ];
}

const box = <Part extends string = never>(box: Box["box"], ...blocks: Blocks<Part>) => ({
  box,
  blocks,
});
/** Changes are highlighted, except in `quiet` boxes. */
const changing = <Part extends string = never>(id: string, ...blocks: Blocks<Part>) =>
  box({ id, "data-part": "mark" }, ...blocks);
const quiet = <Part extends string = never>(id: string, ...blocks: Blocks<Part>) =>
  box({ id, "data-part": "quiet" }, ...blocks);
const tableOf = (label: string, heads: readonly string[], rows: Table["rows"]) => ({
  table: { label, heads, rows },
  isNamed: false as const,
});

function askNodes({ form, links }: TrackView): MarkdownBlock[] {
  const problems = [form.errors.form, form.errors.txid, form.errors.chain].filter(
    (error) => error !== null,
  );
  const codes = form.chains.map((chain) => chain.code).join(", ");
  return [
    ...problems.map((problem) => paragraph(line`${strong(`${trackWords.error}:`)} ${problem}`)),
    paragraph(
      line`Ask by ${code(`${links.track}?txid=…`)}, with or without 0x. The explorer's address of a transaction works too. ${code("&chain=")} is optional: ${code(codes)}. The same answer as JSON, for an id alone, is at ${code(links.json)}.`,
    ),
  ];
}

function signNodes({ headline, resend, explanation, advice, figures }: SwapView): MarkdownBlock[] {
  return [
    heading(2, headline),
    ...(resend === null ? [] : [paragraph(line`${strong(resend.fact)} ${resend.meaning ?? ""}`)]),
    paragraph(explanation),
    ...(advice === "" ? [] : [paragraph(advice)]),
    ...(figures.length === 0
      ? []
      : [list(figures.map(({ label, value }) => `${label}: ${value}`))]),
  ];
}

function whenNodes({ stale, readAt, pace, self }: SwapView): MarkdownBlock[] {
  const at = formatInstant(Date.parse(readAt));
  return [
    ...(stale === null ? [] : [paragraph(line`${strong(`${trackWords.stale}.`)} ${stale}`)]),
    paragraph(
      line`${trackWords.readAt} ${at}.${pace === "" ? "" : line` ${pace} ${link(trackWords.again, self)}`}`,
    ),
  ];
}

function lookupBlocks(lookups: SwapView["lookups"]): Blocks {
  if (lookups.length === 0) return [];
  const list = lookups.map(({ chain, name, href }) => line`${chain}: ${link(name, href)}`);
  return [{ text: trackWords.lookup }, { list }];
}

function reasonNodes(
  reason: NonNullable<SwapView["reason"]>,
  links: TrackView["links"],
): MarkdownBlock[] {
  const { quote, cause } = reason;
  return [
    heading(2, reason.heading),
    paragraph(reason.meaning),
    ...(quote == null
      ? [paragraph(trackWords.noQuote)]
      : [paragraph(trackWords.quote), quotation(code(quote))]),
    ...(cause === null ? [] : [paragraph(`${trackWords.cause} ${cause}`)]),
    paragraph(line`${reason.next} ${link(trackWords.newQuote, links.quote)}`),
  ];
}

function stepsBlock(steps: readonly TimelineStep[]) {
  const items = steps.map(({ name, word, text, wait }) => {
    const told = [text, wait].filter(Boolean).join(" ");
    return line`${strong(name)}${word === null ? "" : `: ${word}`}.${told === "" ? "" : ` ${told}`}`;
  });
  return part("steps", [numberedList(items)]);
}

function sampleItem({ txid, href, state, title }: TrackView["samples"][number]): Line {
  return line`${link(title, href)}: ${state} ${code(txid)}`;
}
