// The packages that an install brings, from the site's lock file.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

export interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: true;
  readonly integrity?: string;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
}

/** By folder: "node_modules/zod". The entry "" is the site itself. */
export const locked: Readonly<Record<string, Locked>> = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
).packages;

/** Folders of these packages and of all their dependencies. Optional ones count if they are installed. */
export function findDependencies(
  names: readonly string[],
  from = "",
  closure = new Set<string>(),
): ReadonlySet<string> {
  for (const name of names) {
    const folder = findFolder(name, from);
    if (closure.has(folder)) continue;
    closure.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = locked[folder] as Locked;
    const optional = Object.keys(optionalDependencies).filter((one) => isInstalled(findFolder(one, folder)));
    findDependencies([...Object.keys(dependencies), ...optional], folder, closure);
  }
  return closure;
}

function isInstalled(folder: string): boolean {
  return existsSync(join(root, folder));
}

/** Where Node finds a package that a file in `from` imports. @throws if the lock file has none. */
function findFolder(name: string, from: string): string {
  const folder = join(from, "node_modules", name);
  if (folder in locked) return folder;
  if (from === "") throw new Error(`${name} is not in package-lock.json`);
  return findFolder(name, from.slice(0, Math.max(0, from.lastIndexOf("node_modules") - 1)));
}
