// A page as a person reads it: its words, line by line, without markup.
import { parseMarkup, type Tree } from "../support/markup-tree.ts";

const unseen = new Set("script style svg template option noscript".split(" "));
const inline = new Set(
  "a abbr b bdi br code data em i label small span strong sub sup time wbr button dd input".split(
    " ",
  ),
);
const starts: Readonly<Record<string, string>> = {
  ...{ h1: "# ", h2: "## ", h3: "### ", h4: "#### " },
  li: "- ",
};

export function pageLines(html: string): string[] {
  const lines: string[] = [""];
  const append = (text: string) => {
    lines[lines.length - 1] += text;
  };
  const write = (node: Tree | string, parent: Tree): void => {
    if (typeof node === "string") {
      append(node);
      return;
    }
    const { tag, children } = node;
    const isCell = tag === "td" || tag === "th";
    const isParagraphOfItem = tag === "p" && parent.tag === "li";
    const isBlock = !isCell && !isParagraphOfItem && !inline.has(tag);
    if (isBlock) lines.push("");
    append(
      isCell ? cellStart(node, parent) : tag === "input" ? inputText(node) : (starts[tag] ?? ""),
    );
    for (const child of children) write(child, node);
    if (tag === "dt") append(": ");
    else if (isBlock || tag === "br" || tag === "dd") lines.push("");
    else if (isParagraphOfItem) append(" ");
  };
  const page = parseMarkup(html, ({ tag, props }) => unseen.has(tag) || "hidden" in props);
  for (const child of page.children) write(child, page);
  return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter((line) => line !== "");
}

/** Blocks within a cell stay on the line of their row. */
const cellStart = (cell: Tree, row: Tree) =>
  row.children.find((child) => typeof child !== "string") === cell ? "" : " | ";

function inputText({ props }: Tree): string {
  const { type = "", checked, value = "" } = props;
  if (["radio", "checkbox"].includes(type)) return checked === undefined ? "( ) " : "(x) ";
  return type === "hidden" ? "" : ` [${value}] `;
}
