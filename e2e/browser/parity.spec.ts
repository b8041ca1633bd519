// A page and its Markdown twin say the same: headings, table cells, links and numbers of both renderings are compared, in order.

import { expect, test } from "@playwright/test";
import type { Link, Nodes, Root } from "mdast";
import { toString as toText } from "mdast-util-to-string";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { type ResourcePath, resourcePaths, toResource } from "../../lib/site/resources.ts";

// Live pages say what the network says at that moment: their own specs compare both forms of one reading.
const pages = resourcePaths.filter((path) => toResource(path).kind === "page" && toResource(path).cache !== "live");

interface Facts {
  readonly headings: readonly string[];
  readonly cells: readonly string[];
  readonly links: readonly string[];
  readonly numbers: readonly string[];
}

const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();
const toNumbers = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

function readMarkdown(markdown: string, address: string): Facts {
  const root: Root = remark()
    .use(remarkGfm)
    .parse(markdown.replace(/^---\n[\s\S]*?\n---\n/, ""));
  const all = [...walk(root)];
  const blocks = all.filter((node) => ["heading", "paragraph", "tableCell", "code"].includes(node.type));
  return {
    headings: all.filter((node) => node.type === "heading").map((node) => squeeze(toText(node))),
    cells: all.filter((node) => node.type === "tableCell").map((node) => squeeze(toText(node))),
    links: all.filter((node): node is Link => node.type === "link").map((link) => new URL(link.url, address).href),
    numbers: blocks.flatMap((node) => toNumbers(toText(node))),
  };
}

for (const path of pages) {
  test(`${path} says what its twin says`, async ({ page, request, baseURL }) => {
    const twin = toResource(path).twin as ResourcePath;
    const markdown = readMarkdown(await (await request.get(twin)).text(), `${baseURL}${path}`);
    await page.goto(path);
    const html = await page.evaluate(() => {
      // A form asks; it states nothing.
      const parts = [
        ...document.querySelectorAll("main article > :not(.meta, [data-live], form), footer h2, footer li"),
      ];
      const within = (selector: string) =>
        parts.flatMap((part) => [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)]);
      const text = (one: Element) => one.textContent ?? "";
      return {
        headings: within("h1,h2,h3,h4").map(text),
        cells: within("th,td").map(text),
        links: within("a[href]").map((one) => (one as HTMLAnchorElement).href),
        // A tight list item has its text without a paragraph; a nested list speaks for itself.
        blocks: within("h1,h2,h3,h4,p,th,td,pre,li:not(:has(> p))").map((one) => {
          const own = one.cloneNode(true) as Element;
          if (one.matches("li")) for (const nested of own.querySelectorAll("ul,ol,pre")) nested.remove();
          return text(own);
        }),
      };
    });
    expect(html.headings.map(squeeze)).toEqual(markdown.headings);
    expect(html.cells.map(squeeze)).toEqual(markdown.cells);
    expect(html.links).toEqual(markdown.links);
    expect(html.blocks.flatMap(toNumbers).sort()).toEqual([...markdown.numbers].sort());
    expect(markdown.headings.length).toBeGreaterThan(2);
    expect(markdown.links.length).toBeGreaterThan(3);
  });
}
