// Every Markdown document of the registry reads easily: short sentences, plain words, none of the words that the list replaces.
// A live page is measured here as it answers on the sample network; its bad states call `readingFaults` in its own specs.
import { expect, test } from "@playwright/test";
import { importBodies, importLiveBodies } from "../../../bin/site-modules.ts";
import { allTxids } from "../../../lib/sample/transactions.ts";
import type { LiveTextPath, StableBodyPath } from "../../../lib/site/registry/resources.ts";
import {
  findResource,
  isStablePath,
  mediaTypeOf,
  resourcePaths,
} from "../../../lib/site/registry/resources.ts";
import { readingEase, readingFaults } from "../../support/reading.ts";

/** Every Markdown document that is not another's copy. */
const documents = resourcePaths.filter(
  (path): path is StableBodyPath | LiveTextPath =>
    mediaTypeOf(path) === "text/markdown" && findResource(path).aliasOf === undefined,
);

/** What is asked of the live pages beside the page without a question. */
const questions: Partial<Record<LiveTextPath, readonly string[]>> = {
  "/quote.md": [
    "from=BTC&to=ETH&amount=0.05",
    "from=BTC&to=ETH&amount=0.05&destination=sample-eth-recipient",
    "from=LTC&to=BTC&amount=1",
    "from=DOGE&to=XRP&amount=5000",
    "from=BTC&to=ETH&amount=0.000011",
  ],
  "/track.md": allTxids.map((txid) => `txid=${txid}`),
};

for (const path of documents) {
  test(`${path} reads easily`, async () => {
    const { getBody } = await importBodies();
    const { getLiveBody } = await importLiveBodies();
    const read = async (question: string) =>
      isStablePath(path)
        ? getBody(path, "all")
        : (await getLiveBody(path, new URLSearchParams(question))).text;
    const reader = findResource(path).page === undefined ? "document" : "page";
    const faults: string[] = [];
    for (const question of ["", ...(questions[path as LiveTextPath] ?? [])]) {
      const found = readingFaults(await read(question), reader);
      faults.push(...found.map((fault) => `${question}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

test("a live page is a page, and a skill is a document", () => {
  expect(documents).toContain("/status.md");
  expect(documents).toContain("/AGENTS.md");
});

const hard =
  "Notwithstanding considerable uncertainty, intermediaries occasionally recalculate liquidity.";
const rows: [name: string, markdown: string, faults: RegExp[]][] = [
  ["plain words", "Do not send. Bitcoin trading is halted.", []],
  ["a long sentence", `Do not send ${"now ".repeat(18)}.`, [/^21 words, at most 20/]],
  ["twenty words", `Do not send ${"now ".repeat(17)}.`, []],
  ["a long cell", `| a |\n| --- |\n| ${"b ".repeat(21)} |`, [/^21 words/]],
  ["hard words", hard, [/^reading ease -?\d/]],
  ["a hard cell", `| a |\n| --- |\n| ${hard} |`, []],
  ["code", "Read `unknown` as a stop.", []],
  ["code that begins a sentence", `Go ${"now ".repeat(10)}. \`x\` is ${"now ".repeat(10)}.`, []],
  ["a list of names in code", `Read ${"`x`, ".repeat(20)}\`y\`.`, []],
  ["a block of code", `Ask.\n\n\`\`\`text\nslip ${"x ".repeat(40)}\n\`\`\``, []],
  ["a replaced word", "The slip is small.", [/^not "slip" but price impact/]],
  [
    "a replaced word in a heading",
    "# The unknown swap\n\nDo not send.",
    [/^not "unknown" but not checked/],
  ],
  ["two items", `- ${"go ".repeat(15)}\n- ${"on ".repeat(15)}`, []],
  ["front matter", `---\ntitle: ${"x ".repeat(40)}\n---\n\nDo not send.`, []],
];
for (const [name, markdown, faults] of rows) {
  test(`the measure: ${name}`, () => {
    const found = readingFaults(markdown, "page");
    expect(found).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toMatch(fault);
  });
}

test("the measure: a document may say 25 words", () => {
  expect(readingFaults(`Send ${"now ".repeat(24)}.`, "document")).toEqual([]);
  expect(readingFaults(`Send ${"now ".repeat(25)}.`, "document")).toHaveLength(1);
});

test("the measure: the ease is that of Flesch, with a name in code as one short word", () => {
  // One sentence, six words of one syllable: 206.835 − 1.015 × 6 − 84.6.
  expect(readingEase("The cat sat on the mat.")).toBeCloseTo(116.1, 1);
  expect(readingEase("The cat sat on the `unrecognisable`.")).toBeCloseTo(116.1, 1);
  expect(readingEase("```text\nnothing\n```")).toBeNull();
});
