// This folder builds what is deployed to Vercel with Vercel's own command line, and serves it on loopback as the platform documents it.
// This file: the output of `vercel build` (Build Output API, version 3): what answers at each path.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { RouteHas } from "next/dist/lib/load-custom-routes";
import type { Answer, Fields } from "./processes.ts";

export interface Route {
  readonly src?: string;
  readonly handle?: string;
  readonly dest?: string;
  readonly headers?: Fields;
  readonly methods?: readonly string[];
  readonly status?: number;
  readonly has?: readonly RouteHas[];
  readonly missing?: readonly RouteHas[];
  readonly continue?: boolean;
  readonly check?: boolean;
  readonly important?: boolean;
  readonly caseSensitive?: boolean;
  readonly middlewarePath?: string;
}

export interface Entry {
  /** A static file, or what the build made of a function. */
  readonly built: Answer | null;
  /** Whether `built` is never made again. */
  readonly isFinal: boolean;
  /** The folder of the function; null for a file. Functions of one bundle have the same. */
  readonly bundle: string | null;
}

export type Output = ReturnType<typeof readOutput>;

const mediaTypes: Fields = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** `folder`: `.vercel/output`. */
export function readOutput(folder: string) {
  const { overrides = {}, ...config } = JSON.parse(readFileSync(join(folder, "config.json"), "utf8"));
  const routes: readonly Route[] = config.routes;
  const conditions = routes.flatMap(({ has = [], missing = [] }) => [...has, ...missing]);
  const foreign = conditions.find(({ type }) => type !== "host" && type !== "header");
  if (foreign) throw new Error(`a route has a condition on a ${foreign.type}, which this runner does not know`);
  /** By path, without the slash at the start. */
  const entries = new Map<string, Entry>();
  const [files, functions] = [join(folder, "static"), join(folder, "functions")];
  for (const name of readdirSync(files, { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(files, name)).isFile()) continue;
    const { path = name, contentType = mediaTypes[extname(name)] } = overrides[name] ?? {};
    const headers = { "content-type": contentType ?? "application/octet-stream" };
    entries.set(path, { built: withTag(200, headers, join(files, name)), isFinal: true, bundle: null });
  }
  for (const file of readdirSync(functions, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".func") || file.includes(".func/")) continue;
    const name = file.slice(0, -".func".length);
    entries.set(name, { ...readPrerender(join(functions, name)), bundle: realpathSync(join(functions, file)) });
  }
  /** A slash at the end is ignored, as the patterns of the phase `hit` do. */
  const find = (path: string) => entries.get(path.replace(/^\/|\/$/g, "") || "index") ?? null;
  return { folder, routes, entries, find };
}

function readPrerender(path: string): Pick<Entry, "built" | "isFinal"> {
  const file = `${path}.prerender-config.json`;
  const settings = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const { expiration, initialStatus = 200, initialHeaders = {}, fallback } = settings;
  if (!fallback) return { built: null, isFinal: false };
  const { "x-next-cache-tags": _tags, ...shown } = initialHeaders;
  const type = fallback.contentType ?? "text/html; charset=utf-8";
  const headers = { "content-type": type, ...shown, "x-vercel-cache": "PRERENDER" };
  const built = withTag(initialStatus, headers, join(dirname(path), basename(fallback.fsPath)));
  return { built, isFinal: expiration === false };
}

function withTag(status: number, headers: Fields, file: string): Answer {
  const body = readFileSync(file);
  const etag = `"${createHash("md5").update(body).digest("hex")}"`;
  return { status, headers: { ...headers, etag }, body };
}
