// This folder holds all specs and what they share. The site never imports it.
// Rules of the source tree that `npm run check` does not know: what stands in one place, and what is published.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { expect, test } from "@playwright/test";
import * as registry from "../lib/site/registry/resources.ts";
import { readFences, readFirstCells } from "./support/project-docs.ts";
import { root } from "./support/root.ts";

const listFiles = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const code = ["app", "lib", "bin", "e2e", "tools"]
  .flatMap(listFiles)
  .concat("middleware.ts", "next.config.ts")
  .filter((file) => /\.m?[jt]sx?$/.test(file) && !/(^|\/)(node_modules|\.next)\//.test(file));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const shipped = /^(?:app|lib)\/.+\.tsx?$/;
const served = /^(?:app|lib|bin)\/|^[^/]+$/;
type Row = readonly [what: string, pattern: RegExp, within: RegExp, ...files: string[]];
/** What stands in these files alone. */
const rows: readonly Row[] = [
  ["the environment", /process\.env/, /./, "lib/config.ts", "e2e/playwright.config.ts"],
  [
    "a request",
    /(?<![.\w])(?:(?:self|window|globalThis)\.)?fetch\(/,
    /^lib\//,
    "lib/protocol/upstream/client.ts",
    // These run in the browser only.
    "lib/site/live/assets/picker.ts",
    "lib/site/live/read-part.ts",
  ],
  // It holds every language of zod's messages: half of what a route would load.
  ["the object z", /^import \{[^}]*\bz\b[^}]*\} from "zod"/m, shipped],
  // Such a route gets a bundle of its own on the platform: more processes, each with its own memory.
  ["a time limit of one route", /\bmaxDuration\b/, shipped],
  // Only the comparison of nodes makes one.
  ["an agreed value", /\bas (?:unknown as )?Agreed\b/, shipped, "lib/protocol/model/agreed.ts"],
  [
    "the form of money, shares and times for people",
    /\.to(?:Fixed|Precision|Locale\w*String)\(|\bIntl\.(?!Segmenter)|\} (?:%|ago\b)|\\?\$\$\{/,
    shipped,
    "lib/say/figures.en.ts",
    // A limit in bytes, which no page and no Markdown has.
    "lib/site/documents/openapi/openapi.ts",
  ],
  [
    "a patched response, or the inside of Next",
    /\.(?:writeHead|write|end) = |\.removeAllListeners\(|"next\/dist\//,
    served,
  ],
  [
    "what one process shares",
    /\bglobalThis as\b|\bSymbol\.for\(/,
    served,
    "lib/runtime/process-globals.ts",
  ],
  [
    "the pattern of a chain's code",
    /\[A-Z0-9\]\{2,12\}/,
    /^lib\//,
    "lib/protocol/values/clean-text.ts",
  ],
  ["an export of all", /^export \*/m, /./],
];
for (const [what, pattern, within, ...files] of rows)
  test(`${what}: ${files.join(", ") || "nowhere"}`, () => {
    const found = code.filter((file) => within.test(file) && pattern.test(read(file)));
    expect(found.sort()).toEqual(files.sort());
  });

test("names say what a file and an export are, and each file of lib begins with its purpose", () => {
  expect(code.filter((file) => /(^|\/)(index|utils|helpers)\.tsx?$/.test(file))).toEqual([]);
  const names = code
    .filter((file) => file.startsWith("lib/"))
    .flatMap((file) => {
      expect(read(file), file).toMatch(/^\/\/ \S.{20,}/);
      const exported = read(file).matchAll(/^export (?:interface|type|const|class) (\w+)/gm);
      return [...new Set([...exported].map(([, name]) => name))];
    });
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

test("app/ and the registry publish the same addresses, each handler that of its folder", () => {
  const { findResource, missingPaths, resourcePaths } = registry;
  const handlers = listFiles("app").filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file));
  const files = new Map(
    handlers.map((file) => [`/${dirname(relative("app", file))}`.replace(/\/\.$/, "/"), file]),
  );
  const unlisted: readonly string[] = [
    ...missingPaths,
    // The swap site has documents of its own at the addresses of the website's.
    ...resourcePaths.filter((path) => findResource(path).onBoth).map((path) => `/swap-site${path}`),
    // `registry/chain-pages.ts` has the addresses of one chain.
    ...["/status/[chain]", "/status/[chain]/[form]"],
  ];
  const inApp = [...files.keys()].filter(
    (path) => !unlisted.includes(path) && !registry.isDrawnImage(path),
  );
  expect(inApp.sort()).toEqual([...resourcePaths].sort());
  for (const path of resourcePaths.filter((one) => findResource(one).kind !== "endpoint"))
    expect(read(files.get(path) ?? "").replace(/\s/g, "")).toMatch(
      new RegExp(`\\("${path.replaceAll(".", "\\.")}"[,)]`),
    );
  const prose = listFiles("content").map((file) => relative("content", file));
  expect(prose.sort()).toEqual([...Object.values(registry.sources)].sort());
});

const picture = "docs/architecture.md";
const layers: Readonly<Record<string, readonly string[] | "*">> = createRequire(import.meta.url)(
  join(root, "tools/architecture/layers.cjs"),
);
const folders = Object.keys(layers);
const importsOf = (folder: string) => (layers[folder] === "*" ? folders : (layers[folder] ?? []));

test("the tables of folders match the rules and the tree, and each folder of lib imports those above it", () => {
  expect(readFirstCells(picture, "## The folders of lib")).toEqual(folders);
  const late = folders
    .slice(0, -1)
    .filter((folder, at) => importsOf(folder).some((one) => folders.indexOf(one) >= at));
  expect([late, layers[folders.at(-1) ?? ""]]).toEqual([[], "*"]);
  const listInner = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
      .map((entry) => join(folder, entry.name));
  const written = ["lib", "e2e", "tools", "artifacts", "test-results", "playwright-report"];
  const top = listInner("").filter((folder) => !written.includes(folder));
  expect(readFirstCells(picture, "## The other folders")).toEqual(
    [...top, ...listInner("e2e"), ...listInner("tools")].sort(),
  );
});

test("the picture has every layer, and its arrows match the rules", () => {
  const [{ name, text } = { name: "", text: "" }, ...others] = readFences().filter(
    ({ language }) => language === "mermaid",
  );
  expect([name, others]).toEqual([picture, []]);
  const labels = new Map(
    [...text.matchAll(/(\w+)\["([^",]+)/g)].map(([, id = "", label = ""]) => [id, label]),
  );
  const arrows = [...text.matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(
    ([, from = "", to = ""]) => [labels.get(from) ?? "", labels.get(to) ?? ""] as const,
  );
  /** The node with the longest path that contains the folder. */
  const findNode = (folder: string) => {
    const nodes = [...labels.values()].filter((node) => `${folder}/`.startsWith(`${node}/`));
    return nodes.sort((left, right) => right.length - left.length)[0] ?? "";
  };
  const reaches = (from: string, to: string): boolean =>
    from === to || arrows.some(([start, end]) => start === from && reaches(end, to));
  const wanted = folders.flatMap((folder) =>
    importsOf(folder).map((one) => [findNode(folder), findNode(one)] as const),
  );
  expect(wanted.filter(([from, to]) => !reaches(from, to))).toEqual([]);
  const isWanted = ([from, to]: readonly [string, string]) =>
    from === "app" || wanted.some(([start, end]) => start === from && end === to);
  expect(arrows.filter((arrow) => !isWanted(arrow))).toEqual([]);
  expect(arrows.length).toBeGreaterThan(9);
});
