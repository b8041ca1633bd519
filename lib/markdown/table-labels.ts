// Markdown room: a table of words knows the names of its columns, so that on a phone a row can be read as a card.
import type { Element, ElementContent, Root } from "hast";

/** With fewer columns, or with cells no longer than this, a table is compared better as a table. */
const MIN_COLUMNS = 3;
const WORDY_CHARACTERS = 28;

/** Sets `labels` on wordy tables: custom properties with the name of each column but the first, as JSON. */
export function labelTables() {
  return (tree: Root): void => {
    for (const node of tree.children) if (node.type === "element" && node.tagName === "table") label(node);
  };
}

function label(table: Element): void {
  const parts = toDescendants(table);
  const names = parts.filter((part) => part.tagName === "th").map(toText);
  const isWordy = parts.some((part) => part.tagName === "td" && toText(part).length > WORDY_CHARACTERS);
  if (names.length < MIN_COLUMNS || !isWordy) return;
  const labels = names.slice(1).map((name, index) => [`--column-${index + 2}`, JSON.stringify(name)]);
  table.properties.labels = JSON.stringify(Object.fromEntries(labels));
}

function toDescendants(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === "element" ? [child, ...toDescendants(child)] : []));
}

/** The text of an element without its markup. */
export function toText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(toText).join("") : "";
}
