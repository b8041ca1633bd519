// `npm run release -- <version>`: writes the version and its date.
// `npm run -s release -- --notes`: prints the message of the version's tag, from CHANGELOG.md.
// Dates of documents do not change: `npm run date` compares the texts under one fixed version.
import { readFileSync, writeFileSync } from "node:fs";

interface Manifest {
  name: string;
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

/** A section without its heading, up to the next section. */
function sectionText(textAfterHeading: string): string {
  return (textAfterHeading.split(/^## /m)[0] as string).trim();
}

function releaseChangelog(text: string, version: string, day: string): string {
  const [textBefore, textAfter] = text.split(UNRELEASED);
  if (textBefore === undefined || textAfter === undefined)
    return fail(`CHANGELOG.md has no section "${UNRELEASED.trim()}".`);
  if (sectionText(textAfter) === "")
    return fail('CHANGELOG.md has no entry under "Unreleased": say what changes for clients.');
  return `${textBefore}${UNRELEASED}\n## ${version} (${day})\n${textAfter}`;
}

function tagMessage(changelog: string, { name, version }: Manifest): string {
  const [, textAfter] = changelog.split(`\n## ${version} (`);
  if (textAfter === undefined) return fail(`CHANGELOG.md has no section of ${version}.`);
  const [day, entries] = sectionText(textAfter).split(/\)\n+([\s\S]*)/);
  return `${name} ${version} (${day})\n\n${entries}\n`;
}

function release(version: string): void {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    fail("Usage: npm run release -- <version>, such as 1.1.0");
  if (compareVersions(version, packageJson.version) <= 0)
    fail(`${version} is not newer than ${packageJson.version}.`);
  const lockfile = readJson<Manifest & { packages: { "": Manifest } }>("package-lock.json");
  const day = new Date().toISOString().slice(0, 10);
  const releasedChangelog = releaseChangelog(changelog, version, day);

  for (const manifest of [packageJson, lockfile, lockfile.packages[""]]) manifest.version = version;
  for (const [file, manifest] of Object.entries({
    "package.json": packageJson,
    "package-lock.json": lockfile,
  }))
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync("CHANGELOG.md", releasedChangelog);
  process.stdout.write(`Released ${version}. Read the difference, then:
git commit -am "Release ${version}"
npm run -s release -- --notes | git tag -a v${version} --cleanup=whitespace -F -
`);
}

const packageJson = readJson<Manifest>("package.json");
const changelog = readFileSync("CHANGELOG.md", "utf8");
const [argument = ""] = process.argv.slice(2);
if (argument === "--notes") process.stdout.write(tagMessage(changelog, packageJson));
else release(argument);
