// Blocks → the text of a tool: as much of the Markdown as a budget permits, without links.
import { type Line, paragraph, strong } from "../markdown/nodes.ts";
import { writeMarkdown } from "../markdown/write.ts";
import { everyRowText, labelledText } from "../say/tables.en.ts";
import { type Blocks, type ContentBlock, isListItem, type Rank, type Table } from "./blocks.ts";
import { blockNodes, mapLinks, type SharedColumns, type Writing } from "./markdown.ts";

const toolWriting: Writing = {
  heading: (depth, title) => (depth === 1 ? [] : [paragraph(strong(title))]),
  line: withoutPageLinks,
  link: (name) => name,
  links: () => [],
  explorer: (shown) => shown,
  shared: shareColumns,
};

/** A reader of the text has no page: links of this site are left out. */
function withoutPageLinks(text: Line): Line {
  const shown = mapLinks(text, ({ url, children }) => (url.startsWith("/") ? "" : children));
  if (typeof shown === "string" || "type" in shown) return shown;
  const parts = shown.filter((part) => part !== "");
  const last = parts.at(-1);
  return typeof last === "string" ? [...parts.slice(0, -1), last.trimEnd()] : parts;
}

const MIN_SHARING_ROWS = 3;

function shareColumns(table: Table): SharedColumns {
  const { heads, rows } = table;
  if (rows.length < MIN_SHARING_ROWS) return { lines: [], table };
  const textOf = (index: number) => rows[0]?.cells[index]?.text ?? "";
  // Text of the network stays in the table, as code.
  const hasCode = (index: number) => rows.some(({ cells }) => cells[index]?.code);
  const isShared = heads.map(
    (_, index) =>
      index > 0 &&
      !hasCode(index) &&
      rows.every(({ cells }) => cells[index]?.text === textOf(index)),
  );
  const isVarying = (_: unknown, index: number) => !isShared[index];
  const shared = heads.flatMap((head, index) =>
    isShared[index] ? [everyRowText(head, textOf(index))] : [],
  );
  const names = rows.map(({ cells }) => cells[0]?.text ?? "");
  const isOnlyNameVarying = heads.filter(isVarying).length === 1;
  if (isOnlyNameVarying && !hasCode(0))
    return {
      lines: [labelledText(heads[0] ?? "", names.join(", ")), ...shared],
      table: { ...table, heads: [], rows: [] },
    };
  return {
    lines: shared,
    table: {
      ...table,
      heads: heads.filter(isVarying),
      rows: rows.map((row) => ({ ...row, cells: row.cells.filter(isVarying) })),
    },
  };
}

/** `members`: leaves out blocks that show none of these members of the structured answer. */
export const toolBlocks = (blocks: Blocks<string>, members?: readonly string[]) =>
  keepBlocks(blocks, 3, members);

/** Takes ranks as a whole, as long as the text fits. Rank 1 is always in it. */
export function toolText(blocks: Blocks<string>, maxCharacters = Number.POSITIVE_INFINITY): string {
  const textUpTo = (rank: ToolRank) =>
    writeMarkdown(blockNodes(keepBlocks(blocks, rank), toolWriting));
  for (const rank of [3, 2] as const) {
    const text = textUpTo(rank);
    if (text.length <= maxCharacters) return text;
  }
  return textUpTo(1);
}

type ToolRank = Exclude<Rank, "page">;

const isWithin = (rank: Rank | undefined, highest: ToolRank) =>
  rank !== "page" && (rank ?? 1) <= highest;

/** An empty section is left out too. */
function keepBlocks(
  blocks: Blocks<string>,
  rank: ToolRank,
  members?: readonly string[],
): Blocks<string> {
  const isAsked = (block: ContentBlock<string>) =>
    !members || !block.members || block.members.some((member) => members.includes(member));
  return blocks.flatMap((block): readonly ContentBlock<string>[] => {
    if (!block || "part" in block || !isWithin(block.rank, rank) || !isAsked(block)) return [];
    if ("list" in block) {
      const list = block.list.filter((item) => !isListItem(item) || isWithin(item.rank, rank));
      return list.length > 0 ? [{ ...block, list }] : [];
    }
    if (!("blocks" in block)) return [block];
    const kept = keepBlocks(block.blocks, rank, members);
    return kept.length > 0 || "sign" in block ? [{ ...block, blocks: kept }] : [];
  });
}
