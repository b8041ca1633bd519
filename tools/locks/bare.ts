// Which entries of a lock file have no digest that an install would check.
export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  integrity?: string;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** Links and bundled packages are files of another entry, and the entry "" is the project itself. */
export function findBare({ packages }: LockFile): [path: string, entry: LockEntry][] {
  return Object.entries(packages).filter(
    ([path, { link, inBundle, integrity }]) => path !== "" && !link && !inBundle && !integrity?.startsWith("sha512-"),
  );
}

/** An alias names its package in the entry; else the folder does. */
export function packageName(path: string, { name }: LockEntry): string {
  return name ?? (path.split("node_modules/").at(-1) as string);
}
