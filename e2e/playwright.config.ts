// All specs in one runner: unit specs, commands, and on one build specs over HTTP and in a real browser.
import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import fc from "fast-check";
import { findChromium } from "./support/browser.ts";
import { deployment } from "./support/forms.ts";
import { readRevision } from "./support/revision.ts";
import { root } from "./support/root.ts";
import "./support/short-stacks.ts";
import { sharedPorts, sharedSettings } from "./support/start-process.ts";
import type { SharedServer } from "./support/start-servers.ts";

// React as the site ships it, also for workers and what they start: its development form is three times as slow.
Object.assign(process.env, { NODE_ENV: "production" });

// One seed for a commit, so that a spec which passed does not fail in the next run. Whoever sets RUNS wants other inputs.
const runs = Number(process.env.RUNS) || null;
if (runs === null)
  fc.configureGlobal({ seed: Number.parseInt(readRevision().slice(0, 7), 16) || 1 });

const inCi = Boolean(process.env.CI);
const ports = sharedPorts();

/** With the whole path: `truth/http` holds pure specs, which are no specs of `http`. */
const toSpecs = (folder: string) => `${root}e2e/${folder}/**/*.spec.ts`;

const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
/** One build for all. Workers of the live project serve it with an upstream of their own, which they script. */
const servers: readonly SharedServer[] = [
  {
    args: [jiti, "e2e/support/upstream/main.ts", "sample", String(ports.upstream)],
    ready: "^http:",
  },
  {
    args: [jiti, "bin/start.ts"],
    ready: "^Network: ",
    environment: { ...sharedSettings(), PORT: String(ports.site) },
  },
];

/** The projects that need no server. */
const pure = ["unit", "commands"];

// Builds and starts the servers unless the command line names pure projects alone.
const named = process.argv.flatMap((argument) => /^--project=(.*)/.exec(argument)?.[1] ?? []);
const isPure = named.length > 0 && named.every((name) => pure.includes(name));
const started = deployment === null && !isPure ? servers : [];

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
  // On a deployment, specs wait for one client's share of its limit.
  timeout: deployment === null ? 240_000 : 1_200_000,
  expect: { timeout: 20_000 },
  reporter: [["list", { printSteps: false }], ["./support/summary-reporter.ts"]],
  // `runShare` and `runs`: how often a property is tried, see support/runs.ts.
  metadata: {
    servers: started,
    browser: executablePath ?? null,
    recordingsDir: process.env.RECORDINGS_DIR || null,
    schemasDir: process.env.SCHEMAS_DIR || null,
    runShare: Number(process.env.RUN_SHARE) || 1 / 100,
    runs,
  },
  use: {
    baseURL: deployment ?? `http://localhost:${ports.site}`,
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
    { name: "live", testMatch: toSpecs("live"), retries: 1 },
    { name: "http", testMatch: toSpecs("http"), retries: 1 },
    { name: "commands", testMatch: toSpecs("commands"), workers: 1, retries: 1 },
    {
      name: "unit",
      // What needs no server and no browser. `npm run test:unit` leaves out the others.
      testMatch: [
        ...["truth", "mcp", "site", "adversary", "model", "recorded", "said"].map(toSpecs),
        `${root}e2e/architecture.spec.ts`,
      ],
      // Each file in one worker: with a group for each test, a third of the time would go into the groups.
      fullyParallel: false,
    },
  ],
});
