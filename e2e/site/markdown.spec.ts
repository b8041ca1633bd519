// Any text that is written as Markdown is read back unchanged, in every place. Prose is split at its sections, and rendered without markup of its own.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { toString as toText } from "mdast-util-to-string";
import * as nodes from "../../lib/markdown/nodes.ts";
import * as render from "../../lib/markdown/render.ts";
import { writeLine, writeMarkdown } from "../../lib/markdown/write.ts";
import { withWholeAddresses } from "../../lib/site/prose/markdown-document.ts";
import { absoluteUrl } from "../../lib/site/registry/links.ts";
import { hostileTexts } from "../fixtures/hostile-texts.ts";
import { parseMarkdown, squeeze } from "../support/markdown-nodes.ts";

const { code, codeBlock, heading, line, link, list } = nodes;
const { numberedList, paragraph, quotation, strong, table } = nodes;
type Block = nodes.MarkdownBlock;

const ADDRESS = "https://site.example/quote?from=BTC&to=ETH&copy=1&amount=(0.05)&amp;x=*_[y]";

/** Each place that can hold a text, with neighbours. */
const places: Readonly<Record<string, (texts: readonly string[]) => Block[]>> = {
  heading: (texts) => texts.map((text) => heading(2, text)),
  paragraph: (texts) => texts.map((text) => paragraph(text)),
  "between code": (texts) => texts.map((text) => paragraph(line`${code("x")}${text}${code("x")}`)),
  "around a link": (texts) =>
    texts.map((text) => paragraph(line`${text}${link("x", ADDRESS)}${text}`)),
  "text of a link": (texts) => texts.map((text) => paragraph(link(text, ADDRESS))),
  "strong text": (texts) => texts.map((text) => paragraph(line`x ${strong(text)} x`)),
  "item of a list": (texts) => [list(texts)],
  "item of a numbered list": (texts) => [numberedList(texts)],
  quotation: (texts) => texts.map((text) => quotation(text)),
  "head of a table": (texts) => [table(texts, [texts])],
  cell: (texts) => {
    const rows = texts.map((text) => [text, link(text, ADDRESS), text]);
    return [table(["x", "x", "x"], rows)];
  },
  code: (texts) => texts.map((text) => paragraph(line`x ${code(text)} x`)),
  // GFM has no way to write a backslash before a pipe there.
  "code in a cell": (texts) => [
    table(
      ["x"],
      texts.map((text) => [code(text.replace(/\\+\|/g, "|"))]),
    ),
  ],
  "block of code": (texts) => texts.map((text) => codeBlock("text", text)),
  "pieces of a line": (texts) => [paragraph(texts)],
};

type Fact = readonly [kind: string, value: string];

/** Every node in order with its text or address. GFM links bare addresses even if escaped; here they count as text. */
function toFacts(node: Nodes): Fact[] {
  if (node.type === "link" && isBare(node.url, toText(node))) return [["text", toText(node)]];
  const value = "value" in node ? node.value : "url" in node ? node.url : "";
  return [[node.type, value], ...("children" in node ? node.children.flatMap(toFacts) : [])];
}

const isBare = (url: string, text: string) =>
  ["", "http://", "mailto:"].some((scheme) => url === scheme + text);

/** Neighbouring texts are joined. Spaces around and within a text do not count. */
function toSaid(root: Nodes): string[] {
  const said: [kind: string, value: string][] = [];
  for (const [kind, value] of toFacts(root)) {
    const last = said.at(-1);
    if (kind === "text" && last?.[0] === "text") last[1] += value;
    else said.push([kind, value]);
  }
  return said.map(([kind, value]) => `${kind} ${squeeze(value)}`);
}

function expectSame(blocks: readonly Block[]): void {
  const markdown = writeMarkdown(blocks);
  const [root] = parseMarkdown(markdown);
  const [said, meant] = [root && toSaid(root), toSaid({ type: "root", children: [...blocks] })];
  // Of thousands, an `expect` each would cost a fifth of the time.
  if (!isDeepStrictEqual(said, meant)) expect(said, markdown).toEqual(meant);
}

/** Markdown cannot hold a null character, half a character, or a text of only spaces. */
const isWritable = (text: string) =>
  text.trim() !== "" && !text.includes("\0") && text.isWellFormed();

const marks = [..."*_`[]()<>&~|\\!#+-=.:\"'@/^$ \n"];
const words = "a 1 é 𝔸 \t &amp; &#35; ](/x) ** ~~ ``` --- 1. <b> www. s://".split(" ");
const text = fc
  .oneof(
    fc
      .array(fc.constantFrom(...marks, ...words), { minLength: 1, maxLength: 10 })
      .map((parts) => parts.join("")),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  )
  .filter(isWritable);

/** The reader of Markdown takes four times as long for a table of twice the length. */
const TOGETHER = 20;

