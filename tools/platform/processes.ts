// The processes of the bundles. Each bundle has some of its own, which start when they are first called.
import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request as send } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

/** Names are in lower case. Set-Cookie alone would be a list, which is passed on as it is. */
export type Fields = Readonly<Record<string, string>>;

export interface Asked {
  readonly method: string;
  readonly path: string;
  /** With its "?", or empty. */
  readonly search: string;
  readonly headers: Fields;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: Buffer;
}

/** Puts a bundle together in `folder`: only its files are within its reach. The traced ones are relative to `root`, the project. */
export function unpackBundle(source: string, folder: string, root: string): string {
  cpSync(source, folder, { recursive: true });
  const { filePathMap = {} } = JSON.parse(readFileSync(join(folder, ".vc-config.json"), "utf8"));
  for (const [to, from] of Object.entries<string>(filePathMap)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(join(root, from), join(folder, to));
  }
  return folder;
}

/** A process of an unpacked bundle, which has loaded it once `port` resolves. */
export function startWorker(folder: string, environment: NodeJS.ProcessEnv) {
  const child = fork(join(import.meta.dirname, "launch.mjs"), [folder], {
    execArgv: [],
    env: { ...environment, NODE_ENV: "production", VERCEL_REGION: "iad1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`a process of ${folder} ended with ${code} before it served`)));
  });
  port.catch(() => undefined);
  return { child, port };
}

/** `count`: how many processes each bundle has. Calls go to each in turn. */
export function createProcesses(root: string, environment: NodeJS.ProcessEnv, count: number) {
  const place = mkdtempSync(join(tmpdir(), "signpost-platform-"));
  const bundles = new Map<string, { folder: string; workers: ReturnType<typeof startWorker>[]; calls: number }>();
  const signal = (name: NodeJS.Signals) => {
    for (const { child } of [...bundles.values()].flatMap(({ workers }) => workers)) child.kill(name);
  };
  return {
    async call(source: string, asked: Asked): Promise<Answer> {
      const unpack = () => unpackBundle(source, join(place, `${bundles.size}`), root);
      const bundle = bundles.get(source) ?? { folder: unpack(), workers: [], calls: 0 };
      bundles.set(source, bundle);
      const index = bundle.calls++ % count;
      bundle.workers[index] ??= startWorker(bundle.folder, environment);
      bundle.workers[index].child.kill("SIGCONT");
      return exchange(await bundle.workers[index].port, asked);
    },
    /** Of all bundles so far. */
    calls: () => [...bundles.values()].reduce((sum, { calls }) => sum + calls, 0),
    /** Stops all processes in the middle of whatever they do. The next call of one thaws it. */
    freeze: () => signal("SIGSTOP"),
    stop(): void {
      signal("SIGKILL");
      rmSync(place, { recursive: true, force: true });
    },
  };
}

export type Processes = ReturnType<typeof createProcesses>;

export async function exchange(port: number, { method, path, search, headers, body }: Asked): Promise<Answer> {
  const sent = send({ host: "127.0.0.1", port, method, path: path + search, headers }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { connection, "keep-alive": _kept, "transfer-encoding": _coding, date, ...fields } = response.headers;
  return { status: response.statusCode ?? 500, headers: fields as Fields, body: await buffer(response) };
}
