// Writes blocks as a tool text: Markdown without links, shortened to a maximum length.
import { type Line, paragraph, strong } from "../markdown/nodes.ts";
import { everyRowText, labelledText } from "../say/tables.en.ts";
import { type Blocks, type ContentBlock, isListItem, type Rank, type Table } from "./blocks.ts";
import { mapLinks, type SharedColumns, type Writing, writeBlocks } from "./markdown.ts";

const toolWriting: Writing = {
  heading: (depth, title) => (depth === 1 ? [] : [paragraph(strong(title))]),
  line: withoutPageLinks,
  link: (name) => name,
  links: () => [],
  explorerLink: (content) => content,
  shareColumns: shareColumns,
};

/** Removes each link to a page of this site with its text. Keeps the text of each other link. */
function withoutPageLinks(text: Line): Line {
  const lineWithoutLinks = mapLinks(text, ({ url, children }) =>
    url.startsWith("/") ? "" : children,
  );
  if (typeof lineWithoutLinks === "string" || "type" in lineWithoutLinks) return lineWithoutLinks;
  const inlines = lineWithoutLinks.filter((part) => part !== "");
  const lastInline = inlines.at(-1);
  return typeof lastInline === "string" ? [...inlines.slice(0, -1), lastInline.trimEnd()] : inlines;
}

const MIN_SHARING_ROWS = 3;

function shareColumns(table: Table): SharedColumns {
  const { heads, rows } = table;
  if (rows.length < MIN_SHARING_ROWS) return { lines: [], table };
  const firstRowText = (index: number) => rows[0]?.cells[index]?.text ?? "";
  // A code cell holds text from the network. This text must stay in the table, where it is code.
  const hasCodeCell = (index: number) => rows.some(({ cells }) => cells[index]?.code);
  const sharedColumnFlags = heads.map(
    (_, index) =>
      index > 0 &&
      !hasCodeCell(index) &&
      rows.every(({ cells }) => cells[index]?.text === firstRowText(index)),
  );
  const isColumnVarying = (_: unknown, index: number) => !sharedColumnFlags[index];
  const sharedTexts = heads.flatMap((head, index) =>
    sharedColumnFlags[index] ? [everyRowText(head, firstRowText(index))] : [],
  );
  const firstColumnTexts = rows.map(({ cells }) => cells[0]?.text ?? "");
  const hasOneVaryingColumn = heads.filter(isColumnVarying).length === 1;
  if (hasOneVaryingColumn && !hasCodeCell(0))
    return {
      lines: [labelledText(heads[0] ?? "", firstColumnTexts.join(", ")), ...sharedTexts],
      table: { ...table, heads: [], rows: [] },
    };
  return {
    lines: sharedTexts,
    table: {
      ...table,
      heads: heads.filter(isColumnVarying),
      rows: rows.map((row) => ({ ...row, cells: row.cells.filter(isColumnVarying) })),
    },
  };
}

/**
 * Keeps the blocks that show at least one of `members`, the JSON members that the client asked for,
 * and blocks that name none. Without `members`, keeps both. Leaves out blocks only for pages.
 */
export const toolBlocks = (blocks: Blocks<string>, members?: readonly string[]) =>
  keepBlocks(blocks, 3, members);

/**
 * Writes the text of a tool. If the text has more than `maxCharacters`, leaves out all blocks of
 * rank 3 (details), then of rank 2 (explanations). Always keeps rank 1 (the answer).
 */
export function toolText(blocks: Blocks<string>, maxCharacters = Number.POSITIVE_INFINITY): string {
  const textUpToRank = (maxRank: ToolRank) => writeBlocks(keepBlocks(blocks, maxRank), toolWriting);
  for (const rank of [3, 2] as const) {
    const text = textUpToRank(rank);
    if (text.length <= maxCharacters) return text;
  }
  return textUpToRank(1);
}

type ToolRank = Exclude<Rank, "page">;

const isRankWithin = (rank: Rank | undefined, maxRank: ToolRank) =>
  rank !== "page" && (rank ?? 1) <= maxRank;

function keepBlocks(
  blocks: Blocks<string>,
  maxRank: ToolRank,
  requestedMembers?: readonly string[],
): Blocks<string> {
  const isRequested = (block: ContentBlock<string>) =>
    !requestedMembers ||
    !block.members ||
    block.members.some((member) => requestedMembers.includes(member));
  return blocks.flatMap((block): readonly ContentBlock<string>[] => {
    if (!block || "part" in block || !isRankWithin(block.rank, maxRank) || !isRequested(block))
      return [];
    if ("list" in block) {
      const keptItems = block.list.filter(
        (item) => !isListItem(item) || isRankWithin(item.rank, maxRank),
      );
      return keptItems.length > 0 ? [{ ...block, list: keptItems }] : [];
    }
    if ("facts" in block) {
      const keptFacts = block.facts.filter(({ rank }) => isRankWithin(rank, maxRank));
      return keptFacts.length > 0 ? [{ ...block, facts: keptFacts }] : [];
    }
    if (!("blocks" in block)) return [block];
    const keptBlocks = keepBlocks(block.blocks, maxRank, requestedMembers);
    return keptBlocks.length > 0 || "sign" in block ? [{ ...block, blocks: keptBlocks }] : [];
  });
}
