// Starts the site on a scripted upstream, and the servers to
// compare with. Each is its own process and ends with this one.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serverFlags } from "../../bin/server-flags.ts";
import { nginx, startFront } from "../../deploy/front.ts";
import { type RunningProcess, scriptedSettings, startProcess } from "../../e2e/support/start-process.ts";
import { childEnvironment } from "../../lib/config.ts";
import { buildOutput, platformVariables } from "../platform/build.ts";
import { readOutput } from "../platform/output.ts";
import { createProcesses } from "../platform/processes.ts";
import { createPlatform } from "../platform/server.ts";
import { startNginx } from "./nginx.ts";
import { ports } from "./ports.ts";
import { livePages, mcpQuestionNames, mcpRequest } from "./questions.ts";
import type { Running } from "./running.ts";

const root = join(import.meta.dirname, "../..");
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
const register = pathToFileURL(join(root, "bin/register.mjs")).href;
const next = "node_modules/next/dist/bin/next";
const peers = "tools/bench/peers";
/** The bare Next app. */
export const peerFolder = join(root, peers, "next");
export const distDir = ".next-bench";
const limitMs = 600_000;
const originOf = (port: number) => `http://localhost:${port}`;

/** The public host of the measured site. */
export const publicHost = `localhost:${ports.front}`;

const siteEnvironment = (upstreamPort: number) => ({
  ...scriptedSettings(upstreamPort),
  PORT: String(ports.site),
  // The host of the front, as in production. Requests to the site itself need it in `Host`.
  SITE_URL: originOf(ports.front),
  DIST_DIR: distDir,
});

