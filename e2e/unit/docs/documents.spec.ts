// The README and docs/: everything that they name exists, their lists are complete, and their sentences are short.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "@playwright/test";
import type { Nodes } from "mdast";
import { toString as toPlain } from "mdast-util-to-string";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { parseMarkdown } from "../../support/markdown-nodes.ts";
import { projectDocs, readDoc, readFences, readFirstCells } from "../../support/project-docs.ts";
import { root } from "../../support/root.ts";

const MAX_README_LINES = 150;
const MAX_WORDS = 25;

/** Documents that people write by hand, those of deploy/ and of a tool included. */
const documents = [...projectDocs, "deploy/README.md"];

/** A path from the root. `tools/call` and `tools/list` are methods of MCP. */
const inTree =
  /(?<![\w./:@-])(?!tools\/(?:call|list)\b)(?:app|bin|content|deploy|docs|e2e|lib|tools)\/[\w./@-]+/g;

/** GitHub's id of a heading. */
function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

function readAnchors(name: string): string[] {
  return parseMarkdown(readDoc(name)).flatMap((node) =>
    node.type === "heading" ? [headingAnchor(toPlain(node))] : [],
  );
}

test("the README is short and begins with the two main commands", () => {
  expect(readDoc("README.md").split("\n").length - 1).toBeLessThanOrEqual(MAX_README_LINES);
  const commands = readFences().filter(
    ({ name, language }) => name === "README.md" && language === "sh",
  );
  expect(commands.slice(0, 2).map(({ text }) => text)).toEqual([
    "npm ci && npm start\n",
    "npm ci && npm test\n",
  ]);
});

for (const name of documents) {
  test(`${name}: every link and path leads to a file of the project`, () => {
    const nodes = parseMarkdown(readDoc(name));
    const links = nodes.flatMap((node) =>
      node.type === "link" || node.type === "image" ? [node.url] : [],
    );
    const local = links.filter((url) => !/^[a-z]+:/.test(url));
    const broken = local.filter((url) => {
      const [path = "", anchor] = url.split("#");
      const file = path === "" ? name : relative(root, join(root, dirname(name), path));
      return (
        !existsSync(join(root, file)) ||
        (anchor !== undefined && !readAnchors(file).includes(anchor))
      );
    });
    expect(broken).toEqual([]);

    const ignored = readDoc(".gitignore")
      .split("\n")
      .map((line) => line.replace(/^\/|\/$/g, ""));
    const code = nodes.flatMap((node) =>
      node.type === "inlineCode" || node.type === "code" ? [node.value] : [],
    );
    const paths = code.flatMap((text) => text.match(inTree) ?? []);
    const absent = paths.filter((path) => !existsSync(join(root, path)) && !ignored.includes(path));
    expect(absent).toEqual([]);
  });
}

test("every named command of npm and Playwright exists", () => {
  const { scripts } = JSON.parse(readDoc("package.json"));
  const projects = [...readDoc("e2e/playwright.config.ts").matchAll(/\bname: "(\w+)"/g)].map(
    (match) => match[1],
  );
  const specs = readdirSync(join(root, "e2e"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".spec.ts"),
  );
  const unknown = documents.flatMap((name) => {
    const text = readDoc(name);
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
      (match) => match[1] as string,
    );
    const missing = named.filter((script) => !(script in scripts));
    const runs = [...text.matchAll(/npx playwright test -c (\S+)([^`\n]*)/g)].flatMap(
      ([, config = "", rest = ""]) => {
        const parts = rest.trim().split(/\s+/);
        const chosen = parts.flatMap((part) => part.match(/(?<=^--project=)\w+/) ?? []);
        const patterns = parts.filter((part) => /^[a-z]/.test(part));
        return [
          ...[config].filter((file) => !existsSync(join(root, file))),
          ...chosen.filter((project) => !projects.includes(project)),
          ...patterns.filter((pattern) => !specs.some((spec) => spec.includes(pattern))),
        ];
      },
    );
    return [...missing, ...runs].map((what) => `${name}: ${what}`);
  });
  expect(unknown).toEqual([]);
});

test("a code block is a command, a tested example, or a picture", () => {
  const known = ["sh", "console", "mermaid"];
  expect(readFences().filter(({ language }) => !known.includes(language))).toEqual([]);
});

test("the README lists every variable, and docs/contributing.md every sample transaction", () => {
  const settings = readFirstCells("README.md", "## Configure");
  expect(settings).toEqual(
    [...readDoc(".env.example").matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]),
  );
  for (const name of settings) expect(readDoc("lib/config.ts")).toContain(`  ${name}: `);
  const ids = [...sampleTransactions, sampleWalk].map((transaction) => transaction.txid);
  expect(readFirstCells("docs/contributing.md", "## The sample network")).toEqual(ids);
});

test("every named variable is read by the code", () => {
  const folders = ["lib", "e2e"].map((folder) => join(root, folder));
  const sources = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".spec.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  // The part of a link that an operator replaces.
  const placeholder = "REPOSITORY_ADDRESS";
  // The changelog names what is gone, too.
  const current = documents.filter((name) => name !== "CHANGELOG.md");
  const unread = current.flatMap((name) =>
    parseMarkdown(readDoc(name)).flatMap((node) => {
      const variable =
        node.type === "inlineCode"
          ? /^([A-Z]+(?:_[A-Z]+)*_[A-Z]+)(?:=|$)/.exec(node.value)?.[1]
          : undefined;
      const isRead =
        variable === undefined || variable === placeholder || sources.includes(variable);
      return isRead ? [] : [`${name}: ${variable}`];
    }),
  );
  expect(unread).toEqual([]);
});

/** The words of a paragraph or a list item. A code span counts as one word. */
function splitSentences(node: Nodes): string[] {
  if (node.type !== "paragraph") return [];
  const text = node.children
    .map((child) => (child.type === "inlineCode" ? "code" : toPlain(child)))
    .join("");
  return text.split(/(?<=[.!?])\s+/);
}

for (const name of projectDocs) {
  test(`${name}: no sentence is longer than ${MAX_WORDS} words`, () => {
    const sentences = parseMarkdown(readDoc(name)).flatMap(splitSentences);
    expect(sentences.filter((sentence) => sentence.split(/\s+/).length > MAX_WORDS)).toEqual([]);
  });
}
