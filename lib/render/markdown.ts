// Writes all blocks of an answer as Markdown.
import type { Link, List } from "mdast";
import {
  code,
  codeBlock,
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
  table,
} from "../markdown/nodes.ts";
import { writeMarkdown } from "../markdown/write.ts";
import { expiryStart, leftText } from "../say/expiry.en.ts";
import { formatInstant } from "../say/figures.en.ts";
import { listLeads } from "../say/tables.en.ts";
import {
  type Blocks,
  type BoardSign,
  type Cell,
  type Expiry,
  type Fact,
  isListItem,
  type LinkView,
  type ListItem,
  type Step,
  type Table,
} from "./blocks.ts";

/**
 * Writes blocks as a Markdown document. `origin`, if given, is put before every link in texts,
 * lists and lists of links, so these must lead to this site. Links in tables get no `origin`.
 */
export const blocksMarkdown = (blocks: Blocks<string>, origin = "") =>
  `${writeBlocks(blocks, documentWriting(origin))}\n`;

export const writeBlocks = (blocks: Blocks<string>, writing: Writing): string =>
  writeMarkdown(separateLists(blockNodes(blocks, writing)));

declare module "mdast" {
  interface ListData {
    /** What stands above the list where it would follow another. */
    lead?: string;
  }
}

const ledList = (items: readonly Line[], lead: string): List => ({
  ...list(items),
  data: { lead },
});

/** Markdown changes the mark of a list that follows another, and some readers join the two. */
function separateLists(nodes: readonly MarkdownBlock[]): MarkdownBlock[] {
  const separated: MarkdownBlock[] = [];
  for (const node of nodes) {
    const previous = separated.at(-1);
    if (!isPlainList(node) || !isPlainList(previous)) separated.push(node);
    else if (node.data?.lead !== undefined) separated.push(paragraph(node.data.lead), node);
    else
      separated.splice(-1, 1, { ...previous, children: [...previous.children, ...node.children] });
  }
  return separated;
}

const isPlainList = (node: MarkdownBlock | undefined): node is List =>
  node?.type === "list" && node.ordered !== true;

/** Functions that write links, headings and tables: one set for documents, one for tool texts. */
export interface Writing {
  readonly heading: (depth: 1 | 2 | 3, title: string) => readonly MarkdownBlock[];
  readonly line: (line: Line) => Line;
  readonly link: (name: string, href: string) => Line;
  readonly links: (links: readonly LinkView[]) => readonly MarkdownBlock[];
  readonly explorerLink: (content: Line, explorer: NonNullable<Cell["link"]>) => Line;
  readonly shareColumns: (table: Table) => SharedColumns;
}

/**
 * A table without the columns that have one text in all rows. `lines` has a line for each of them,
 * such as "In every row: Status: available". If only the first column is left, it is a line too.
 */
export interface SharedColumns {
  readonly lines: readonly string[];
  readonly table: Table;
}

const documentWriting = (origin: string): Writing => ({
  heading: (depth, title) => [heading(depth, title)],
  line: (text) =>
    origin === ""
      ? text
      : mapLinks(text, (linkNode) => ({ ...linkNode, url: `${origin}${linkNode.url}` })),
  link,
  links: (links) =>
    links.length === 0
      ? []
      : [
          ledList(
            links.map(({ href, label }) => link(label, `${origin}${href}`)),
            listLeads.links,
          ),
        ],
  explorerLink: (content, { name, href }) => line`${content} (${link(name, href)})`,
  shareColumns: (table) => ({ lines: [], table }),
});

export function mapLinks(text: Line, mapLink: (link: Link) => Line): Line {
  if (typeof text === "string") return text;
  if (!("type" in text)) return text.flatMap((part) => inlines(mapLinks(part, mapLink)));
  return text.type === "link" ? mapLink(text) : text;
}

const inlines = (text: Line) => (typeof text === "string" || "type" in text ? [text] : text);

const headingDepths = { page: 1, section: 2, disclosure: 2, fold: 3 } as const;

function blockNodes(blocks: Blocks<string>, writing: Writing): MarkdownBlock[] {
  return blocks.flatMap((block): readonly MarkdownBlock[] => {
    if (!block) return [];
    if ("markdown" in block) return block.markdown;
    if ("text" in block) return [paragraph(writing.line(block.text))];
    if ("list" in block) return [list(block.list.map((item) => writing.line(itemLine(item))))];
    if ("table" in block) {
      const { lines, table } = writing.shareColumns(block.table);
      const tableNodes = table.heads.length > 0 ? [tableNode(table, writing)] : [];
      return lines.length > 0 ? [list(lines), ...tableNodes] : tableNodes;
    }
    if ("code" in block) return [codeBlock(block.language, block.code)];
    if ("facts" in block) return [ledList(block.facts.map(factText), listLeads.facts)];
    if ("steps" in block) return [numberedList(block.steps.map(stepLine))];
    if ("bar" in block)
      return block.bar.length > 0 ? [ledList(block.bar.map(factText), listLeads.facts)] : [];
    if ("quotation" in block) return [quotation(code(block.quotation))];
    if ("links" in block) return writing.links(block.links);
    if ("expiry" in block) return [paragraph(expiryText(block.expiry))];
    const childNodes = blockNodes(block.blocks, writing);
    if ("sign" in block) return [...signNodes(block.sign, writing), ...childNodes];
    if ("note" in block)
      return block.title === undefined
        ? childNodes
        : [...writing.heading(3, block.title), ...childNodes];
    return "title" in block
      ? [...writing.heading(headingDepths[block.as ?? "section"], block.title), ...childNodes]
      : childNodes;
  });
}

function signNodes({ word, text, tone }: BoardSign, writing: Writing): readonly MarkdownBlock[] {
  if (tone !== undefined) return writing.heading(2, text);
  return [paragraph(word === undefined ? strong(text) : line`${strong(word)}: ${text}`)];
}

function stepLine({ name, word, text }: Step): Line {
  const statusText = word === null ? "" : `: ${word}`;
  const stepText = text === "" ? "" : ` ${text}`;
  return line`${strong(name)}${statusText}.${stepText}`;
}

function factText({ label, text, worth, note }: Fact): string {
  const figuresText = worth ? `${text}, ${worth}` : text;
  return note ? `${label}: ${figuresText}. ${note}` : `${label}: ${figuresText}`;
}

const expiryText = ({ instant, leftMs }: Expiry): string =>
  `${expiryStart}${formatInstant(Date.parse(instant))}${leftText(leftMs)}`;

const itemLine = (item: Line | ListItem): Line => (isListItem(item) ? item.text : item);

function tableNode({ heads, rows }: Table, writing: Writing): MarkdownBlock {
  const cellLine = ({ text, code: isCode, link: explorer }: Cell): Line => {
    const cellContent = isCode ? code(text) : text;
    return explorer ? writing.explorerLink(cellContent, explorer) : cellContent;
  };
  return table(
    heads,
    rows.map(({ path, cells }) =>
      cells.map((cell, index) =>
        path && index === 0 && !cell.code ? writing.link(cell.text, path) : cellLine(cell),
      ),
    ),
  );
}
