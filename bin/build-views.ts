// Bundles the views of MCP Apps: one HTML document each, with its script and style inside, and a policy that allows nothing else. It also
// bundles the style of a part of a page, and the worker of the pages.
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { linksElement, type ViewName, viewNames } from "../lib/mcp/views/views.ts";
import { partStyleFile, viewFile, viewsFolder, workerFile } from "../lib/site/serve/view-files.ts";

const titles: Readonly<Record<ViewName, string>> = {
  quote: "Swap quote",
  status: "Network status",
  swap: "Where a swap stands",
};

/** Writes every view, the worker, and the style of parts. It takes less than a second. */
export async function buildViews(distDir: string): Promise<void> {
  mkdirSync(viewsFolder(distDir), { recursive: true });
  for (const name of viewNames) writeFileSync(viewFile(distDir, name), await bundleView(name));
  writeFileSync(workerFile(distDir), (await bundle(join("lib", "site", "live", "offline-worker.ts")))(".js"));
  writeFileSync(partStyleFile(distDir), (await bundle(join("app", "pricing", "now", "part.css")))(".css"));
}

/** Adds the font of the pages to the style of parts. Only the build of the site names its file. @throws Error without it. */
export function addPartFont(distDir: string): void {
  const file = readdirSync(join(distDir, "static", "media")).find((name) => /^overpass.latin.*\.woff2$/.test(name));
  if (file === undefined) throw new Error("the build has no font");
  const source = `src:url(/_next/static/media/${file})format("woff2")`;
  const face = `@font-face{font-family:Overpass;${source};font-weight:100 900;font-display:fallback}`;
  appendFileSync(partStyleFile(distDir), face);
}

/** Returns a function that reads an output by its ending. */
async function bundle(entry: string): Promise<(ending: string) => string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: "views",
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: "esnext",
    jsx: "automatic",
    legalComments: "none",
    logLevel: "warning",
    // The parts of the pages are written for React, which alone would be as large as a view may be.
    alias: {
      react: "preact/compat",
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom": "preact/compat",
      "react-dom/client": "preact/compat/client",
    },
  });
  return (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
}

async function bundleView(name: ViewName): Promise<string> {
  const read = await bundle(join("app", "views", `${name}.tsx`));
  const [script, style] = [read(".js"), read(".css")];
  const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${linksElement}
<title>${titles[name]}</title>
<style>${style}</style>
</head>
<body>
<div id="view"></div>
<script>${script}</script>
</body>
</html>
`;
}

const digest = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
