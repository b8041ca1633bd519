// Any text that is written as Markdown is read back unchanged, in every place.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { toString as toText } from "mdast-util-to-string";
import * as nodes from "../../../lib/markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../../lib/markdown/write.ts";
import { hostileTexts } from "../../support/hostile-texts.ts";
import { parseMarkdown, squeeze } from "../../support/markdown-nodes.ts";

const {
  code,
  codeBlock,
  heading,
  joined,
  line,
  link,
  list,
  numberedList,
  paragraph,
  quotation,
  strong,
  table,
} = nodes;
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
  cell: (texts) => [
    table(
      ["x", "x", "x"],
      texts.map((text) => [text, link(text, ADDRESS), text]),
    ),
  ],
  code: (texts) => texts.map((text) => paragraph(line`x ${code(text)} x`)),
  // GFM has no way to write a backslash before a pipe there.
  "code in a cell": (texts) => [
    table(["x"], [...texts.map((text) => [code(text.replace(/\\+\|/g, "|"))])]),
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
const words = [
  "a",
  "1",
  "é",
  "𝔸",
  "\t",
  "&amp;",
  "&#35;",
  "](/x)",
  "**",
  "~~",
  "```",
  "---",
  "1.",
  "<b>",
  "www.",
  "s://",
];
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

test("two strings that form markup together stay text", () => {
  for (const pieces of [
    ["1", ". x"],
    ["&", "amp;"],
    ["www", ".x"],
    ["!", "[x](/y)"],
    ["#", " x"],
  ]) {
    expectSame([paragraph(pieces), list([pieces])]);
  }
});

test("an address can be copied from the Markdown as it is, in a link and in code", () => {
  for (const host of ["site.example", "www.site.example", "WWW.site.example", "a.www.b.example"]) {
    const address = `https://${host}/tx/A_b*c~d?from=BTC&to=ETH#x`;
    for (const shown of [
      link("x", address),
      link(address, address),
      code(address),
      line`see ${link("x.", address)}.`,
    ])
      expect(writeLine(shown), host).toContain(address);
  }
});

test("every kind of node has its expected Markdown", () => {
  const blocks = [
    heading(2, "Costs"),
    paragraph(
      line`Send ${strong("now")}, or ${link("ask", "https://site.example/quote?from=BTC&to=ETH")}. R&D, 1 < 2.`,
    ),
    list(["1.00 USD", line`${code("a_b")}: in force`]),
    numberedList(["First", "Second"]),
    table(["Fee", "Amount"], [["Outbound | inbound", code("a|b")]]),
    quotation(code("words of others")),
    codeBlock("json", "{}\n"),
  ];
  expect(writeMarkdown(blocks)).toBe(
    [
      "## Costs",
      "Send **now**, or [ask](https://site.example/quote?from=BTC&to=ETH). R&D, 1 < 2.",
      "- 1.00 USD\n- `a_b`: in force",
      "1. First\n2. Second",
      "| Fee | Amount |\n| --- | --- |\n| Outbound \\| inbound | `a\\|b` |",
      "> `words of others`",
      "```json\n{}\n```",
    ].join("\n\n"),
  );
  expect(writeLine(joined(["a", code("b"), line`${strong("c")}.`]))).toBe("a, `b`, **c**.");
  expect(writeLine(code(""))).toBe("");
});
