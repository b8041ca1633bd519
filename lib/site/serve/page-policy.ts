// Content security policies. A stable page allows the inline scripts that the build found,
// a live page this request's nonce.
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
import { readPartStyle } from "./layered-style.ts";

export function inlineSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Parsing markup needs a Trusted Types policy. Without script a page may show a frame. */
const partRules: Partial<Record<PagePath, Pick<PageRules, "markupPolicies" | "hasFrame">>> = {
  "/pricing": { markupPolicies: [OWN_MARKUP_POLICY], hasFrame: true },
  "/status": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/assets": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/track": { markupPolicies: [OWN_MARKUP_POLICY] },
};

export function isFramed(part: PartPath): boolean {
  return partRules[part.replace(/\/now$/, "") as PagePath]?.hasFrame === true;
}

type PageHeaders = Readonly<
  Record<"Content-Security-Policy" | "Cross-Origin-Resource-Policy", string>
>;

interface PartPolicy {
  /** The text of the styles; null if no page shows the part in a frame. */
  readonly style: string | null;
  /** Refusals carry these headers, too. */
  readonly headers: PageHeaders;
}

export function getPartPolicy(part: PartPath): PartPolicy {
  const style = isFramed(part) ? readPartStyle() : null;
  return { style, headers: partHeaders(style === null ? null : inlineSource(style)) };
}

/** Next reads the nonce from the request's policy, for its own scripts. */
export function livePageHeaders(path: LivePagePath): PageHeaders {
  return getPageHeaders(path, config().inProduction ? [`'nonce-${createNonce()}'`] : null);
}

/** 22 characters with 122 random bits. Node keeps a pool of random UUIDs. */
function createNonce(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

/** Relative to the project. `npm run build` writes the script hashes of the missing page. */
export function missingScriptsFile(distDir: string): string {
  return join(".signpost", `missing${distDir}.json`);
}

let missingPage: PageHeaders | undefined;

export function getMissingPageHeaders(): PageHeaders {
  missingPage ??= getPageHeaders(null, config().inProduction ? readMissingScripts() : null);
  return missingPage;
}

/** If the build was not measured, the page runs no inline script. */
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

/** `path`: null for a missing page. `scripts`: CSP sources; null in development, for all. */
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

export function siteHeaders(): Readonly<Record<string, string>> {
  const { siteUrl, indexable } = config();
  return { ...commonHeaders(siteUrl), ...(indexable ? {} : { "X-Robots-Tag": "noindex" }) };
}
