// `npm run dev`: Next's development server, with Next's own arguments. `--world` also starts the
// scripted nodes and indexers of the specs, which POST /__control changes.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { startProcess, upstreamSettings } from "../e2e/support/start-process.ts";
import { childEnvironment } from "../lib/config.ts";

const root = join(import.meta.dirname, "..");
const cliArguments = process.argv.slice(2);
const upstream = cliArguments.includes("--world")
  ? await startProcess({
      args: ["node_modules/jiti/lib/jiti-cli.mjs", "e2e/support/upstream/main.ts"],
      ready: /^http:\S+$/m,
      limitMs: 60_000,
    })
  : null;
if (upstream)
  process.stdout.write(
    `The network is scripted. Halt it: curl -d '{"mimir":{"HALTTRADING":1}}' ${upstream.printed}/__control\n`,
  );
const next = join(root, "node_modules/next/dist/bin/next");
const args = [next, "dev", ...cliArguments.filter((argument) => argument !== "--world")];
const server = spawn(process.execPath, args, {
  cwd: root,
  env: { ...childEnvironment(), ...(upstream && upstreamSettings(upstream.printed)) },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.once("exit", async (code) => {
  await upstream?.stop();
  process.exit(code ?? 1);
});
