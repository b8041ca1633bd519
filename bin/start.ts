// `npm start`: checks the configuration, builds if no build matches
// the sources and settings, serves, and suggests a first request.
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Config } from "../lib/config.ts";
import { readBuildStamp, stampFilePath } from "../lib/runtime/build-stamp.ts";
import { runChild } from "./child.ts";
import { readConfig } from "./read-config.ts";
import { serverFlags } from "./server-flags.ts";

const next = join("node_modules", "next", "dist", "bin", "next");
const register = pathToFileURL(join("bin", "register.mjs")).href;
const jiti = join("node_modules", "jiti", "lib", "jiti-cli.mjs");
const { values: options } = parseArgs({ options: { "build-only": { type: "boolean" }, compiled: { type: "string" } } });

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function build(settings: Config): Promise<void> {
  const stampFile = stampFilePath(settings.distDir);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === readBuildStamp(settings)) return;
  say("Building: there is no build of these sources and settings yet.");
  const code = await runChild(
    jiti,
    join("bin", "build.ts"),
    ...(options.compiled ? ["--compiled", options.compiled] : []),
  );
  if (code !== 0) process.exit(code);
}

/** If another server uses the port, it would answer instead of ours. This reports it before anything is announced. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/** The address at which this machine reaches a server that listens on `host`. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

async function serve(settings: Config): Promise<void> {
  for (const [name, port] of [
    ["PORT", settings.port],
    ["METRICS_PORT", settings.metricsPort],
  ] as const) {
    if (port === null || (await isFree(port))) continue;
    process.stderr.write(`Signpost cannot start: port ${port} is in use. Set ${name} to a free one.\n`);
    process.exit(1);
  }
  const local = `http://${reachableHost(settings.host)}:${settings.port}`;
  // Some machines resolve localhost to ::1 first, and then a client of 127.0.0.1 would find no server.
  const order = "--dns-result-order=ipv4first";
  const address = ["-H", settings.host, "-p", String(settings.port)];
  const exit = runChild(order, ...serverFlags, "--import", register, next, "start", ...address);
  const up = await Promise.race([exit.then(() => false), isAnswering(`${local}/llms.txt`)]);
  if (up) {
    say(`
${settings.siteName} serves ${settings.siteUrl} (port ${settings.port})
Network: ${settings.network}${settings.network === "sample" ? ", invented data: pages are marked sample and not indexable" : ""}
Try:
  curl ${local}/llms.txt
  curl -H 'Accept: text/markdown' ${local}/pricing
  curl ${local}/.well-known/status`);
  }
  process.exit(await exit);
}

/** Resolves when the address answers. It waits as long as the process runs. */
async function isAnswering(url: string): Promise<boolean> {
  for (;;) {
    const answered = await new Promise<boolean>((resolve) => {
      get(url, (response) => {
        response.resume();
        resolve(true);
      }).once("error", () => resolve(false));
    });
    if (answered) return true;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

const settings = readConfig();
await build(settings);
if (!options["build-only"]) await serve(settings);
