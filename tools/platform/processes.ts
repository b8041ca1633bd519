// The processes of the bundles. Each bundle has some of its own, which start when they are first called.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Answer } from "./routes.ts";

interface FunctionSettings {
  readonly handler: string;
  readonly useWebApi?: boolean;
  readonly filePathMap?: Readonly<Record<string, string>>;
}

interface Worker {
  readonly child: ChildProcess;
  readonly port: Promise<number>;
  isFrozen: boolean;
}

interface Unpacked {
  readonly settings: FunctionSettings;
  readonly folder: string;
}

interface Bundle extends Unpacked {
  readonly name: string;
  readonly workers: Worker[];
  calls: number;
}

export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface ProcessesSetup {
  /** The folder of the project, to which the traced files are relative. */
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  /** How many processes each bundle has. Calls go to each in turn. */
  readonly count: number;
}

/** Puts a bundle together in `folder`: only its files are within its reach, as where it is deployed. */
export function unpackBundle(source: string, folder: string, root: string): Unpacked {
  const settings: FunctionSettings = JSON.parse(readFileSync(join(source, ".vc-config.json"), "utf8"));
  cpSync(source, folder, { recursive: true });
  for (const [to, from] of Object.entries(settings.filePathMap ?? {})) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(join(root, from), join(folder, to));
  }
  return { settings, folder };
}

/** A process of a bundle, which has loaded it once `port` resolves. */
export function startWorker({ settings, folder }: Unpacked, environment: NodeJS.ProcessEnv): Worker {
  const args = [folder, settings.handler, settings.useWebApi ? "web" : "node"];
  const child = fork(join(import.meta.dirname, "launch.mjs"), args, {
    execArgv: [],
    env: { ...environment, NODE_ENV: "production", VERCEL_REGION: "iad1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`a process of ${folder} ended with ${code} before it served`)));
  });
  port.catch(() => undefined);
  return { child, port, isFrozen: false };
}

export function createProcesses({ root, environment, count }: ProcessesSetup) {
  const place = mkdtempSync(join(tmpdir(), "signpost-platform-"));
  const bundles = new Map<string, Bundle>();
  const agent = new Agent({ keepAlive: true });

  async function call(source: string, asked: Call): Promise<Answer> {
    const bundle = bundles.get(source) ?? {
      name: basename(source),
      ...unpackBundle(source, join(place, String(bundles.size)), root),
      workers: [],
      calls: 0,
    };
    bundles.set(source, bundle);
    const index = bundle.calls++ % count;
    bundle.workers[index] ??= startWorker(bundle, environment);
    const worker = bundle.workers[index];
    if (worker.isFrozen) worker.child.kill("SIGCONT");
    worker.isFrozen = false;
    return exchange(await worker.port, asked, agent);
  }

  return {
    call,
    /** Calls of each bundle so far. */
    calls: () => Object.fromEntries([...bundles.values()].map(({ name, calls }) => [name, calls])),
    /** Stops all processes in the middle of whatever they do. The next call of one thaws it. */
    freeze(): void {
      for (const worker of [...bundles.values()].flatMap(({ workers }) => workers)) {
        worker.child.kill("SIGSTOP");
        worker.isFrozen = true;
      }
    },
    stop(): void {
      for (const { child } of [...bundles.values()].flatMap(({ workers }) => workers)) child.kill("SIGKILL");
      agent.destroy();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

export type Processes = ReturnType<typeof createProcesses>;

export async function exchange(port: number, { method, target, headers, body }: Call, agent?: Agent): Promise<Answer> {
  const sent = send({ host: "127.0.0.1", port, method, path: target, headers, ...(agent && { agent }) }).end(body);
  const [response]: IncomingMessage[] = await once(sent, "response");
  const { connection, "keep-alive": _kept, "transfer-encoding": _coding, date, ...fields } = response?.headers ?? {};
  return {
    status: response?.statusCode ?? 500,
    headers: fields as Answer["headers"],
    body: await buffer(response as IncomingMessage),
  };
}
