// Two builds of the same sources and settings serve the same bytes, with a network or without.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { toChildEnvironment } from "../../lib/config.ts";
import { toTokenCountsFile } from "../../lib/site/token-counts.ts";
import { toAlone } from "../preload.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is sent as it stands: pages, assets, the build's id, the measured tokens. */
function readServed(distDir: string): Record<string, string> {
  const list = (folder: string, kept: RegExp) =>
    readdirSync(join(root, distDir, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => kept.test(file))
      .map((file): [string, string] => [
        join(folder, file),
        readFileSync(join(root, distDir, folder, file)).toString("base64"),
      ]);
  return {
    ...Object.fromEntries([...list("server/app", /\.(html|body)$/), ...list("static", /\.\w+$/)].sort()),
    build: readFileSync(join(root, distDir, "BUILD_ID"), "utf8"),
    tokens: readFileSync(join(root, toTokenCountsFile(distDir)), "utf8"),
  };
}

test("a second build, without a network, asks for none and serves the same bytes", ({ baseURL }, info) => {
  test.setTimeout(300_000);
  const jiti = join("node_modules", "jiti", "lib", "jiti-cli.mjs");
  const environment = { ...toChildEnvironment(), NETWORK: "sample", PORT: new URL(baseURL as string).port };
  const refused = info.outputPath("refused");
  const { status, stderr } = spawnSync(process.execPath, [jiti, "bin/build.ts"], {
    cwd: root,
    encoding: "utf8",
    env: { ...environment, DIST_DIR: ".next-again", ...toAlone(refused) },
  });
  expect(status, stderr).toBe(0);
  expect(existsSync(refused) ? readFileSync(refused, "utf8") : "").toBe("");
  const [first, second] = [readServed(".next-test"), readServed(".next-again")];
  expect(Object.keys(second)).toEqual(Object.keys(first));
  expect(Object.keys(first).filter((name) => first[name] !== second[name])).toEqual([]);
  expect(Object.keys(first).filter((name) => name.endsWith(".html")).length).toBeGreaterThan(7);
});
