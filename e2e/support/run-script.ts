// Runs a script of the project to its end, with only the given environment variables.
import { spawnSync } from "node:child_process";
import { root } from "./root.ts";

interface Surroundings {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

export function runScript(
  [script, ...args]: readonly [script: string, ...args: string[]],
  { folder = root, variables = {} }: Surroundings = {},
) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/jiti/lib/jiti-cli.mjs", script, ...args],
    { cwd: folder, encoding: "utf8", env: variables as NodeJS.ProcessEnv },
  );
  return { status, stdout, stderr };
}