/** Builds if no build matches the sources; `anew` deletes earlier builds first. Returns the seconds. */
export function buildSite({ anew = false } = {}): number {
  if (anew) rmSync(join(root, distDir), { recursive: true, force: true });
  const startMs = Date.now();
  const environment = { ...childEnvironment(), ...siteEnvironment(ports.upstream) };
  const args = [jiti, "bin/start.ts", "--build-only"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The site could not be built:\n${stdout}\n${stderr}`);
  return (Date.now() - startMs) / 1000;
}

/** `recordings`: a folder of recorded answers instead of the specs' small network. */
export async function startUpstream(recordings: string | null = null): Promise<Running> {
  const main = [jiti, "e2e/support/upstream/main.ts", "thorchain", String(ports.upstream)];
  const args = recordings === null ? main : [...main, recordings];
  const running = runningServer(await startProcess({ args, ready: /^http:\S+$/m, limitMs }), ports.upstream);
  // The specs' network has no constants, and a failed call is repeated at once. A real node answers this.
  const constants = { path: "/thorchain/constants", body: { int_64_values: { NativeTransactionFee: 2_000_000 } } };
  await getAnswer(`${running.origin}/__control`, { method: "POST", body: JSON.stringify(constants) });
  return running;
}

/** Nodes and an indexer that answer to cost time. */
export async function startHostileUpstream(): Promise<Running> {
  const args = [jiti, "tools/bench/hostile-upstream.ts", String(ports.proxy)];
  return runningServer(await startProcess({ args, ready: /^ready$/m, limitMs }), ports.proxy);
}

/** Starts `next start` without the launcher, so that its process is the one measured. */
export async function launchSite(
  upstreamPort: number = ports.upstream,
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const args = [...serverFlags, "--import", register, next, "start", "-p", String(ports.site)];
  const environment = { ...siteEnvironment(upstreamPort), ...variables };
  return runningServer(await startProcess({ args, environment, ready: /Ready in/, limitMs }), ports.site);
}

/** Starts the site and waits for its first response. */
export async function startSite(upstreamPort?: number, variables?: Readonly<Record<string, string>>): Promise<Running> {
  const running = await launchSite(upstreamPort, variables);
  await (await getAnswer(`${running.origin}/robots.txt`)).arrayBuffer();
  return running;
}

function runningServer({ pid, stop }: RunningProcess, port: number): Running {
  return { origin: originOf(port), pid, stop };
}

/** Runs the work with servers that it starts one by one, then stops them all. */
export async function withServers<T>(work: (start: Start) => Promise<T>): Promise<T> {
  const started: Running[] = [];
  try {
    return await work(async (starting) => {
      const one = await starting;
      if (one) started.push(one);
      return one;
    });
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
}

export type Start = <T extends Running | null>(starting: Promise<T>) => Promise<T>;

interface PlatformSetup {
  /** Processes of each bundle. */
  readonly count?: number;
  readonly isBuilt?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
}

/** What is deployed to Vercel, as the platform serves it. `calls`: of functions so far. */
export async function startPlatform(
  upstreamPort: number,
  { count = 1, isBuilt = false, variables = { RATE_LIMIT: "120" } }: PlatformSetup = {},
): Promise<Running & { readonly calls: () => number }> {
  const environment = {
    ...childEnvironment(),
    ...siteEnvironment(upstreamPort),
    DIST_DIR: ".next",
    ...platformVariables,
    ...variables,
  };
  if (!isBuilt) buildOutput(root, environment);
  const processes = createProcesses(root, environment, count);
  const server = createPlatform(readOutput(join(root, ".vercel", "output")), processes);
  await new Promise<void>((resolve) => server.listen(ports.site, resolve));
  return {
    origin: originOf(ports.site),
    pid: null,
    calls: processes.calls,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      processes.stop();
    },
  };
}

/** Writes the site's responses as files for the peers. `headers.json` has the headers of each. */
export async function writeBytes(folder: string, site: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const asks: [file: string, path: string, init: RequestInit][] = [
    ["llms.txt", "/llms.txt", { headers: { host: publicHost } }],
    ["pricing.html", "/pricing", { headers: { host: publicHost } }],
    ["index.md", "/", { headers: { host: publicHost, accept: "text/markdown" } }],
    ...livePages.map(({ file, path }): [string, string, RequestInit] => [
      file,
      path,
      { headers: { host: publicHost, accept: "text/html" } },
    ]),
    ...mcpQuestionNames.map((name): [string, string, RequestInit] => [
      `${name}.json`,
      "/mcp",
      mcpRequest(name, publicHost),
    ]),
  ];
  const headers: Record<string, Record<string, string>> = {};
  for (const [file, path, init] of asks) {
    const response = await getAnswer(`${site}${path}`, init);
    headers[file] = Object.fromEntries([...response.headers].filter(([name]) => !ownFields.test(name)));
    writeFileSync(join(folder, file), await response.text());
  }
  writeFileSync(join(folder, "headers.json"), JSON.stringify(headers));
}

/** Headers that every server makes by itself. */
const ownFields = /^(?:connection|content-length|date|etag|keep-alive|last-modified|transfer-encoding)$/;

/** @throws Error if the status is not 200. */
export async function getAnswer(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 200) throw new Error(`${url}: HTTP ${response.status}`);
  return response;
}

const peerNext = "tools/bench/node_modules/next/dist/bin/next";

/** The bare Next app. Its page is replaced by our HTML, so Next sends the same bytes in its own way. */
export function buildNextPeer(folder: string): void {
  const env = { ...childEnvironment(), BENCH_BYTES: folder };
  const built = spawnSync(process.execPath, [peerNext, "build", `${peers}/next`], { cwd: root, env, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`The bare Next app could not be built:\n${built.stdout}\n${built.stderr}`);
  cpSync(join(folder, "pricing.html"), join(root, peers, "next/.next/server/app/page.html"));
}

export async function startNextPeer(folder: string): Promise<Running> {
  const environment = { BENCH_BYTES: folder };
  const args = [peerNext, "start", `${peers}/next`, "-p", String(ports.next)];
  return runningServer(await startProcess({ args, environment, ready: /Ready in/, limitMs }), ports.next);
}

const scripts = { nodeHttp: "node-http.mjs", sdk2: "sdk-2.mjs", sdk1: "sdk-1.mjs", fastmcp: "fastmcp.mjs" } as const;

export async function startPeer(name: keyof typeof scripts, folder: string): Promise<Running> {
  const port = ports[name];
  const args = [`${peers}/${scripts[name]}`, String(port)];
  return runningServer(
    await startProcess({ args, environment: { BENCH_BYTES: folder }, ready: /^ready$/m, limitMs }),
    port,
  );
}

/** nginx with the same files; null if nginx is missing. */
export function startFiles(folder: string): Promise<Running | null> {
  return startNginx(folder, ports.nginx);
}

/** The shipped front before the site; null if nginx is missing. */
export async function startShippedFront(): Promise<Running | null> {
  if (nginx === null) return null;
  const { origin, processId, stop } = await startFront({ upstreamPorts: [ports.site], port: ports.front });
  return { origin, pid: processId, stop };
}
