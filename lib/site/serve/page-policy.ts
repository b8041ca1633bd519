// Reads the digests that `npm run build` took of each page's inline scripts. A page runs what was measured or what this request's nonce names, and nothing else.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { config } from "../../config.ts";
import { OWN_MARKUP_POLICY, pageHeaders } from "../../http/security-headers.ts";
import { quoteExpiryScript } from "../live/quote/expiry-script.ts";
import { statusScript } from "../live/status/script.ts";
import { trackPoll } from "../live/track/poll-script.ts";
import { findResource, isResourcePath, type LivePagePath } from "../registry/resources.ts";

const ScriptDigests = z.record(z.string(), z.array(z.string()));
/** By the name of a prerendered page's file: the sources of its inline scripts. */
export type ScriptDigests = z.output<typeof ScriptDigests>;

/** Relative to the project. */
export function scriptDigestsFile(distDir: string): string {
  return join(".signpost", `scripts${distDir}.json`);
}

/** A script's text as a source of a content security policy. */
export function scriptSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The name under which Next keeps a prerendered page; that of the missing page for an unregistered address. */
export function prerenderedName(path: string): string {
  if (!isResourcePath(path)) return "_not-found";
  return path === "/" ? "index" : path.slice(1);
}

const liveScripts: Readonly<Record<LivePagePath, string>> = {
  "/quote": scriptSource(quoteExpiryScript),
  "/status": scriptSource(statusScript),
  "/track": scriptSource(trackPoll),
};

/** A page that reads itself again parses markup. */
const liveMarkupPolicies: Readonly<Record<LivePagePath, readonly string[]>> = {
  "/quote": [],
  "/status": [OWN_MARKUP_POLICY],
  "/track": [OWN_MARKUP_POLICY],
};

type PageHeaders = ReturnType<typeof pageHeaders>;
const known = new Map<string, PageHeaders>();

/** Headers of a page's HTML. A live page's differ each time: Next takes the nonce for its own scripts from the request's policy. */
export function getPageHeaders(path: string): PageHeaders {
  const { inProduction } = config();
  if (isResourcePath(path) && findResource(path).cache === "live" && inProduction)
    return livePageHeaders(path as LivePagePath);
  const name = prerenderedName(path);
  const headers = known.get(name) ?? pageHeadersOf(inProduction ? (getDigests()[name] ?? []) : null);
  known.set(name, headers);
  return headers;
}

function livePageHeaders(path: LivePagePath): PageHeaders {
  const nonce = `'nonce-${randomBytes(16).toString("base64url")}'`;
  return pageHeadersOf([liveScripts[path], nonce], liveMarkupPolicies[path]);
}

function pageHeadersOf(scripts: readonly string[] | null, markupPolicies: readonly string[] = []): PageHeaders {
  const { siteUrl, swapUrl } = config();
  return pageHeaders({ scripts, origins: [siteUrl, swapUrl], markupPolicies });
}

let digests: ScriptDigests | undefined;

/** False for what `next build` alone made: its stable pages run no inline script. */
export function isMeasured(): boolean {
  return Object.keys(getDigests()).length > 0;
}

function getDigests(): ScriptDigests {
  digests ??= readDigests();
  return digests;
}

function readDigests(): ScriptDigests {
  try {
    const file = join(process.cwd(), scriptDigestsFile(config().distDir));
    return ScriptDigests.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
