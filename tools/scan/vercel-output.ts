// `npx jiti tools/scan/vercel-output.ts <folder>`: checks the
// output of `vercel build` in a folder, without any network.
// Only a deployment shows what Vercel's CDN does with it, for example with `Vary` on a prerendered page.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { cacheControl } from "../../lib/http/cache.ts";
import { commonHeaders, partPathHeaders } from "../../lib/http/security-headers.ts";
import { findResource, resourcePaths, sources } from "../../lib/site/registry/resources.ts";

interface Route {
  readonly src?: string;
  readonly handle?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly middlewarePath?: string;
}

interface FunctionConfig {
  readonly runtime: string;
  readonly memory?: number;
  readonly maxDuration?: number;
  readonly filePathMap?: Readonly<Record<string, string>>;
}

interface Prerender {
  readonly expiration: number | false;
  readonly initialHeaders?: Readonly<Record<string, string>>;
}

/** Vercel allows 250 MB and ours have 9, so more growth would be an accident. */
const MAX_FUNCTION_MB = 12;

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
const { target } = read<{ target: string }>("builds.json");
const files = routes.findIndex(({ handle }) => handle === "filesystem");
const middleware = routes.findIndex(({ middlewarePath }) => middlewarePath !== undefined);
const matches = (route: Route | undefined, path: string) => new RegExp(route?.src ?? "$^").test(path);
check(
  middleware >= 0 && middleware < files,
  "the middleware runs before any file, prerendered page or function is taken",
);

/** Headers that the routes before the middleware set for this path. Later ones replace earlier ones. */
function routeHeaders(path: string): Readonly<Record<string, string>> {
  const set = routes.slice(0, middleware).filter((route) => route.headers && matches(route, path));
  return Object.assign({}, ...set.map(({ headers }) => headers));
}

const sizes = new Map<string, number>();

function checkFunction(name: string, what: string): FunctionConfig | null {
  const folder = join("functions", `${name}.func`);
  check(existsSync(join(output, folder)), `${what}: a function answers it`);
  if (!existsSync(join(output, folder))) return null;
  const settings = read<FunctionConfig>(join(folder, ".vc-config.json"));
  const { runtime, memory = 0, maxDuration = 0, filePathMap = {} } = settings;
  check(runtime.startsWith("nodejs"), `${what}: runs on Node`);
  check(memory <= 1024 && maxDuration <= 60, `${what}: asks for no more than 1 GB and 60 s`);
  const place = realpathSync(join(output, folder));
  const own = readdirSync(place, { recursive: true, encoding: "utf8" }).map((file) => join(place, file));
  const traced = Object.values(filePathMap).map((file) => join(root, file));
  for (const file of traced) check(existsSync(file), `${what}: ${file} is traced, and is there`);
  const present = [...own, ...traced].filter(existsSync).map((file) => statSync(file));
  const bytes = present.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  sizes.set(place, bytes / 1_000_000);
  check(bytes < MAX_FUNCTION_MB * 1_000_000, `${what}: its function has less than ${MAX_FUNCTION_MB} MB`);
  return settings;
}

function checkImage(path: string): void {
  const name = path.slice(1);
  checkFunction(name, path);
  check(existsSync(join(output, "functions", `${name}.prerender-config.json`)), `${path}: drawn at build`);
}

for (const path of resourcePaths) {
  const { kind, cache } = findResource(path);
  const isPage = kind === "page";
  check(
    matches(routes[middleware], path) === isPage,
    `${path}: the middleware ${isPage ? "covers it" : "leaves it alone"}`,
  );
  const name = path === "/" ? "index" : path.slice(1);
  const headers = routeHeaders(path);
  const byPath = { ...commonHeaders("https://example.org"), ...(kind === "part" ? partPathHeaders : {}) };
  for (const [field, value] of Object.entries(byPath)) check(headers[field] === value, `${path}: ${field} is ${value}`);
  const noindex = headers["X-Robots-Tag"] === "noindex";
  if (target !== "production") check(noindex, `${path}: a preview is not indexable`);
  else if (noindex && kind !== "part")
    notes.add("this production build is not indexable: is it of the sample network?");
  const prerender = join("functions", `${name}.prerender-config.json`);
  const isPrerendered = isPage && cache !== "live";
  check(existsSync(join(output, prerender)) === isPrerendered, `${path}: prerendered if it is a page of prose`);
  check(!existsSync(join(output, "static", name)), `${path}: no static file answers for it`);
  if (isPage) {
    check(hasAccept(headers.Vary), `${path}: Vary: Accept is set by a route before the middleware`);
    check(headers["Cache-Control"] === cacheControl[cache], `${path}: Cache-Control is ${cacheControl[cache]}`);
    check(!existsSync(join(output, "static", `${name}.html`)), `${path}: no static page answers for it`);
    checkImage(`${path === "/" ? "" : path}/opengraph-image`);
  }
  if (isPrerendered && existsSync(join(output, prerender))) {
    const { initialHeaders, expiration } = read<Prerender>(prerender);
    check(expiration === false, `${path}: its HTML stays as it was built`);
    if (!hasAccept(initialHeaders?.vary)) {
      notes.add(`the prerendered pages carry a Vary of their own without Accept: ${initialHeaders?.vary}`);
    }
  }
  const traced = checkFunction(name, path)?.filePathMap ?? {};
  for (const file of Object.values(sources)) check(`content/${file}` in traced, `${path}: ${file} is traced into it`);
  const tokens = Object.keys(traced).some((file) => /^\.signpost\/tokens.*\.json$/.test(file));
  check(tokens, `${path}: the token counts are traced into it`);
}
checkImage("/apple-icon");

const scripts = checkFunction("_middleware", "the middleware")?.filePathMap ?? {};
check(
  Object.keys(scripts).some((file) => /^\.signpost\/scripts.*\.json$/.test(file)),
  "the digests of inline scripts are traced into the middleware",
);
const [asset] = readdirSync(join(output, "static", "_next", "static", "chunks"));
const immutable = routes.find(
  (route) =>
    /immutable/.test(route.headers?.["cache-control"] ?? "") && matches(route, `/_next/static/chunks/${asset}`),
);
check(immutable !== undefined, "Next's own files are immutable");

const functions = readdirSync(join(output, "functions"), { recursive: true }).filter((name) =>
  `${name}`.endsWith(".func"),
);
process.stdout.write(
  [
    ...failures.map((failure) => `✗ ${failure}`),
    ...[...notes].map((note) => `Note: ${note}`),
    `${target}: ${functions.length} functions of ${sizes.size} bundles, the largest ${Math.max(...sizes.values()).toFixed(1)} MB, ${routes.length} routes, ${failures.length} failures`,
    "",
  ].join("\n"),
);
process.exitCode = failures.length > 0 ? 1 : 0;
