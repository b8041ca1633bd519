// `npm start` with a bad configuration: one message, exit code 1, nothing half started.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { toChildEnvironment } from "../../lib/config.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function start(variables: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(root, "node_modules/jiti/lib/jiti-cli.mjs"), "bin/start.ts"], {
    cwd: root,
    env: { ...toChildEnvironment(), ...variables },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

test("every bad variable is named, nothing is built, nothing listens", async () => {
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
