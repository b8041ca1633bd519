// Markdown as a list of nodes, to compare it with a page.
import type { Nodes } from "mdast";
import { toString as toPlain } from "mdast-util-to-string";
import { remark } from "remark";
import remarkGfm from "remark-gfm";

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

const reader = remark().use(remarkGfm).freeze();

export const parseMarkdown = (text: string): Nodes[] => [...walk(reader.parse(text))];

export const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();

export function readMarkdown(text: string) {
  const nodes = parseMarkdown(text);
  const of = (...types: Nodes["type"][]) =>
    nodes.filter(({ type }) => types.includes(type)).map((node) => squeeze(toPlain(node)));
  return {
    of,
    headings: of("heading"),
    cells: of("tableCell"),
    links: nodes.flatMap((node) => ("url" in node ? node.url : [])),
  };
}
