import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { childEnvironment } from "../../lib/config.ts";

const LIMIT_MS = 15 * 60_000;

export function installPackages(names: readonly string[]): string | null {
  if (!existsSync("/usr/bin/apt-get")) return "no apt-get";
  if (process.getuid?.() !== 0) return `as root: apt-get install -y ${names.join(" ")}`;
  const run = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      env: { ...childEnvironment(), DEBIAN_FRONTEND: "noninteractive" },
      stdio: "ignore",
      timeout: LIMIT_MS,
    }).status === 0;
  if (!run("update")) return "apt-get update failed";
  return run("install", "-y", ...names) ? null : `apt-get install ${names.join(" ")} failed`;
}
