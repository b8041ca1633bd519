// Prose cut into its sections, and tables that know their columns.
import { expect, test } from "@playwright/test";
import { renderToStaticMarkup } from "react-dom/server";
import { renderMarkdown, toOutline } from "../../lib/markdown/render.ts";
import { toSections } from "../../lib/markdown/sections.ts";

const document = "# One\n\nText.\n\n## Two & `three`\n\n```sh\n## no heading\n```\n\n### Deeper\n\n## Four\n\nEnd.\n";

test("sections begin at headings of the second level, not within code, and lose nothing", () => {
  const sections = toSections(document);
  expect(sections.map((section) => section.split("\n")[0])).toEqual(["# One", "## Two & `three`", "## Four"]);
  expect(sections.join("")).toBe(document);
  expect(toSections("Text alone.\n")).toEqual(["Text alone.\n"]);
});

test("the outline has the anchors of the headings", () => {
  expect(toOutline(document)).toEqual([
    { id: "two--three", text: "Two & three" },
    { id: "four", text: "Four" },
  ]);
  const html = renderToStaticMarkup(renderMarkdown(document));
  expect(html).toContain('<h2 id="two--three">Two &#x26; <code>three</code></h2>');
});

test("a wordy table names its columns for cards, any other does not", () => {
  const row = (cell: string) => `| A | B "quoted" | C |\n| --- | --- | --- |\n| 1 | ${cell} | 3 |\n`;
  expect(renderToStaticMarkup(renderMarkdown(row("a cell with a good many words in it")))).toContain(
    `<table style="--column-2:&quot;B \\&quot;quoted\\&quot;&quot;;--column-3:&quot;C&quot;">`,
  );
  expect(renderToStaticMarkup(renderMarkdown(row("short")))).not.toContain("style");
  expect(
    renderToStaticMarkup(renderMarkdown("| A | B |\n| --- | --- |\n| 1 | a cell with a good many words in it |\n")),
  ).not.toContain("style");
});

test("markup in prose stays text or is dropped", () => {
  const html = renderToStaticMarkup(
    renderMarkdown(
      "a <b onclick=x>b</b> `<script>` [l](javascript:alert(1)) & ![i](x.png)\n\n<script>alert(1)</script>\n",
    ),
  );
  expect(html).not.toMatch(/<script|<b |onclick=/);
  expect(html).toContain("<code>&#x3C;script></code>");
});
