import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stampFilePath } from "../lib/runtime/build-stamp.ts";

/** Folder of pages that Next cached from the old build. With it, Next would serve the old pages. */
const SERVED_PAGES = join("server", "route-cache");

export function copyBuild(from: string, to: string): void {
  const omittedPaths = [join(from, SERVED_PAGES), stampFilePath(from)];
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (path) => !omittedPaths.includes(path) });
}
