// Every Markdown document and every approved page reads easily: short sentences, plain words, and no name of a parameter on a page. Each page of prose is full, and found.
import { expect, test } from "@playwright/test";
import { importBodies, importLiveBodies } from "../../bin/site-modules.ts";
import { allTxids } from "../../lib/sample/transactions.ts";
import { absoluteUrl } from "../../lib/site/registry/links.ts";
import type { LiveTextPath, StableBodyPath } from "../../lib/site/registry/resources.ts";
import * as registry from "../../lib/site/registry/resources.ts";
import { listTexts, readText } from "../said/texts.ts";
import { readMarkdown } from "../support/markdown-nodes.ts";
import { readingEase, readingFaults } from "../support/reading.ts";

/** Those that are no other's copy. */
const documents = registry.resourcePaths.filter(
  (path): path is StableBodyPath | LiveTextPath =>
    registry.mediaTypeOf(path) === "text/markdown" &&
    registry.findResource(path).aliasOf === undefined,
);
const questions: Readonly<Record<string, readonly string[]>> = {
  "/quote.md": ["", "from=BTC&to=ETH&amount=0.05", "from=eth.usdc&to=btc&amount=50000"],
  "/track.md": ["", ...allTxids.map((txid) => `txid=${txid}`)],
};
for (const path of documents)
  test(`${path} reads easily`, async () => {
    const { getBody } = await importBodies();
    const { getLiveBody } = await importLiveBodies();
    const reader = registry.findResource(path).page === undefined ? "document" : "page";
    for (const question of questions[path] ?? [""]) {
      const text = registry.isStablePath(path)
        ? await getBody(path, "all")
        : (await getLiveBody(path, new URLSearchParams(question))).text;
      expect(readingFaults(text, reader), question).toEqual([]);
    }
  });

test("each page of prose has enough text and a section, and a label or another page leads to it", async () => {
  const { getBody } = await importBodies();
  const texts = new Map<registry.ResourcePath, ReturnType<typeof readMarkdown>>();
  for (const path of documents) {
    const { page } = registry.findResource(path);
    if (!registry.isStablePath(path) || !page || !registry.isResourcePath(page)) continue;
    const body = (await getBody(path, "all")).replace(
      /^---\n[\s\S]*?\n---\n|\n## Sitemap\n[\s\S]*$/g,
      "",
    );
    texts.set(page, readMarkdown(body));
  }
  for (const [page, { headings, of }] of texts) {
    expect(headings.length, page).toBeGreaterThan(1);
    expect(of("paragraph", "tableCell", "code").join(" ").length, page).toBeGreaterThan(500);
  }
  // The footer has /legal. The table of the API reference names every address, so its links do not count.
  const isFound = (page: registry.ResourcePath) =>
    ["/", "/legal"].includes(page) ||
    registry.findResource(page).label ||
    [...texts].some(
      ([from, { links }]) =>
        from !== page && from !== "/developers/api" && links.includes(absoluteUrl(page)),
    );
  expect([...texts.keys()].filter((page) => !isFound(page))).toEqual([]);
  expect(texts.size).toBeGreaterThan(5);
});

/** Lines that stand for those of another text are left out, and so is what somebody wrote. */
const pagesOf = (name: string) =>
  [...readText(name).matchAll(/^````markdown\n([\s\S]*?)\n````$/gm)].map(([, page = ""]) =>
    page.replace(/^\[\d+ lines? of .*\]$|^\|.*$|^(?:To come back|Unknown argument).*$/gm, ""),
  );
/** Its reason has 29 words. */
const hardToRead = ["memo-too-long-for-bitcoin"];
test("each approved page reads easily, and names no parameter of a network", () => {
  // On a form, the label of a field stands before what is wrong with it.
  const texts = listTexts().filter((name) => !/^alike-(?:forms|tables)/.test(name));
  const hard = texts.filter((name) =>
    pagesOf(name).some((page) => {
      const faults = readingFaults(page, "page").filter((fault) => !/^reading ease/.test(fault));
      return faults.length > 0 || /\bHALT[A-Z]+\b/.test(page.replace(/`[^`]*`|\(\S+\)/g, ""));
    }),
  );
  expect([hard, texts.length > 100]).toEqual([hardToRead, true]);
});

test("the measure finds long sentences, hard and replaced words, and reads a name in code as one", () => {
  const unplain = "Notwithstanding considerable uncertainty, intermediaries recalculate liquidity.";
  for (const [markdown, fault] of [
    [`Do not send ${"now ".repeat(18)}.`, /^21 words, at most 20/],
    [unplain, /^reading ease -?\d/],
    ["The slip is small.", /^not "slip" but price impact/],
  ] as const)
    expect(readingFaults(markdown, "page")).toEqual([expect.stringMatching(fault)]);
  expect(readingFaults(`Read ${"`x`, ".repeat(20)}\`y\`.`, "page")).toEqual([]);
  // One sentence, six words of one syllable: 206.835 − 1.015 × 6 − 84.6.
  expect(readingEase("The cat sat on the `unrecognisable`.")).toBeCloseTo(116.1, 1);
});
