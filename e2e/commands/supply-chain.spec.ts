// What the project depends on: pinned actions, digests of every package, and a bill of materials.
import { spawnSync } from "node:child_process";
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
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly integrity?: string;
  readonly engines?: { readonly node?: string };
}
/** By folder: "node_modules/zod". The entry "" is the project itself. */
type LockEntries = Readonly<Record<string, LockEntry>>;

const readText = (path: string) => readFileSync(join(root, path), "utf8");
const readEntries = (path: string): LockEntries => JSON.parse(readText(path)).packages;
const locked = readEntries("package-lock.json");

/** Those without a digest, which an install could not check. Links and bundled packages are files of another entry. */
const findBare = (entries: LockEntries) =>
  Object.entries(entries).filter(
    ([path, { link, inBundle, integrity }]) =>
      path !== "" && !link && !inBundle && !integrity?.startsWith("sha512-"),
  );
const packageName = (path: string, { name }: LockEntry) => name ?? folderName(path);
const folderName = (path: string) => path.split("node_modules/").at(-1) as string;
/** Optional binaries for other machines. The registry that wrote the file did not have their digests. */
const isForOthers = ({ optional, os }: LockEntry) => Boolean(optional && os);

function run(cwd: string, command: string, ...args: string[]): string {
  // In production npm leaves out what development needs.
  const env = { ...childEnvironment(), NODE_ENV: "development" as const };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

test("every action of the workflow is pinned to a commit", () => {
  const workflow = readText(".github/workflows/test.yml");
  const uses = [...workflow.matchAll(/uses: (.*)/g)].map((match) => match[1]);
  expect(uses.length).toBeGreaterThan(1);
  for (const use of uses) expect(use).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

/** Whether a range of Node versions, as packages write it, includes a version. */
function admits(range: string, version: string): boolean {
  const parseVersion = (text: string) => text.split(".").map(Number);
  const [major = 0, minor = 0] = parseVersion(version);
  return range.split("||").some((part) => {
    const match = /^\s*(>=|\^|)\s*(\d[\d.]*)\s*$/.exec(part);
    if (!match) throw new Error(`a range of another form: ${range}`);
    const [leastMajor = 0, leastMinor = 0] = parseVersion(match[2] as string);
    return major === leastMajor ? minor >= leastMinor : match[1] === ">=" && major > leastMajor;
  });
}

test("every locked package runs on the oldest supported Node of each line, and the workflow tests those", () => {
  expect([
    admits(">=20.19.0", "20.9.0"),
    admits("20 || >=22", "21.0.0"),
    admits("^18.19.0 || >=20.6", "24.1.0"),
  ]).toEqual([false, false, true]);
  const oldest = ["20.19.0", "22.0.0"];
  const { engines } = JSON.parse(readText("package.json"));
  expect([engines.node, locked[""]?.engines?.node]).toEqual(Array(2).fill("^20.19 || >=22"));
  const needed = Object.entries(locked).filter(([, entry]) => !isForOthers(entry));
  const refusing = needed.filter(([, one]) =>
    oldest.some((version) => !admits(one.engines?.node ?? ">=0", version)),
  );
  expect(refusing.map(([name]) => name)).toEqual([]);
  expect(readText(".github/workflows/test.yml")).toContain('node: ["20.19", "22", "24"]');
  expect(readText("README.md")).toContain("Node.js 20.19, or 22 and newer.");
});

test("every locked package has a digest, except binaries for other machines", () => {
  const files = run(root, "git", "ls-files", "*package-lock.json").trim().split("\n");
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const entries = readEntries(file);
    expect(Object.keys(entries).length, file).toBeGreaterThan(5);
    expect(findBare(entries).filter(([, entry]) => !isForOthers(entry))).toEqual([]);
  }
});

test("a lock file's entry without a digest is found, but links are not", () => {
  const packages = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-x" },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "1.0.0", integrity: "sha1-x" },
    "node_modules/d": { link: true },
    "node_modules/e/node_modules/f": { name: "g", version: "2.0.0" },
  };
  expect(findBare(packages).map(([path, entry]) => packageName(path, entry))).toEqual([
    "b",
    "c",
    "g",
  ]);
});

/** The first version without the known vulnerabilities that affect this site. An alias has its own name. */
const floors = {
  // GHSA-f82v-jwr5-mffw, CVE-2025-55182, GHSA-267c-6grr-h53f, GHSA-ffhc-5mcf-pf4q, GHSA-wfc6-r584-vfw7
  next: "16.2.11",
  // GHSA-fv66-9v8q-g76r
  react: "19.2.1",
  "react-dom": "19.2.1",
  // GHSA-w2fm-25vw-vh7f: one client's answer sent to another.
  "mcp-handler": "1.1.0",
};

/** A prerelease counts as before its release. */
function isAtLeast(version: string, floor: string): boolean {
  const [numbers = "", prerelease] = version.split(/-(.*)/s);
  const [own = [], least = []] = [numbers, floor].map((text) => text.split(".").map(Number));
  const place = [0, 1, 2].find((at) => own[at] !== least[at]);
  if (place === undefined) return prerelease === undefined;
  return (own[place] ?? 0) > (least[place] ?? 0);
}

test("no locked package has a known vulnerability that affects this site", () => {
  const versions = ["16.2.11", "16.10.0", "17.0.0-beta.1", "16.2.9", "16.2.11-canary.1", "15.9.99"];
  expect(versions.filter((version) => isAtLeast(version, "16.2.11"))).toEqual(versions.slice(0, 3));
  for (const [name, floor] of Object.entries(floors)) {
    const entries = Object.entries(locked).filter(
      ([path, entry]) => packageName(path, entry) === name,
    );
    expect(entries.length, name).toBeGreaterThan(0);
    const unsafe = entries.filter(([, { version }]) => !isAtLeast(`${version}`, floor));
    expect(unsafe.map(([path]) => path)).toEqual([]);
  }
});

/** Licences that allow to serve and copy the site with only a notice. libvips is linked, not changed. */
const licences =
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 ISC LGPL-3.0-or-later MIT OFL-1.1";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string }[];
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string };
    readonly expression?: string;
  }[];
}

test("the bill of materials names every locked package, and every one in production has an allowed licence", () => {
  const bill = JSON.parse(run(root, "npm", "run", "-s", "sbom"));
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { purl: `pkg:npm/signpost@${VERSION}` } },
  });
  const components: readonly Component[] = bill.components;
  const isDev = ({ properties }: Component) =>
    properties.some(({ name }) => name === "cdx:npm:package:development");
  const packageLine = (name: string, version: string, dev: boolean) =>
    `${name}@${version}${dev ? " for development" : ""}`;
  const folders = Object.entries(locked).filter(([folder]) => folder !== "");
  const expected = folders.map(([folder, { version, dev = false }]) =>
    packageLine(folderName(folder), `${version}`, dev),
  );
  const listed = components.map((one) => packageLine(one.name, one.version, isDev(one)));
  expect(listed.sort()).toEqual([...new Set(expected)].sort());
  // `npm sbom --omit dev` also omits packages that development
  // needs too, for example zod. So all are listed and marked.
  expect(listed).toContain(`zod@${locked["node_modules/zod"]?.version}`);
  for (const { name, licenses = [] } of components.filter((one) => !isDev(one))) {
    const ids = licenses.flatMap(
      ({ license, expression }) => expression?.split(" AND ") ?? [`${license?.id}`],
    );
    expect(ids.length, name).toBeGreaterThan(0);
    expect(licences.split(" "), name).toEqual(expect.arrayContaining(ids));
  }
});
