// Runs a script with a Node of its own, and gives what it printed.
import { spawn } from "node:child_process";
import { childEnvironment } from "../../lib/config.ts";

export function runNode(
  node: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(node, args, {
    cwd,
    env: { ...childEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output: withoutColours(output) })));
}

/** Removes terminal colours. */
function withoutColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d*m`, "g"), "");
}
