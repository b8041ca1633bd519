import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { root } from "./root.ts";

/** Also copies `files`. All copies have one path, because jiti caches by path: use one worker. */
export function copyProject(...files: readonly string[]): string {
  const copy = join(test.info().project.outputDir, "copied-project");
  rmSync(copy, { recursive: true, force: true });
  for (const name of ["bin", "content", "lib", "package.json", ...files])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
