// Two builds of the same sources and settings serve the same bytes,
// online or offline. The second is the self-contained build.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { withoutNetwork } from "../support/preload.ts";
import { root } from "../support/root.ts";
import { findFreePort, startProcess } from "../support/start-process.ts";

test.describe.configure({ mode: "serial" });

/** Files that are sent unchanged: pages and documents with their headers, assets, the build's id. */
function readServed(distDir: string): Record<string, string> {
  const list = (folder: string, kept: RegExp) =>
    readdirSync(join(root, distDir, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => kept.test(file))
      .map((file): [string, string] => [
        join(folder, file),
        readFileSync(join(root, distDir, folder, file)).toString("base64"),
      ]);
  return {
    ...Object.fromEntries([...list("server/app", /\.(html|body|meta)$/), ...list("static", /\.\w+$/)].sort()),
    build: readFileSync(join(root, distDir, "BUILD_ID"), "utf8"),
  };
}

test("a second build without a network needs none and serves the same bytes", { tag: "@slow" }, ({ baseURL }, info) => {
  test.setTimeout(300_000);
  const jiti = join("node_modules", "jiti", "lib", "jiti-cli.mjs");
  const environment = {
    ...childEnvironment(),
    NETWORK: "sample",
    PORT: new URL(baseURL as string).port,
    RATE_LIMIT: "0",
  };
  const refused = info.outputPath("refused");
  const { status, stderr } = spawnSync(process.execPath, [jiti, "deploy/standalone.ts"], {
    cwd: root,
    encoding: "utf8",
    env: { ...environment, DIST_DIR: ".next-again", ...withoutNetwork(refused) },
  });
  expect(status, stderr).toBe(0);
  expect(existsSync(refused) ? readFileSync(refused, "utf8") : "").toBe("");
  const [first, second] = [readServed(".next-test"), readServed(".next-again")];
  expect(Object.keys(second)).toEqual(Object.keys(first));
  expect(Object.keys(first).filter((name) => first[name] !== second[name])).toEqual([]);
  expect(Object.keys(first).filter((name) => name.endsWith(".html")).length).toBeGreaterThan(7);
  const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
  const images = pages.map((path) => join("server/app", path, "opengraph-image.body"));
  expect(images.filter((name) => !first[name])).toEqual([]);
});

/**
 * Status, bytes, and headers without those that depend on the moment. An asset's validators depend on its file's time.
 */
async function readAnswer(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  // To a host that is not its own our server sends the bytes in pieces, uncounted.
  const passing = [
    "date",
    "connection",
    "keep-alive",
    "content-length",
    "transfer-encoding",
    ...(url.includes("/_next/") ? ["etag", "last-modified"] : []),
  ];
  const kept = [...response.headers].filter(([name]) => !passing.includes(name));
  const body = Buffer.from(await response.arrayBuffer()).toString("base64");
  return { status: response.status, headers: Object.fromEntries(kept), body };
}

test("the self-contained build serves every document equally, outside the checkout", { tag: "@slow" }, async ({
  baseURL,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-standalone-"));
  cpSync(join(root, ".next-again", "standalone"), folder, { recursive: true });
  const port = String(await findFreePort());
  const start = (environment: Record<string, string>) =>
    startProcess({
      args: [join(folder, "serve.mjs")],
      environment: { SITE_URL: "", NETWORK: "", DIST_DIR: "", PORT: port, RATE_LIMIT: "0", ...environment },
      ready: /Ready in/,
      limitMs: 60_000,
    });
  try {
    await expect(start({ SITE_URL: "https://example.org" })).rejects.toThrow(`SITE_URL is built in as "${baseURL}"`);
    const server = await start({});
    try {
      const [asset] = readdirSync(join(root, ".next-again", "static"), { recursive: true, encoding: "utf8" }).filter(
        (file) => file.endsWith(".css"),
      );
      const stable = resourcePaths.filter((path) => {
        const { kind, cache } = findResource(path);
        return kind !== "endpoint" && cache !== "live";
      });
      for (const path of [...stable, "/opengraph-image", "/no-such-page", `/_next/static/${asset}`]) {
        for (const accept of ["text/html", "text/markdown"]) {
          const [here, there] = await Promise.all(
            [`http://localhost:${port}`, baseURL].map((origin) => readAnswer(`${origin}${path}`, { accept })),
          );
          expect(here, `${accept} ${path}`).toEqual(there);
        }
      }
    } finally {
      await server.stop();
    }
    expect(server.exitCode()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
