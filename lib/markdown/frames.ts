// Puts tables and code blocks into boxes that scroll by themselves, and folds formulas. `app/parts` draws the same boxes.
import type { Element, ElementContent, Properties, Root } from "hast";
import { scrollerProperties } from "./scroller.ts";

/** On a phone, a table with at least this many columns and a longer cell than this is shown as cards. */
const MIN_COLUMNS = 3;
const WORDY_CHARACTERS = 28;

/** Length of the text that tells a box from others below the same heading. */
const NAME_CHARACTERS = 40;

export function frameBlocks(tree: Root): Root {
  let heading = "";
  const used = new Map<string, number>();
  /** Boxes with equal names are numbered. */
  const uniqueName = (name: string) => {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  const children = tree.children.map((node) => {
    if (node.type !== "element") return node;
    if (/^h[1-6]$/.test(node.tagName)) heading = elementText(node);
    return frameBlock(node, (kind, text) => uniqueName(frameName(heading, kind, text)));
  });
  return { ...tree, children };
}

function frameBlock(block: Element, toLabel: (kind: string, text: string) => string): Element {
  if (block.tagName === "pre") {
    const scroller = scrollerProperties(toLabel("Code", elementText(block)));
    const framed = frameElement(
      { className: ["code"] },
      { ...block, properties: { ...block.properties, ...scroller } },
    );
    return isFormula(block) ? foldFormula(framed) : framed;
  }
  if (block.tagName !== "table") return block;
  const isCards = labelCells(block);
  const heads = listDescendants(block).filter((part) => part.tagName === "th");
  const scroller = scrollerProperties(toLabel("Table", heads.map(elementText).filter(Boolean).join(", ")));
  return frameElement({ className: isCards ? ["table", "cards"] : ["table"], ...scroller }, block);
}

/** The language of a fenced block that holds formulas. */
const FORMULA = "language-formula";

function isFormula({ children: [code] }: Element): boolean {
  const classes = code?.type === "element" ? code.properties.className : undefined;
  return Array.isArray(classes) && classes.includes(FORMULA);
}

/** Who only wants the sentence above it need not read it. */
function foldFormula(framed: Element): Element {
  const summary: Element = {
    type: "element",
    tagName: "summary",
    properties: {},
    children: [{ type: "text", value: "Formula" }],
  };
  return { type: "element", tagName: "details", properties: {}, children: [summary, framed] };
}

/** "Install. Code: npm ci". */
function frameName(heading: string, kind: string, text: string): string {
  // A screen reader would read the brackets and quotation marks of JSON aloud.
  const words = text
    .replace(/[\s"{}[\]]+/g, " ")
    .replace(/ ,/g, ",")
    .trim();
  const first = words.length > NAME_CHARACTERS ? `${words.slice(0, NAME_CHARACTERS).trimEnd()}…` : words;
  return `${heading === "" ? "" : `${heading}. `}${kind}: ${first}`;
}

function frameElement(properties: Properties, block: Element): Element {
  return { type: "element", tagName: "div", properties, children: [block] };
}

/** Names the column of each cell, for phones that show rows as cards. Returns whether the table is shown as cards. */
function labelCells(table: Element): boolean {
  const parts = listDescendants(table);
  const names = parts.filter((part) => part.tagName === "th").map(elementText);
  const cells = parts.filter((part) => part.tagName === "td");
  if (names.length < MIN_COLUMNS || !cells.some((cell) => elementText(cell).length > WORDY_CHARACTERS)) return false;
  for (const [index, cell] of cells.entries()) {
    const name = names[index % names.length];
    if (name && index % names.length > 0) cell.properties.dataLabel = name;
  }
  return true;
}

function listDescendants(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === "element" ? [child, ...listDescendants(child)] : []));
}

/** The text of an element without its markup. */
export function elementText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(elementText).join("") : "";
}
