// The commit of the measured sources. Without it, a measurement cannot be compared.
import { spawnSync } from "node:child_process";

export function readRevision(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).stdout?.trim() ?? "";
  const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
  return `${git("rev-parse", "--short", "HEAD") || "unknown"}${changed ? ", with changes" : ""}`;
}
