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
  partPathHeaders,
} from "../../http/security-headers.ts";
import {
  findResource,
  isPart,
  isResourcePath,
  type LivePagePath,
  type PagePath,
  type PartPath,
} from "../registry/resources.ts";
import { getFrameStyle } from "./layered-style.ts";

export function inlineSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** A script of the page parses the part anew, and needs a Trusted Types policy for it. */
function partRules(page: PagePath): Pick<PageRules, "markupPolicies" | "hasFrame"> {
  const partPath = `${page}/now`;
  if (!isResourcePath(partPath)) return {};
  return {
    markupPolicies: [OWN_MARKUP_POLICY],
    hasFrame: findResource(partPath).framedBy === "site",
  };
}

type PageHeaders = Readonly<
  Record<"Content-Security-Policy" | "Cross-Origin-Resource-Policy", string>
>;

interface PartPolicy {
  readonly style: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function getPartPolicy(part: PartPath): PartPolicy {
  const { framedBy } = findResource(part);
  if (framedBy === undefined) return { style: null, headers: partHeaders(null) };
  const style = getFrameStyle(framedBy);
  return { style, headers: partHeaders({ framedBy, styleSource: inlineSource(style) }) };
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
    ...(path === null ? {} : partRules(path)),
    scripts: scriptSources,
    origins: [siteUrl, swapUrl],
  });
}

/** Headers of every answer at this address. Null: an address where nothing is published. */
export function siteHeaders(path: string | null): Readonly<Record<string, string>> {
  const { siteUrl, indexable } = config();
  const resourcePath = path !== null && isResourcePath(path) ? path : null;
  return {
    ...commonHeaders(
      siteUrl,
      resourcePath === null ? undefined : findResource(resourcePath).framedBy,
    ),
    ...(indexable ? {} : { "X-Robots-Tag": "noindex" }),
    ...(resourcePath !== null && isPart(resourcePath) ? partPathHeaders : {}),
  };
}
