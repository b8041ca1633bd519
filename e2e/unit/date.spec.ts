// `npm run date`: whoever adds a prose file runs it once, and the file has its date.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("a prose file that was never dated gets a date, and the others keep theirs", () => {
  const copy = mkdtempSync(join(tmpdir(), "signpost-date-"));
  try {
    for (const name of ["bin", "content", "lib", "package.json"])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const file = join(copy, "lib/site/dates.ts");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace(/^ {2}legal: .*\n/m, ""));
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join("node_modules", "jiti", "lib", "jiti-cli.mjs"), "bin/date.ts"],
      { cwd: copy, encoding: "utf8", env: {} as NodeJS.ProcessEnv },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Dated \S+: legal\.$/m);
    const undated = (text: string) => text.replace(/(legal: \{ updated: ")[^"]*/, "$1");
    expect(undated(readFileSync(file, "utf8"))).toBe(undated(before));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
