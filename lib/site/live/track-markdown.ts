// Site room: /track as Markdown. It says what the page says; text of others stands in code spans alone.
import { toCodeSpan } from "../../markdown/code.ts";
import { toTable } from "../../markdown/write.ts";
import { toInstantText } from "../../protocol/instants.ts";
import type { TimelineStep } from "../../protocol/swap-timeline.ts";
import { type Cell, feeHeads, paymentHeads, type Row } from "./track-rows.ts";
import type { SwapView, TrackView } from "./track-view.ts";
import { words } from "./track-words.ts";

/** The page's body, from its H1 on. */
export function toTrackMarkdown(view: TrackView): string {
  const { form, swap, links, steps, samples } = view;
  const problems = [form.errors.txid, form.errors.chain].filter((error) => error !== null);
  const address = `\`${links.track}?txid=…\``;
  const codes = form.chains.map(({ code }) => code).join(", ");
  const parts = [
    "# Track a swap",
    ...(swap ? [] : [words.lead]),
    ...problems.map((problem) => `**${words.error}:** ${problem}`),
    ...(swap ? [...toSwapParts(swap, links), `## ${words.another}`] : []),
    `Ask by ${address}: an id as the wallet shows it, with or without 0x, or the explorer's address that holds it. \`&chain=\` is optional: ${codes}.`,
    ...(samples.length > 0 ? [`## ${words.samples}`, words.samplesLead, toSampleList(samples)] : []),
    ...(swap
      ? []
      : [
          `## ${words.steps}`,
          toStepList(steps),
          `## ${words.refunds}`,
          words.refundsText,
          `## ${words.unseen}`,
          words.unseenText,
        ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function toSwapParts(swap: SwapView, links: TrackView["links"]): string[] {
  const { reason, steps, fees } = swap;
  return [
    `## ${swap.headline}`,
    swap.explanation,
    swap.figures.map(({ label, value }) => `- ${label}: ${value}`).join("\n"),
    swap.advice,
    ...(swap.stale === null ? [] : [`**${words.stale}.** ${swap.stale}`]),
    `${words.readAt} ${toInstantText(Date.parse(swap.readAt))}. ${swap.pace} [${words.again}](${swap.self})`,
    `## ${words.steps}`,
    ...(steps.length === 0 ? [words.noSteps] : [toStepList(steps)]),
    swap.wait,
    ...(reason
      ? [
          `## ${reason.heading}`,
          reason.meaning,
          reason.quote === null ? words.noQuote : words.quote,
          ...(reason.quote === null ? [] : [`> ${toCodeSpan(reason.quote)}`]),
          ...(reason.cause === null ? [] : [`${words.cause} ${reason.cause}`]),
          `${reason.next} [${words.newQuote}](${links.quote})`,
        ]
      : []),
    `## ${words.payments}`,
    toRows(paymentHeads, swap.payments),
    swap.explorers,
    `## ${words.fees}`,
    fees.length === 0 ? words.noFees : toRows(feeHeads, fees),
    `## ${words.details}`,
    toTable(
      ["Fact", "Value"],
      swap.details.map(([label, value]) => [label, toCell(value)]),
    ),
    `${words.address} ${toCodeSpan(swap.address)}`,
  ];
}

function toStepList(steps: readonly TimelineStep[]): string {
  return steps
    .map(
      ({ name, word, text, wait }, index) =>
        `${index + 1}. **${name}**${word === null ? "" : `: ${word}`}. ${[text, wait].filter(Boolean).join(" ")}`,
    )
    .join("\n");
}

function toRows(heads: readonly string[], rows: readonly Row[]): string {
  return toTable(
    heads,
    rows.map(({ cells }) => cells.map(toCell)),
  );
}

function toCell({ text, code, link }: Cell): string {
  const shown = code ? toCodeSpan(text) : text;
  return link ? `${shown} ([${link.name}](${link.href}))` : shown;
}

function toSampleList(samples: TrackView["samples"]): string {
  return samples
    .map(({ txid, href, state, title }) => `- [${title}](${href}): ${toCodeSpan(state)} ${toCodeSpan(txid)}`)
    .join("\n");
}
