// The lock file has no version with a known vulnerability that affects this site. Versions below these have one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../support/root.ts";

/** The package's own name, the first safe version, and the fixed advisories. */
const floors = [
  // Middleware bypass, code execution by Server Components, injection by nonces, cache poisoning by RSC responses.
  [
    "next",
    "16.2.11",
    "GHSA-f82v-jwr5-mffw, CVE-2025-55182, GHSA-267c-6grr-h53f, GHSA-ffhc-5mcf-pf4q, GHSA-wfc6-r584-vfw7",
  ],
  ["react", "19.2.1", "GHSA-fv66-9v8q-g76r"],
  ["react-dom", "19.2.1", "GHSA-fv66-9v8q-g76r"],
  // One client's answer sent to another. The last release named @vercel/mcp-adapter is older than the fix.
  ["mcp-handler", "1.1.0", "GHSA-w2fm-25vw-vh7f"],
] as const;

/** Whether a version is at least another. A prerelease counts as before its release. */
function isAtLeast(version: string, floor: string): boolean {
  const [numbers = "", prerelease] = version.split(/-(.*)/s);
  const [own, least] = [numbers, floor].map((text) => text.split(".").map(Number));
  const place = [0, 1, 2].find((index) => own?.[index] !== least?.[index]);
  return place === undefined
    ? prerelease === undefined
    : (own?.[place] ?? 0) > (least?.[place] ?? 0);
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly version?: string }>
  >;
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
const installed = Object.entries(packages).map(([path, entry]) => ({
  name: entry.name ?? path.replace(/^.*node_modules\//, ""),
  version: entry.version ?? "",
}));

for (const [name, floor, advisories] of floors) {
  test(`${name} is ${floor} or newer: ${advisories}`, () => {
    const found = installed.filter((one) => one.name === name);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ version }) => !isAtLeast(version, floor))).toEqual([]);
  });
}

test("versions are compared as numbers", () => {
  const rows = [
    ["16.2.11", true],
    ["16.2.9", false],
    ["16.10.0", true],
    ["16.2.11-canary.1", false],
    ["15.9.99", false],
    ["17.0.0-beta.1", true],
  ] as const;
  for (const [version, expected] of rows)
    expect(isAtLeast(version, "16.2.11"), version).toBe(expected);
});
