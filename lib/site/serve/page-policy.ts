// Builds Content-Security-Policy headers. Pages that are built in advance allow inline scripts by
// their hashes. Live pages are rendered per request, and allow inline scripts with a nonce.
import { createHash, randomUUID } from "node:crypto";
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

/** Pages that show a frame, or whose script parses HTML and so needs a Trusted Types policy. */
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
  readonly style: string | null;
  readonly headers: PageHeaders;
}

export function getPartPolicy(part: PartPath): PartPolicy {
  const styleText = isFramed(part) ? readPartStyle() : null;
  const styleSource = styleText === null ? null : inlineSource(styleText);
  return { style: styleText, headers: partHeaders(styleSource) };
}

/**
 * Headers with a new nonce. The middleware also sets this policy on the request: Next copies the
 * nonce from there into the page's scripts.
 */
export function livePageHeaders(path: LivePagePath): PageHeaders {
  return getPageHeaders(path, config().inProduction ? [`'nonce-${createNonce()}'`] : null);
}

/** 122 random bits in 22 characters. `randomUUID` is fast: Node makes UUIDs in advance. */
function createNonce(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

/**
 * `path` is null for the 404 page and for the page of a refusal. `scriptSources` is null in
 * development: any script may run.
 */
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
