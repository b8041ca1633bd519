// `npm start` with a wrong configuration or a full disk: one message, exit code 1, and nothing keeps running.
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
import { viewsFolder } from "../../lib/site/serve/view-files.ts";
import { root } from "../support/root.ts";

/** `limits`: a command and its arguments that start Node under limits. */
function start(
  variables: Record<string, string>,
  limits: readonly string[] = [],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const jiti = join(root, "node_modules/jiti/lib/jiti-cli.mjs");
  const [command = "", ...args] = [...limits, process.execPath, jiti, "bin/start.ts"];
  const child = spawn(command, args, { cwd: root, env: { ...childEnvironment(), ...variables } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

test("every wrong variable is named, nothing is built, nothing listens", async () => {
  const { code, stdout, stderr } = await start({
    NETWORK: "bitcoin",
    SITE_URL: "http://example.org",
    CONTENT_SIGNAL: "search=perhaps",
    DIST_DIR: ".next-never",
  });
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr.trim().split("\n")).toHaveLength(4);
  for (const name of ["NETWORK must", "SITE_URL must", "CONTENT_SIGNAL must"]) expect(stderr).toContain(`- ${name}`);
  expect(existsSync(join(root, ".next-never"))).toBe(false);
});

test("a full disk is reported in one sentence, and nothing listens", async () => {
  const distDir = ".next-never";
  const file = viewsFolder(distDir);
  const atLimit = ["sh", "-c", 'ulimit -f 0; exec "$0" "$@"'];
  // The loader also writes its cache to disk, and reports a failure in its own words.
  const variables = { NETWORK: "sample", DIST_DIR: distDir, JITI_FS_CACHE: "false" };
  const { code, stdout, stderr } = await start(variables, atLimit);
  rmSync(join(root, file), { recursive: true });
  expect(stderr).toMatch(new RegExp(`^Signpost cannot be built: ${file} cannot be written \\(EFBIG.*\\)\\.\n$`));
  expect([code, stdout]).toEqual([1, "Building: there is no build of these sources and settings yet.\n"]);
  expect(existsSync(join(root, distDir))).toBe(false);
});
