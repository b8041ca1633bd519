// `npm run check`: checks types, lint, imports and unused code, in parallel.
// `npm run check -- lint --write`: a name selects a check, and options go to Biome.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";
import { install } from "../support/install.ts";

const folder = import.meta.dirname;
const root = join(folder, "../..");
const rootScript = (script: string) => join(root, "node_modules", script);
const ownScript = (script: string) => join(folder, "node_modules", script);
const options = process.argv.slice(2).filter((argument) => argument.startsWith("-"));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));

/** The scripts of a check run in order: the type check needs the route types of `typegen`. */
const checks: Readonly<Record<string, readonly (readonly string[])[]>> = {
  types: [
    [rootScript("next/dist/bin/next"), "typegen"],
    [rootScript("typescript/bin/tsc"), "--noEmit"],
  ],
  imports: [
    [
      ownScript("dependency-cruiser/bin/dependency-cruise.mjs"),
      ...["--config", join(folder, "dependency-cruiser.cjs")],
      // Caches by content, because a git checkout changes file times.
      ...[
        "--cache",
        join(root, "node_modules/.cache/dependency-cruiser"),
        "--cache-strategy",
        "content",
      ],
      ...["app", "lib", "bin", "e2e", "tools"],
      ...["middleware.ts", "next.config.ts"],
    ],
  ],
  lint: [[rootScript("@biomejs/biome/bin/biome"), "check", ...options]],
  unused: [[ownScript("knip/bin/knip.js"), "--config", join(folder, "knip.jsonc"), "--cache"]],
};

async function run(args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, env: childEnvironment() });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  process.stdout.write(Buffer.concat(chunks));
  return code === 0;
}

async function check(name: string): Promise<boolean> {
  for (const args of checks[name] ?? []) {
    if (!(await run(args))) return false;
  }
  return true;
}

const unknownName = names.find((name) => !(name in checks));
if (unknownName)
  throw new Error(`${unknownName} is no check; these are: ${Object.keys(checks).join(", ")}`);
install(folder);
const results = await Promise.all((names.length > 0 ? names : Object.keys(checks)).map(check));
process.exit(results.every(Boolean) ? 0 : 1);
