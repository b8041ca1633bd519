// A page and its Markdown twin agree: headings, table cells, links and numbers of both, in order.
import { expect } from "@playwright/test";
import { findResource, type ResourcePath, resourcePaths } from "../../lib/site/registry/resources.ts";
import { readMarkdown, squeeze } from "../support/markdown-nodes.ts";
import { test } from "../support/shared-page.ts";

// Live pages change at any moment. Their own specs compare both forms of one reading.
const pages = resourcePaths.filter((path) => findResource(path).kind === "page" && findResource(path).cache !== "live");

const listNumbers = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

for (const path of pages) {
  test(`${path} states the same as its twin`, async ({ sharedPage: page, request, baseURL }) => {
    const twin = findResource(path).twin as ResourcePath;
    const text = await (await request.get(twin)).text();
    // The link to llms.txt is hidden on a page.
    const shown = text.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/^Index of every document: .*\n/m, "");
    const markdown = readMarkdown(shown);
    const links = markdown.links.map((link) => new URL(link, `${baseURL}${path}`).href);
    const numbers = markdown.of("heading", "paragraph", "tableCell", "code").flatMap(listNumbers);
    await page.goto(path);
    const html = await page.evaluate(() => {
      // A form asks, so it states nothing.
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
        // The text of a tight list item has no paragraph. A nested list is compared by itself.
        blocks: within("h1,h2,h3,h4,p,th,td,pre,li:not(:has(> p))").map((one) => {
          const own = one.cloneNode(true) as Element;
          if (one.matches("li")) for (const nested of own.querySelectorAll("ul,ol,pre")) nested.remove();
          return text(own);
        }),
      };
    });
    expect(html.headings.map(squeeze)).toEqual(markdown.headings);
    expect(html.cells.map(squeeze)).toEqual(markdown.cells);
    expect(html.links).toEqual(links);
    expect(html.blocks.flatMap(listNumbers).sort()).toEqual(numbers.sort());
  });
}
