// The packages that an install brings, from the site's lock file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

interface Locked {
  /** Of an alias. */
  readonly name?: string;
  readonly version: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly engines?: { readonly node?: string };
}

/** By folder: "node_modules/zod". The entry "" is the site itself. */
export const locked: Readonly<Record<string, Locked>> = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
).packages;
