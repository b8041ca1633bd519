import { spawn } from "node:child_process";
import { constants } from "node:os";
import { childEnvironment } from "../lib/config.ts";

export function runChild(...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: childEnvironment() });
  const signals = ["SIGINT", "SIGTERM"] as const;
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((resolve) =>
    child.once("exit", (code, exitSignal) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve(code ?? 128 + constants.signals[exitSignal ?? "SIGKILL"]);
    }),
  );
}
