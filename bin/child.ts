import { spawn } from "node:child_process";
import { constants } from "node:os";
import { childEnvironment } from "../lib/config.ts";

export function runChild(...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: childEnvironment() });
  const signals = ["SIGINT", "SIGTERM"] as const;
  const forwardSignal = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of signals) process.on(signal, forwardSignal);
  return new Promise((resolve) =>
    child.once("exit", (exitCode, exitSignal) => {
      for (const signal of signals) process.off(signal, forwardSignal);
      resolve(exitCode ?? 128 + constants.signals[exitSignal ?? "SIGKILL"]);
    }),
  );
}
