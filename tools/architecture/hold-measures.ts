// `npm run check -- measures`: no number of measures.json rises. `--write` lowers those that fell. `--raise` takes over all as they are.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { listRises, lowered, type Measures, measure } from "./measures.ts";

const root = join(import.meta.dirname, "../..");
const file = join(import.meta.dirname, "measures.json");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const listFiles = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|css)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const tree = new Map(["lib", "app", "e2e", "bin"].flatMap(listFiles).map((path) => [path, read(path)]));
const found = measure(tree);
const held: Measures = JSON.parse(readFileSync(file, "utf8"));
const write = (measures: Measures) => writeFileSync(file, `${JSON.stringify(measures, null, 2)}\n`);

const rises = listRises(held, found);
if (process.argv.includes("--raise")) write(found);
else if (rises.length > 0) {
  process.stdout.write(
    `${rises.join("\n")}\nMake it smaller elsewhere. Where that is not possible, say why in a line of CHANGELOG.md, and set the numbers anew: npm run check -- measures --raise\n`,
  );
  process.exitCode = 1;
} else if (process.argv.includes("--write")) write(lowered(held, found));
