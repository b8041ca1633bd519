// All specs in one runner: unit specs, commands, HTTP specs on
// the built sample and scripted networks, and a real browser.
import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import fc from "fast-check";
import { findChromium } from "./support/browser.ts";
import { deployment } from "./support/forms.ts";
import { readRevision } from "./support/revision.ts";
import { root } from "./support/root.ts";
import "./support/short-stacks.ts";
import { sampleSettings, scriptedSettings } from "./support/start-process.ts";
import type { SharedServer } from "./support/start-servers.ts";

// React as the site ships it, also for workers and what they start: its development form is three times as slow.
Object.assign(process.env, { NODE_ENV: "production" });

// One seed for a commit, so that a spec which passed does not fail in the next run. Whoever sets RUNS wants other inputs.
const runs = Number(process.env.RUNS) || null;
if (runs === null)
  fc.configureGlobal({ seed: Number.parseInt(readRevision().slice(0, 7), 16) || 1 });

const inCi = Boolean(process.env.CI);
const recordingsDir = process.env.RECORDINGS_DIR || null;
const schemasDir = process.env.SCHEMAS_DIR || null;
const firstPort = Number(process.env.E2E_PORT || 4310);
const names = ["sample", "live", "upstream", "hosts"] as const;
type Name = (typeof names)[number];
const portOf = (name: Name) => firstPort + names.indexOf(name);

/** With the whole path: `truth/http` holds pure specs, which are no specs of `http`. */
const toSpecs = (folder: string) => `${root}e2e/${folder}/**/*.spec.ts`;

const toOrigin = (name: Name) => `http://localhost:${portOf(name)}`;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
const serve = (name: Name, variables: Readonly<Record<string, string>>): SharedServer => ({
  args: [jiti, "bin/start.ts"],
  ready: "^Network: ",
  // The specs send more than one client may; those about the limit start a server of their own.
  environment: { ...variables, PORT: String(portOf(name)), RATE_LIMIT: "0" },
});

const servers = {
  sample: serve("sample", sampleSettings(toOrigin("sample"))),
  // Workers of the live project serve this build with an upstream of their own, which they script: see live/live-test.ts.
  scripted: serve("live", {
    ...scriptedSettings(portOf("upstream")),
    CONTACT_EMAIL: "",
    DIST_DIR: ".next-live",
  }),
  upstream: {
    args: [
      jiti,
      "e2e/support/upstream/main.ts",
      "thorchain",
      String(portOf("upstream")),
      ...(recordingsDir ? [recordingsDir] : []),
    ],
    ready: "^http:",
  },
  // Two names of one loopback server stand for the hosts of the two sites.
  hosts: serve("hosts", {
    ...sampleSettings(toOrigin("hosts")),
    SWAP_URL: `http://127.0.0.1:${portOf("hosts")}`,
    CONTACT_EMAIL: "ops@example.org",
    ORIGIN_TRIAL_TOKEN: "dG9rZW4=",
    DIST_DIR: ".next-hosts",
  }),
} satisfies Readonly<Record<string, SharedServer>>;

/** The servers that each project needs. */
const serversOf: Readonly<Record<string, readonly (keyof typeof servers)[]>> = {
  unit: [],
  commands: [],
  live: ["scripted", "upstream"],
  http: ["sample"],
  hosts: ["hosts"],
  browser: ["sample"],
};

// Builds and starts only the servers of the projects on the command line, or all servers if none is named.
const named = process.argv.flatMap((argument) => /^--project=(.*)/.exec(argument)?.[1] ?? []);
const projectNames =
  named.length > 0 && named.every((name) => name in serversOf) ? named : Object.keys(serversOf);
const needed = new Set<string>(projectNames.flatMap((name) => serversOf[name] ?? []));
// In the order of `servers`: the build of the sample is made in full, as a deployment's is.
const started =
  deployment === null
    ? Object.entries(servers).flatMap(([name, server]) => (needed.has(name) ? [server] : []))
    : [];

// Workers read this file again with another command line. They use the browser that the first process found.
if (started.length > 0) process.env.CHROMIUM ||= findChromium() ?? "";
const executablePath = process.env.CHROMIUM;

export default defineConfig({
  testDir: ".",
  // These run in `npm run test:long`.
  grepInvert: /@slow/,
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: true,
  globalSetup: "./support/start-servers.ts",
  workers: availableParallelism(),
  // Guards against what hangs, and no measure of speed: the machine may be busy with something else.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [["list", { printSteps: false }], ["./support/summary-reporter.ts"]],
  // `runShare` and `runs`: how often a property is tried, see support/runs.ts.
  // `keepPictures`: whether specs keep pictures of pages for people, which CI uploads.
  metadata: {
    servers: started,
    browser: executablePath ?? null,
    keepPictures: inCi,
    recordingsDir,
    schemasDir,
    runShare: Number(process.env.RUN_SHARE) || 1 / 50,
    runs,
  },
  use: {
    baseURL: deployment ?? toOrigin("sample"),
    // What a worker asks for passes none of a spec's routes. Its own spec allows it.
    serviceWorkers: "block",
    // A trace of every test costs a sixth of the time.
    trace: inCi ? "on-first-retry" : "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A page costs an eighth less processor time where no process is kept ready for the next one.
        "--renderer-process-limit=1",
      ],
    },
  },
  // A spec that needed a retry is listed as flaky at the end, and mended in the next change. Pure specs have none.
  projects: [
    // First, because its specs follow each other in one worker.
    {
      name: "browser",
      testMatch: toSpecs("browser"),
      workers: 1,
      retries: 2,
      use: { ...devices["Desktop Chrome"] },
    },
    { name: "live", testMatch: toSpecs("live"), retries: 1, use: { baseURL: toOrigin("live") } },
    { name: "http", testMatch: toSpecs("http"), retries: 1 },
    {
      name: "hosts",
      testMatch: toSpecs("hosts"),
      workers: 1,
      retries: 1,
      use: { baseURL: deployment ?? toOrigin("hosts") },
    },
    { name: "commands", testMatch: toSpecs("commands"), workers: 1, retries: 1 },
    {
      name: "unit",
      // What needs no server and no browser. `npm run test:unit` leaves out the others.
      testMatch: [
        ...["unit", "truth", "mcp", "site", "adversary", "recorded", "said"].map(toSpecs),
        `${root}e2e/architecture.spec.ts`,
      ],
      // Each file in one worker: with a group for each test, a third of the time would go into the groups.
      fullyParallel: false,
    },
  ],
});
