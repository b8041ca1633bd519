// What a prerendered page's policy has to name: its inline scripts, read as a browser reads them.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { findResource, resourcePaths } from "../lib/site/registry/resources.ts";
import { prerenderedName, type ScriptDigests, scriptSource } from "../lib/site/serve/page-policy.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** JSON-LD has a type of its own and is data: no policy asks for its digest. */
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

/** Of every prerendered page and of the missing page; `readHtml` reads one by its name. */
export function digestScripts(readHtml: (name: string) => string): ScriptDigests {
  const pages = resourcePaths.filter(
    (path) => findResource(path).kind === "page" && findResource(path).cache !== "live",
  );
  const names = [...pages.map(prerenderedName), prerenderedName("/no page")];
  return Object.fromEntries(names.map((name) => [name, listInlineScripts(readHtml(name)).map(scriptSource)]));
}

/** `outputFileTracingIncludes` does not reach the middleware, which sends the digests: a platform of functions gives it only what is traced. */
export function traceIntoMiddleware(distDir: string, file: string): void {
  const folder = join(distDir, "server");
  const traceFile = join(folder, "middleware.js.nft.json");
  const trace = JSON.parse(readFileSync(traceFile, "utf8")) as { files: string[] };
  writeFileSync(traceFile, JSON.stringify({ ...trace, files: [...trace.files, relative(folder, file)] }));
}
