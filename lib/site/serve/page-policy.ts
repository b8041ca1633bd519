// What `npm run build` measured, for the headers of responses. Nothing that is computed for a request's content belongs here.
// This file makes the security policy of each page. It allows the measured inline scripts, and on live pages this request's nonce.
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { config } from "../../config.ts";
import { OWN_MARKUP_POLICY, pageHeaders } from "../../http/security-headers.ts";
import { findResource, isResourcePath, type LivePagePath } from "../registry/resources.ts";
import { readMeasured } from "./token-counts.ts";

const ScriptDigests = z.record(z.string(), z.array(z.string()));
/** File name of a prerendered page → the policy sources of its inline scripts. */
export type ScriptDigests = z.output<typeof ScriptDigests>;

/** Relative to the project. */
export function scriptDigestsFile(distDir: string): string {
  return join(".signpost", `scripts${distDir}.json`);
}

/** A script's text as a source of a content security policy. */
export function scriptSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The file name of a prerendered page. An unregistered address has that of the 404 page. */
export function prerenderedName(path: string): string {
  if (!isResourcePath(path)) return "_not-found";
  return path === "/" ? "index" : path.slice(1);
}

/** A page that refreshes itself parses markup, so it needs a Trusted Types policy. */
const markupPolicies: Readonly<Record<LivePagePath, readonly string[]>> = {
  "/quote": [],
  "/status": [OWN_MARKUP_POLICY],
  "/track": [OWN_MARKUP_POLICY],
};

type PageHeaders = ReturnType<typeof pageHeaders>;
const cachedHeaders = new Map<string, PageHeaders>();

/** Headers of a page's HTML. A live page has a new nonce each time: Next reads it from the request's policy for its own scripts. */
export function getPageHeaders(path: string): PageHeaders {
  const { inProduction } = config();
  if (isResourcePath(path) && findResource(path).cache === "live" && inProduction)
    return livePageHeaders(path as LivePagePath);
  const name = prerenderedName(path);
  const headers = cachedHeaders.get(name) ?? pageHeadersOf(inProduction ? (getDigests()[name] ?? []) : null);
  cachedHeaders.set(name, headers);
  return headers;
}

/** 22 characters that nobody can guess. */
export function createNonce(): string {
  return randomBytes(16).toString("base64url");
}

function livePageHeaders(path: LivePagePath): PageHeaders {
  return pageHeadersOf([`'nonce-${createNonce()}'`], markupPolicies[path]);
}

function pageHeadersOf(scripts: readonly string[] | null, policies: readonly string[] = []): PageHeaders {
  const { siteUrl, swapUrl } = config();
  return pageHeaders({ scripts, origins: [siteUrl, swapUrl], markupPolicies: policies });
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
