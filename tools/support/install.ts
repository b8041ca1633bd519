// This folder has code that tools share. This file installs the packages of a tool.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../lib/config.ts";

/** Ignores NODE_ENV. Does nothing if this manifest is installed already. @throws if npm fails. */
export function install(folder: string): void {
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const stamp = join(folder, "node_modules", ".signpost-manifest");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === manifest) return;
  const args = [
    "install",
    "--no-package-lock",
    "--include=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ];
  const options = { cwd: folder, stdio: "inherit", env: childEnvironment() } as const;
  const { status, error } = spawnSync("npm", [...args, "--loglevel=error"], options);
  if (status !== 0) throw new Error(`npm ${args.join(" ")} in ${folder} failed`, { cause: error });
  writeFileSync(stamp, manifest);
}
