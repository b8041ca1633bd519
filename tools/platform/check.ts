// What must hold of the output before anybody is served. What its answers say is for `npm run forms` and `npm run verify`.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findResource, isDrawnImage, resourcePaths } from "../../lib/site/registry/resources.ts";
import type { Output } from "./output.ts";

interface FunctionSettings {
  readonly runtime: string;
  readonly memory?: number;
  readonly maxDuration?: number;
  readonly filePathMap?: Readonly<Record<string, string>>;
}

/** The platform allows 250 MB, and a cold start loads what is there. The largest has 13.7: five of Next, the rest is our code three times. */
const MAX_BUNDLE_MB = 15;
/** One has the pages, the other what is no page. Each reads the network for itself. */
const MAX_LIVE_BUNDLES = 2;

interface Checked {
  readonly failures: readonly string[];
  /** For people: the failures, how many functions, bundles and megabytes there are, and how many checks passed. */
  readonly text: string;
}

/** `root`: the folder to which the traced files are relative. */
export function checkOutput({ folder, routes, entries, find }: Output, root: string): Checked {
  const failures: string[] = [];
  let held = 0;
  const check = (holds: boolean, what: string) => {
    if (holds) held += 1;
    else failures.push(what);
  };

  const functions = [...entries].filter(([, { bundle }]) => bundle !== null);
  const bundles = new Set(functions.map(([, { bundle }]) => bundle as string));
  const sizes = [...bundles].map((bundle) => {
    const name = bundle.slice(join(folder, "functions").length + 1);
    const text = readFileSync(join(bundle, ".vc-config.json"), "utf8");
    const { runtime, memory, maxDuration, filePathMap = {} }: FunctionSettings = JSON.parse(text);
    check(runtime.startsWith("nodejs"), `${name} runs on Node`);
    check(memory === undefined && maxDuration === undefined, `${name} has the platform's limits of memory and time`);
    const traced = Object.values(filePathMap).map((file) => join(root, file));
    const missing = traced.filter((file) => !existsSync(file));
    check(missing.length === 0, `${name} finds what is traced into it: ${missing.join(", ")}`);
    const own = readdirSync(bundle, { recursive: true, encoding: "utf8" }).map((file) => join(bundle, file));
    const bytes = [...own, ...traced].filter((file) => existsSync(file)).map((file) => statSync(file).size);
    const size = bytes.reduce((sum, one) => sum + one, 0) / 1_000_000;
    check(size < MAX_BUNDLE_MB, `${name} has ${size.toFixed(1)} MB, less than ${MAX_BUNDLE_MB}`);
    return size;
  });

  const live = resourcePaths.filter((path) => findResource(path).cache === "live");
  for (const path of live) check(find(path)?.built === null, `${path} is made for each request`);
  const liveBundles = new Set(live.map((path) => find(path)?.bundle));
  check(
    liveBundles.size <= MAX_LIVE_BUNDLES,
    `${liveBundles.size} bundles read the network, at most ${MAX_LIVE_BUNDLES}`,
  );

  const stable = resourcePaths.filter((path) => findResource(path).cache !== "live");
  // The icon of a state is drawn once, and the platform's cache keeps it.
  const images = functions.map(([name]) => `/${name}`).filter((path) => isDrawnImage(path) && !path.includes("["));
  for (const path of [...stable, ...images])
    check(find(path)?.isFinal === true, `${path} was made by the build, for good`);

  const middleware = routes.findIndex(({ middlewarePath }) => middlewarePath !== undefined);
  const files = routes.findIndex(({ handle }) => handle === "filesystem");
  check(middleware >= 0 && middleware < files, "the middleware runs before any file or function is taken");
  const chunk = [...entries.keys()].find((name) => /^_next\/static\/chunks\/.*\.js$/.test(name));
  const kept = routes.filter(
    ({ src, headers }) =>
      src && /immutable/.test(headers?.["cache-control"] ?? "") && new RegExp(src).test(`/${chunk}`),
  );
  check(kept.length > 0, "Next's own files may be kept for good");
  const facts = `${functions.length} functions of ${bundles.size} bundles, the largest ${Math.max(...sizes).toFixed(1)} MB`;
  const lines = [...failures.map((failure) => `✗ ${failure}`), facts, `${held} passed, ${failures.length} failed`];
  return { failures, text: `${lines.join("\n")}\n` };
}
