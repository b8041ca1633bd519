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
  const style = toColumnNames(block);
  const table = style === null ? block : { ...block, properties: { ...block.properties, style } };
  const className = style === null ? ["table"] : ["table", "cards"];
  return toFrame({ className, role: "group", ariaLabel: "Table", tabIndex: 0 }, table);
}

function toFrame(properties: Properties, block: Element): Element {
  return { type: "element", tagName: "div", properties, children: [block] };
}

/** Of a table of words, the names of its columns but the first, for a phone that shows its rows as cards; null of any other. */
function toColumnNames(table: Element): string | null {
  const parts = toDescendants(table);
  const names = parts.filter((part) => part.tagName === "th").map(toText);
  const isWordy = parts.some((part) => part.tagName === "td" && toText(part).length > WORDY_CHARACTERS);
  if (names.length < MIN_COLUMNS || !isWordy) return null;
  return names
    .slice(1)
    .map((name, index) => `--column-${index + 2}:${JSON.stringify(name)}`)
    .join(";");
}

function toDescendants(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === "element" ? [child, ...toDescendants(child)] : []));
}

/** The text of an element without its markup. */
export function toText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(toText).join("") : "";
}
