// `npm run release -- <version>`: writes the version and its date.
// Dates of documents do not change: `npm run date` compares the texts under one fixed version.
import { readFileSync, writeFileSync } from "node:fs";

interface Manifest {
  version: string;
}

const UNRELEASED = "## Unreleased\n";

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8"));
}

function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

function releaseChangelog(text: string, version: string, day: string): string {
  const [textBefore, textAfter] = text.split(UNRELEASED);
  if (textBefore === undefined || textAfter === undefined)
    return fail(`CHANGELOG.md has no section "${UNRELEASED.trim()}".`);
  const unreleasedText = (textAfter.split(/^## /m)[0] as string).trim();
  if (unreleasedText === "")
    return fail('CHANGELOG.md has no entry under "Unreleased": say what changes for clients.');
  return `${textBefore}${UNRELEASED}\n## ${version} (${day})\n${textAfter}`;
}

const [version = ""] = process.argv.slice(2);
if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
  fail("Usage: npm run release -- <version>, such as 1.1.0");
const packageJson = readJson<Manifest>("package.json");
if (compareVersions(version, packageJson.version) <= 0)
  fail(`${version} is not newer than ${packageJson.version}.`);
const lockfile = readJson<Manifest & { packages: { "": Manifest } }>("package-lock.json");
const changelog = releaseChangelog(
  readFileSync("CHANGELOG.md", "utf8"),
  version,
  new Date().toISOString().slice(0, 10),
);

for (const manifest of [packageJson, lockfile, lockfile.packages[""]]) manifest.version = version;
for (const [file, manifest] of Object.entries({
  "package.json": packageJson,
  "package-lock.json": lockfile,
}))
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync("CHANGELOG.md", changelog);
process.stdout.write(
  `Released ${version}. Read the difference, then: git commit -am "Release ${version}" && git tag v${version}\n`,
);
