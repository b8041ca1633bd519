// `npm run listings -- FOLDER`: the files with which directories list this deployment.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "./read-config.ts";
import { importImages, importListings } from "./site-modules.ts";

const [folder] = process.argv.slice(2);
readConfig();
try {
  if (!folder || folder.startsWith("-"))
    throw new Error("name a folder for them: npm run listings -- FOLDER");
  const { listingFiles, PLUGIN_ICON } = await importListings();
  const files = listingFiles();
  const { drawListingIcon } = await importImages();
  const icon = new Uint8Array(await drawListingIcon().arrayBuffer());
  for (const [name, content] of Object.entries({ ...files, [PLUGIN_ICON]: icon })) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    process.stdout.write(`${path}\n`);
  }
} catch (error) {
  process.stderr.write(`No listings: ${(error as Error).message}.\n`);
  process.exitCode = 1;
}
