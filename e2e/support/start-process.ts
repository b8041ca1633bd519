// Starts a server of ours as a process, and ends it with all its child processes.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { childEnvironment } from "../../lib/config.ts";
import { close, listen, portOf } from "./loopback.ts";
import { root } from "./root.ts";

export interface RunningProcess {
  readonly pid: number | null;
  readonly printed: string;
  readonly output: () => string;
  /** Sends a signal (default SIGTERM) and waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  readonly args: readonly string[];
  readonly folder?: string;
  /** Command and arguments before `node`, which limit the process. */
  readonly limits?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ready: RegExp;
  readonly limitMs: number;
}

/** Resolves when the output matches `ready`. @throws if the process ends before or is too late. */
export async function startProcess({
  args,
  folder = root,
  limits = [],
  environment,
  ready,
  limitMs,
}: StartOptions): Promise<RunningProcess> {
  // A process group, so that a signal reaches the children.
  const [command = "", ...rest] = [...limits, process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: folder,
    env: { ...childEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = () => endGroup(child.pid);
  process.once("exit", end);
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      process.off("exit", end);
      resolve();
    });
  });
  const stop = (signal?: NodeJS.Signals) => {
    endGroup(child.pid, signal);
    return ended;
  };
  let output = "";
  const printed = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = `${output}${chunk}`.slice(-20_000);
        const match = ready.exec(output);
        if (match) resolve(match[0]);
      });
    }
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
  const found = await Promise.race([printed, ended, late]);
  if (found !== undefined)
    return { pid: child.pid ?? null, printed: found, output: () => output, stop };
  await stop();
  throw new Error(`${args.join(" ")} did not start:\n${output}`);
}

export const SHARED_BUILD = ".next-test";

/** Unsets settings, so that the environment of this machine has no effect. */
const unset: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...["SITE_URL", "SWAP_URL", "SITE_NAME", "CONTACT_EMAIL", "CONTENT_SIGNAL", "NODE_URLS"],
    ...["INDEXER_URLS", "NODE_CALLS", "RATE_LIMIT", "TRUSTED_HOPS", "HOST", "ORIGIN_TRIAL_TOKEN"],
    ...["OPENAI_APPS_CHALLENGE", "REPOSITORY_URL"],
  ].map((name) => [name, ""]),
);

/** Ports of the shared server (website and swap site) and of the scripted nodes and indexers. */
export function sharedPorts() {
  const port = Number(childEnvironment().E2E_PORT || 4310);
  return { site: port, upstream: port + 1 };
}

/** Settings with scripted nodes and a scripted indexer, without a rate limit or call limit. */
export function upstreamSettings(upstream: string): Readonly<Record<string, string>> {
  return {
    NETWORK: "thorchain",
    NODE_URLS: `one=${upstream}/node0,two=${upstream}/node1`,
    INDEXER_URLS: `${upstream}/indexer0`,
    NODE_CALLS: "0",
    RATE_LIMIT: "0",
  };
}

/** Settings of the shared server. Other settings would need a new build. */
export function sharedSettings(): Readonly<Record<string, string>> {
  const ports = sharedPorts();
  return {
    ...unset,
    ...upstreamSettings(`http://127.0.0.1:${ports.upstream}`),
    SITE_URL: `http://localhost:${ports.site}`,
    SWAP_URL: `http://127.0.0.1:${ports.site}`,
    CONTACT_EMAIL: "ops@example.org",
    ORIGIN_TRIAL_TOKEN: "dG9rZW4=,c3dhcA==",
    OPENAI_APPS_CHALLENGE: "challenge_1-".repeat(10),
    DIST_DIR: SHARED_BUILD,
  };
}

/** Settings of a server with the sample network, which has another build folder. */
export function sampleSettings(
  siteUrl = "http://localhost:3000",
): Readonly<Record<string, string>> {
  return { ...unset, NETWORK: "sample", SITE_URL: siteUrl, DIST_DIR: ".next-sample" };
}

function endGroup(id: number | undefined, signal: NodeJS.Signals = "SIGTERM"): void {
  if (id === undefined) return;
  try {
    process.kill(-id, signal);
  } catch {
    // The process has already ended.
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await listen(probe);
  const port = portOf(probe);
  await close(probe);
  return port;
}
