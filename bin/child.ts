// A child process that ends with this one: a signal that asks this one to stop is passed on, and its end is waited for.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { toChildEnvironment } from "../lib/config.ts";

export interface Child {
  /** Its exit code, or 128 and the number of the signal that ended it. */
  readonly exit: Promise<number>;
  /** Whether this process was asked to stop while it ran. */
  isStopping(): boolean;
}

/** Requests may take 8 s (`TOOL_DEADLINE_MS`); a supervisor commonly kills after 10. */
const DRAIN_MS = 9_000;

/** Runs Node with these arguments. */
export function runChild(...args: readonly string[]): Child {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: toChildEnvironment() });
  let timer: NodeJS.Timeout | undefined;
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    timer ??= setTimeout(() => {
      process.stderr.write(`Connections that were still open ${DRAIN_MS / 1000} s after ${signal} were cut off.\n`);
      child.kill("SIGKILL");
    }, DRAIN_MS);
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, stop);
  const exit = new Promise<number>((resolve) =>
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      for (const one of signals) process.off(one, stop);
      resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]);
    }),
  );
  return { exit, isStopping: () => timer !== undefined };
}
