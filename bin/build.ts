// `npm run build`. After the build it adds headers that need the output (CSP and token counts), and
// makes the pages of refusals and of missing addresses.
// `--compiled FOLDER` reuses the compiled code of another build: same sources, other settings.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readBuildStamp, stampFilePath } from "../lib/runtime/build-stamp.ts";
import { linkHeader } from "../lib/site/registry/links.ts";
import {
  findResource,
  isProsePage,
  isProsePath,
  type PagePath,
  resourcePaths,
} from "../lib/site/registry/resources.ts";
import { builtPagesFile } from "../lib/site/serve/built-pages.ts";
import { getPageHeaders } from "../lib/site/serve/page-policy.ts";
import { runChild } from "./child.ts";
import { copyBuild } from "./copy-build.ts";
import { inlineScriptSources } from "./inline-scripts.ts";
import { makePages } from "./make-pages.ts";
import { readConfig } from "./read-config.ts";
import { recordHeaders, traceInto } from "./record-headers.ts";

const nextCli = join("node_modules", "next", "dist", "bin", "next");
const { compiled } = parseArgs({ options: { compiled: { type: "string" } } }).values;
const settings = readConfig();

const readOutput = (name: string) =>
  readFileSync(join(settings.distDir, "server", "app", name), "utf8");
const readHtml = (path: string) =>
  readOutput(path === "/" ? "index.html" : `${path.slice(1)}.html`);

function pageFields(path: PagePath, html: string): Record<string, string> {
  const headers = {
    ...getPageHeaders(path, inlineScriptSources(html)),
    Link: linkHeader(path),
    Vary: "Accept",
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function documentFields(path: string, page: string | undefined): Record<string, string> {
  return {
    "x-markdown-tokens": String(countTokens(readOutput(`${path.slice(1)}.body`))),
    ...(page !== undefined && { "x-original-tokens": String(countTokens(readHtml(page))) }),
  };
}

if (compiled !== undefined) copyBuild(compiled, settings.distDir);
// The stamp is a hash of all sources and of `buildSettings`. It is read before the build: if a
// source changes during the build, the stamp differs at the next start, which then builds again.
const buildStamp = readBuildStamp(settings);
const exitCode = await runChild(
  nextCli,
  "build",
  ...(compiled === undefined ? [] : ["--experimental-build-mode", "generate"]),
);
if (exitCode !== 0) process.exit(exitCode);
const pagesFile = builtPagesFile(settings.distDir);
mkdirSync(dirname(pagesFile), { recursive: true });
writeFileSync(pagesFile, JSON.stringify(await makePages(readHtml("/_not-found"))));
traceInto(settings.distDir, "middleware", pagesFile);
const fieldsOfPages = resourcePaths
  .filter(isProsePage)
  .map((path) => [path, pageFields(path, readHtml(path))] as const);
const fieldsOfDocuments = resourcePaths
  .filter(isProsePath)
  .map((path) => [path, documentFields(path, findResource(path).page)] as const);
recordHeaders(settings.distDir, Object.fromEntries([...fieldsOfPages, ...fieldsOfDocuments]));
writeFileSync(stampFilePath(settings.distDir), buildStamp);
// Without this call, a timer of an imported module could keep the process running.
process.exit(0);
