// This folder holds what the processes of a deployment share in a store. What they keep there is no fact until it is checked here.
// This file: one connection to a Redis store, shared by all users in this process. Calls wait only briefly, and pause after a failure.
import { setTimeout as sleep } from "node:timers/promises";
import { getProcessGlobal } from "../internals/process-globals.ts";

interface StoreScript<T> {
  /** Lua, run in one atomic step. */
  readonly text: string;
  readonly keys: readonly string[];
  readonly args: readonly string[];
  /** Throws on an unknown reply, which counts as a failure of the store. */
  readonly parse: (reply: unknown) => T;
}

/** @throws when the store fails. */
export type RunScript = <T>(script: StoreScript<T>) => Promise<T>;

export interface Store {
  /** @throws if the store does not answer in time, answers nonsense, or failed a moment ago. */
  readonly run: RunScript;
  close(): void;
}

export interface StoreOptions {
  /** redis:// or rediss://, credentials included. */
  readonly url: string;
  /** Called at most once a minute. `cause` is an error's code or name, not its text. */
  readonly reportFailure?: (cause: string) => void;
  readonly commandMs?: number;
  readonly nowMs?: () => number;
}

const COMMAND_MS = 250;
const CONNECT_MS = 5_000;
/** Pause after a failure, so a hung store does not delay every message. */
const PAUSE_MS = 1_000;
const REPORT_MS = 60_000;

/** The store at an address. Users of the same address share its connection. */
export function getStore(url: string): Store {
  const stores = getProcessGlobal("stores", () => new Map<string, Store>());
  const store = stores.get(url) ?? createStore({ url, reportFailure: logFailure });
  stores.set(url, store);
  return store;
}

function logFailure(cause: string): void {
  const meanwhile = "each instance counts, remembers and reads alone";
  process.stderr.write(`${JSON.stringify({ store: "failed", cause, meanwhile })}\n`);
}

/** Connects at the first script, and again after a loss. */
export function createStore(options: StoreOptions): Store {
  const { url, reportFailure, commandMs = COMMAND_MS, nowMs = () => performance.now() } = options;
  let connecting: Promise<Client> | null = null;
  let connected: Client | null = null;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let silentUntilMs = Number.NEGATIVE_INFINITY;

  const drop = () => {
    const lost = connected;
    connected = null;
    connecting = null;
    lost?.destroy();
  };
  const open = () => {
    const opening = connect(url, () => {
      if (connecting === opening) drop();
    });
    opening.then(
      (client) => {
        if (connecting === opening) connected = client;
        else client.destroy();
      },
      () => {
        if (connecting === opening) connecting = null;
      },
    );
    return opening;
  };
  const ask = async <T>({ text, keys, args, parse }: StoreScript<T>): Promise<T> => {
    connecting ??= open();
    return parse(await (await connecting).eval(text, { keys: [...keys], arguments: [...args] }));
  };
  const giveUp = (error: unknown) => {
    // A connection that is being made may still succeed. One that does not answer is hung.
    if (connected) drop();
    const now = nowMs();
    pausedUntilMs = now + PAUSE_MS;
    if (now < silentUntilMs) return;
    silentUntilMs = now + REPORT_MS;
    reportFailure?.(causeText(error));
  };

  return {
    close: drop,
    async run(script) {
      if (nowMs() < pausedUntilMs) throw new Error("The store failed a moment ago and is left alone.");
      try {
        return await within(commandMs, ask(script));
      } catch (error) {
        giveUp(error);
        throw error;
      }
    },
  };
}

interface Client {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

/** A client that fails at once instead of queueing or reconnecting. The store decides when to try again. */
async function connect(url: string, onLost: () => void): Promise<Client> {
  const { createClient } = await import("@redis/client");
  const socket = { connectTimeout: CONNECT_MS, reconnectStrategy: false } as const;
  const client = createClient({ url, socket, RESP: 2, disableOfflineQueue: true, disableClientInfo: true });
  client.on("error", onLost).on("end", onLost);
  await client.connect();
  return { eval: (text, input) => client.eval(text, input), destroy: () => client.isOpen && client.destroy() };
}

/**
 * The client's own timeout ends when a command is written. This one ends when it is answered. Its last fifth begins when this process
 * sees that the rest is over, so one that was busy for so long still reads the answer.
 */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = async (): Promise<never> => {
    for (const share of [0.8, 0.2]) await sleep(limitMs * share, undefined, { signal: ended.signal });
    throw new DOMException("The store did not answer in time.", "TimeoutError");
  };
  return Promise.race([work, late()]).finally(() => ended.abort());
}

/** "ECONNREFUSED" from a socket, "WRONGPASS" from the start of a reply, or "TimeoutError". */
function causeText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return code;
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? error.name;
}
