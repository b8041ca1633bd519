// What the project depends on: pinned actions, digests of every package, and a bill of materials.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
import { VERSION } from "../../lib/version.ts";
import { root } from "../support/root.ts";

interface LockEntry {
  /** Of an alias. */
  readonly name?: string;
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly integrity?: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
}

const readText = (path: string) => readFileSync(join(root, path), "utf8");
/** By folder: "node_modules/zod". */
const readEntries = (path: string): [folder: string, entry: LockEntry][] =>
  Object.entries<LockEntry>(JSON.parse(readText(path)).packages).filter(([folder]) => folder);
const locked = readEntries("package-lock.json");

const folderName = (folder: string) => folder.split("node_modules/").at(-1);
test("every action of the workflow is pinned to a commit", () => {
  const uses = readText(".github/workflows/test.yml").match(/uses: .*/g) ?? [];
  expect(uses.length).toBeGreaterThan(1);
  for (const use of uses)
    expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

/** Whether a range of Node versions, as packages write it, includes a version. */
function admits(range: string, version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return range.split("||").some((part) => {
    const match = /^\s*(>=|\^|)\s*(\d+)\.?(\d*)[\d.]*\s*$/.exec(part);
    if (!match) throw new Error(`a range of another form: ${range}`);
    const [leastMajor, leastMinor] = [Number(match[2]), Number(match[3])];
    return major === leastMajor ? minor >= leastMinor : match[1] === ">=" && major > leastMajor;
  });
}

test("every locked package runs on the oldest supported Node of each line, and the workflow tests those", () => {
  const ranges = [">=20.20", "^18.19 || >=22", "20 || >=22", ">=8.1.0"];
  expect(ranges.filter((range) => admits(range, "20.19.0"))).toEqual(ranges.slice(2));
  const refusing = locked.filter(
    ([, { engines, optional, os }]) =>
      (!optional || !os) &&
      ["20.19.0", "22.0.0"].some((version) => !admits(engines?.node ?? ">=0", version)),
  );
  expect(refusing.map(([folder]) => folder)).toEqual([]);
  expect(JSON.parse(readText("package.json")).engines.node).toBe("^20.19 || >=22");
  expect(readText(".github/workflows/test.yml")).toContain('node: ["20.19", "22", "24", "26"]');
  expect(readText("README.md")).toContain("Node.js 20.19, or 22 and newer.");
});

test("every locked package has a digest", () => {
  const files = execFileSync("git", ["ls-files", "*package-lock.json"], { cwd: root });
  for (const file of `${files}`.trim().split("\n")) {
    const entries = readEntries(file);
    expect(entries.length, file).toBeGreaterThan(5);
    for (const [folder, { integrity }] of entries) expect(integrity, folder).toMatch(/^sha512-/);
  }
});

/** The first version without the known vulnerabilities that affect this site. */
const floors = {
  // GHSA-f82v-jwr5-mffw, CVE-2025-55182, GHSA-267c-6grr-h53f, GHSA-ffhc-5mcf-pf4q, GHSA-wfc6-r584-vfw7
  next: "16.2.11",
  // GHSA-fv66-9v8q-g76r
  react: "19.2.1",
  "react-dom": "19.2.1",
  // GHSA-w2fm-25vw-vh7f: one client's answer sent to another.
  "mcp-handler": "1.1.0",
};

test("no locked package has a known vulnerability that affects this site", () => {
  for (const [name, floor] of Object.entries(floors)) {
    const entries = locked.filter(([folder, entry]) => (entry.name ?? folderName(folder)) === name);
    expect(entries.length, name).toBeGreaterThan(0);
    for (const [folder, { version = "" }] of entries) {
      // A prerelease comes before its release.
      expect(version, folder).toMatch(/^\d+\.\d+\.\d+$/);
      const order = version.localeCompare(floor, "en", { numeric: true });
      expect(order, `${folder} ${version}`).toBeGreaterThanOrEqual(0);
    }
  }
});

/** Licences that allow to serve and copy the site with only a notice. libvips is linked, not changed. */
const licences =
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 ISC LGPL-3.0-or-later MIT OFL-1.1";

test("every package in production has an allowed licence", () => {
  for (const [folder, { dev, license = "" }] of locked)
    if (!dev)
      expect(licences.split(" "), folder).toEqual(expect.arrayContaining(license.split(" AND ")));
});

test("the bill of materials is of this version", { tag: "@slow" }, () => {
  // In production npm leaves out what development needs.
  const env = { ...childEnvironment(), NODE_ENV: "development" as const };
  const options = { cwd: root, env, encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  const bill = JSON.parse(execFileSync("npm", ["run", "-s", "sbom"], options));
  expect(bill.metadata.component.purl).toBe(`pkg:npm/signpost@${VERSION}`);
  const names = new Set(locked.map(([folder]) => folderName(folder)));
  expect(new Set(bill.components.map(({ name }: LockEntry) => name))).toEqual(names);
});
