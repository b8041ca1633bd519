import { expect, test } from "@playwright/test";
import { toString as toText } from "mdast-util-to-string";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { code, table } from "../../../lib/markdown/nodes.ts";
import { writeMarkdown } from "../../../lib/markdown/write.ts";
import { codeSpan } from "../../../lib/mcp/tools/text.ts";

const rows: [text: string, span: string][] = [
  ["", ""],
  ["=:ETH.ETH:0xAa", "`=:ETH.ETH:0xAa`"],
  ["a `b` c", "``a `b` c``"],
  ["`", "`` ` ``"],
  ["a``", "``` a`` ```"],
  ["[x](javascript:alert(1)) <b>", "`[x](javascript:alert(1)) <b>`"],
  ["two\nlines", "`two lines`"],
  [" padded ", "`  padded  `"],
];
for (const [text, span] of rows) {
  test(JSON.stringify(text), () => {
    expect(codeSpan(text)).toBe(span);
    const [paragraph] = remark().parse(`x ${codeSpan(text)} y`).children;
    const inner = paragraph?.type === "paragraph" ? paragraph.children : [];
    expect(inner.map(({ type }) => type)).toEqual(
      text === "" ? ["text"] : ["text", "inlineCode", "text"],
    );
    if (text !== "") expect(inner[1] && toText(inner[1])).toBe(text.replace(/\s+/g, " "));
  });
}

for (const text of ["a|b", "a\\|b", "a\\\\|b", "\\| [x](/x) |", "a\\", "|"]) {
  test(`${JSON.stringify(text)} stays in its table cell`, () => {
    const markdown = writeMarkdown([table(["Fact", "Value", "More"], [[code(text), text, "end"]])]);
    const [found] = remark().use(remarkGfm).parse(markdown).children;
    const cells = found?.type === "table" ? (found.children[1]?.children ?? []) : [];
    expect(cells.map(({ children }) => children.map(({ type }) => type))).toEqual([
      ["inlineCode"],
      ["text"],
      ["text"],
    ]);
    expect(cells.slice(1).map((cell) => toText(cell))).toEqual([text, "end"]);
  });
}
