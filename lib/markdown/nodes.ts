// This folder reads, renders and writes Markdown. It knows nothing of the site or the network.
// This file makes mdast nodes. A string is text and never markup: `write.ts` escapes each string.
import type {
  BlockContent,
  Blockquote,
  Code,
  Heading,
  InlineCode,
  Link,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  Strong,
  Table,
  TableRow,
  Text,
} from "mdast";

export type MarkdownBlock = BlockContent;
export type Inline = string | PhrasingContent;
export type Line = Inline | readonly Inline[];

/** Template tag for a line of text with Markdown nodes in it: line`Give ${code("from")}.` */
export function line(texts: TemplateStringsArray, ...insertedLines: readonly Line[]): Inline[] {
  return texts.flatMap((text, index) => [text, ...toInlines(insertedLines[index] ?? "")]);
}

export function heading(depth: Heading["depth"], line: Line): Heading {
  return { type: "heading", depth, children: toPhrasing(line) };
}

export function paragraph(line: Line): Paragraph {
  return { type: "paragraph", children: toPhrasing(line) };
}

export function quotation(line: Line): Blockquote {
  return { type: "blockquote", children: [{ type: "paragraph", children: toPhrasing(line) }] };
}

export function list(items: readonly Line[]): List {
  return { type: "list", ordered: false, spread: false, children: items.map(toItem) };
}

export function numberedList(items: readonly Line[]): List {
  return { type: "list", ordered: true, start: 1, spread: false, children: items.map(toItem) };
}

export function table(head: readonly Line[], rows: readonly (readonly Line[])[]): Table {
  return { type: "table", children: [head, ...rows].map(toRow) };
}

export function codeBlock(lang: string, text: string): Code {
  return { type: "code", lang, value: text.trimEnd() };
}

/** Makes inline code. Empty text becomes a text node, because Markdown has no empty inline code. */
export function code(text: string): InlineCode | Text {
  return text === ""
    ? { type: "text", value: "" }
    : { type: "inlineCode", value: collapseSpaces(text) };
}

export function strong(text: string): Strong {
  return { type: "strong", children: toPhrasing(text) };
}

export function link(name: Line, url: string): Link {
  return { type: "link", url, children: toPhrasing(name) as Link["children"] };
}

export function joined(lines: readonly Line[], separator = ", "): Inline[] {
  return lines.flatMap((line, index) => [index === 0 ? "" : separator, ...toInlines(line)]);
}

function toItem(line: Line): ListItem {
  return {
    type: "listItem",
    spread: false,
    children: [{ type: "paragraph", children: toPhrasing(line) }],
  };
}

function toRow(cells: readonly Line[]): TableRow {
  return {
    type: "tableRow",
    children: cells.map((cell) => ({ type: "tableCell", children: toPhrasing(cell) })),
  };
}

/**
 * Joins neighbouring strings into one text node. `write.ts` and remark look at most one character
 * past a text node, but characters further on can decide whether a character needs escaping.
 */
function toPhrasing(line: Line): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (const inline of toInlines(line)) {
    const lastNode = nodes.at(-1);
    if (typeof inline !== "string") nodes.push(inline);
    else if (lastNode?.type === "text") lastNode.value = collapseSpaces(lastNode.value + inline);
    else if (inline !== "") nodes.push({ type: "text", value: collapseSpaces(inline) });
  }
  return nodes;
}

function toInlines(line: Line): readonly Inline[] {
  return typeof line === "string" || "type" in line ? [line] : line;
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ");
}
