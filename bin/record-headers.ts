// Adds headers to answers that Next made when it built the site: what only the whole build tells. Next and Vercel each read them from a
// file of its own.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

type Fields = Readonly<Record<string, string>>;

interface Manifest {
  readonly routes: Readonly<Record<string, { initialHeaders?: Fields }>>;
}

function amend<Shape>(file: string, change: (json: Shape) => Shape): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Shape)));
}

/** `headers`: by the address of the answer, names in lower case. @throws Error for an address that Next did not answer. */
export function recordHeaders(distDir: string, headers: Readonly<Record<string, Fields>>): void {
  const app = join(distDir, "server", "app");
  for (const [path, fields] of Object.entries(headers))
    amend<{ headers?: Fields }>(join(app, `${path === "/" ? "/index" : path}.meta`), (meta) => ({
      ...meta,
      headers: { ...meta.headers, ...fields },
    }));
  amend<Manifest>(join(distDir, "prerender-manifest.json"), ({ routes, ...manifest }) => {
    const named = Object.entries(routes).map(([path, route]) => {
      const fields = headers[path];
      return [
        path,
        fields ? { ...route, initialHeaders: { ...route.initialHeaders, ...fields } } : route,
      ];
    });
    return { ...manifest, routes: Object.fromEntries(named) };
  });
}

/** What the middleware reads: `outputFileTracingIncludes` does not reach it, and function platforms deploy only traced files. */
export function traceIntoMiddleware(distDir: string, file: string): void {
  const folder = join(distDir, "server");
  amend<{ files: readonly string[] }>(
    join(folder, "middleware.js.nft.json"),
    ({ files, ...trace }) => ({
      ...trace,
      files: [...files, relative(folder, file)],
    }),
  );
}
