// What a browser may do with a page. A stable page allows the inline scripts that `npm run build` found in it, and a live one this request's
// nonce. Nothing that is computed for a request's content belongs in this folder.
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config.ts";
import {
  commonHeaders,
  OWN_MARKUP_POLICY,
  type PageRules,
  pageHeaders,
  partHeaders,
} from "../../http/security-headers.ts";
import type { LivePagePath, PagePath, PartPath } from "../registry/resources.ts";
import { readPartStyle } from "./part-style.ts";

/** The text of a script or a style as a source of a content security policy. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** A page that reads a part of its own parses markup, so it needs a Trusted Types policy. Without script it may have a frame instead. */
const partRules: Partial<Record<PagePath, Pick<PageRules, "markupPolicies" | "hasFrame">>> = {
  "/pricing": { markupPolicies: [OWN_MARKUP_POLICY], hasFrame: true },
  "/status": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/assets": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/track": { markupPolicies: [OWN_MARKUP_POLICY] },
};

/** Whether a page shows the part in a frame where no script runs. */
export function isFramed(part: PartPath): boolean {
  return partRules[part.replace(/\/now$/, "") as PagePath]?.hasFrame === true;
}

/** What each answer of a part carries, a refusal too. */
export function getPartPolicy(part: PartPath) {
  const style = isFramed(part) ? readPartStyle() : null;
  return { style, headers: partHeaders(style === null ? null : inlineSource(style)) };
}

type PageHeaders = ReturnType<typeof pageHeaders>;

/** Headers of a live page's HTML, with a new nonce each time: Next reads it from the request's policy for its own scripts. */
export function livePageHeaders(path: LivePagePath): PageHeaders {
  return getPageHeaders(path, config().inProduction ? [`'nonce-${createNonce()}'`] : null);
}

/** 22 characters that nobody can guess: 122 random bits, which Node takes from a store of its own. */
function createNonce(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

/** Where `npm run build` writes the sources of the inline scripts of the page for a missing one, relative to the project. */
export function missingScriptsFile(distDir: string): string {
  return join(".signpost", `missing${distDir}.json`);
}

let missingPage: PageHeaders | undefined;

/** Headers of the page for a missing one. Whoever answers with it gives it no headers of its own. */
export function getMissingPageHeaders(): PageHeaders {
  missingPage ??= getPageHeaders(null, config().inProduction ? readMissingScripts() : null);
  return missingPage;
}

/** None where the build was not measured: then the page runs no inline script. */
function readMissingScripts(): readonly string[] {
  try {
    const file = join(
      /* turbopackIgnore: true */ process.cwd(),
      missingScriptsFile(config().distDir),
    );
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}

/** `path`: null for the page of a missing address. `scripts`: the sources of its inline scripts; null in development, where all may run. */
export function getPageHeaders(
  path: PagePath | null,
  scripts: readonly string[] | null,
): PageHeaders {
  const { siteUrl, swapUrl } = config();
  return pageHeaders({
    ...(path === null ? {} : partRules[path]),
    scripts,
    origins: [siteUrl, swapUrl],
  });
}

/** Headers of every response, whatever its status. */
export function siteHeaders(): Readonly<Record<string, string>> {
  const { siteUrl, indexable } = config();
  return { ...commonHeaders(siteUrl), ...(indexable ? {} : { "X-Robots-Tag": "noindex" }) };
}
