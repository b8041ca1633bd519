// This folder runs official MCP suites. The fixtures that they need are in e2e/support.
// This file: the wire as the client of the SDK 1.x sees it. tools/clients has what other clients can do.
import { runNode } from "../support/run-node.ts";

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
