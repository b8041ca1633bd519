// Adds headers that need the whole build to prerendered answers. Next and Vercel read two files.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

type Fields = Readonly<Record<string, string>>;

interface Manifest {
  readonly routes: Readonly<Record<string, { initialHeaders?: Fields }>>;
}

function amend<Shape>(file: string, change: (json: Shape) => Shape): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Shape)));
}

/** By address, names in lower case. @throws Error for an address that Next did not prerender. */
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

/** `outputFileTracingIncludes` omits the middleware, and platforms deploy only traced files. */
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
