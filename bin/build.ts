// `npm run build`: builds the site, then measures what each Markdown document, and the page that it stands for, costs a model to read.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readBuildStamp } from "../lib/build-stamp.ts";
import { isProsePath, type ResourcePath, resourcePaths, toBodyPath, toResource } from "../lib/site/resources.ts";
import { type TokenCounts, toTextDigest, toTokenCountsFile } from "../lib/site/token-counts.ts";
import { runChild } from "./child.ts";
import { readConfig } from "./read-config.ts";
import { importBodies } from "./site-modules.ts";

const next = join("node_modules", "next", "dist", "bin", "next");
const settings = readConfig();
const countsFile = toTokenCountsFile(settings.distDir);

/** Ends the process with code 1 where the disk takes nothing. */
function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    process.stderr.write(`Signpost cannot be built: ${file} cannot be written (${(error as Error).message}).\n`);
    process.exit(1);
  }
}

function writeCounts(counts: TokenCounts): void {
  write(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
}

/** The prerendered HTML of a page, as it is served. */
function readHtml(page: ResourcePath): string {
  const name = page === "/" ? "index" : page.slice(1);
  return readFileSync(join(settings.distDir, "server", "app", `${name}.html`), "utf8");
}

async function measure(): Promise<TokenCounts> {
  const { getBody } = await importBodies();
  const documents = new Set(resourcePaths.filter(isProsePath).map(toBodyPath));
  const measured = [...documents].map(async (path) => {
    const { page } = toResource(path);
    const text = await getBody(path, "all");
    const html = page ? countTokens(readHtml(page as ResourcePath)) : null;
    return [path, { sha256: toTextDigest(text), markdown: countTokens(text), html }] as const;
  });
  return Object.fromEntries(await Promise.all(measured));
}

// There before the build, so that it is traced into a deployment; filled behind it.
writeCounts({});
const code = await runChild(next, "build").exit;
if (code !== 0) process.exit(code);
writeCounts(await measure());
write(join(settings.distDir, "signpost.stamp"), readBuildStamp(settings));
// The site's modules may hold timers.
process.exit(0);
