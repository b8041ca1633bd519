// This folder runs official MCP suites and foreign clients. The fixtures that they need are in e2e/support.
// Runs clients of other projects against the real endpoint.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "./suites.ts";

export interface Check {
  readonly name: string;
  readonly passed: boolean;
  /** The output, if the client failed. */
  readonly detail?: string;
}

/** `@modelcontextprotocol/sdk` 1.x. */
export async function checkSdkClient(folder: string, node: string, url: string): Promise<Check[]> {
  const { code, output } = await runNode(node, ["sdk-client.mjs", url], folder);
  const checks = [...output.matchAll(/^([✓✗]) (.+)$/gm)].map(([, mark, name]) => ({
    name: `sdk 1.x: ${name}`,
    passed: mark === "✓",
  }));
  const isRed = checks.length === 0 || checks.some((check) => !check.passed);
  if (!isRed && code === 0) return checks;
  return [...checks, { name: `sdk 1.x: ended with ${code}`, passed: false, detail: output }];
}

/** The inspector's CLI. With `--strict` it exits with 6 for a tool schema that clients cannot use. */
export async function checkInspector(folder: string, node: string, url: string): Promise<Check[]> {
  const inspector = join(
    "node_modules",
    "@modelcontextprotocol",
    "inspector",
    "clients",
    "launcher",
    "build",
    "index.js",
  );
  // The CLI writes to a folder in the user's home.
  const home = mkdtempSync(join(tmpdir(), "inspector-"));
  const checks: Check[] = [];
  for (const method of ["tools/list", "resources/list", "prompts/list"]) {
    const strict = method === "tools/list" ? ["--strict"] : [];
    const args = [inspector, "--cli", url, "--transport", "http", "--method", method, ...strict];
    const { code, output } = await runNode(node, args, folder, { HOME: home, USERPROFILE: home });
    const passed = code === 0 && /"name": "/.test(output);
    checks.push({
      name: `inspector --cli: ${method}`,
      passed,
      ...(!passed && { detail: `exit code ${code}\n${output}` }),
    });
  }
  rmSync(home, { recursive: true, force: true });
  return checks;
}
