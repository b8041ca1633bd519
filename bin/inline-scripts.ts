// Finds the inline scripts of a prerendered page, as a browser would. The page's policy must name their digests.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { findResource, resourcePaths } from "../lib/site/registry/resources.ts";
import { inlineSource, prerenderedName, type ScriptDigests } from "../lib/site/serve/page-policy.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** JSON-LD is data, so the policy needs no digest of it. */
function listInlineScripts(html: string): string[] {
  const scripts: string[] = [];
  const visit = (node: Node): void => {
    if (!("childNodes" in node)) return;
    if (node.nodeName === "script" && !node.attrs.some(({ name }) => name === "src" || name === "type"))
      scripts.push(node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""));
    node.childNodes.forEach(visit);
  };
  parse(html).childNodes.forEach(visit);
  return scripts;
}

/** Digests of every prerendered page and of the not-found page. `readHtml` reads one page by name. */
export function digestScripts(readHtml: (name: string) => string): ScriptDigests {
  const pages = resourcePaths.filter(
    (path) => findResource(path).kind === "page" && findResource(path).cache !== "live",
  );
  const names = [...pages.map(prerenderedName), prerenderedName("/no page")];
  return Object.fromEntries(names.map((name) => [name, listInlineScripts(readHtml(name)).map(inlineSource)]));
}

/**
 * The middleware sends the digests, and `outputFileTracingIncludes`
 * does not reach it. Function platforms deploy only traced files.
 */
export function traceIntoMiddleware(distDir: string, file: string): void {
  const folder = join(distDir, "server");
  const traceFile = join(folder, "middleware.js.nft.json");
  const trace = JSON.parse(readFileSync(traceFile, "utf8")) as { files: string[] };
  writeFileSync(traceFile, JSON.stringify({ ...trace, files: [...trace.files, relative(folder, file)] }));
}
