// A date for people names its time zone, on every page and in its Markdown. A date for machines is ISO 8601.
import { expect, test } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";

const asked: readonly (readonly [page: string, twin: string])[] = [
  ["/quote", "?from=BTC&to=ETH&amount=0.05"],
  ["/track", `?txid=${sampleTransactions[9]?.txid}`],
].map(([path, query]) => [`${path}${query}`, `${path}.md${query}`] as const);
const pages = [
  ...resourcePaths.flatMap((path) => {
    const { kind, twin } = findResource(path);
    return kind === "page" && twin ? [[path, twin] as const] : [];
  }),
  ...asked,
];

const findBare = (text: string) =>
  text.match(/.{0,30}\b\d{4}-\d\d-\d\d\b(?!\s(\d\d:\d\d(:\d\d)?\s)?UTC).{0,20}/g) ?? [];

test("no page and no Markdown has a date without a time zone", async ({ page, request }) => {
  for (const [path, twin] of pages) {
    await page.goto(path);
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (const one of document.querySelectorAll("script, style, pre, code, svg title, .local")) one.remove();
      for (const one of document.querySelectorAll("p, li, dd, td, th, h1, h2, h3, footer")) one.append("\n");
      let text = "";
      while (walker.nextNode()) text += walker.currentNode.nodeValue;
      return text;
    });
    expect(findBare(texts), path).toEqual([]);
    const markdown = await (await request.get(twin)).text();
    const prose = markdown.replace(/^---\n[\s\S]*?\n---\n|^```[\s\S]*?^```|`[^`\n]*`/gm, "");
    expect(findBare(prose), twin).toEqual([]);
  }
});
