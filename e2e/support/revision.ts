// The git commit of the sources, so that measurements can be compared.
import { spawnSync } from "node:child_process";

export function readRevision(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).stdout?.trim() ?? "";
  const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
  return `${git("rev-parse", "--short", "HEAD") || "unknown"}${changed ? ", with changes" : ""}`;
}
