// A build that is copied for other settings brings its code, and nothing that would be served or counted in place of the new build.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { copyBuild } from "../../bin/copy-build.ts";
import { stampFilePath } from "../../lib/runtime/build-stamp.ts";

test("pages that a server kept, the stamp and what was there before are not in the copy", () => {
  const [from, to] = [test.info().outputPath("from"), test.info().outputPath("to")];
  const write = (file: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  };
  const kept = join("server", "route-cache", "APP_PAGE", "index.html");
  const code = [join("server", "app", "page.js"), join("static", "chunks", "a.js")];
  for (const file of [...code, kept]) write(join(from, file));
  write(stampFilePath(from));
  write(join(to, "older"));
  copyBuild(from, to);
  const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map((entry) => join(entry.parentPath, entry.name)).sort()).toEqual(
    code.map((file) => join(to, file)),
  );
  expect(existsSync(stampFilePath(from))).toBe(true);
});
