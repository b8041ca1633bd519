// The commands of `bin`: dates of the texts, a release, the listings, a copied build, and a start with wrong settings.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { copyBuild } from "../../bin/copy-build.ts";
import { withoutQuestions } from "../../bin/library-log.ts";
import { stampFilePath } from "../../lib/runtime/build-stamp.ts";
import { dates } from "../../lib/site/registry/dates.ts";
import { VERSION } from "../../lib/version.ts";
import { copyProject } from "../support/copied-project.ts";
import { root } from "../support/root.ts";
import { runScript } from "../support/run-script.ts";

const done = { status: 0, stderr: "" };
const failed = { status: 1, stdout: "" };

test("every text has the date of its last change", () => {
  expect(runScript(["bin/date.ts", "--check"])).toMatchObject(done);
  for (const { updated } of Object.values(dates))
    expect(Date.parse(updated), updated).toBeLessThanOrEqual(Date.now());
});

test("wrong settings: each is named, nothing is built, nothing listens", () => {
  const variables = { NETWORK: "bitcoin", SITE_URL: "http://example.org", DIST_DIR: ".next-never" };
  const { stderr, ...ended } = runScript(["bin/start.ts"], { variables });
  expect(ended).toEqual(failed);
  expect(stderr.match(/^- \w+/gm)?.sort()).toEqual(["- NETWORK", "- SITE_URL"]);
  expect(existsSync(join(root, variables.DIST_DIR))).toBe(false);
});

test("an image whose build has other settings says so, builds nothing and ends", () => {
  const variables = { SITE_NAME: "Never built", DIST_DIR: ".next-never" };
  const { stderr, ...ended } = runScript(["bin/start.ts", "--built"], { variables });
  expect(ended).toEqual(failed);
  expect(stderr).toMatch(/^This image was built with other settings or sources\. .*\n$/);
  expect(existsSync(join(root, variables.DIST_DIR))).toBe(false);
});

test("what a library logs of a failed request has neither its question nor an id", () => {
  const address = "0x9d3c1a5f0b7e2846d1c0f3a2b4e5968778695a4b";
  for (const [logged, kept] of [
    [`Failed to proxy http://[::1]:3000/quote.md?destination=${address}`, "/quote.md?…"],
    [`{ input: '//a?b=${address}', code: 'ERR_INVALID_URL' }`, "'//a?…', code: 'ERR_INVALID_URL'"],
    [`GET /track/${address}.md 500`, "GET /track/….md 500"],
    [`"/track/${address}"`, '"/track/…"'],
  ] as const) {
    expect(withoutQuestions(logged)).toContain(kept);
    expect(withoutQuestions(logged)).not.toContain(address);
  }
});

test("a copied build has neither pages that a server kept, nor the stamp, nor what was there", () => {
  const [from, to] = [test.info().outputPath("from"), test.info().outputPath("to")];
  const code = [join("server", "app", "page.js"), join("static", "chunks", "a.js")];
  const kept = join(from, "server", "route-cache", "APP_PAGE", "index.html");
  const others = [kept, stampFilePath(from), join(to, "older.js")];
  for (const file of [...code.map((name) => join(from, name)), ...others]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  }
  copyBuild(from, to);
  const copied = readdirSync(to, { recursive: true, encoding: "utf8" });
  expect(copied.filter((name) => name.includes(".")).sort()).toEqual(code);
  expect(existsSync(stampFilePath(from))).toBe(true);
});

