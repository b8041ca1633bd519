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

/** Pages whose script parses markup, which needs a Trusted Types policy, or that show a frame. */
const extraPageRules: Partial<Record<PagePath, Pick<PageRules, "markupPolicies" | "hasFrame">>> = {
  "/pricing": { markupPolicies: [OWN_MARKUP_POLICY], hasFrame: true },
  "/status": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/assets": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/track": { markupPolicies: [OWN_MARKUP_POLICY] },
};

export function isFramed(part: PartPath): boolean {
  return extraPageRules[part.replace(/\/now$/, "") as PagePath]?.hasFrame === true;
}

type PageHeaders = Readonly<
  Record<"Content-Security-Policy" | "Cross-Origin-Resource-Policy", string>
>;

interface PartPolicy {
  /** The text of the styles; null if no page shows the part in a frame. */
  readonly style: string | null;
  /** Sent with error responses, too. */
  readonly headers: PageHeaders;
}

export function getPartPolicy(part: PartPath): PartPolicy {
  const styleText = isFramed(part) ? readPartStyle() : null;
  const styleSource = styleText === null ? null : inlineSource(styleText);
  return { style: styleText, headers: partHeaders(styleSource) };
}

/** Next reads the nonce from the request's policy, for its own scripts. */
export function livePageHeaders(path: LivePagePath): PageHeaders {
  return getPageHeaders(path, config().inProduction ? [`'nonce-${createNonce()}'`] : null);
}

/** 22 characters with 122 random bits. Node keeps a pool of random UUIDs. */
function createNonce(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

/** Where `npm run build` writes the script hashes of the 404 page, relative to the project. */
export function missingScriptsFile(distDir: string): string {
  return join(".signpost", `missing${distDir}.json`);
}

let missingPageHeaders: PageHeaders | undefined;

export function getMissingPageHeaders(): PageHeaders {
  missingPageHeaders ??= getPageHeaders(null, config().inProduction ? readMissingScripts() : null);
  return missingPageHeaders;
}

/** Without the file of the build, the 404 page runs no inline script. */
function readMissingScripts(): readonly string[] {
  try {
    const hashesFile = join(
      /* turbopackIgnore: true */ process.cwd(),
      missingScriptsFile(config().distDir),
    );
    return JSON.parse(readFileSync(hashesFile, "utf8"));
  } catch {
    return [];
  }
}

/** `path`: null for the 404 page. `scriptSources`: null in development, to allow all. */
export function getPageHeaders(
  path: PagePath | null,
  scriptSources: readonly string[] | null,
): PageHeaders {
  const { siteUrl, swapUrl } = config();
  return pageHeaders({
    ...(path === null ? {} : extraPageRules[path]),
    scripts: scriptSources,
    origins: [siteUrl, swapUrl],
  });
}

export function siteHeaders(): Readonly<Record<string, string>> {
  const { siteUrl, indexable } = config();
  return { ...commonHeaders(siteUrl), ...(indexable ? {} : { "X-Robots-Tag": "noindex" }) };
}
