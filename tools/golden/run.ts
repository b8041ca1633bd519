// `npm run golden`: compares all texts with the digests of e2e/golden. RECORDINGS_DIR adds states.
// `-- --write` writes the digests, `-- --texts` the texts to golden-texts/, to compare commits.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";

const [, , option = "--compare"] = process.argv;
const golden = { "--compare": "--compare", "--write": "--write", "--texts": "golden-texts" }[
  option
];
if (golden === undefined) throw new Error(`${option} is neither --write nor --texts`);
const root = join(import.meta.dirname, "../..");
const args = ["test", "-c", "e2e/playwright.config.ts", "--project=unit", "--grep=@golden"];
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/@playwright/test/cli.js"), ...args],
  {
    cwd: root,
    env: { ...childEnvironment(), GOLDEN: golden },
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
