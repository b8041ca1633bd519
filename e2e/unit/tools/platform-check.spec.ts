// What `npm run platform -- --check` refuses, on an output that is written here and holds all rules before each change.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../../lib/site/registry/resources.ts";
import { checkOutput } from "../../../tools/platform/check.ts";
import { readOutput } from "../../../tools/platform/output.ts";

const config = {
  routes: [
    { src: "/.*", middlewarePath: "/_middleware" },
    { handle: "filesystem" },
    { src: "/_next/static/.+", headers: { "cache-control": "public,max-age=31536000,immutable" } },
  ],
};
const node = { runtime: "nodejs24.x", handler: "index.js" };
const live: readonly string[] = resourcePaths.filter((path) => findResource(path).cache === "live");
const stable = resourcePaths.filter((path) => !live.includes(path));

function writeOutput() {
  const root = test.info().outputPath("project");
  const folder = join(root, "output");
  rmSync(root, { recursive: true, force: true });
  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  };
  const link = (path: string, bundle: string) => {
    const file = join(folder, "functions", `${path === "/" ? "index" : path.slice(1)}.func`);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(join(folder, "functions", `${bundle}.func`), file);
  };
  const prerender = (path: string, expiration: number | false) => {
    const name = path === "/" ? "index" : path.slice(1);
    const file = `${name}.prerender-fallback.html`;
    write(`functions/${file}`, "<p>");
    write(`functions/${name}.prerender-config.json`, { expiration, fallback: { fsPath: file } });
  };
  write("config.json", config);
  write("static/_next/static/chunks/a.js", "");
  for (const bundle of ["_middleware", "handlers", "pages", "built"])
    write(`functions/${bundle}.func/.vc-config.json`, node);
  for (const path of live) link(path, isPage(path) ? "pages" : "handlers");
  for (const path of [...stable, "/opengraph-image"]) {
    link(path, "built");
    prerender(path, false);
  }
  const failures = () => checkOutput(readOutput(folder), root).failures;
  return { folder, write, prerender, failures };
}

function isPage(path: string): boolean {
  return ["/quote", "/status", "/track"].includes(path);
}

test("an output that holds every rule has no failure", () => {
  expect(writeOutput().failures()).toEqual([]);
});

type Written = ReturnType<typeof writeOutput>;

const changes: Readonly<Record<string, [change: (written: Written) => void, failure: RegExp]>> = {
  "another runtime": [
    ({ write }) => write("functions/pages.func/.vc-config.json", { ...node, runtime: "edge" }),
    /runs on Node/,
  ],
  "a time limit of its own": [
    ({ write }) => write("functions/pages.func/.vc-config.json", { ...node, maxDuration: 15 }),
    /pages\.func has the platform's limits/,
  ],
  "a traced file that is not there": [
    ({ write }) => write("functions/pages.func/.vc-config.json", { ...node, filePathMap: { "a.js": "none.js" } }),
    /none\.js/,
  ],
  "a bundle of 19 MB": [
    ({ write }) => write("functions/pages.func/large.bin", " ".repeat(19_000_000)),
    /pages\.func has 19\.0 MB/,
  ],
  "a live page that the build made": [
    ({ prerender }) => prerender("/status", false),
    /\/status is made for each request/,
  ],
  "a third bundle with live answers": [
    ({ folder, write }) => {
      rmSync(join(folder, "functions", "mcp.func"));
      write("functions/mcp.func/.vc-config.json", node);
    },
    /3 bundles read the network/,
  ],
  "a page that is made again": [({ prerender }) => prerender("/pricing", 60), /\/pricing was made by the build/],
  "a document that calls a function": [
    ({ folder }) => rmSync(join(folder, "functions", "llms.txt.prerender-config.json")),
    /\/llms\.txt was made by the build/,
  ],
  "an image that is drawn for each request": [
    ({ folder }) => rmSync(join(folder, "functions", "opengraph-image.prerender-config.json")),
    /\/opengraph-image was made by the build/,
  ],
  "a middleware behind the files": [
    ({ write }) => write("config.json", { routes: [...config.routes.slice(1), ...config.routes.slice(0, 1)] }),
    /the middleware runs before/,
  ],
  "files of Next that are not kept": [
    ({ write }) => write("config.json", { routes: config.routes.slice(0, 2) }),
    /Next's own files/,
  ],
};

for (const [name, [change, failure]] of Object.entries(changes)) {
  test(`${name} is a failure`, () => {
    const written = writeOutput();
    change(written);
    expect(written.failures()).toEqual([expect.stringMatching(failure)]);
  });
}
