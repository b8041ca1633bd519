// `npm run accept`: rewrites all generated files, and prints the changed files.
// With RECORDINGS_DIR, also rewrites the copies of recorded states.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";

const root = join(import.meta.dirname, "../..");
const playwright = join(root, "node_modules/@playwright/test/cli.js");
const specs = (...names: string[]) => [
  playwright,
  ...[
    "test",
    "-c",
    "e2e/playwright.config.ts",
    "--project=unit",
    ...names,
    "--update-snapshots",
    "--reporter=dot",
  ],
];

interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

const jiti = join(root, "node_modules/jiti/lib/jiti-cli.mjs");
const recordings = childEnvironment().RECORDINGS_DIR;
const steps: readonly Step[] = [
  ...(recordings
    ? [{ name: "copies of recorded facts", args: [jiti, "tools/recorded/run.ts", recordings] }]
    : []),
  { name: "dates of the texts", args: [jiti, "bin/date.ts"] },
  { name: "the surface of /mcp and its tokens", args: specs("mcp/snapshot", "mcp/budgets") },
  { name: "the approved texts", args: specs("said/said.spec") },
];

const print = (line: string) => process.stdout.write(`\n${line}\n`);

for (const { name, args } of steps) {
  print(`== ${name}`);
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    env: childEnvironment(),
    stdio: "inherit",
  });
  if (status !== 0) {
    print(`${name}: not written. Mend what failed, and run this again.`);
    process.exit(1);
  }
}
print("== What changed");
const writtenPaths = [
  "lib/site/registry/dates.ts",
  "e2e/fixtures",
  "e2e/said/texts",
  "docs/verification.md",
];
for (const args of [
  ["diff", "--stat", "--", ...writtenPaths],
  ["diff", "--unified=0", "--", ...writtenPaths],
  ["status", "--short", "--", ...writtenPaths],
])
  spawnSync("git", args, { cwd: root, stdio: "inherit" });
