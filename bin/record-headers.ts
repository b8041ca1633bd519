// Adds headers to prerendered answers after the build, in the files that Next and Vercel read.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

type Fields = Readonly<Record<string, string>>;

interface Manifest {
  readonly routes: Readonly<Record<string, { initialHeaders?: Fields }>>;
}

function rewriteJson<Shape>(file: string, change: (json: Shape) => Shape): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Shape)));
}

/**
 * Adds headers to the prerendered answer of each path. `headersByPath` has header names in lower
 * case. @throws Error if Next did not prerender a path.
 */
export function recordHeaders(
  distDir: string,
  headersByPath: Readonly<Record<string, Fields>>,
): void {
  const appFolder = join(distDir, "server", "app");
  for (const [path, addedHeaders] of Object.entries(headersByPath)) {
    const metaFile = join(appFolder, `${path === "/" ? "/index" : path}.meta`);
    rewriteJson<{ headers?: Fields }>(metaFile, (meta) => ({
      ...meta,
      headers: { ...meta.headers, ...addedHeaders },
    }));
  }
  rewriteJson<Manifest>(join(distDir, "prerender-manifest.json"), ({ routes, ...manifest }) => {
    const routeEntries = Object.entries(routes).map(([path, route]) => {
      const addedHeaders = headersByPath[path];
      const initialHeaders = { ...route.initialHeaders, ...addedHeaders };
      return [path, addedHeaders ? { ...route, initialHeaders } : route];
    });
    return { ...manifest, routes: Object.fromEntries(routeEntries) };
  });
}

/**
 * Adds `file` to the files that are deployed with a program of the build, such as "middleware".
 * Next's own setting for that, `outputFileTracingIncludes`, adds no file that is made later.
 */
export function traceInto(distDir: string, program: string, file: string): void {
  const traceFile = join(distDir, "server", `${program}.js.nft.json`);
  rewriteJson<{ files: readonly string[] }>(traceFile, ({ files, ...trace }) => ({
    ...trace,
    files: [...files, relative(dirname(traceFile), file)],
  }));
}
