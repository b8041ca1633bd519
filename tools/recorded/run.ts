import { writeFileSync } from "node:fs";
import { factsFile, factsText } from "./files.ts";
import { QUOTES_FILE, quotesText } from "./quotes.ts";
import { shapesFile, shapesText } from "./shapes.ts";
import { type RecordedNetwork, recordedFolders } from "./suites.ts";

const [, , folder] = process.argv;
if (folder === undefined) throw new Error("Name the folder of the recordings.");
const networks = Object.keys(recordedFolders) as RecordedNetwork[];
for (const network of networks) {
  const text = factsText(folder, network);
  writeFileSync(factsFile(network), text);
  process.stdout.write(`${factsFile(network)}: ${text.length} bytes\n`);
}
const shapes = shapesText(folder, networks);
writeFileSync(shapesFile, shapes);
process.stdout.write(`${shapesFile}: ${shapes.length} bytes\n`);
writeFileSync(QUOTES_FILE, quotesText(folder));
