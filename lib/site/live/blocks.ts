// A live page as one list of blocks, for HTML (`app/parts/blocks.tsx`) and for Markdown alike.
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
  table,
} from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";

export interface Cell {
  readonly text: string;
  readonly state?: "open" | "halted" | "warned" | "unknown" | "scheduled" | "stale";
  readonly code?: true;
  readonly link?: { readonly name: string; readonly href: string } | null;
}

export interface Table {
  readonly label: string;
  readonly heads: readonly string[];
  /** `anchor`: target of links to the row. `path`: link of the row's name. */
  readonly rows: readonly {
    readonly id: string;
    readonly anchor?: string;
    readonly path?: string | null;
    readonly cells: readonly Cell[];
  }[];
}

/** "day": an item of a list that opens. A state gives the section the look of a note. */
interface Section<Part extends string> {
  readonly title: string;
  readonly as?: "page" | "disclosure" | "day" | "halted" | "warned" | "unknown";
  readonly className?: string;
  readonly blocks: Blocks<Part>;
}

/** A unit of layout or refresh. Markdown ignores it. */
export interface Box<Part extends string = never> {
  readonly box: Readonly<Partial<Record<"id" | "className" | "role" | "data-part", string>>>;
  readonly blocks: Blocks<Part>;
}

/**
 * `day`: date of times without one. `isLocal`: a script adds the reader's own time.
 * `isNamed`: the table repeats the name of its box. `part`: drawn by hand, by this name.
 */
type Block<Part extends string> =
  | { readonly text: Line; readonly className?: string; readonly day?: string }
  | { readonly list: readonly Line[]; readonly day?: string; readonly isLocal?: true }
  | { readonly table: Table; readonly day?: string; readonly isNamed?: false }
  | { readonly code: string; readonly language: string; readonly label: string }
  | Section<Part>
  | Box<Part>
  | { readonly part: Part; readonly markdown: readonly MarkdownBlock[] }
  | { readonly part: Part; readonly blocks: Blocks<string> };

export type Blocks<Part extends string = never> = readonly (Block<Part> | false)[];

export const section = <Part extends string = never>(title: string, ...blocks: Blocks<Part>) => ({
  title,
  blocks,
});

export const disclosure = <Part extends string = never>(
  title: string,
  ...blocks: Blocks<Part>
) => ({
  ...section(title, ...blocks),
  as: "disclosure" as const,
});

export const part = <Name extends string>(name: Name, markdown: readonly MarkdownBlock[]) => ({
  part: name,
  markdown,
});

const depths = {
  page: 1,
  section: 2,
  disclosure: 2,
  day: 3,
  halted: 3,
  warned: 3,
  unknown: 3,
} as const;

export const blocksMarkdown = (blocks: Blocks<string>) => `${writeMarkdown(blockNodes(blocks))}\n`;

function blockNodes(blocks: Blocks<string>): MarkdownBlock[] {
  return blocks.flatMap((block) => {
    if (!block) return [];
    if ("markdown" in block) return block.markdown;
    if ("text" in block) return paragraph(block.text);
    if ("list" in block) return list(block.list);
    if ("table" in block) return tableNode(block.table);
    if ("code" in block) return codeBlock(block.language, block.code);
    const nodes = blockNodes(block.blocks);
    return "title" in block
      ? [heading(depths[block.as ?? "section"], block.title), ...nodes]
      : nodes;
  });
}

function tableNode({ heads, rows }: Table): MarkdownBlock {
  return table(
    heads,
    rows.map(({ path, cells }) =>
      cells.map((cell, index) => (path && index === 0 ? link(cell.text, path) : cellLine(cell))),
    ),
  );
}

function cellLine({ text, code: isCode, link: explorer }: Cell): Line {
  const shown = isCode ? code(text) : text;
  return explorer ? line`${shown} (${link(explorer.name, explorer.href)})` : shown;
}
