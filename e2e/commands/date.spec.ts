// This folder tests commands, and the files that they leave.
// This file: `npm run date`. Every text has the date of its last change, and a new prose file needs one run.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { dates } from "../../lib/site/registry/dates.ts";
import { copyProject } from "../support/copied-project.ts";
import { runScript } from "../support/run-script.ts";

test("every text has the date of its last change", () => {
  expect(runScript(["bin/date.ts", "--check"])).toMatchObject({ status: 0, stderr: "" });
  for (const { updated } of Object.values(dates))
    expect(Date.parse(updated), updated).toBeLessThanOrEqual(Date.now());
});

test("a new prose file gets a date, and the others keep theirs", { tag: "@slow" }, () => {
  const copy = copyProject();
  try {
    const file = join(copy, "lib/site/registry/dates.ts");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace(/^ {2}legal: .*\n/m, ""));
    const { status, stderr, stdout } = runScript(["bin/date.ts"], { folder: copy });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Dated \S+: legal\.$/m);
    const undated = (text: string) => text.replace(/(legal: \{ updated: ")[^"]*/, "$1");
    expect(undated(readFileSync(file, "utf8"))).toBe(undated(before));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
