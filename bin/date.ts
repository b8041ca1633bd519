// `npm run date`: writes today's date for each document whose text changed.
// With `--check` it changes no file. It lists these documents, and exits with 1 if there are any.
import { createHash, type Hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { buildSettings, config, parseConfig } from "../lib/config.ts";
import { dates } from "../lib/site/registry/dates.ts";
import {
  bodyPath,
  findResource,
  isStablePath,
  resourcePaths,
} from "../lib/site/registry/resources.ts";
import { importBodies } from "./site-modules.ts";

type SourceName = keyof typeof dates;

/** Texts are made with this version instead of the real one, so that a release changes no date. */
const COMPARED_VERSION = "1.0.0";

function withoutDates(text: string): string {
  return text.replace(/last_updated: \\?"[^"\\]*\\?"|<lastmod>[^<]*<\/lastmod>/g, "");
}

async function readDigests(): Promise<Record<string, string>> {
  const { getBody } = await importBodies(COMPARED_VERSION);
  const hashBySource: Record<string, Hash> = {};
  for (const path of resourcePaths) {
    const { source, aliasOf, needs } = findResource(path);
    if (!isStablePath(path) || aliasOf || needs) continue;
    const sourceName = source ?? "generated";
    hashBySource[sourceName] ??= createHash("sha256");
    hashBySource[sourceName].update(
      `${path}\n${withoutDates(await getBody(bodyPath(path), "all"))}`,
    );
  }
  return Object.fromEntries(
    Object.entries(hashBySource).map(([name, hash]) => [name, hash.digest("hex").slice(0, 12)]),
  );
}

const [settings, defaultSettings] = [config(), parseConfig({})];
if (buildSettings.some((name) => settings[name] !== defaultSettings[name])) {
  process.stderr.write(
    "Dates belong to the texts with default settings: unset the variables of Signpost and run again.\n",
  );
  process.exit(1);
}
const digests = await readDigests();
const nowText = `${new Date().toISOString().slice(0, 16)}:00Z`;
const changedNames = Object.keys(digests).filter(
  (name) => dates[name as SourceName]?.digest !== digests[name],
);
if (process.argv.includes("--check")) {
  for (const name of changedNames)
    process.stderr.write(`${name} changed and still has its old date: run npm run date.\n`);
  process.exit(changedNames.length > 0 ? 1 : 0);
}
const dateRows = Object.entries(digests).map(([name, digest]) => {
  const updated = changedNames.includes(name) ? nowText : dates[name as SourceName].updated;
  return `  ${name}: { updated: "${updated}", digest: "${digest}" },`;
});
writeFileSync(
  "lib/site/registry/dates.ts",
  `// When each source, and the generated documents together, last changed. By \`npm run date\`.

export const dates = {
${dateRows.join("\n")}
} as const;
`,
);
process.stdout.write(
  changedNames.length > 0
    ? `Dated ${nowText}: ${changedNames.join(", ")}.\n`
    : "Nothing changed since it was dated.\n",
);
process.exit(0);
