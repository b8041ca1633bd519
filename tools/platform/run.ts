// `npm run platform`: builds what is deployed to Vercel with the pinned command line, and serves it on loopback. No account is needed.
// --built serves what is built already. --processes N: how many each bundle has.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { childEnvironment } from "../../lib/config.ts";
import { install } from "../support/install.ts";
import { readOutput } from "./output.ts";
import { createProcesses } from "./processes.ts";
import { createPlatform } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: { built: { type: "boolean", default: false }, processes: { type: "string", default: "1" } },
});
const given = childEnvironment();
const port = Number(given.PORT ?? 3000);
const environment = {
  SITE_URL: `http://localhost:${port}`,
  ...given,
  VERCEL: "1",
  VERCEL_ENV: "production",
  VERCEL_TELEMETRY_DISABLED: "1",
};

/** As the platform builds, but nothing is sent anywhere: the project's settings stand in a file, and no account is asked for. */
function build(): void {
  install(import.meta.dirname);
  const project = { projectId: "local", orgId: "local", settings: { framework: "nextjs", installCommand: "" } };
  mkdirSync(join(root, ".vercel"), { recursive: true });
  writeFileSync(join(root, ".vercel", "project.json"), JSON.stringify(project));
  const binary = join(import.meta.dirname, "node_modules", "vercel", "dist", "index.js");
  const { status } = spawnSync(process.execPath, [binary, "build", "--prod", "--yes", "--token", "none"], {
    cwd: root,
    stdio: "inherit",
    env: environment,
  });
  if (status !== 0) throw new Error("vercel build failed");
}

if (!values.built) build();
const output = readOutput(join(root, ".vercel", "output"));
const processes = createProcesses({
  root,
  environment,
  count: Number(values.processes),
});
const server = createPlatform({ output, processes });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
process.once("exit", () => processes.stop());
server.listen(port, () => process.stdout.write(`\nThe build for the platform: http://localhost:${port}\n`));
