// A page as a person reads it: its words, line by line, without markup.
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";

type Node = DefaultTreeAdapterMap["childNode"];
type Element = DefaultTreeAdapterMap["element"];

const unseen = new Set(["script", "style", "svg", "template", "option", "noscript"]);
const inline = new Set(
  "a abbr b bdi br code data em i label small span strong sub sup time wbr button dd input".split(
    " ",
  ),
);
const breakAfter = new Set(["br", "dd"]);
const headings = new Map(
  ["h1", "h2", "h3", "h4"].map((tag, index) => [tag, "#".repeat(index + 1)]),
);

export function pageLines(html: string): string[] {
  const lines: string[] = [""];
  for (const node of parseFragment(html).childNodes) write(node, lines);
  return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter((line) => line !== "");
}

function write(node: Node, lines: string[]): void {
  if (node.nodeName === "#text" && "value" in node) append(lines, node.value);
  if ("tagName" in node && !unseen.has(node.tagName) && attribute(node, "hidden") === null)
    writeElement(node, lines);
}

function writeElement(element: Element, lines: string[]): void {
  const { tagName } = element;
  const isCell = tagName === "td" || tagName === "th";
  const isOfItem = isParagraphOfItem(element);
  const isBlock = !isCell && !isOfItem && !inline.has(tagName);
  if (isBlock) lines.push("");
  append(lines, isCell ? cellStart(element) : startOf(element));
  for (const child of element.childNodes) write(child, lines);
  if (tagName === "dt") append(lines, ": ");
  else if (isBlock || breakAfter.has(tagName)) lines.push("");
  else if (isOfItem) append(lines, " ");
}

const isParagraphOfItem = ({ tagName, parentNode }: Element) =>
  tagName === "p" && parentNode?.nodeName === "li";

function startOf(element: Element): string {
  const heading = headings.get(element.tagName);
  if (heading !== undefined) return `${heading} `;
  if (element.tagName === "input") return inputText(element);
  return element.tagName === "li" ? "- " : "";
}

/** Blocks within a cell stay on the line of their row. */
function cellStart(cell: Element): string {
  const cells = cell.parentNode?.childNodes.filter((node) => "tagName" in node) ?? [];
  return cells[0] === cell ? "" : " | ";
}

function inputText(input: Element): string {
  const type = attribute(input, "type");
  if (type === "radio" || type === "checkbox")
    return attribute(input, "checked") === null ? "( ) " : "(x) ";
  return type === "hidden" ? "" : ` [${attribute(input, "value") ?? ""}] `;
}

function append(lines: string[], text: string): void {
  lines[lines.length - 1] += text;
}

function attribute({ attrs }: Element, name: string): string | null {
  return attrs.find((one) => one.name === name)?.value ?? null;
}
