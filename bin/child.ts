import { spawn } from "node:child_process";
import { constants } from "node:os";
import { childEnvironment } from "../lib/config.ts";

export function runChild(...args: readonly string[]): Promise<number> {
  const childProcess = spawn(process.execPath, args, { stdio: "inherit", env: childEnvironment() });
  const signalNames = ["SIGINT", "SIGTERM"] as const;
  const forwardSignal = (signal: NodeJS.Signals) => void childProcess.kill(signal);
  for (const signal of signalNames) process.on(signal, forwardSignal);
  return new Promise((resolve) =>
    childProcess.once("exit", (exitCode, exitSignal) => {
      for (const signal of signalNames) process.off(signal, forwardSignal);
      resolve(exitCode ?? 128 + constants.signals[exitSignal ?? "SIGKILL"]);
    }),
  );
}
