// Runs a tool with this folder's Node and a scratch folder as its home, without usage reports and update checks.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../../e2e/support/browser.ts";
import { childEnvironment } from "../../lib/config.ts";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Toolbox {
  /** The Node version that the tools need. */
  readonly node: string;
  /** A folder for a tool's files, empty at first. */
  readonly scratch: string;
  /** Runs a script of `node_modules/` in the scratch folder. */
  run(script: string, ...args: string[]): Promise<Ran>;
  /** Runs any other program. `code` is null if it does not start. */
  runProgram(program: string, ...args: string[]): Promise<Ran>;
  /** The path of a file in an installed package. */
  pathOf(file: string): string;
  versionOf(name: string): string;
}

const LIMIT_MS = 300_000;

/** Lighthouse has no option for it, and finds no headless shell by itself. */
const browser = { CHROME_PATH: findChromium() ?? "" };

const quiet = {
  NO_COLOR: "1",
  DO_NOT_TRACK: "1",
  CI: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SCARF_ANALYTICS: "false",
};

export function createToolbox(folder: string, node: string, scratch: string): Toolbox {
  mkdirSync(scratch, { recursive: true });
  const pathOf = (file: string) => join(folder, "node_modules", file);
  let count = 0;
  const runProgram = (program: string, ...args: string[]) => {
    count += 1;
    return runInto(join(scratch, `run-${count}`), program, args, scratch);
  };
  return {
    node,
    scratch,
    pathOf,
    runProgram,
    run: (script, ...args) => runProgram(node, pathOf(script), ...args),
    versionOf: (name) => JSON.parse(readFileSync(pathOf(join(name, "package.json")), "utf8")).version,
  };
}

/** Output goes to files, because some tools end before a pipe has all of their output. */
async function runInto(file: string, program: string, args: readonly string[], cwd: string): Promise<Ran> {
  const [out, err] = [openSync(`${file}.out`, "w"), openSync(`${file}.err`, "w")];
  const child = spawn(program, args, {
    cwd,
    env: { ...childEnvironment(), ...quiet, ...browser, HOME: cwd },
    stdio: ["ignore", out, err],
    timeout: LIMIT_MS,
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  closeSync(out);
  closeSync(err);
  return { code, stdout: readFileSync(`${file}.out`, "utf8"), stderr: readFileSync(`${file}.err`, "utf8") };
}

/** @throws Error with the tool's output if that is not JSON. */
export function parseOutput<Shape>({ code, stdout, stderr }: Ran, name: string): Shape {
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`${name} ended with ${code} and no JSON:\n${stdout.slice(0, 2000)}\n${stderr.slice(0, 2000)}`, {
      cause,
    });
  }
}
