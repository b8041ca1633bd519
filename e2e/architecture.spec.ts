// This folder holds all specs and what they share. The site never imports it.
// Rules of the source tree that neither the compiler nor
// dependency-cruiser checks: who reads the environment, what is published.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { expect, test } from "@playwright/test";
import {
  findResource,
  isDrawnImage,
  missingPaths,
  resourcePaths,
  sources,
} from "../lib/site/registry/resources.ts";
import { readFences, readFirstCells } from "./support/project-docs.ts";
import { root } from "./support/root.ts";

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const code = ["app", "lib", "bin", "e2e"]
  .flatMap(listFiles)
  .concat("middleware.ts", "next.config.ts")
  .filter((file) => /\.tsx?$/.test(file));

/** Code that the compiler does not check: packages of their own, and files that are not TypeScript. */
const tooling = ["bin", "e2e", "tools"]
  .flatMap(listFiles)
  .filter((file) => /\.m?[jt]sx?$/.test(file) && !/(^|\/)(node_modules|\.next)\//.test(file))
  .filter((file) => !code.includes(file));

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

test("the environment, the network and content/ are each reached in one place", () => {
  const using = (pattern: RegExp, except: readonly string[]) =>
    code.filter(
      (file) =>
        file !== "e2e/architecture.spec.ts" && pattern.test(read(file)) && !except.includes(file),
    );
  expect(using(/process\.env/, ["lib/config.ts", "e2e/playwright.config.ts"])).toEqual([]);
  expect(tooling.filter((file) => /process\.env/.test(read(file)))).toEqual([]);
  const calls = using(/(?<![.\w])(?:(?:self|window|globalThis)\.)?fetch\(/, []);
  // These run in the browser only.
  const inBrowser = ["lib/site/live/assets/picker.ts", "lib/site/live/read-part.ts"];
  const onServer = ["lib/protocol/upstream/client.ts"];
  expect(calls.filter((file) => file.startsWith("lib/")).sort()).toEqual([
    ...onServer,
    ...inBrowser,
  ]);
  // The documents' examples always use the sample network, whatever network is configured.
  const sampleReaders = ["lib/runtime/network.ts", "lib/site/prose/examples.ts"];
  expect(
    using(/sample\/[a-z-]+\.ts"/, sampleReaders).filter(
      (f) => f.startsWith("lib/") && !f.startsWith("lib/sample/"),
    ),
  ).toEqual([]);
  expect(using(/\bfrom "(zod|node:)/, []).filter((file) => file.startsWith("app/"))).toEqual([]);
});

test("no route loads or keeps processes that it does not need", () => {
  const shipped = code.filter((file) => /^(?:app|lib)\//.test(file));
  // The object `z` holds every language of zod's messages: half of what a route would load.
  expect(
    shipped.filter((file) => /^import \{[^}]*\bz\b[^}]*\} from "zod"/m.test(read(file))),
  ).toEqual([]);
  // A route with a time limit of its own gets a bundle of its own on the platform: more processes, each with what it alone remembers.
  expect(shipped.filter((file) => /\bmaxDuration\b/.test(read(file)))).toEqual([]);
});

/** Files that form numbers beside lib/say/figures.en.ts, and why. */
const numberForms: Readonly<Record<string, string>> = {
  "lib/site/documents/openapi/openapi.ts":
    "it writes a limit in bytes, which no page and no Markdown has",
};

test("only the comparison of nodes makes an agreed value", () => {
  const casts = code.filter(
    (file) => /^(?:app|lib)\//.test(file) && /\bas (?:unknown as )?Agreed\b/.test(read(file)),
  );
  expect(casts).toEqual(["lib/protocol/model/agreed.ts"]);
});

test("money, shares and times are written for people in one file of each language", () => {
  const shipped = code.filter(
    (file) => /^(?:app|lib)\//.test(file) && !/^lib\/say\/figures\.\w+\.ts$/.test(file),
  );
  const forms =
    /\.to(?:Fixed|Precision|Locale\w*String)\(|\bIntl\.(?!Segmenter)|\} (?:%|ago\b)|\\?\$\$\{/;
  const found = shipped.filter((file) => forms.test(read(file)));
  expect(found.sort()).toEqual(Object.keys(numberForms).sort());
});

test("nothing is patched on a response, and nothing comes from inside of Next", () => {
  const inside = /\.(?:writeHead|write|end) = |\.removeAllListeners\(|"next\/dist\//;
  const shipped = [...code, ...tooling].filter((file) => /^(?:app|lib|bin)\/|^[^/]+$/.test(file));
  expect(shipped.filter((file) => inside.test(read(file)))).toEqual([]);
  const sharing = shipped.filter((file) => /\bglobalThis as\b|\bSymbol\.for\(/.test(read(file)));
  expect(sharing).toEqual(["lib/runtime/process-globals.ts"]);
});

test("every imported package is declared", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    Record<string, string>
  >;
  const declared = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const packages = new Set(
    code.flatMap((file) =>
      [
        ...read(file).matchAll(
          /^(?:import\b.*|\}) from "((?:@[a-z][^/"]*\/)?[a-z][^/":]*)(?:\/[^":]*)?";$/gm,
        ),
      ].map((match) => match[1] as string),
    ),
  );
  expect(
    [...packages].filter((name) => !declared.has(name) && !declared.has(`@types/${name}`)),
  ).toEqual([]);
  expect(packages.size).toBeGreaterThan(20);
});

test("no file re-exports a folder, and each file of lib begins with its purpose", () => {
  expect(code.filter((file) => /(^|\/)(index|utils|helpers)\.tsx?$/.test(file))).toEqual([]);
  expect(
    code.filter((file) => file !== "e2e/architecture.spec.ts" && /^export \*/m.test(read(file))),
  ).toEqual([]);
  for (const file of code.filter((name) => name.startsWith("lib/"))) {
    expect(read(file), `${file} opens with what it is for`).toMatch(/^\/\/ \S.{20,}/);
  }
});

test("the pattern of a chain's code is written once", () => {
  const forms = code.filter(
    (file) => file.startsWith("lib/") && read(file).includes("[A-Z0-9]{2,12}"),
  );
  expect(forms).toEqual(["lib/protocol/values/clean-text.ts"]);
});

test("no two files of lib export the same type or constant", () => {
  const files = new Map<string, Set<string>>();
  for (const file of code.filter((name) => name.startsWith("lib/"))) {
    for (const [, name = ""] of read(file).matchAll(
      /^export (?:interface|type|const|class) (\w+)/gm,
    )) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  const shared = [...files]
    .filter(([, places]) => places.size > 1)
    .map(([name, places]) => [name, ...places]);
  expect(shared).toEqual([]);
});

/** Addresses that Next makes from the folders of app/. */
function publishedByApp(): string[] {
  return listFiles("app")
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/${dirname(relative("app", file))}`.replace(/\/\.$/, "/"));
}

test("app/ and the registry publish the same addresses", () => {
  // The swap site has documents of its own at the addresses of the website's.
  const onBoth = resourcePaths
    .filter((path) => findResource(path).onBoth)
    .map((path) => `/swap-site${path}`);
  // `registry/chain-pages.ts` has the addresses of one chain.
  const ofChains = ["/status/[chain]", "/status/[chain]/[form]"];
  const unlisted: readonly string[] = [...missingPaths, ...onBoth, ...ofChains];
  const inApp = publishedByApp().filter((path) => !unlisted.includes(path) && !isDrawnImage(path));
  expect(
    inApp.sort(),
    "the registry has an address without a file in app/, or app/ one that is not in it",
  ).toEqual([...resourcePaths].sort());
});

test("a handler publishes the address of its own folder", () => {
  for (const path of resourcePaths) {
    const file = join("app", path, findResource(path).kind === "page" ? "page.tsx" : "route.ts");
    expect(existsSync(join(root, file)), file).toBe(true);
    if (findResource(path).kind === "endpoint") continue;
    expect(read(file).replace(/\s/g, ""), file).toMatch(
      new RegExp(`\\("${path.replaceAll(".", "\\.")}"[,)]`),
    );
  }
});

interface Matcher {
  readonly source: RegExp;
  readonly has: RegExp | null;
  readonly key: string;
}

/** The literals of `middleware.ts`. */
function readMatchers(): readonly Matcher[] {
  const [, literal = ""] = /matcher: (\[[\s\S]*\n {2}\]),\n\};/.exec(read("middleware.ts")) ?? [];
  const listed = new Function(`return ${literal}`)() as readonly (string | Record<string, never>)[];
  type Fields = readonly { readonly key: string; readonly value?: string }[];
  return listed.map((one) => {
    const { source, has, missing } = (typeof one === "string" ? { source: one } : one) as {
      source: string;
      has?: Fields;
      missing?: Fields;
    };
    const [field] = has ?? missing ?? [];
    const value = missing ? `(?!${field?.value}$)` : "";
    return {
      source: new RegExp(`^${source}$`),
      has: field ? new RegExp(`^${value}${missing ? "" : ".*"}`) : null,
      key: field?.key ?? "",
    };
  });
}

/** Whether a request for this path with these headers comes to the middleware. */
function isMatched(path: string, headers: Readonly<Record<string, string>>): boolean {
  return readMatchers().some(({ source, has, key }) => {
    if (!source.test(path)) return false;
    if (has === null) return true;
    const value = headers[key];
    return value === undefined ? key === "accept" : has.test(value);
  });
}

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

test("the middleware gets what needs a decision, and no browser's GET of a stable resource", () => {
  for (const path of resourcePaths) {
    const { kind, cache } = findResource(path);
    const isPage = kind === "page";
    expect(isMatched(path, { accept: browser }), path).toBe(isPage && cache === "live");
    for (const accept of [
      "text/markdown",
      "*/*",
      "text/html;q=0, text/plain",
      `${browser},text/markdown`,
    ])
      expect(isMatched(path, { accept }), `${path} ${accept}`).toBe(isPage);
    expect(isMatched(path, {}), path).toBe(isPage);
    for (const field of [
      "content-type",
      "content-length",
      "transfer-encoding",
      "access-control-request-method",
    ])
      expect(isMatched(path, { accept: browser, [field]: "1" }), `${path} ${field}`).toBe(
        kind !== "endpoint",
      );
    expect(isMatched(path, { accept: browser, "x-signpost-negotiated": "1" }), path).toBe(
      kind !== "endpoint",
    );
  }
  for (const path of [
    "/nope",
    "/developers/nope",
    "/a.html",
    "/mcp/nope",
    "/%6dcp",
    "/pricing/",
    "/legal/x",
  ])
    expect(isMatched(path, { accept: browser }), path).toBe(true);
  for (const path of [
    "/opengraph-image",
    "/developers/mcp/opengraph-image",
    "/apple-icon",
    "/favicon.ico",
    "/_next/static/x.js",
    "/mcp",
    "/mcp/",
    "/.well-known/nope",
    "/nope.md",
  ])
    expect(isMatched(path, {}), path).toBe(false);
});

test("every prose file is registered", () => {
  const files = listFiles("content").map((file) => relative("content", file));
  expect(files.sort()).toEqual([...Object.values(sources)].sort());
});

test("skills are named after their folder", () => {
  for (const file of Object.values(sources)) {
    const folder = /^skills\/([^/]+)\/SKILL\.md$/.exec(file)?.[1];
    if (folder)
      expect(read(join("content", file))).toMatch(new RegExp(`^---\\nname: ${folder}\\n`));
  }
});

const picture = "docs/architecture.md";
const layers: Readonly<Record<string, readonly string[] | "*">> = createRequire(import.meta.url)(
  join(root, "tools/architecture/layers.cjs"),
);
const folders = Object.keys(layers);
const importsOf = (folder: string) => (layers[folder] === "*" ? folders : (layers[folder] ?? []));

test("the folders of lib match the rules, and each imports folders above it", () => {
  expect(readFirstCells(picture, "## The folders of lib")).toEqual(folders);
  const late = folders
    .slice(0, -1)
    .flatMap((folder, at) => importsOf(folder).filter((one) => folders.indexOf(one) >= at));
  expect([late, layers[folders.at(-1) ?? ""]]).toEqual([[], "*"]);
});

test("the other folders match the tree", () => {
  const written = ["lib", "e2e", "tools", "artifacts", "test-results", "playwright-report"];
  const listInner = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
      .map((entry) => join(folder, entry.name));
  const top = listInner("").filter((folder) => !written.includes(folder));
  const expected = [...top, ...listInner("e2e"), ...listInner("tools")].sort();
  expect(readFirstCells(picture, "## The other folders")).toEqual(expected);
});

test("the picture has every layer, and its arrows match the rules", () => {
  const pictures = readFences().filter(({ language }) => language === "mermaid");
  expect(pictures.map((fence) => fence.name)).toEqual([picture]);
  const text = pictures[0]?.text ?? "";
  const labels = new Map(
    [...text.matchAll(/(\w+)\["([^",]+)/g)].map(([, id = "", label = ""]) => [id, label]),
  );
  const arrows = [...text.matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(
    ([, from = "", to = ""]) => [labels.get(from) ?? "", labels.get(to) ?? ""] as const,
  );
  /** A folder's node: the one with the longest path that contains the folder. */
  const findNode = (folder: string) =>
    [...labels.values()]
      .filter((node) => folder === node || folder.startsWith(`${node}/`))
      .sort((left, right) => right.length - left.length)[0] ?? "";
  const reaches = (from: string, to: string): boolean =>
    from === to || arrows.some(([start, end]) => start === from && reaches(end, to));
  const wanted = folders.flatMap((folder) =>
    importsOf(folder).map((one) => [findNode(folder), findNode(one)] as const),
  );
  expect(wanted.filter(([from, to]) => !reaches(from, to))).toEqual([]);
  const inLib = arrows.filter(([from]) => from !== "app");
  const isWanted = ([from, to]: (typeof arrows)[number]) =>
    wanted.some(([start, end]) => start === from && end === to);
  expect(inLib.filter((arrow) => !isWanted(arrow))).toEqual([]);
  expect([inLib.length > 8, arrows.length - inLib.length]).toEqual([true, 1]);
});
