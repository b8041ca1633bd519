// `npm run release`: one command writes a version everywhere, and no document's date changes.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { VERSION } from "../../lib/version.ts";
import { copyProject } from "../support/copied-project.ts";
import { root } from "../support/root.ts";
import { runScript } from "../support/run-script.ts";

const manifests = ["package.json", "package-lock.json"];
const next = VERSION.replace(/\d+$/, (patch) => String(Number(patch) + 1));
const entry = "- Patch: a sentence of this spec.";

let copy = "";

const run = (...args: [script: string, ...string[]]) => runScript(args, { folder: copy });
const read = (name: string) => readFileSync(join(copy, name), "utf8");

/** The changelog with these lines as its unreleased entries. */
function writeChangelog(entries: string): void {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const changed = text.replace(/^(## Unreleased\n)[\s\S]*?(?=^## )/m, `$1\n${entries}\n\n`);
  writeFileSync(join(copy, "CHANGELOG.md"), changed);
}

test.beforeEach(() => {
  copy = copyProject(...manifests);
  writeChangelog(entry);
});
test.afterEach(() => rmSync(copy, { recursive: true, force: true }));

test("a release changes only the version and its date", () => {
  const before = manifests.map(read);
  const { status, stderr } = run("bin/release.ts", next);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  manifests.forEach((name, index) => {
    let expected = before[index] as string;
    // Each file has its own version first, and the lock file has it twice.
    for (let n = name === "package-lock.json" ? 2 : 1; n > 0; n -= 1)
      expected = expected.replace(`"version": "${VERSION}"`, `"version": "${next}"`);
    expect(read(name), name).toBe(expected);
  });
  const day = new Date().toISOString().slice(0, 10);
  expect(read("CHANGELOG.md")).toContain(
    `## Unreleased\n\n## ${next} (${day})\n\n${entry}\n\n## ${VERSION} (`,
  );
});

test("a release keeps every document's date", () => {
  const dates = read("lib/site/registry/dates.ts");
  expect(run("bin/release.ts", next).status).toBe(0);
  expect(run("bin/date.ts", "--check")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(read("lib/site/registry/dates.ts")).toBe(dates);
});

test("a release without an entry, or without a newer version, writes nothing", () => {
  const before = manifests.map(read);
  for (const [version, message] of [
    [VERSION, `${VERSION} is not newer than ${VERSION}.`],
    ["0.9.10", `0.9.10 is not newer than ${VERSION}.`],
    ["1.1", "Usage: npm run release -- <version>, such as 1.1.0"],
    ["", "Usage: npm run release -- <version>, such as 1.1.0"],
  ] as const)
    expect(run("bin/release.ts", version)).toEqual({
      status: 1,
      stdout: "",
      stderr: `${message}\n`,
    });
  writeChangelog("");
  const { status, stderr } = run("bin/release.ts", next);
  expect([status, stderr]).toEqual([1, expect.stringContaining("no entry under")]);
  expect(manifests.map(read)).toEqual(before);
});
