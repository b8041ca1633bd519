// Starts a server of ours as a process, and ends it with all its child processes.
import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { childEnvironment } from "../../lib/config.ts";
import { root } from "./root.ts";

export interface RunningProcess {
  readonly pid: number | null;
  /** The output at the moment when it was ready. */
  readonly printed: string;
  /** The end of all output so far. */
  readonly output: () => string;
  /** Sends a signal, by default a request to stop, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  /** Script and arguments for Node, from the root of the checkout. */
  readonly args: readonly string[];
  /** Where it runs. Default: the root of the checkout. */
  readonly folder?: string;
  /** A command and its arguments that start Node under limits. */
  readonly limits?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Matches the output when the process is ready. */
  readonly ready: RegExp;
  readonly limitMs: number;
}

/** Resolves when the process is ready. @throws with its output if it ends before that, or is not ready in time. */
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
  const failed = Promise.race([ended, late]).then(() => null);
  const found = await Promise.race([printed, failed]);
  if (found !== null)
    return {
      pid: child.pid ?? null,
      printed: found,
      output: () => output,
      stop,
    };
  await stop();
  throw new Error(`${args.join(" ")} did not start:\n${output}`);
}

/** The folder of the one build that the specs share. */
export const SHARED_BUILD = ".next-test";

/** Unsets every setting of a server except its network, so this machine's environment has no effect. */
const unset: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "SITE_URL SWAP_URL SITE_NAME CONTACT_EMAIL CONTENT_SIGNAL NODE_URLS INDEXER_URLS " +
    "NODE_CALLS RATE_LIMIT TRUSTED_HOPS HOST ORIGIN_TRIAL_TOKEN"
  )
    .split(" ")
    .map((name) => [name, ""]),
);

/** The shared server: a website and a swap site, which are two names of one port, and below it the port of its upstream. */
export function sharedPorts() {
  const port = Number(childEnvironment().E2E_PORT || 4310);
  return { site: port, upstream: port + 1 };
}

/** A main network whose nodes and indexer are a scripted upstream. No rate limit, and no budget of calls. */
export function upstreamSettings(upstream: string): Readonly<Record<string, string>> {
  return {
    NETWORK: "thorchain",
    NODE_URLS: `one=${upstream}/node0,two=${upstream}/node1`,
    INDEXER_URLS: `${upstream}/indexer0`,
    NODE_CALLS: "0",
    RATE_LIMIT: "0",
  };
}

/** Settings of a server on the one build of the specs. With these alone nothing is built again. */
export function sharedSettings(): Readonly<Record<string, string>> {
  const ports = sharedPorts();
  return {
    ...unset,
    ...upstreamSettings(`http://127.0.0.1:${ports.upstream}`),
    SITE_URL: `http://localhost:${ports.site}`,
    SWAP_URL: `http://127.0.0.1:${ports.site}`,
    CONTACT_EMAIL: "ops@example.org",
    ORIGIN_TRIAL_TOKEN: "dG9rZW4=",
    DIST_DIR: SHARED_BUILD,
  };
}

/** Settings of a server on the sample network, which has a build of its own. */
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
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
