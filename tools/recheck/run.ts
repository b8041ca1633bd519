// `npm run recheck`: fails if a shipped regular expression can take more than linear time, or cannot be judged.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CACHE_SECONDS, renderConfiguration, standardLimits } from "../../deploy/nginx-conf.ts";
import { install } from "../support/install.ts";
import type { Expression } from "./expressions.ts";
import { waivers } from "./waivers.ts";

install(import.meta.dirname);
const { check } = await import("recheck");
const { listExpressions, listPatterns } = await import("./expressions.ts");

const root = join(import.meta.dirname, "../..");
const folders = ["app", "lib", "bin", "verify", "deploy", "tools/drift"];
const files = [
  "middleware.ts",
  "instrumentation.ts",
  "next.config.ts",
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => join(folder, file)),
  ),
];

/** The filled template, as `deploy/nginx.ts` writes it for two sites, TLS and limits. */
const frontFile = "deploy/nginx.conf.template (filled)";
const front = renderConfiguration({
  folder: "/run/front",
  cacheFolder: "/var/cache/front",
  upstreams: ["localhost:3000"],
  origins: ["https://example.org", "https://swap.example.org"],
  listen: ["443"],
  tls: { certificate: "c", key: "k", plain: ["80"] },
  limits: standardLimits,
  cacheSeconds: CACHE_SECONDS,
  brotliModule: "m",
});

const texts: readonly (readonly [file: string, expressions: readonly Expression[]])[] = [
  ...files.sort().map((file) => [file, listExpressions(file, readFileSync(join(root, file), "utf8"))] as const),
  [frontFile, listPatterns(front)],
];

let count = 0;
const failures: string[] = [];
const needed = new Set<string>();
for (const [file, expressions] of texts) {
  for (const { source, flags, line } of expressions) {
    count++;
    // Counts the characters that an attack reads. Time would depend on how busy the machine is.
    const result = await check(source, flags, { timeout: 120_000, attackTimeout: null });
    if (result.status === "safe") continue;
    const name = `${file} /${source}/${flags}`;
    if (name in waivers) {
      needed.add(name);
      continue;
    }
    const attack =
      result.status === "vulnerable" ? `${result.complexity.summary}: ${result.attack.pattern}` : "not judged";
    failures.push(`${file}:${line} /${source}/${flags}\n  ${attack}`);
  }
}
failures.push(
  ...Object.keys(waivers)
    .filter((name) => !needed.has(name))
    .map((name) => `nothing needs the waiver of ${name}`),
);
process.stdout.write(
  [
    ...failures,
    `${count} regular expressions in ${texts.length} files, ${needed.size} waived, ${failures.length} failures`,
    "",
  ].join("\n"),
);
process.exit(failures.length > 0 ? 1 : 0);
