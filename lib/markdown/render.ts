// Turns Markdown into HTML. remark-rehype drops raw HTML, so a document cannot add markup.

import type { Element, ElementContent, Properties, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import rehypeSlug from "rehype-slug";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkRehype from "remark-rehype";
import { scrollerProperties } from "./scroller.ts";
import { withoutBreaks } from "./unbroken.ts";

const parser = remark().use(remarkGfm).use(remarkRehype).use(rehypeSlug);

interface Heading {
  readonly id: string;
  readonly text: string;
}

export function listHeadings(markdown: string): readonly Heading[] {
  return parser
    .runSync(parser.parse(markdown))
    .children.flatMap((node) =>
      node.type === "element" && node.tagName === "h2"
        ? [{ id: String(node.properties.id), text: elementText(node) }]
        : [],
    );
}

export function renderMarkdown(markdown: string): string {
  const tree = parser.runSync(parser.parse(markdown));
  for (const child of tree.children) {
    if (child.type !== "element") continue;
    limitLinks(child);
    keepUnits(child);
  }
  return toHtml(frameBlocks(tree));
}

/**
 * Removes unsafe links, such as javascript:. Tells crawlers not to follow links with a `?`. Links of
 * editors add the MCP server to them.
 */
function limitLinks(element: Element): void {
  const { href } = element.properties;
  if (typeof href === "string" && !/^(https?:|mailto:|cursor:|vscode:|[/#?.])/i.test(href))
    delete element.properties.href;
  else if (typeof href === "string" && href.includes("?")) element.properties.rel = ["nofollow"];
  for (const child of element.children) if (child.type === "element") limitLinks(child);
}

/** Keeps each number and its unit on one line. Leaves code unchanged, because people copy code. */
function keepUnits({ tagName, children }: Element): void {
  if (tagName === "code") return;
  for (const child of children) {
    if (child.type === "text") child.value = withoutBreaks(child.value);
    else if (child.type === "element") keepUnits(child);
  }
}

/**
 * A phone shows a table as cards, one for each row, if the table has at least `MIN_CARD_COLUMNS`
 * columns and a cell with more than `MAX_CELL_CHARACTERS` characters.
 */
const MIN_CARD_COLUMNS = 3;
const MAX_CELL_CHARACTERS = 28;

const MAX_NAME_CHARACTERS = 40;

function frameBlocks(tree: Root): Root {
  let heading = "";
  const nameCounts = new Map<string, number>();
  const uniqueName = (name: string) => {
    const count = (nameCounts.get(name) ?? 0) + 1;
    nameCounts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  const framedNodes = tree.children.map((node) => {
    if (node.type !== "element") return node;
    if (/^h[1-6]$/.test(node.tagName)) heading = elementText(node);
    return frameBlock(node, (blockKind, text) => uniqueName(frameName(heading, blockKind, text)));
  });
  return { ...tree, children: framedNodes };
}

function frameBlock(block: Element, toLabel: (blockKind: string, text: string) => string): Element {
  if (block.tagName === "pre") {
    const scrollProperties = scrollerProperties(toLabel("Code", elementText(block)));
    const framedCode = frameElement(
      { className: ["code"] },
      { ...block, properties: { ...block.properties, ...scrollProperties } },
    );
    return isFormula(block) ? foldFormula(framedCode) : framedCode;
  }
  if (block.tagName !== "table") return block;
  const isShownAsCards = labelCells(block);
  const headCells = listDescendants(block).filter(({ tagName }) => tagName === "th");
  const scrollProperties = scrollerProperties(
    toLabel("Table", headCells.map(elementText).filter(Boolean).join(", ")),
  );
  return frameElement(
    { className: isShownAsCards ? ["table", "cards"] : ["table"], ...scrollProperties },
    block,
  );
}

const FORMULA_CLASS = "language-formula";

function isFormula({ children: [codeElement] }: Element): boolean {
  const classes = codeElement?.type === "element" ? codeElement.properties.className : undefined;
  return Array.isArray(classes) && classes.includes(FORMULA_CLASS);
}

function foldFormula(framedCode: Element): Element {
  const summary: Element = {
    type: "element",
    tagName: "summary",
    properties: {},
    children: [{ type: "text", value: "Formula" }],
  };
  return { type: "element", tagName: "details", properties: {}, children: [summary, framedCode] };
}

function frameName(heading: string, blockKind: string, text: string): string {
  // Screen readers read the name aloud, so the brackets and quotation marks of JSON are removed.
  const readableText = text
    .replace(/[\s"{}[\]]+/g, " ")
    .replace(/ ,/g, ",")
    .trim();
  const shortText =
    readableText.length > MAX_NAME_CHARACTERS
      ? `${readableText.slice(0, MAX_NAME_CHARACTERS).trimEnd()}…`
      : readableText;
  const nameWithoutHeading = `${blockKind}: ${shortText}`;
  return heading === "" ? nameWithoutHeading : `${heading}. ${nameWithoutHeading}`;
}

function frameElement(properties: Properties, block: Element): Element {
  return { type: "element", tagName: "div", properties, children: [block] };
}

/**
 * Returns whether phones show the table as cards. If so, also writes the column's name into each
 * cell (`data-label`), because a card has no table head. The first cell is the title of the card.
 */
function labelCells(table: Element): boolean {
  const descendants = listDescendants(table);
  const headTexts = descendants.filter(({ tagName }) => tagName === "th").map(elementText);
  const cells = descendants.filter(({ tagName }) => tagName === "td");
  const hasLongCell = cells.some((cell) => elementText(cell).length > MAX_CELL_CHARACTERS);
  if (headTexts.length < MIN_CARD_COLUMNS || !hasLongCell) return false;
  for (const [index, cell] of cells.entries()) {
    const columnIndex = index % headTexts.length;
    const headText = headTexts[columnIndex];
    if (headText && columnIndex > 0) cell.properties.dataLabel = headText;
  }
  return true;
}

function listDescendants(element: Element): Element[] {
  return element.children.flatMap((child) =>
    child.type === "element" ? [child, ...listDescendants(child)] : [],
  );
}

function elementText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(elementText).join("") : "";
}

/** Splits a document before each `##` heading. Ignores `##` in a code block. */
export function splitSections(markdown: string): readonly string[] {
  const sectionOffsets = parser
    .parse(markdown)
    .children.flatMap((node) =>
      node.type === "heading" && node.depth === 2 && node.position?.start.offset
        ? [node.position.start.offset]
        : [],
    );
  return [0, ...sectionOffsets].map((sectionStart, index) =>
    markdown.slice(sectionStart, sectionOffsets[index]),
  );
}

export function splitAtSection(
  markdown: string,
  heading: string,
): readonly [before: readonly string[], from: readonly string[]] {
  const sections = splitSections(markdown);
  const sectionIndex = sections.findIndex((section) => section.startsWith(`## ${heading}\n`));
  if (sectionIndex < 0) throw new Error(`the document has no section "${heading}"`);
  return [sections.slice(0, sectionIndex), sections.slice(sectionIndex)];
}

/** Splits the document after each of `lines`. Throws an Error if the document lacks a line. */
export function splitBehind(markdown: string, lines: readonly string[]): readonly string[] {
  const documentParts: string[] = [];
  let remainingText = markdown;
  for (const line of lines) {
    const lineOffset = remainingText.indexOf(`\n${line}\n`);
    if (lineOffset < 0) throw new Error(`the document has no line "${line}"`);
    const partEnd = lineOffset + line.length + 2;
    documentParts.push(remainingText.slice(0, partEnd));
    remainingText = remainingText.slice(partEnd);
  }
  return [...documentParts, remainingText];
}
