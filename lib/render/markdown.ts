// Blocks → Markdown: all of them, in their order.
import {
  code,
  codeBlock,
  heading,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  strong,
  table,
} from "../markdown/nodes.ts";
import { writeMarkdown } from "../markdown/write.ts";
import type { Blocks, Cell, StateLine, Table } from "./blocks.ts";

export const blocksMarkdown = (blocks: Blocks<string>) =>
  `${writeMarkdown(blockNodes(blocks, document))}\n`;

/** What differs between a document and the text of a tool. */
export interface Writing {
  readonly heading: (depth: 1 | 2 | 3, title: string) => readonly MarkdownBlock[];
  readonly line: (line: Line) => Line;
  readonly link: (name: string, href: string) => Line;
  readonly explorer: (shown: Line, explorer: NonNullable<Cell["link"]>) => Line;
  /** Lines instead of columns that say the same in each row. */
  readonly shared: (table: Table) => { readonly lines: readonly string[]; readonly table: Table };
}

const document: Writing = {
  heading: (depth, title) => [heading(depth, title)],
  line: (text) => text,
  link,
  explorer: (shown, { name, href }) => line`${shown} (${link(name, href)})`,
  shared: (table) => ({ lines: [], table }),
};

const depths = { page: 1, section: 2, disclosure: 2, day: 3 } as const;

export function blockNodes(blocks: Blocks<string>, writing: Writing): MarkdownBlock[] {
  return blocks.flatMap((block): readonly MarkdownBlock[] => {
    if (!block) return [];
    if ("markdown" in block) return block.markdown;
    if ("text" in block) return [paragraph(writing.line(block.text))];
    if ("list" in block) return [list(block.list.map((item) => writing.line(itemLine(item))))];
    if ("table" in block) {
      const { lines, table } = writing.shared(block.table);
      const written = table.heads.length > 0 ? [tableNode(table, writing)] : [];
      return lines.length > 0 ? [list(lines), ...written] : written;
    }
    if ("code" in block) return [codeBlock(block.language, block.code)];
    const nodes = blockNodes(block.blocks, writing);
    if ("sign" in block) return [paragraph(strong(block.sign.text)), ...nodes];
    if ("note" in block)
      return block.title === undefined ? nodes : [...writing.heading(3, block.title), ...nodes];
    return "title" in block
      ? [...writing.heading(depths[block.as ?? "section"], block.title), ...nodes]
      : nodes;
  });
}

const itemLine = (item: Line | StateLine): Line =>
  typeof item === "object" && "state" in item ? item.text : item;

function tableNode({ heads, rows }: Table, writing: Writing): MarkdownBlock {
  const cellLine = ({ text, code: isCode, link: explorer }: Cell): Line => {
    const shown = isCode ? code(text) : text;
    return explorer ? writing.explorer(shown, explorer) : shown;
  };
  return table(
    heads,
    rows.map(({ path, cells }) =>
      cells.map((cell, index) =>
        path && index === 0 ? writing.link(cell.text, path) : cellLine(cell),
      ),
    ),
  );
}
