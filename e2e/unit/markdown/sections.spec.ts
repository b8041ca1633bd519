// Splitting prose into sections, and naming the columns of tables.
import { expect, test } from "@playwright/test";
import * as render from "../../../lib/markdown/render.ts";

const { readOutline, renderMarkdown, splitAtSection, splitBehind, splitSections } = render;
const document =
  "# One\n\nText.\n\n## Two & `three`\n\n```sh\n## no heading\n```\n\n### Deeper\n\n## Four\n\nEnd.\n";

test("sections begin at level-2 headings outside code, and nothing is lost", () => {
  const sections = splitSections(document);
  expect(sections.map((section) => section.split("\n")[0])).toEqual([
    "# One",
    "## Two & `three`",
    "## Four",
  ]);
  expect(sections.join("")).toBe(document);
  expect(splitSections("Text alone.\n")).toEqual(["Text alone.\n"]);
});

test("a document is split after each given line, in order", () => {
  expect(splitBehind(document, [])).toEqual([document]);
  expect(splitBehind(document, ["## Four"])).toEqual([document.slice(0, -6), "\nEnd.\n"]);
  const parts = splitBehind(document, ["### Deeper", "## Four"]);
  expect(parts).toEqual([document.slice(0, -15), "\n## Four\n", "\nEnd.\n"]);
  expect(() => splitBehind(document, ["## Five"])).toThrow('the document has no line "## Five"');
  expect(() => splitBehind(document, ["## Four", "### Deeper"])).toThrow(
    'the document has no line "### Deeper"',
  );
});

test("a document is split at a section, and a missing one is an error", () => {
  const sections = splitSections(document);
  expect(splitAtSection(document, "Four")).toEqual([sections.slice(0, 2), sections.slice(2)]);
  expect(() => splitAtSection(document, "Five")).toThrow('the document has no section "Five"');
  expect(() => splitAtSection(document, "no heading")).toThrow();
});

test("the outline has the headings' anchors", () => {
  expect(readOutline(document)).toEqual([
    { id: "two--three", text: "Two & three" },
    { id: "four", text: "Four" },
  ]);
  const html = renderMarkdown(document);
  expect(html).toContain('<h2 id="two--three">Two &#x26; <code>three</code></h2>');
});

test("only a table with much text names its columns for cards", () => {
  const row = (cell: string) =>
    `| A | B "quoted" | C |\n| --- | --- | --- |\n| 1 | ${cell} | 3 |\n`;
  const wordy = renderMarkdown(row("a cell with a good many words in it"));
  expect(wordy).toContain(
    '<div class="table cards" role="group" aria-label="Table: A, B quoted, C" tabindex="0">',
  );
  expect(wordy.match(/<td.*<\/td>/g)).toEqual([
    "<td>1</td>",
    '<td data-label="B &#x22;quoted&#x22;">a cell with a good many words in it</td>',
    '<td data-label="C">3</td>',
  ]);
  expect(renderMarkdown(row("short"))).not.toMatch(/cards|data-label/);
  const twoColumns = "| A | B |\n| --- | --- |\n| 1 | a cell with a good many words in it |\n";
  expect(renderMarkdown(twoColumns)).not.toMatch(/cards|data-label/);
});

test("each scrolling box has a role and a unique name", () => {
  const fence = (text: string) => `\`\`\`sh\n${text}\n\`\`\`\n\n`;
  const table = "| A | B |\n| --- | --- |\n| 1 | 2 |\n\n";
  const html = renderMarkdown(
    `${fence("npm ci")}# One\n\n${fence("npm ci\nnpm test")}${fence("x".repeat(60))}${table}${table}## *Two*\n\n${table}`,
  );
  const names = [...html.matchAll(/<(\w+)[^>]* role="group" aria-label="([^"]*)" tabindex="0"/g)];
  expect(names.map(([, tag, name]) => `${tag} ${name}`)).toEqual([
    "pre Code: npm ci",
    "pre One. Code: npm ci npm test",
    `pre One. Code: ${"x".repeat(40)}…`,
    "div One. Table: A, B",
    "div One. Table: A, B (2)",
    "div Two. Table: A, B",
  ]);
  expect(html.match(/tabindex/g)).toHaveLength(names.length);
});

test("a number and its unit stay on one line, and code stays as it is", () => {
  const html = renderMarkdown(
    "It takes 12 minutes and 0.16 % of *1 day*.\n\n| A |\n| --- |\n| $1.20 (3 %) |\n\n`3 %` is code.\n",
  );
  expect(html).toContain("12\u00a0minutes and 0.16\u00a0% of <em>1\u00a0day</em>");
  expect(html).toContain("<td>$1.20 (3\u00a0%)</td>");
  expect(html).toContain("<code>3 %</code>");
});

test("markup in prose is escaped or dropped", () => {
  const html = renderMarkdown(
    "a <b onclick=x>b</b> `<script>` [l](javascript:alert(1)) & [m](/m)\n\n<script>alert(1)</script>\n",
  );
  expect(html).not.toMatch(/<script|<b |onclick=|javascript:/);
  expect(html).toContain('<code>&#x3C;script></code> <a>l</a> &#x26; <a href="/m">m</a>');
});
