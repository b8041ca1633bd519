// The id of a build: a digest of all that the build is made from. Equal ids mean equal bytes.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSettings, type Config } from "../config.ts";

const sourcePaths = [
  "app",
  "bin",
  "content",
  "lib",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
];

export function stampFilePath(distDir: string): string {
  return join(distDir, "signpost.stamp");
}

export function readBuildStamp(settings: Config): string {
  const hash = createHash("sha256").update(
    JSON.stringify(buildSettings.map((name) => settings[name])),
  );
  for (const sourcePath of sourcePaths) {
    const sourceFiles = sourcePath.includes(".") ? [sourcePath] : listFiles(sourcePath);
    for (const file of sourceFiles) hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 40);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
