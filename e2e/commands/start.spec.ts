// `npm start` with a wrong configuration: one message, exit code 1, and nothing keeps running.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
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
  for (const name of ["NETWORK must", "SITE_URL must", "CONTENT_SIGNAL must"])
    expect(stderr).toContain(`- ${name}`);
  expect(existsSync(join(root, ".next-never"))).toBe(false);
});
