// `jiti tools/recorded/run.ts FOLDER`: writes the facts of the recorded suites in FOLDER to e2e/fixtures/recorded, for the specs that need nothing beside the project.
import { writeFileSync } from "node:fs";
import { factsFile, factsText } from "./files.ts";
import { type RecordedNetwork, recordedFolders } from "./suites.ts";

const [, , folder] = process.argv;
if (folder === undefined) throw new Error("Name the folder of the recordings.");
for (const network of Object.keys(recordedFolders) as RecordedNetwork[]) {
  const text = factsText(folder, network);
  writeFileSync(factsFile(network), text);
  process.stdout.write(`${factsFile(network)}: ${text.length} bytes\n`);
}
