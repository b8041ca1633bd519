// Two builds of the same sources and settings serve the same bytes, online or offline.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { site, skipOnDeployment } from "../support/forms.ts";
import { withoutNetwork } from "../support/preload.ts";
import { root } from "../support/root.ts";
import { runScript } from "../support/run-script.ts";
import { SHARED_BUILD, sharedSettings } from "../support/start-process.ts";

skipOnDeployment("It builds.");

/** Files that are sent unchanged: pages and documents with their headers, assets, the build's id. */
function readServed(distDir: string): Record<string, string> {
  const read = (file: string) => readFileSync(join(root, distDir, file), "base64");
  const list = (folder: string, kept: RegExp) =>
    readdirSync(join(root, distDir, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => kept.test(file))
      .map((file) => join(folder, file));
  const served = [...list("server/app", /\.(html|body|meta)$/), ...list("static", /\.\w+$/)];
  return Object.fromEntries(["BUILD_ID", ...served].sort().map((file) => [file, read(file)]));
}

test("a second build without a network needs none and serves the same bytes", {
  tag: "@slow",
}, () => {
  test.setTimeout(300_000);
  const refused = test.info().outputPath("refused");
  const { status, stderr } = runScript(["bin/build.ts"], {
    variables: {
      ...childEnvironment(),
      ...sharedSettings(),
      PORT: new URL(site).port,
      DIST_DIR: ".next-again",
      ...withoutNetwork(refused),
    },
  });
  expect(status, stderr).toBe(0);
  expect(existsSync(refused) ? readFileSync(refused, "utf8") : "").toBe("");
  const [first, second] = [readServed(SHARED_BUILD), readServed(".next-again")];
  const names = Object.keys(first);
  expect(Object.keys(second)).toEqual(names);
  expect(names.filter((name) => first[name] !== second[name])).toEqual([]);
  expect(names.filter((name) => name.endsWith(".html")).length).toBeGreaterThan(7);
  const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
  const images = pages.map((path) => join("server/app", path, "opengraph-image.body"));
  expect(images.filter((name) => !first[name])).toEqual([]);
});
