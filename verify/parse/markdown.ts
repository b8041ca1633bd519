// A Markdown document as headings, links, table cells and text.
import type { Nodes, Root } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { type Facts, listNumbers, squeeze } from "./facts.ts";

export interface MarkdownDocument extends Facts {
  readonly levels: readonly number[];
  /** Addresses as written, with the link's text. */
  readonly anchors: readonly { readonly href: string; readonly text: string; readonly offset: number }[];
  /** Absolute addresses in inline code. They are named, but not links to follow. */
  readonly spelled: readonly string[];
  /** Lists of links, each item with the text after its link. */
  readonly items: readonly { readonly href: string; readonly name: string; readonly rest: string }[];
  /** Languages of fenced code blocks; null if a block names none. */
  readonly languages: readonly (string | null)[];
  /** Position of the first heading in characters; -1 if there is none. */
  readonly firstHeadingAt: number;
  /** Whether a block quote follows the first heading. */
  readonly quote: string | null;
}

/** `address`: the document's own, to resolve relative links. */
export function parseMarkdown(markdown: string, address: string): MarkdownDocument {
  const root: Root = remark().use(remarkGfm).parse(markdown);
  const nodes = [...walk(root)];
  const headings = nodes.filter((node) => node.type === "heading");
  const anchors = nodes
    .filter((node) => node.type === "link")
    .map((node) => ({ href: node.url, text: squeeze(nodeText(node)), offset: node.position?.start.offset ?? 0 }));
  const quote = root.children.find((node) => node.type === "blockquote");
  return {
    headings: headings.map((node) => squeeze(nodeText(node))),
    levels: headings.map((node) => node.depth),
    cells: nodes.filter((node) => node.type === "tableCell").map((node) => squeeze(nodeText(node))),
    links: anchors.map(({ href }) => resolveAddress(href, address)),
    numbers: nodes
      .filter((node) => ["heading", "paragraph", "tableCell", "code"].includes(node.type))
      .flatMap((node) => listNumbers(nodeText(node))),
    anchors,
    spelled: nodes
      .filter((node) => node.type === "inlineCode")
      .map(({ value }) => value)
      .filter((value) => /^https?:\/\/[^\s{}]+$/.test(value)),
    items: nodes.filter((node) => node.type === "listItem").flatMap(listItem),
    languages: nodes.filter((node) => node.type === "code").map((node) => node.lang ?? null),
    firstHeadingAt: headings[0]?.position?.start.offset ?? -1,
    quote: quote ? squeeze(nodeText(quote)) : null,
  };
}

function listItem(node: Nodes) {
  const paragraph = "children" in node ? node.children[0] : undefined;
  const [link, ...rest] = paragraph?.type === "paragraph" ? paragraph.children : [];
  if (link?.type !== "link") return [];
  return [{ href: link.url, name: squeeze(nodeText(link)), rest: squeeze(rest.map(nodeText).join("")) }];
}

/** Absolute, without a fragment. An address that cannot be resolved stays as written. */
export function resolveAddress(href: string, base: string): string {
  if (!URL.canParse(href, base)) return href;
  const url = new URL(href, base);
  url.hash = "";
  return url.href;
}

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

function nodeText(node: Nodes): string {
  if ("value" in node) return node.type === "html" ? "" : node.value;
  if (node.type === "break") return " ";
  return "children" in node ? node.children.map(nodeText).join("") : "";
}
