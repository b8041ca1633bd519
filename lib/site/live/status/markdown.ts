// /status as Markdown, from the view that the page shows. Names of parameters stand in code.
import {
  code,
  heading,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  strong,
  table,
} from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import { type HistoryView, historyHeads } from "./history.ts";
import { chainHeads, providerHeads, type StatusNote, type StatusView, scheduledHeads } from "./view.ts";
import { formatBlock, statusWords } from "./words.ts";

/** The page's body, from its H1 on. */
export function statusMarkdown(view: StatusView, history: HistoryView): string {
  const blocks = [
    heading(1, "Network status"),
    paragraph(strong(view.verdict)),
    paragraph(view.advice),
    paragraph(formatBlock(view)),
    paragraph(`${view.sources} ${statusWords.snapshot}`),
    heading(2, statusWords.chains),
    table(
      chainHeads,
      view.chains.map((row) => [
        row.name,
        ...row.verdicts.map((cell) => cell.word),
        row.outboundFee,
        row.dustThreshold,
        row.blockTime,
      ]),
    ),
    paragraph(statusWords.questions),
    ...noteBlocks(view.notes),
    ...scheduledBlocks(view),
    heading(2, statusWords.providers),
    ...tableRows(
      providerHeads,
      view.providers.map((row) => [row.name, row.word, row.height, row.lag]),
    ),
    paragraph(statusWords.providersMean),
    heading(2, statusWords.history),
    paragraph(history.lead),
    paragraph(history.memory),
    ...tableRows(
      historyHeads,
      history.rows.map((row) => [row.when, row.what]),
    ),
    ...(history.older === 0 ? [] : [paragraph(statusWords.older(history.older))]),
    paragraph(link(statusWords.feed, statusWords.feedPath)),
  ];
  return `${writeMarkdown(blocks)}\n`;
}

function noteBlocks(notes: readonly StatusNote[]): MarkdownBlock[] {
  if (notes.length === 0) return [];
  const blocks = notes.flatMap(({ title, grounds, text }) => [
    heading(3, title),
    paragraph(text),
    ...(grounds.length === 0 ? [] : [list(grounds.map(({ name, words: how }) => line`${code(name)}: ${how}`))]),
  ]);
  return [heading(2, statusWords.notes), ...blocks];
}

function scheduledBlocks({ scheduled, scheduledMeans }: StatusView): MarkdownBlock[] {
  if (scheduled.length === 0) return [];
  const rows = scheduled.map((row) => [row.what, code(row.parameter), row.height, row.about]);
  return [heading(2, statusWords.scheduled), table(scheduledHeads, rows), paragraph(scheduledMeans)];
}

/** A table that would have no rows is left out. */
function tableRows(heads: readonly string[], rows: readonly (readonly Line[])[]): MarkdownBlock[] {
  return rows.length === 0 ? [] : [table(heads, rows)];
}