/** Each place takes a fifth of the hostile texts, with each kind of attack and each disguise: each text is in three places. */
const SHARE = 5;

for (const [turn, [name, place]] of Object.entries(places).entries()) {
  test(`any text is read back unchanged from its place: ${name}`, () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 10 }), (texts) =>
        expectSame(place(texts)),
      ),
      { numRuns: 40 },
    );
    const hostile = hostileTexts.filter(
      (one, at) => at % SHARE === turn % SHARE && isWritable(one),
    );
    for (let at = 0; at < hostile.length; at += TOGETHER)
      expectSame(place(hostile.slice(at, at + TOGETHER)));
  });
}

// In every place, one span of code: above.
for (const [text, span] of [
  ["", ""],
  ["a `b` c", "``a `b` c``"],
  ["`", "`` ` ``"],
  ["a``", "` a`` `"],
  ["[x](javascript:alert(1)) <b>", "`[x](javascript:alert(1)) <b>`"],
  ["two\nlines", "`two lines`"],
] as const)
  test(`a memo in code: ${JSON.stringify(text)}`, () => expect(writeLine(code(text))).toBe(span));

const pricing = absoluteUrl("/pricing");
for (const [written, whole] of [
  ["See [fees](/pricing).", `See [fees](${pricing}).`],
  ["[a](/track?txid=1&chain=BTC)", `[a](${absoluteUrl("/track")}?txid=1&chain=BTC)`],
  ["[a](/pricing#order)", `[a](${pricing}#order)`],
  ["[a](https://example.org/x)", "[a](https://example.org/x)"],
  ["[`a`](/pricing) `x` [b](/pricing)", `[\`a\`](${pricing}) \`x\` [b](${pricing})`],
] as const)
  test(`the whole address: ${written}`, () => expect(withWholeAddresses(written)).toBe(whole));

test("an address that is not published is an error, and untrusted text is never linked", () => {
  expect(() => withWholeAddresses("[a](/nowhere)")).toThrow(/\/nowhere/);
  const ends = ["](/nowhere", "`](/nowhere) `` [x](/pricing)", "[x](/pricing) ```", "\\](/nowhere"];
  for (const text of ends)
    for (const block of [paragraph(code(text)), paragraph(text), codeBlock("text", text)]) {
      const quoted = writeMarkdown([block]);
      const written = withWholeAddresses(`${quoted} [c](/pricing)`);
      expect(written, quoted).toBe(`${quoted} [c](${pricing})`);
    }
});

const { listHeadings, renderMarkdown, splitAtSection, splitBehind, splitSections } = render;
const prose =
  "# One\n\nText.\n\n## Two & `three`\n\n```sh\n## no heading\n```\n\n### Deeper\n\n## Four\n\nEnd.\n";

test("prose is split at its sections outside code, and nothing is lost", () => {
  const sections = splitSections(prose);
  expect(sections.map((section) => section.split("\n")[0])).toEqual([
    ...["# One", "## Two & `three`", "## Four"],
  ]);
  expect(sections.join("")).toBe(prose);
  expect(splitAtSection(prose, "Four")).toEqual([sections.slice(0, 2), sections.slice(2)]);
  const parts = splitBehind(prose, ["### Deeper", "## Four"]);
  expect(parts).toEqual([prose.slice(0, -15), "\n## Four\n", "\nEnd.\n"]);
  for (const missing of [
    () => splitAtSection(prose, "no heading"),
    () => splitBehind(prose, ["## Five"]),
    () => splitBehind(prose, ["## Four", "### Deeper"]),
  ])
    expect(missing).toThrow(/^the document has no/);
  expect(listHeadings(prose).map(({ id }) => id)).toEqual(["two--three", "four"]);
  expect(renderMarkdown(prose)).toContain('<h2 id="two--three">Two &#x26; <code>three</code></h2>');
});

test("a number keeps its unit, a formula is folded, and markup in prose is escaped or dropped", () => {
  const html = renderMarkdown("It takes 12 minutes and 0.16 % of *1 day*. `3 %` is code.\n");
  expect(html).toContain("12\u00a0minutes and 0.16\u00a0% of <em>1\u00a0day</em>");
  expect(html).toContain("<code>3 %</code>");
  const folded = ["formula", "text"].map((name) => renderMarkdown(`\`\`\`${name}\na = b\n\`\`\``));
  expect(folded.map((one) => one.includes("<details"))).toEqual([true, false]);
  const hostile = renderMarkdown(
    "a <b onclick=x>b</b> `<script>` [l](javascript:alert(1)) & [m](/m)\n\n<script>alert(1)</script>\n",
  );
  expect(hostile).not.toMatch(/<script|<b |onclick=|javascript:/);
  expect(hostile).toContain('<code>&#x3C;script></code> <a>l</a> &#x26; <a href="/m">m</a>');
});
