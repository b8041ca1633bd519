// All specs in one runner: unit specs, commands, HTTP specs on
// the built sample and scripted networks, and a real browser.
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./support/browser.ts";
import { sampleSettings, scriptedSettings } from "./support/start-process.ts";

const recordingsDir = process.env.RECORDINGS_DIR || null;
const schemasDir = process.env.SCHEMAS_DIR || null;
const firstPort = Number(process.env.E2E_PORT || 4310);
const [samplePort, livePort, upstreamPort, hostsPort] = [firstPort, firstPort + 1, firstPort + 2, firstPort + 3];
const upstream = `http://127.0.0.1:${upstreamPort}`;

const toOrigin = (port: number) => `http://localhost:${port}`;
const serve = (port: number, variables: Readonly<Record<string, string>>) => ({
  command: "npx --no-install jiti bin/start.ts",
  cwd: "..",
  url: `${toOrigin(port)}/llms.txt`,
  reuseExistingServer: false,
  timeout: 240_000,
  gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 } as const,
  // The specs send more requests than one client may. Specs of the limit start their own server.
  env: { ...variables, PORT: String(port), RATE_LIMIT: "0" },
});

const servers = {
  sample: serve(samplePort, sampleSettings(toOrigin(samplePort))),
  scripted: serve(livePort, { ...scriptedSettings(upstreamPort), CONTACT_EMAIL: "", DIST_DIR: ".next-live" }),
  upstream: {
    command: `npx --no-install jiti e2e/support/upstream/main.ts thorchain ${upstreamPort} ${recordingsDir ?? ""}`,
    cwd: "..",
    url: `${upstream}/__calls`,
    reuseExistingServer: false,
  },
  // Two names of one loopback server stand for the hosts of the two sites.
  hosts: serve(hostsPort, {
    ...sampleSettings(toOrigin(hostsPort)),
    SWAP_URL: `http://127.0.0.1:${hostsPort}`,
    CONTACT_EMAIL: "ops@example.org",
    DIST_DIR: ".next-hosts",
  }),
};

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
const projectNames = named.length > 0 && named.every((name) => name in serversOf) ? named : Object.keys(serversOf);
const started = [...new Set(projectNames.flatMap((name) => serversOf[name] ?? []))].map((name) => servers[name]);

// Workers read this file again with another command line. They use the browser that the first process found.
if (started.length > 0) process.env.CHROMIUM ||= findChromium() ?? "";
const executablePath = process.env.CHROMIUM;
if (executablePath === "") throw new Error("No browser: npm run setup gets one.");

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  snapshotPathTemplate: "{testDir}/snapshots/{arg}{ext}",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  reporter: [["list", { printSteps: false }], ["./support/skipped-reporter.ts"]],
  // `runShare` and `runs`: how often a property is tested, see support/runs.ts.
  metadata: { recordingsDir, schemasDir, upstream, runShare: 1 / 20, runs: Number(process.env.RUNS) || null },
  use: {
    baseURL: toOrigin(samplePort),
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        // Grey letters on every machine, because visual.spec.ts compares pictures closely.
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
    // One file at a time, because these specs change a shared scripted upstream. First, because they take the longest.
    {
      name: "live",
      testMatch: "live/**/*.spec.ts",
      fullyParallel: false,
      workers: 1,
      use: { baseURL: toOrigin(livePort) },
    },
    { name: "unit", testMatch: ["unit/**/*.spec.ts", "adversary/**/*.spec.ts", "architecture.spec.ts"] },
    { name: "commands", testMatch: "commands/**/*.spec.ts" },
    { name: "http", testMatch: "http/**/*.spec.ts" },
    { name: "hosts", testMatch: "hosts/**/*.spec.ts", use: { baseURL: toOrigin(hostsPort) } },
    { name: "browser", testMatch: "browser/**/*.spec.ts", use: { ...devices["Desktop Chrome"] } },
  ],
  webServer: started,
});
