// This folder builds what is deployed to Vercel with Vercel's own command line, and serves it on loopback as the platform documents it.
// This file: the output of `vercel build` (Build Output API, version 3): what answers at each path.
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { extname, join } from "node:path";
import type { Route } from "./routes.ts";

interface Prerender {
  /** False: never made again. */
  readonly expiration?: number | false;
  readonly initialStatus?: number;
  readonly initialHeaders?: Readonly<Record<string, string>>;
  readonly fallback?: { readonly fsPath: string; readonly contentType?: string };
}

/** One of: a static file, a function, or a function with an answer from the build. */
export interface Entry {
  readonly file: { readonly path: string; readonly contentType: string } | null;
  /** The folder of the bundle. Functions of one bundle have the same. */
  readonly bundle: string | null;
  readonly prerender: { readonly settings: Prerender; readonly body: Buffer } | null;
}

export interface Output {
  readonly folder: string;
  readonly routes: readonly Route[];
  /** By path, without the slash at the start. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Null if nothing is there. A slash at the end is ignored, as the patterns of the phase `hit` do. */
  find(path: string): Entry | null;
}

interface Config {
  readonly routes: readonly Route[];
  readonly overrides?: Readonly<Record<string, { readonly path?: string; readonly contentType?: string }>>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

function readJson<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** `folder`: `.vercel/output`. */
export function readOutput(folder: string): Output {
  const { routes, overrides = {} } = readJson<Config>(join(folder, "config.json"));
  const conditions = routes.flatMap(({ has = [], missing = [] }) => [...has, ...missing]);
  const foreign = conditions.find(({ type }) => !["host", "header"].includes(type));
  if (foreign) throw new Error(`a route has a condition on a ${foreign.type}, which this runner does not know`);
  const entries = new Map<string, Entry>();
  const [files, functions] = [join(folder, "static"), join(folder, "functions")];
  for (const item of readdirSync(files, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const path = join(item.parentPath, item.name);
    const name = path.slice(files.length + 1);
    const contentType = overrides[name]?.contentType ?? mediaTypes[extname(name)] ?? "application/octet-stream";
    entries.set(overrides[name]?.path ?? name, { file: { path, contentType }, bundle: null, prerender: null });
  }
  for (const file of readdirSync(functions, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".func") || file.includes(".func/")) continue;
    const name = file.slice(0, -".func".length);
    entries.set(name, {
      file: null,
      bundle: realpathSync(join(functions, file)),
      prerender: readPrerender(functions, name),
    });
  }
  return { folder, routes, entries, find: (path) => entries.get(path.replace(/^\/|\/$/g, "") || "index") ?? null };
}

function readPrerender(folder: string, name: string): Entry["prerender"] {
  try {
    const file = join(folder, `${name}.prerender-config.json`);
    const settings = readJson<Prerender>(file);
    if (!settings.fallback) return null;
    return { settings, body: readFileSync(join(file, "..", settings.fallback.fsPath.replace(/^.*\//, ""))) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
