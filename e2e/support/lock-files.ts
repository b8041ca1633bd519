// Finds the entries of a lock file without a digest, which an install could not check.
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

/** Links and bundled packages are files of another entry. The entry "" is the project itself. */
export function findBare({ packages }: LockFile): [path: string, entry: LockEntry][] {
  return Object.entries(packages).filter(
    ([path, { link, inBundle, integrity }]) =>
      path !== "" && !link && !inBundle && !integrity?.startsWith("sha512-"),
  );
}

/** The package's name. For an alias it is in the entry, otherwise in the folder. */
export function packageName(path: string, { name }: LockEntry): string {
  return name ?? (path.split("node_modules/").at(-1) as string);
}
