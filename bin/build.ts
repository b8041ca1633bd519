// This folder holds the commands that need the site's modules: start, build, date, release.
// This file: `npm run build`. It builds the views and the site, then measures
// its documents in tokens and lists each page's inline scripts. `--compiled FOLDER` names a build of the same sources
// with other settings: its code is copied, and only what depends on settings is made.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readBuildStamp, stampFilePath } from "../lib/runtime/build-stamp.ts";
import { bodyPath, findResource, isProsePath, resourcePaths } from "../lib/site/registry/resources.ts";
import { prerenderedName, type ScriptDigests, scriptDigestsFile } from "../lib/site/serve/page-policy.ts";
import { type TokenCounts, textDigest, tokenCountsFile } from "../lib/site/serve/token-counts.ts";
import { buildViews } from "./build-views.ts";
import { runChild } from "./child.ts";
import { copyBuild } from "./copy-build.ts";
import { digestScripts, traceIntoMiddleware } from "./inline-scripts.ts";
import { readConfig } from "./read-config.ts";
import { importBodies } from "./site-modules.ts";

const next = join("node_modules", "next", "dist", "bin", "next");
const { compiled } = parseArgs({ options: { compiled: { type: "string" } } }).values;
const settings = readConfig();
const countsFile = tokenCountsFile(settings.distDir);
const digestsFile = scriptDigestsFile(settings.distDir);

/** Ends the process with code 1 if the disk takes nothing. */
function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    process.stderr.write(`Signpost cannot be built: ${file} cannot be written (${(error as Error).message}).\n`);
    process.exit(1);
  }
}

function writeMeasured(file: string, measured: TokenCounts | ScriptDigests): void {
  write(file, `${JSON.stringify(measured, null, 2)}\n`);
}

function readHtml(name: string): string {
  return readFileSync(join(settings.distDir, "server", "app", `${name}.html`), "utf8");
}

async function countAll(): Promise<TokenCounts> {
  const { getBody } = await importBodies();
  const documents = new Set(resourcePaths.filter(isProsePath).map(bodyPath));
  const measured = [...documents].map(async (path) => {
    const { page } = findResource(path);
    const text = await getBody(path, "all");
    const html = page ? countTokens(readHtml(prerenderedName(page))) : null;
    return [path, { sha256: textDigest(text), markdown: countTokens(text), html }] as const;
  });
  return Object.fromEntries(await Promise.all(measured));
}

if (compiled !== undefined) copyBuild(compiled, settings.distDir);
// These files must exist before the build to become part of a deployment. They are filled after it.
writeMeasured(countsFile, {});
writeMeasured(digestsFile, {});
await buildViews(settings.distDir);
// Before the build: a change during the build is not in it, and must cause another one.
const stamp = readBuildStamp(settings);
const code = await runChild(
  next,
  "build",
  ...(compiled === undefined ? [] : ["--experimental-build-mode", "generate"]),
);
if (code !== 0) process.exit(code);
writeMeasured(countsFile, await countAll());
writeMeasured(digestsFile, digestScripts(readHtml));
traceIntoMiddleware(settings.distDir, digestsFile);
write(stampFilePath(settings.distDir), stamp);
// A module of the site may keep a timer running.
process.exit(0);
