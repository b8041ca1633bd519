// `npx jiti deploy/docker-steps.ts [NAME=value …]`: runs the steps of
// deploy/Dockerfile without Docker. Each stage has a folder as its root. Then it runs
// CMD until HEALTHCHECK passes. There is no base image, so this proves only the steps.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../e2e/support/start-process.ts";
import { childEnvironment } from "../lib/config.ts";

const here = dirname(fileURLToPath(import.meta.url));
const context = join(here, "..");
const scratch = mkdtempSync(join(tmpdir(), "signpost-image-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const given = Object.fromEntries(process.argv.slice(2).map(parsePair));
const roots = new Map<string, string>();
let root = "";
let folder = "";
let variables: Record<string, string> = {};
let user = "root";
let health: readonly string[] = [];
let command: readonly string[] = [];

function parsePair(text: string): [string, string] {
  const [name = "", value = ""] = text.split(/=(.*)/s);
  return [name, value];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The names that the ignore file allows. Its first line excludes everything; the others allow names one by one. */
function readAllowed(): readonly string[] {
  const [first, ...rest] = readFileSync(join(here, "Dockerfile.dockerignore"), "utf8").trim().split("\n");
  if (first !== "*" || !rest.every((line) => /^![\w./-]+$/.test(line)))
    throw new Error("Dockerfile.dockerignore must begin with * and allow one name in each other line");
  return rest.map((line) => line.slice(1));
}

const steps: Readonly<Record<string, (words: readonly string[], text: string) => void>> = {
  FROM([, , name = ""]) {
    root = join(scratch, String(roots.size));
    roots.set(name, root);
    [folder, variables, user] = [root, {}, "root"];
  },
  WORKDIR([path = "/"]) {
    folder = join(root, path);
    mkdirSync(folder, { recursive: true });
  },
  COPY(words) {
    const stage = words[0]?.startsWith("--from=") ? roots.get(words[0].slice("--from=".length)) : undefined;
    const names = words.slice(stage ? 1 : 0, -1);
    if (stage) for (const name of names) cpSync(join(stage, name), folder, { recursive: true });
    const allowed = readAllowed().filter((name) => names.includes(".") || names.includes(name));
    if (!stage) for (const name of allowed) cpSync(join(context, name), join(folder, name), { recursive: true });
  },
  ARG([name = ""]) {
    if (given[name] !== undefined) variables[name] = given[name];
  },
  ENV([pair = ""]) {
    Object.assign(variables, Object.fromEntries([parsePair(pair)]));
  },
  RUN(_words, text) {
    const ran = spawnSync(text, { shell: true, cwd: folder, env: stageEnvironment(), stdio: "inherit" });
    if (ran.status !== 0) throw new Error(`RUN ${text}: exit code ${ran.status}`);
  },
  USER([name = ""]) {
    user = name;
  },
  EXPOSE() {},
  VOLUME() {},
  HEALTHCHECK(_words, text) {
    health = JSON.parse(text.replace(/^.*?CMD /, ""));
  },
  CMD(_words, text) {
    command = JSON.parse(text);
  },
};

function stageEnvironment(): NodeJS.ProcessEnv {
  return { ...childEnvironment(), ...variables };
}

for (const line of readFileSync(join(here, "Dockerfile"), "utf8").split("\n")) {
  if (line === "" || line.startsWith("#")) continue;
  const [name = "", ...words] = line.split(/\s+/);
  const step = steps[name];
  if (!step) throw new Error(`docker-steps.ts does not know ${name}`);
  say(`> ${line}`);
  step(words, line.slice(name.length + 1));
}
if (user === "root") throw new Error("The image would run as root");

// Here root stands for the image's root, and the id 1000, which owns nothing here, for the image's user.
const imageUser = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
if (imageUser.uid) spawnSync("chmod", ["-R", "a+rX,go-w", scratch]);
const options = { cwd: folder, env: { ...stageEnvironment(), PORT: String(await findFreePort()) }, ...imageUser };
const server = spawn(command[0] as string, command.slice(1), { ...options, stdio: "inherit" });
process.once("exit", () => server.kill("SIGKILL"));
const ended = once(server, "exit");
while (spawnSync(health[0] as string, health.slice(1), options).status !== 0) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`);
}
const { stdout: size } = spawnSync("du", ["-sm", folder], { encoding: "utf8" });
say(
  `Healthy as ${imageUser.uid ? `uid ${imageUser.uid}` : "the caller"}; the folder has ${Number.parseInt(size, 10)} MB.`,
);
server.kill("SIGTERM");
const [code] = await ended;
say(`Stopped with ${code}.`);
