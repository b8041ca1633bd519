// Tests the deployment files without deploying: systemd units, the image's steps, the deploy button's variables.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { serverFlags } from "../../../bin/server-flags.ts";
import { buildSettings } from "../../../lib/config.ts";
import { skipWithout } from "../../support/programs.ts";
import { root } from "../../support/root.ts";

const read = (name: string) => readFileSync(join(root, name), "utf8");

/** systemd's findings on the units. A program that exists here replaces those that they start. */
function checkUnits(change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "signpost-units-"));
  try {
    const units = readdirSync(join(root, "deploy")).filter((name) => name.endsWith(".service"));
    expect(units.length).toBeGreaterThan(1);
    for (const name of units) {
      const text = read(join("deploy", name)).replaceAll(/\/usr\/(bin\/node|sbin\/nginx)/g, process.execPath);
      writeFileSync(join(folder, name), change(text));
    }
    return spawnSync("systemd-analyze", ["verify", ...units.map((name) => join(folder, name))], { encoding: "utf8" })
      .stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("systemd accepts every line of the units", () => {
  skipWithout("systemd-analyze");
  expect(checkUnits((text) => text)).toBe("");
  expect(checkUnits((text) => text.replace("ProtectClock=", "ProtectClok="))).toContain("Unknown key 'ProtectClok'");
});

interface Step {
  readonly name: string;
  readonly text: string;
}

/** The Dockerfile's instructions, stage by stage. */
function readStages(): readonly (readonly Step[])[] {
  const lines = read("deploy/Dockerfile").split("\n");
  const steps = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ name: line.split(" ", 1)[0] as string, text: line.replace(/^\S+ /, "") }));
  const starts = steps.flatMap(({ name }, index) => (name === "FROM" ? [index] : []));
  return starts.map((start, index) => steps.slice(start, starts[index + 1]));
}

test("the image is built in one stage and runs in another, as a user who owns nothing, with a health check", () => {
  const stages = readStages();
  const [build = [], run = []] = stages;
  expect(stages.length).toBe(2);
  const of = (stage: readonly Step[], wanted: string) =>
    stage.filter(({ name }) => name === wanted).map(({ text }) => text);
  const known = [...read("deploy/docker-steps.ts").matchAll(/^ {2}([A-Z]+)\(/gm)].map((match) => match[1]);
  expect(stages.flat().filter(({ name }) => !known.includes(name))).toEqual([]);
  const versions = [...of(build, "FROM"), ...of(run, "FROM")].map((text) => text.replace(/ AS .*/, ""));
  expect(new Set(versions).size, "what is built by one Node runs on another").toBe(1);

  const toVariable = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  expect(of(build, "ARG").sort()).toEqual(buildSettings.map(toVariable).sort());
  expect(of(run, "RUN")).toEqual([]);
  expect([of(run, "VOLUME"), of(run, "WORKDIR")]).toEqual([[], ["/site"]]);
  expect(of(run, "COPY")).toEqual([expect.stringMatching(/^--from=build .*\.next\/standalone /)]);
  expect(of(run, "USER")).toEqual(["node"]);
  expect(of(run, "HEALTHCHECK")).toEqual([expect.stringMatching(/--timeout=\d+s .*CMD \["node", /)]);
  const user = run.findIndex(({ name }) => name === "USER");
  expect(run.findIndex(({ name }) => name === "COPY")).toBeLessThan(user);
  const command = run.at(-1);
  expect(command?.name).toBe("CMD");
  expect(JSON.parse(command?.text ?? "")).toEqual(["node", ...serverFlags, "serve.mjs", "0.0.0.0"]);
});

test("the image's context contains only named files, all existing and none private", () => {
  const [first, ...named] = read("deploy/Dockerfile.dockerignore").trim().split("\n");
  expect(first).toBe("*");
  const names = named.map((line) => /^!([\w./-]+)$/.exec(line)?.[1] ?? `not understood: ${line}`);
  expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  expect(names.filter((name) => /^\.|^node_modules|^e2e/.test(name))).toEqual([]);
  for (const { text } of readStages()[0]?.filter(({ name }) => name === "COPY") ?? []) {
    const sources = text.split(" ").slice(0, -1);
    expect(sources.filter((name) => name !== "." && !names.includes(name))).toEqual([]);
  }
});

test("an instance of systemd and the command to copy start with the flags of npm start", () => {
  const command = ["node", ...serverFlags, "serve.mjs"].join(" ");
  expect(read("deploy/signpost@.service")).toContain(`\nExecStart=/usr/bin/${command}\n`);
  expect(read("deploy/README.md")).toContain(` ${command}\n`);
});

test("the deploy button asks for existing variables", () => {
  const button = /https:\/\/vercel\.com\/new\/clone\?[^)]*/.exec(read("docs/operations.md"))?.[0] ?? "";
  const asked = new URL(button).searchParams.get("env")?.split(",") ?? [];
  expect(asked).toEqual(["NETWORK", "SITE_URL", "CONTACT_EMAIL"]);
  const examples = [...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(asked.filter((name) => !examples.includes(name))).toEqual([]);
});
