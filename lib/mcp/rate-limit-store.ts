// MCP room: buckets shared by every instance, in a store that speaks Redis. While the store fails, each instance limits by itself: never without a limit, never shut.
import { createHmac } from "node:crypto";
import type { RateLimiter } from "./rate-limit.ts";
import { type Verdict, WINDOW_MS } from "./rate-limit-bucket.ts";

export interface StoreOptions {
  /** redis:// or rediss://, credentials included. */
  readonly url: string;
  /** Answers while the store does not. */
  readonly fallback: RateLimiter;
  /** Told at most once a minute; `cause` is an error's code or name, not its text. */
  readonly reportFailure?: (cause: string) => void;
  readonly commandMs?: number;
  readonly nowMs?: () => number;
}

export interface StoreLimiter extends RateLimiter {
  close(): void;
}

const COMMAND_MS = 250;
const CONNECT_MS = 5_000;
/** After a failure the store is left alone for this long, so that a hung one does not delay every message. */
const PAUSE_MS = 1_000;
const REPORT_MS = 60_000;
const NAMESPACE = "signpost:rate:";

/** The same arithmetic as rate-limit-bucket.ts, in one atomic step on the store's clock. ARGV: limit, messages, window in ms. */
const script = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[3])
local message = window / limit
local debt = math.min(math.max(tonumber(redis.call("GET", KEYS[1]) or 0) - now, 0), window)
local taken = debt + ARGV[2] * message
if taken > window + 0.01 * message then return {0, string.format("%.3f", debt)} end
taken = math.min(taken, window)
redis.call("SET", KEYS[1], string.format("%.3f", now + taken), "PX", math.ceil(taken))
return {1, string.format("%.3f", taken)}`;

export function createStoreLimiter(options: StoreOptions): StoreLimiter {
  const { url, fallback, reportFailure, commandMs = COMMAND_MS, nowMs = () => performance.now() } = options;
  const { limit } = fallback;
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
  const ask = async (client: string, messages: number): Promise<Verdict> => {
    connecting ??= open();
    // No address is kept outside this process: only who knows the store's address could guess one back.
    const key = NAMESPACE + createHmac("sha256", url).update(client).digest("base64url");
    const args = [String(limit), String(messages), String(WINDOW_MS)];
    return toVerdict(await (await connecting).eval(script, { keys: [key], arguments: args }));
  };
  const giveUp = (error: unknown) => {
    // A connection that is still being made may yet succeed; one that does not answer is hung.
    if (connected) drop();
    const now = nowMs();
    pausedUntilMs = now + PAUSE_MS;
    if (now < silentUntilMs) return;
    silentUntilMs = now + REPORT_MS;
    reportFailure?.(toCause(error));
  };

  return {
    limit,
    close: drop,
    async take(client, messages) {
      if (nowMs() < pausedUntilMs) return fallback.take(client, messages);
      try {
        return await within(commandMs, ask(client, messages));
      } catch (error) {
        giveUp(error);
        return fallback.take(client, messages);
      }
    },
  };
}

interface Client {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

/** A client that fails at once instead of queueing or reconnecting: the limiter above decides when to try again. */
async function connect(url: string, onLost: () => void): Promise<Client> {
  const { createClient } = await import("@redis/client");
  const socket = { connectTimeout: CONNECT_MS, reconnectStrategy: false } as const;
  const client = createClient({ url, socket, RESP: 2, disableOfflineQueue: true, disableClientInfo: true });
  client.on("error", onLost).on("end", onLost);
  await client.connect();
  return { eval: (text, input) => client.eval(text, input), destroy: () => client.isOpen && client.destroy() };
}

/** The client's own timeout ends when a command is written; this one ends when it is answered. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException("The store did not answer in time.", "TimeoutError")), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function toVerdict(reply: unknown): Verdict {
  const [allowed, debt] = Array.isArray(reply) ? reply : [];
  const debtMs = Number(debt);
  if ((allowed !== 0 && allowed !== 1) || !(debtMs >= 0 && debtMs <= WINDOW_MS)) throw new TypeError("Not a verdict.");
  return { allowed: allowed === 1, debtMs };
}

/** "ECONNREFUSED" of a socket, "WRONGPASS" at the head of a reply, or "TimeoutError". */
function toCause(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return code;
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? error.name;
}
