// `npx jiti scan/vercel-output.ts <folder>`: checks what `vercel build` left in a folder's `.vercel/output`, without any network.
// What Vercel's CDN makes of it can only be seen on a deployment: `Vary` on a prerendered page above all.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resourcePaths, sources, toResource } from "../lib/site/resources.ts";

interface Route {
  readonly src?: string;
  readonly handle?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly middlewarePath?: string;
}

interface FunctionConfig {
  readonly runtime: string;
  readonly filePathMap?: Readonly<Record<string, string>>;
}

const [root = "."] = process.argv.slice(2);
const output = join(root, ".vercel", "output");
const read = <Shape>(file: string): Shape => JSON.parse(readFileSync(join(output, file), "utf8"));
const failures: string[] = [];
const notes = new Set<string>();

function check(holds: boolean, what: string): void {
  if (!holds) failures.push(what);
}

function hasAccept(value: string | undefined): boolean {
  return /(^|,)\s*accept\s*(,|$)/i.test(value ?? "");
}

const { routes } = read<{ routes: readonly Route[] }>("config.json");
const files = routes.findIndex(({ handle }) => handle === "filesystem");
const middleware = routes.findIndex(({ middlewarePath }) => middlewarePath !== undefined);
const matches = (route: Route | undefined, path: string) => new RegExp(route?.src ?? "$^").test(path);
check(
  middleware >= 0 && middleware < files,
  "the middleware runs before any file, prerendered page or function is taken",
);

for (const path of resourcePaths) {
  const { kind, cache } = toResource(path);
  const isPage = kind === "page";
  check(
    matches(routes[middleware], path) === isPage,
    `${path}: the middleware ${isPage ? "covers it" : "leaves it alone"}`,
  );
  const name = path === "/" ? "index" : path.slice(1);
  if (isPage) {
    const vary = routes.slice(0, middleware).filter((route) => matches(route, path) && hasAccept(route.headers?.Vary));
    check(vary.length > 0, `${path}: Vary: Accept is set by a route before the middleware`);
    check(!existsSync(join(output, "static", `${name}.html`)), `${path}: no static file answers for it`);
    const prerender = join("functions", `${name}.prerender-config.json`);
    check(existsSync(join(output, prerender)) === (cache !== "live"), `${path}: prerendered unless it is live`);
    if (cache !== "live") {
      const { initialHeaders } = read<{ initialHeaders?: Readonly<Record<string, string>> }>(prerender);
      if (!hasAccept(initialHeaders?.vary)) {
        notes.add(`the prerendered pages carry a Vary of their own without Accept: ${initialHeaders?.vary}`);
      }
    }
  }
  const folder = join("functions", `${name}.func`);
  check(existsSync(join(output, folder)), `${path}: a function answers it`);
  if (!existsSync(join(output, folder))) continue;
  const { runtime, filePathMap = {} } = read<FunctionConfig>(join(folder, ".vc-config.json"));
  check(runtime.startsWith("nodejs"), `${path}: runs on Node`);
  for (const file of Object.values(sources))
    check(`content/${file}` in filePathMap, `${path}: ${file} is traced into it`);
  const tokens = Object.keys(filePathMap).some((file) => /^\.signpost\/tokens.*\.json$/.test(file));
  check(tokens, `${path}: the token counts are traced into it`);
}

const functions = readdirSync(join(output, "functions"), { recursive: true }).filter((name) =>
  `${name}`.endsWith(".func"),
);
process.stdout.write(
  [
    ...failures.map((failure) => `✗ ${failure}`),
    ...[...notes].map((note) => `Note: ${note}`),
    `${functions.length} functions, ${routes.length} routes, ${failures.length} failures`,
    "",
  ].join("\n"),
);
process.exitCode = failures.length > 0 ? 1 : 0;
