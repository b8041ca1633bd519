// All specs, one runner: pure ones, HTTP on the production build of the sample network and of a scripted one, and a real browser.
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "../scan/browser.ts";
import { readRevision } from "./revision.ts";
import { toSampleSettings, toScriptedSettings } from "./start-process.ts";

const recordingsDir = process.env.RECORDINGS_DIR || null;
const schemasDir = process.env.SCHEMAS_DIR || null;
const firstPort = Number(process.env.E2E_PORT || 4310);
const [samplePort, livePort, upstreamPort, hostsPort] = [firstPort, firstPort + 1, firstPort + 2, firstPort + 3];
const upstream = `http://127.0.0.1:${upstreamPort}`;

const unitOnly = process.argv.includes("--project=unit");

const toOrigin = (port: number) => `http://localhost:${port}`;
const serve = (port: number, variables: Readonly<Record<string, string>>) => ({
  command: "npx --no-install jiti bin/start.ts",
  cwd: "..",
  url: `${toOrigin(port)}/llms.txt`,
  reuseExistingServer: false,
  timeout: 240_000,
  gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 } as const,
  // The specs send more than one client may; those about the limit start a server of their own.
  env: { ...variables, PORT: String(port), RATE_LIMIT: "0" },
});

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  snapshotPathTemplate: "{testDir}/visual/{arg}{ext}",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [["list", { printSteps: false }]],
  metadata: {
    recordingsDir,
    schemasDir,
    upstream,
    modelRuns: Number(process.env.MODEL_RUNS || 500),
    // The same scripts in every run of a commit, others in the next; with MODEL_RUNS others in every run.
    modelSeed: process.env.MODEL_RUNS ? null : Number.parseInt(readRevision().slice(0, 7), 16) || 1,
    fuzzRuns: Number(process.env.FUZZ_RUNS || 5000),
    routeFuzzRuns: Number(process.env.ROUTE_FUZZ_RUNS || 5000),
  },
  use: {
    baseURL: toOrigin(samplePort),
    trace: "retain-on-failure",
    launchOptions: {
      ...(unitOnly ? {} : { executablePath: findChromium() }),
      args: [
        "--no-sandbox",
        // Letters in greys on every machine: the pictures of visual.spec.ts are compared closely.
        "--disable-lcd-text",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "unit", testMatch: ["unit/**/*.spec.ts", "house.spec.ts"] },
    { name: "http", testMatch: "http/**/*.spec.ts" },
    // One file at a time: these specs switch the scripted upstream that they share.
    {
      name: "live",
      testMatch: "live/**/*.spec.ts",
      fullyParallel: false,
      workers: 1,
      use: { baseURL: toOrigin(livePort) },
    },
    { name: "hosts", testMatch: "hosts/**/*.spec.ts", use: { baseURL: toOrigin(hostsPort) } },
    { name: "browser", testMatch: "browser/**/*.spec.ts", use: { ...devices["Desktop Chrome"] } },
  ],
  ...(unitOnly
    ? {}
    : {
        webServer: [
          serve(samplePort, toSampleSettings(toOrigin(samplePort))),
          {
            command: `npx --no-install jiti e2e/upstream/main.ts thorchain ${upstreamPort} ${recordingsDir ?? ""}`,
            cwd: "..",
            url: `${upstream}/__calls`,
            reuseExistingServer: false,
          },
          // Two names of one loopback server stand for the two sites' hosts.
          serve(hostsPort, {
            ...toSampleSettings(toOrigin(hostsPort)),
            SWAP_URL: `http://127.0.0.1:${hostsPort}`,
            CONTACT_EMAIL: "ops@example.org",
            DIST_DIR: ".next-hosts",
          }),
          serve(livePort, { ...toScriptedSettings(upstreamPort), CONTACT_EMAIL: "", DIST_DIR: ".next-live" }),
        ],
      }),
});
