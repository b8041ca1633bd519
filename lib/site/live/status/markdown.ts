// /status as Markdown, from the same view as the page. Names of parameters are code.
import {
  code,
  heading,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  strong,
  table,
} from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import type { HistoryView } from "./history.ts";
import { type StatusTable, statusTables } from "./tables.ts";
import type { StatusNote, StatusView } from "./view.ts";
import { formatBlock, statusWords } from "./words.ts";

/** The page's body, from its H1 on. */
export function statusMarkdown(view: StatusView, history: HistoryView): string {
  const tables = statusTables(view, history);
  const blocks = [
    heading(1, "Network status"),
    paragraph(strong(view.verdict)),
    paragraph(view.advice),
    paragraph(formatBlock(view)),
    paragraph(`${view.sources} ${statusWords.snapshot}`),
    heading(2, statusWords.chains),
    tableBlock(tables.chains),
    paragraph(statusWords.questions),
    ...noteBlocks(view.notes),
    ...(view.scheduled.length === 0
      ? []
      : [heading(2, statusWords.scheduled), tableBlock(tables.scheduled), paragraph(view.scheduledMeans)]),
    heading(2, statusWords.providers),
    ...(view.providers.length === 0 ? [] : [tableBlock(tables.providers)]),
    paragraph(statusWords.providersMean),
    heading(2, statusWords.history),
    paragraph(history.lead),
    paragraph(history.memory),
    ...(history.rows.length === 0 ? [] : [tableBlock(tables.history)]),
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

function tableBlock({ heads, rows }: StatusTable): MarkdownBlock {
  return table(
    heads,
    rows.map(({ cells }) => cells.map((cell) => (cell.code ? code(cell.text) : cell.text))),
  );
}