test("the listings are valid, in the namespace of the domain, and only for a live public site", {
  tag: "@slow",
}, () => {
  const live = { SITE_URL: "https://swap.example.org", NETWORK: "thorchain", SITE_NAME: "Site 2" };
  const repository = "https://github.com/example/signpost";
  const folder = test.info().outputPath("listings");
  const write = (changes: Readonly<Record<string, string>> = {}) =>
    runScript(["bin/listings.ts", folder], { variables: { ...live, ...changes } });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const schema = readFileSync(join(root, "e2e/fixtures/server-json-schema.json"), "utf8");
  const validate = ajv.compile(JSON.parse(schema));
  expect(write({ REPOSITORY_URL: repository })).toMatchObject(done);
  const entry = JSON.parse(read("server.json"));
  expect(validate(entry), JSON.stringify(validate.errors, null, 1)).toBe(true);
  expect(entry.name).toMatch(/^org\.example\.swap\//);
  expect(entry.remotes).toEqual([{ type: "streamable-http", url: `${live.SITE_URL}/mcp` }]);
  expect(entry.repository).toEqual({ url: repository, source: "github" });
  const servers = { "site-2": { type: "http", url: `${live.SITE_URL}/mcp` } };
  expect(JSON.parse(read("plugin/.mcp.json"))).toEqual({ mcpServers: servers });
  const marketplace = JSON.parse(read("plugin/.claude-plugin/marketplace.json"));
  const plugin = JSON.parse(read("plugin/.claude-plugin/plugin.json"));
  expect(marketplace.plugins).toMatchObject([{ name: plugin.name, source: "./" }]);
  expect(plugin).toMatchObject({ name: "site-2", version: VERSION, repository });
  // The size of a PNG stands in its header.
  const icon = readFileSync(join(folder, "plugin/.claude-plugin/icon.png"));
  expect([icon.toString("latin1", 1, 4), icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([
    "PNG",
    512,
    512,
  ]);
  const skills = readdirSync(join(root, "content/skills"));
  expect(readdirSync(join(folder, "plugin/skills"))).toEqual(skills);
  for (const skill of skills)
    expect(read(`plugin/skills/${skill}/SKILL.md`)).toMatch(
      new RegExp(`^---\nname: ${skill}\n[^]*${live.SITE_URL}/mcp`),
    );
  for (const [changes, reason] of [
    [{ NETWORK: "sample" }, "NETWORK is sample"],
    [{ SITE_URL: "http://localhost:3000" }, "https"],
    [{ SITE_URL: "https://localhost:3000" }, "https"],
  ] as const)
    expect(write(changes)).toEqual({ ...failed, stderr: expect.stringContaining(reason) });
  for (const noFolder of ["", "--help"])
    expect(runScript(["bin/listings.ts", noFolder], { variables: live })).toEqual({
      ...failed,
      stderr: expect.stringContaining("-- FOLDER"),
    });
});

test.describe("in a copy of the project", { tag: "@slow" }, () => {
  const manifests = ["package.json", "package-lock.json"];
  const datesFile = "lib/site/registry/dates.ts";
  const next = VERSION.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const entry = "- Patch: a sentence of this spec.";
  let folder = "";
  const run = (...args: [script: string, ...string[]]) => runScript(args, { folder });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const change = (name: string, part: RegExp, by: string) =>
    writeFileSync(join(folder, name), read(name).replace(part, by));
  const setEntries = (entries: string) =>
    change("CHANGELOG.md", /(?<=^## Unreleased\n)[\s\S]*?(?=^## )/m, `\n${entries}\n\n`);

  test.beforeEach(() => {
    folder = copyProject(...manifests, "CHANGELOG.md");
    setEntries(entry);
  });
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("a new prose file gets a date, and the others keep theirs", () => {
    const before = read(datesFile);
    change(datesFile, /^ {2}legal: .*\n/m, "");
    const stdout = expect.stringMatching(/^Dated \S+: legal\.$/m);
    expect(run("bin/date.ts")).toEqual({ ...done, stdout });
    const undated = (text: string) => text.replace(/(legal: \{ updated: ")[^"]*/, "$1");
    expect(undated(read(datesFile))).toBe(undated(before));
  });

  test("a release changes the version and its date, and no document's date", () => {
    const [manifest = "", lock = ""] = manifests.map(read);
    expect(run("bin/release.ts", next)).toMatchObject(done);
    // Each file has its own version first, and the lock file has it twice.
    const release = (text: string) =>
      text.replace(`"version": "${VERSION}"`, `"version": "${next}"`);
    expect(manifests.map(read)).toEqual([release(manifest), release(release(lock))]);
    const day = new Date().toISOString().slice(0, 10);
    expect(read("CHANGELOG.md")).toContain(
      `## Unreleased\n\n## ${next} (${day})\n\n${entry}\n\n## ${VERSION} (`,
    );
    const stdout = `signpost ${next} (${day})\n\n${entry}\n`;
    expect(run("bin/release.ts", "--notes"), "the message of the tag").toEqual({ ...done, stdout });
    expect(run("bin/date.ts", "--check")).toEqual({ ...done, stdout: "" });
  });

  test("a release without an entry, or without a newer version, writes nothing", () => {
    const before = manifests.map(read);
    const usage =
      "Usage: npm run release -- <major>.<minor>.<patch>, or npm run -s release -- --notes\n";
    for (const [version, stderr] of [
      [VERSION, `${VERSION} is not newer than ${VERSION}.\n`],
      ["0.9.10", `0.9.10 is not newer than ${VERSION}.\n`],
      ["1.1", usage],
      ["", usage],
    ] as const)
      expect(run("bin/release.ts", version)).toEqual({ ...failed, stderr });
    expect(run("bin/release.ts", next, "2.0.0")).toEqual({ ...failed, stderr: usage });
    setEntries("");
    const noEntry = { ...failed, stderr: expect.stringContaining("no entry under") };
    expect(run("bin/release.ts", next)).toEqual(noEntry);
    for (const title of [VERSION, "Unreleased"])
      change("CHANGELOG.md", new RegExp(`^## ${title}`, "m"), "## Other");
    for (const argument of [next, "--notes"])
      expect(run("bin/release.ts", argument)).toEqual({
        ...failed,
        stderr: expect.stringContaining("CHANGELOG.md has no section"),
      });
    expect(manifests.map(read)).toEqual(before);
  });
});
