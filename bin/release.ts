// `npm run release -- <version>`: writes the version and its date.
// `npm run -s release -- --notes`: prints the message of the version's tag, from CHANGELOG.md.
// Dates of documents do not change: `npm run date` compares the texts under one fixed version.
import { readFileSync, writeFileSync } from "node:fs";

interface Manifest {
  name: string;
  version: string;
}

const USAGE = "Usage: npm run release -- <major>.<minor>.<patch>, or npm run -s release -- --notes";
const UNRELEASED = "Unreleased";

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

interface Section {
  /** The rest of the heading's line, such as `2.0.0 (2026-11-30)`. */
  readonly title: string;
  readonly entries: string;
}

/** The first section whose title begins so. Ends the process if there is none. */
function findSection(titleStart: string): Section {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(titleStart));
  if (section === undefined) return fail(`CHANGELOG.md has no section "${titleStart.trim()}".`);
  const [title = "", ...lines] = section.split("\n");
  return { title, entries: lines.join("\n").trim() };
}

function release(version: string): void {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) fail(USAGE);
  if (compareVersions(version, packageJson.version) <= 0)
    fail(`${version} is not newer than ${packageJson.version}.`);
  if (findSection(`${UNRELEASED}\n`).entries === "")
    fail(`CHANGELOG.md has no entry under "${UNRELEASED}": say what changes for clients.`);
  const day = new Date().toISOString().slice(0, 10);
  const releasedChangelog = changelog.replace(
    new RegExp(`^## ${UNRELEASED}\n`, "m"),
    (heading) => `${heading}\n## ${version} (${day})\n`,
  );
  const lockfile = readJson<Manifest & { packages: { "": Manifest } }>("package-lock.json");

  for (const manifest of [packageJson, lockfile, lockfile.packages[""]]) manifest.version = version;
  for (const [file, manifest] of Object.entries({
    "package.json": packageJson,
    "package-lock.json": lockfile,
  }))
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync("CHANGELOG.md", releasedChangelog);
  process.stdout.write(`Released ${version}. Read the difference, then:
git commit -am "Release ${version}" && notes=$(npm run -s release -- --notes) &&
  git tag -a v${version} --cleanup=whitespace -m "$notes"
`);
}

function writeNotes(): void {
  const { title, entries } = findSection(`${packageJson.version} (`);
  process.stdout.write(`${packageJson.name} ${title}\n\n${entries}\n`);
}

const packageJson = readJson<Manifest>("package.json");
const changelog = readFileSync("CHANGELOG.md", "utf8");
const [argument = "", ...furtherArguments] = process.argv.slice(2);
if (furtherArguments.length > 0) fail(USAGE);
if (argument === "--notes") writeNotes();
else release(argument);
