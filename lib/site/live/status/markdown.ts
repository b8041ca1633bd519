// /status as Markdown, from the same view as the page. Names of parameters are code.
import { code, heading, link, list, type MarkdownBlock, paragraph, strong, table } from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import type { HistoryView } from "./history.ts";
import { type HistoryLinks, historyBlocks } from "./history-tables.ts";
import { type StatusTable, statusTables } from "./tables.ts";
import type { StatusView } from "./view.ts";
import { readText, statusWords } from "./words.ts";

/** The page's body, from its H1 on. */
export function statusMarkdown(
  view: StatusView,
  history: HistoryView,
  links?: HistoryLinks,
  more: readonly MarkdownBlock[] = [],
): string {
  const tables = statusTables(view);
  const blocks = [
    ...signBlocks(view.title, view),
    ...scheduledBlocks(view),
    heading(2, tables.chains.label),
    tableBlock(tables.chains),
    paragraph(statusWords.questions),
    ...noteBlocks(view),
    ...historyBlocks(history, tableBlock, links),
    heading(2, statusWords.fees),
    tableBlock(tables.fees),
    paragraph(statusWords.feesMean),
    heading(2, statusWords.parameters),
    tables.parameters.rows.length === 0 ? paragraph(statusWords.noParameters) : tableBlock(tables.parameters),
    heading(2, statusWords.providers),
    ...(view.providers.length === 0 ? [] : [tableBlock(tables.providers)]),
    paragraph(statusWords.providersMean),
    ...more,
  ];
  return `${writeMarkdown(blocks)}\n`;
}

/** The title, and what the sign says. */
export function signBlocks(title: string, view: StatusView): MarkdownBlock[] {
  return [
    heading(1, title),
    ...view.unknownArguments.map((text) => paragraph(text)),
    paragraph(strong(view.sign.headline)),
    ...(view.lines.length === 0 ? [] : [list(view.lines.map(({ text }) => text))]),
    ...(view.told === "" ? [] : [paragraph(view.told)]),
    ...(view.again === null ? [] : [paragraph(view.again)]),
    paragraph(readText(view)),
  ];
}

function scheduledBlocks({ scheduled, scheduledMeans }: StatusView): MarkdownBlock[] {
  if (scheduled.length === 0) return [];
  return [heading(2, statusWords.scheduled), list(scheduled), paragraph(scheduledMeans)];
}

function noteBlocks({ notes, troubles }: StatusView): MarkdownBlock[] {
  if (notes.length === 0 && troubles === "") return [];
  return [
    heading(2, statusWords.notes),
    ...(troubles === "" ? [] : [paragraph(troubles)]),
    ...notes.flatMap(({ title, text }) => [heading(3, title), paragraph(text)]),
  ];
}

export function tableBlock({ heads, rows }: StatusTable): MarkdownBlock {
  return table(
    heads,
    rows.map(({ path, cells }) =>
      cells.map((cell, index) => {
        if (path && index === 0) return link(cell.text, path);
        return cell.code ? code(cell.text) : cell.text;
      }),
    ),
  );
}
