// `npm run locks`: fails if a package in a lock file has no digest, and names it. `-- --write`
// asks the registry for missing digests: npm leaves out those of binaries for other machines.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";
import { findBare, type LockFile, packageName } from "./bare.ts";

const root = join(import.meta.dirname, "../..");
const isWriting = process.argv.includes("--write");

/** A command's output. Empty if it fails: the registry may not have a binary for another machine. */
function run(command: string, ...args: string[]): string {
  const { stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8", env: childEnvironment() });
  return stdout.trim();
}

let missing = 0;
for (const file of run("git", "ls-files", "*package-lock.json").split("\n")) {
  const text = readFileSync(join(root, file), "utf8");
  const lock: LockFile = JSON.parse(text);
  for (const [path, entry] of findBare(lock)) {
    const name = `${packageName(path, entry)}@${entry.version}`;
    const integrity = isWriting ? run("npm", "view", name, "dist.integrity") : "";
    if (integrity.startsWith("sha512-")) entry.integrity = integrity;
    else {
      missing += 1;
      process.stdout.write(`${file}: ${name} has no digest\n`);
    }
  }
  const written = `${JSON.stringify(lock, null, 2)}\n`;
  if (isWriting && written !== text) writeFileSync(join(root, file), written);
}
if (missing > 0) process.stdout.write(`${missing} without a digest. npm run locks -- --write fills them in.\n`);
process.exit(missing > 0 ? 1 : 0);
