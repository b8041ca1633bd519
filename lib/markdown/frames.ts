// Markdown room: tables and code in the frames that app/parts gives its own: what is wide scrolls in its box.
import type { Element, ElementContent, Properties, Root } from "hast";
import { toScroller } from "./scroller.ts";

/** With fewer columns, or with cells no longer than this, a table is compared better as a table than as cards. */
const MIN_COLUMNS = 3;
const WORDY_CHARACTERS = 28;

/** As much of its own words as tells one box from the next under the same heading. */
const NAME_CHARACTERS = 40;

export function frameBlocks(tree: Root): Root {
  let heading = "";
  const used = new Map<string, number>();
  /** Boxes that begin alike are counted. */
  const toOwn = (name: string) => {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  const children = tree.children.map((node) => {
    if (node.type !== "element") return node;
    if (/^h[1-6]$/.test(node.tagName)) heading = toText(node);
    return toFramed(node, (kind, text) => toOwn(toName(heading, kind, text)));
  });
  return { ...tree, children };
}

function toFramed(block: Element, toLabel: (kind: string, text: string) => string): Element {
  if (block.tagName === "pre") {
    const scroller = toScroller(toLabel("Code", toText(block)));
    return toFrame({ className: ["code"] }, { ...block, properties: { ...block.properties, ...scroller } });
  }
  if (block.tagName !== "table") return block;
  const isCards = labelCells(block);
  const heads = toDescendants(block).filter((part) => part.tagName === "th");
  const scroller = toScroller(toLabel("Table", heads.map(toText).filter(Boolean).join(", ")));
  return toFrame({ className: isCards ? ["table", "cards"] : ["table"], ...scroller }, block);
}

/** "Install. Code: npm ci". */
function toName(heading: string, kind: string, text: string): string {
  // Brackets and quotation marks of JSON say nothing when they are read out.
  const words = text
    .replace(/[\s"{}[\]]+/g, " ")
    .replace(/ ,/g, ",")
    .trim();
  const first = words.length > NAME_CHARACTERS ? `${words.slice(0, NAME_CHARACTERS).trimEnd()}…` : words;
  return `${heading === "" ? "" : `${heading}. `}${kind}: ${first}`;
}

function toFrame(properties: Properties, block: Element): Element {
  return { type: "element", tagName: "div", properties, children: [block] };
}

/** Gives each cell of a table of words the name of its column, for a phone that shows its rows as cards. @returns whether it is one. */
function labelCells(table: Element): boolean {
  const parts = toDescendants(table);
  const names = parts.filter((part) => part.tagName === "th").map(toText);
  const cells = parts.filter((part) => part.tagName === "td");
  if (names.length < MIN_COLUMNS || !cells.some((cell) => toText(cell).length > WORDY_CHARACTERS)) return false;
  for (const [index, cell] of cells.entries()) {
    const name = names[index % names.length];
    if (name && index % names.length > 0) cell.properties.dataLabel = name;
  }
  return true;
}

function toDescendants(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === "element" ? [child, ...toDescendants(child)] : []));
}

/** The text of an element without its markup. */
export function toText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(toText).join("") : "";
}
