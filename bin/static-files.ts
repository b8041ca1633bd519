// The files of the build that a browser loads under /_next/static/.
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

/** Paths such as "/_next/static/chunks/a.js". */
export function listStaticFiles(distDir: string): ReadonlySet<string> {
  const folder = join(distDir, "static");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .map((path) => `/_next/static${path.split(sep).join("/")}`);
  return new Set(files);
}
