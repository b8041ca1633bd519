// The README and docs/: what they name exists, their lists are complete, and their sentences are short.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "@playwright/test";
import type { Nodes } from "mdast";
import { toString as toPlain } from "mdast-util-to-string";
import { exampleQuestions } from "../../lib/mcp/prompts/example-questions.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../lib/sample/transactions.ts";
import { serverIdentity } from "../../lib/site/documents/server-card.ts";
import { parseMarkdown } from "../support/markdown-nodes.ts";
import { projectDocs, readDoc, readFences, readFirstCells } from "../support/project-docs.ts";
import { root } from "../support/root.ts";

const MAX_README_LINES = 150;
const MAX_WORDS = 25;

/** Documents that people write by hand, those of deploy/ and of a tool included. */
const documents = [...projectDocs, "deploy/README.md"];
const nodesOf = new Map(documents.map((name) => [name, parseMarkdown(readDoc(name))]));

/** A path from the root. `tools/call` and `tools/list` are methods of MCP. */
const inTree =
  /(?<![\w./:@-])(?!tools\/(?:call|list)\b)(?:app|bin|content|deploy|docs|e2e|lib|tools)\/[\w./@-]+/g;

/** GitHub's ids of the headings. */
const listAnchors = (name: string) =>
  parseMarkdown(readDoc(name))
    .filter((node) => node.type === "heading")
    .map((node) =>
      toPlain(node)
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    );

/** A code span counts as one word. */
function listSentences(node: Nodes): string[] {
  if (node.type !== "paragraph") return [];
  const text = node.children.map((one) => (one.type === "inlineCode" ? "code" : toPlain(one)));
  return text.join("").split(/(?<=[.!?])\s+/);
}

for (const [name, nodes] of nodesOf)
  test(`${name}: what it names exists, and its sentences are short`, () => {
    const links = nodes.flatMap((node) =>
      (node.type === "link" || node.type === "image") && !/^[a-z]+:/.test(node.url) ? node.url : [],
    );
    const broken = links.filter((url) => {
      const [path = "", anchor] = url.split("#");
      const file = path === "" ? name : relative(root, join(root, dirname(name), path));
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !listAnchors(file).includes(anchor);
    });
    const ignored = readDoc(".gitignore")
      .replaceAll(/^\/|\/$/gm, "")
      .split("\n");
    const code = nodes.flatMap((node) =>
      node.type === "inlineCode" || node.type === "code" ? (node.value.match(inTree) ?? []) : [],
    );
    const absent = code.filter((path) => !existsSync(join(root, path)) && !ignored.includes(path));
    const isLong = (sentence: string) => sentence.split(/\s+/).length > MAX_WORDS;
    const long = (projectDocs as readonly string[]).includes(name)
      ? nodes.flatMap(listSentences).filter(isLong)
      : [];
    expect({ broken, absent, long }).toEqual({ broken: [], absent: [], long: [] });
  });

test("every named command of npm and Playwright exists", () => {
  const { scripts } = JSON.parse(readDoc("package.json"));
  const config = readDoc("e2e/playwright.config.ts");
  const texts = documents.map(readDoc).join("\n");
  const listAbsent = (pattern: RegExp, exists: (name: string) => boolean) =>
    [...texts.matchAll(pattern)].map(([, name = ""]) => name).filter((name) => !exists(name));
  expect([
    ...listAbsent(/npm run (?:-s )?([\w:-]+)/g, (name) => name in scripts),
    ...listAbsent(/--project=(\w+)/g, (name) => config.includes(`name: "${name}"`)),
    ...listAbsent(/playwright test -c (\S+)/g, (file) => existsSync(join(root, file))),
  ]).toEqual([]);
});

test("the README is short, begins with the main commands, and the lists of the documents are complete", () => {
  expect(readDoc("README.md").split("\n").length).toBeLessThanOrEqual(MAX_README_LINES + 1);
  const fences = readFences();
  const commands = fences.filter(({ name, language }) => name === "README.md" && language === "sh");
  expect(commands.slice(0, 2).map(({ text }) => text)).toEqual([
    ...["npm ci && npm start\n", "npm ci && npm test\n"],
  ]);
  expect([...new Set(fences.map(({ language }) => language))].sort()).toEqual([
    ...["console", "mermaid", "sh"],
  ]);
  const settings = [...readDoc(".env.example").matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(readFirstCells("README.md", "## Configure")).toEqual(settings);
  for (const setting of settings) expect(readDoc("lib/variables.ts")).toContain(`  ${setting}: `);
  expect(readFirstCells("docs/contributing.md", "## The sample network")).toEqual(
    [...sampleTransactions, sampleWalk].map(({ txid }) => txid),
  );
});

test("every named variable is read by the code", () => {
  const sources = ["lib", "e2e"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".spec.ts"))
      .map((file) => readDoc(join(folder, file))),
  );
  // The changelog and the older changes name what is gone, too.
  const named = [...nodesOf].flatMap(([name, nodes]) =>
    nodes.flatMap((node) =>
      node.type === "inlineCode" && !/change/i.test(name)
        ? (/^([A-Z]+(?:_[A-Z]+)*_[A-Z]+)(?:=|$)/.exec(node.value)?.[1] ?? [])
        : [],
    ),
  );
  // The part of a link that an operator replaces.
  const read = `${sources.join("\n")} REPOSITORY_ADDRESS`;
  expect([named.filter((one) => !read.includes(one)), named.length > 10]).toEqual([[], true]);
});

test("the values for listings are those of the product", () => {
  const operations = readDoc("docs/operations.md");
  const { title, description } = serverIdentity();
  expect(operations).toContain(`| Name | ${title} |`);
  expect(operations).toContain(`| Description | ${description.replace("Sample data. ", "")} |`);
  const prompts = exampleQuestions(presets.thorchain.protocol).map((question) => `"${question}"`);
  expect(operations).toContain(`| Example prompts | ${prompts.join(", ")} |`);
});
