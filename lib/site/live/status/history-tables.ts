// The history's tables as cells, and its Markdown. The page draws the bars beside the same cells.
import { heading, link, list, type MarkdownBlock, paragraph, table } from "../../../markdown/nodes.ts";
import type { ResourcePath } from "../../registry/resources.ts";
import type { HistoryView } from "./history.ts";
import type { StatusTable } from "./tables.ts";

export const historyWords = {
  title: "The last 90 days",
  days: "Day by day",
  daysNone: "Nothing was halted on a checked day.",
  halts: "Halts, and times that were not checked",
  none: "There is none.",
  older: (count: number) => `${count} older ${count === 1 ? "entry is" : "entries are"} not shown.`,
  links: [
    ["/status.atom", "Feed of these changes (Atom)"],
    ["/status/history.json", "All of it as JSON"],
  ] satisfies [ResourcePath, string][],
} as const;

export type HistoryLinks = readonly (readonly [path: string, text: string])[];

export const barHeads = ["Chain", "Trading open", "Signing open", "Time checked"] as const;

export function haltsTable({ rows }: HistoryView) {
  return {
    label: historyWords.halts,
    heads: ["What", "How long", "Began", "Ended", "Parameter"],
    rows: rows.map(({ id, state, what, how, began, ended, parameters }) => ({
      id,
      anchor: id,
      cells: [
        { text: what },
        { text: how, state },
        { text: began },
        { text: ended },
        { text: parameters, ...(/^[A-Z]/.test(parameters) && { code: true as const }) },
      ],
    })),
  } satisfies StatusTable;
}

export function historyBlocks(
  history: HistoryView,
  tableBlock: (table: StatusTable) => MarkdownBlock,
  links: HistoryLinks = historyWords.links,
): MarkdownBlock[] {
  const { texts, bars, days, olderDays, rows, older } = history;
  return [
    heading(2, historyWords.title),
    ...texts.map(paragraph),
    ...(bars.length === 0
      ? []
      : [
          table(
            barHeads,
            bars.map(({ name, trading, signing, watched }) => [name, trading.share, signing.share, watched]),
          ),
        ]),
    heading(2, historyWords.days),
    ...(days.length === 0 ? [paragraph(historyWords.daysNone)] : []),
    ...days.flatMap(({ title, texts: told }) => [heading(3, title), list(told)]),
    ...(olderDays === 0 ? [] : [paragraph(historyWords.older(olderDays))]),
    heading(2, historyWords.halts),
    rows.length === 0 ? paragraph(historyWords.none) : tableBlock(haltsTable(history)),
    ...(older === 0 ? [] : [paragraph(historyWords.older(older))]),
    ...links.map(([path, text]) => paragraph(link(text, path))),
  ];
}
