// Markdown room: each cell of a table of words learns the name of its column, so that on a phone a row can be read as a card.
import type { Element, ElementContent, Root } from "hast";

/** With fewer columns, or with cells no longer than this, figures aside, a table is compared better as a table. */
const MIN_COLUMNS = 3;
const WORDY_CHARACTERS = 28;

/** Sets `data-label` on the cells of wordy tables, and the roles that browsers drop when a table is laid out as cards. */
export function labelTables() {
  return (tree: Root): void => {
    for (const node of tree.children) if (node.type === "element" && node.tagName === "table") label(node);
  };
}

const roles: Readonly<Record<string, string>> = {
  table: "table",
  thead: "rowgroup",
  tbody: "rowgroup",
  tr: "row",
  th: "columnheader",
  td: "cell",
};

function label(table: Element): void {
  const parts = [table, ...toDescendants(table)];
  const labels = parts.filter((part) => part.tagName === "th").map(toText);
  const cells = parts.filter((part) => part.tagName === "td");
  const isWordy = (cell: Element) => toText(cell).replace(/[\d.,$]+/g, "").length > WORDY_CHARACTERS;
  if (labels.length < MIN_COLUMNS || !cells.some(isWordy)) return;
  for (const part of parts) {
    const role = roles[part.tagName];
    if (role) part.properties.role = role;
  }
  for (const [index, cell] of cells.entries()) cell.properties.dataLabel = labels[index % labels.length] ?? "";
}

function toDescendants(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === "element" ? [child, ...toDescendants(child)] : []));
}

/** The text of an element without its markup. */
export function toText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(toText).join("") : "";
}
