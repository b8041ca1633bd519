import { expect, test } from "@playwright/test";
import { code, codeBlock } from "../../../../lib/markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../../../lib/markdown/write.ts";
import { withWholeAddresses } from "../../../../lib/site/prose/markdown-document.ts";
import { absoluteUrl } from "../../../../lib/site/registry/links.ts";

const pricing = absoluteUrl("/pricing");
const rows: [name: string, markdown: string, whole: string][] = [
  ["a link", "See [fees](/pricing).", `See [fees](${pricing}).`],
  [
    "a link with a query",
    "[a](/track?txid=1&chain=BTC)",
    `[a](${absoluteUrl("/track")}?txid=1&chain=BTC)`,
  ],
  ["a link with a fragment", "[a](/pricing#order)", `[a](${pricing}#order)`],
  ["a whole link", "[a](https://example.org/x)", "[a](https://example.org/x)"],
  [
    "two links around code",
    "[a](/pricing) `x` [b](/pricing)",
    `[a](${pricing}) \`x\` [b](${pricing})`,
  ],
  ["a link named by code", "[`a`](/pricing)", `[\`a\`](${pricing})`],
];
for (const [name, markdown, whole] of rows)
  test(name, () => expect(withWholeAddresses(markdown)).toBe(whole));

test("an address that is not published throws an error", () => {
  expect(() => withWholeAddresses("[a](/nowhere)")).toThrow(/\/nowhere/);
});

test("untrusted text is never linked, whatever it contains", () => {
  for (const text of [
    "](/nowhere",
    "`](/nowhere) `` [x](/pricing)",
    "[x](/pricing) ```",
    "\\](/nowhere",
    "``[`](/nowhere",
  ]) {
    for (const quoted of [
      writeLine(code(text)),
      writeLine(text),
      writeMarkdown([codeBlock("text", text)]),
    ]) {
      expect(withWholeAddresses(`a ${quoted} b`), quoted).toBe(`a ${quoted} b`);
      expect(withWholeAddresses(`${quoted} [c](/pricing)`), quoted).toBe(
        `${quoted} [c](${pricing})`,
      );
    }
  }
});
