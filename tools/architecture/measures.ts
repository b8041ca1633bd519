// How large the tree is, and how often one thing stands in it: numbers that may only fall. A pattern stands for what it is easy to find by.

/** By path from the root. */
export type Tree = ReadonlyMap<string, string>;
export type Measures = Readonly<Record<string, number>>;

const LONG_FUNCTION = 80;
const folders = ["lib", "app", "e2e"];
const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);
const isShipped = (path: string) => isIn("lib", path) || isIn("app", path);
const isSpec = (path: string) => path.endsWith(".spec.ts");
const countLines = (text: string) => text.split("\n").length - 1;

export function measure(tree: Tree): Measures {
  const count = (isMeant: (path: string) => boolean, of: (text: string, path: string) => number) =>
    [...tree].reduce((sum, [path, text]) => sum + (isMeant(path) ? of(text, path) : 0), 0);
  const files = (isMeant: (path: string) => boolean, pattern: RegExp) =>
    count(isMeant, (text) => Number(pattern.test(text)));
  const each = (what: string, of: (text: string) => number) =>
    folders.map((folder) => [`${what} of ${folder}`, count((path) => isIn(folder, path), of)]);
  return {
    ...Object.fromEntries([...each("lines", countLines), ...each("files", () => 1)]),
    "lines of e2e outside specs": count((path) => isIn("e2e", path) && !isSpec(path), countLines),
    "exported functions with one importer": countLonely(tree),
    [`top-level functions over ${LONG_FUNCTION} lines`]: count(isShipped, countLongFunctions),
    "casts to members of readings": count(isShipped, (text) => text.match(/ as \w+Reading\["/g)?.length ?? 0),
    "files that name a swap's state": files(
      (path) => isShipped(path) && !isIn("lib/sample", path),
      /\b(?:outbound_signing|partially_refunded|no_output)\b/,
    ),
    "specs that spell HALTBTCTRADING": files(isSpec, /HALTBTCTRADING/),
  };
}

const functionStart =
  /^(?:export )?(?:default )?(?:(?:async )?function\b(?!.*\}$)|const \w+.* => \{$|const \w+ = (?:async )?\($)/;

/** Biome puts the end of a top-level function on a line of its own, without a blank before it. */
function countLongFunctions(text: string): number {
  const lines = text.split("\n");
  return lines.filter((line, start) => {
    if (!functionStart.test(line)) return false;
    const length = lines.slice(start).findIndex((one) => /^[}\])]+;?$/.test(one)) + 1;
    return length > LONG_FUNCTION;
  }).length;
}

/** Of shipped code, and imported by one file of it. */
function countLonely(tree: Tree): number {
  const importers = new Map<string, number>();
  for (const [path, text] of tree) {
    if (isIn("e2e", path)) continue;
    for (const [, names = "", from = ""] of text.matchAll(/^(?:import|export) (?:\w+, )?\{([^}]*)\} from "([^"]+)"/gm))
      for (const name of names.split(",")) {
        const key = `${resolveImport(path, from)} ${name.trim().split(" ")[0]}`;
        importers.set(key, (importers.get(key) ?? 0) + 1);
      }
  }
  const functions = /^export (?:async function|function|const(?= \w+ =\s+(?:async )?(?:\(|<|\w+ =>))) (\w+)/gm;
  return [...tree]
    .filter(([path]) => isIn("lib", path))
    .flatMap(([path, text]) => [...text.matchAll(functions)].map(([, name]) => `${path} ${name}`))
    .filter((key) => importers.get(key) === 1).length;
}

function resolveImport(path: string, from: string): string {
  if (from.startsWith("@/")) return from.slice(2);
  return new URL(from, `file:///${path}`).pathname.slice(1);
}

/** What rose, a sentence each. */
export function listRises(held: Measures, found: Measures): string[] {
  return Object.entries(found).flatMap(([name, number]) => {
    const most = held[name];
    if (most !== undefined && number <= most) return [];
    return [`${name}: ${number}, at most ${most ?? "nothing"}.`];
  });
}

/** The lower of both: what fell stays so. */
export function lowered(held: Measures, found: Measures): Measures {
  const lower = ([name, number]: readonly [string, number]) => [name, Math.min(number, held[name] ?? number)] as const;
  return Object.fromEntries(Object.entries(found).map(lower));
}
