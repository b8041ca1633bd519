// Markdown room: tables and code in the frames that app/parts gives its own: what is wide scrolls in its box, by keyboard too (WCAG 2.1.1).
import type { Element, ElementContent, Properties, Root } from "hast";

/** With fewer columns, or with cells no longer than this, a table is compared better as a table than as cards. */
const MIN_COLUMNS = 3;
const WORDY_CHARACTERS = 28;

export function frameBlocks(tree: Root): Root {
  return { ...tree, children: tree.children.map((node) => (node.type === "element" ? toFramed(node) : node)) };
}

function toFramed(block: Element): Element {
  if (block.tagName === "pre") {
    const pre = { ...block, properties: { ...block.properties, tabIndex: 0 } };
    return toFrame({ className: ["code"] }, pre);
  }
  if (block.tagName !== "table") return block;
  const isCards = labelCells(block);
  return toFrame(
    { className: isCards ? ["table", "cards"] : ["table"], role: "group", ariaLabel: "Table", tabIndex: 0 },
    block,
  );
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
