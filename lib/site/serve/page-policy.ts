// What `npm run build` measured, for the headers of responses. Nothing that is computed for a request's content belongs here.
// This file makes the security policy of each page. It allows the measured inline scripts, and on live pages this request's nonce.
import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { config } from "../../config.ts";
import { commonHeaders, OWN_MARKUP_POLICY, type PageRules, pageHeaders } from "../../http/security-headers.ts";
import { findResource, isResourcePath, type PagePath } from "../registry/resources.ts";
import { readMeasured } from "./token-counts.ts";

const ScriptDigests = z.record(z.string(), z.array(z.string()));
/** File name of a prerendered page → the policy sources of its inline scripts. */
export type ScriptDigests = z.output<typeof ScriptDigests>;

/** Relative to the project. */
export function scriptDigestsFile(distDir: string): string {
  return join(".signpost", `scripts${distDir}.json`);
}

/** The text of a script or a style as a source of a content security policy. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The file name of a prerendered page. An unregistered address has that of the 404 page. */
export function prerenderedName(path: string): string {
  if (!isResourcePath(path)) return "_not-found";
  return path === "/" ? "index" : path.slice(1);
}

/** A page that reads a part of its own parses markup, so it needs a Trusted Types policy. Without script it may have a frame instead. */
const partRules: Partial<Record<PagePath, Pick<PageRules, "markupPolicies" | "hasFrame">>> = {
  "/pricing": { markupPolicies: [OWN_MARKUP_POLICY], hasFrame: true },
  "/status": { markupPolicies: [OWN_MARKUP_POLICY] },
  "/track": { markupPolicies: [OWN_MARKUP_POLICY] },
};

type PageHeaders = ReturnType<typeof pageHeaders>;
const cachedHeaders = new Map<string, PageHeaders>();

/** Headers of a page's HTML. A live page has a new nonce each time: Next reads it from the request's policy for its own scripts. */
export function getPageHeaders(path: string): PageHeaders {
  const { inProduction } = config();
  if (isResourcePath(path) && findResource(path).cache === "live" && inProduction)
    return pageHeadersOf(path, [`'nonce-${createNonce()}'`]);
  const name = prerenderedName(path);
  const headers = cachedHeaders.get(name) ?? pageHeadersOf(path, inProduction ? (getDigests()[name] ?? []) : null);
  cachedHeaders.set(name, headers);
  return headers;
}

/** 22 characters that nobody can guess: 122 random bits, which Node takes from a store of its own. */
export function createNonce(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

function pageHeadersOf(path: string, scripts: readonly string[] | null): PageHeaders {
  const { siteUrl, swapUrl } = config();
  return pageHeaders({ ...partRules[path as PagePath], scripts, origins: [siteUrl, swapUrl] });
}

/** Headers of every response, whatever its status. */
export function siteHeaders(): Readonly<Record<string, string>> {
  const { siteUrl, indexable } = config();
  return { ...commonHeaders(siteUrl), ...(indexable ? {} : { "X-Robots-Tag": "noindex" }) };
}

let digests: ScriptDigests | undefined;

/** False when only `next build` ran. Stable pages then run no inline script. */
export function isMeasured(): boolean {
  return Object.keys(getDigests()).length > 0;
}

function getDigests(): ScriptDigests {
  digests ??= readMeasured(scriptDigestsFile(config().distDir), ScriptDigests);
  return digests;
}
