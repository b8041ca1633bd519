// Verify: the only file that opens a connection. A request is sent as written (absent and repeated headers too), no redirect is followed, nothing is decoded.
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { setTimeout as sleepFor } from "node:timers/promises";
import { createGate, type Gate } from "./gate.ts";
import manifest from "./package.json" with { type: "json" };

const TIMEOUT_MS = 20_000;
/** From the connection to the last byte: an answer that drips is not waited for without end. */
const LONGEST_MS = 60_000;
const MAX_BYTES = 5_000_000;
/** A whole run: some hundred times what a site of this kind is, and all of it is held in memory. */
const RUN_BYTES = 100_000_000;
const RUN_MS = 15 * 60_000;
/** A server that limits its clients is asked again when it says, no later than this and no more often. */
const MAX_WAIT_SECONDS = 30;
const MAX_TRIES = 6;
/** Requests to one host at a time: a server on this machine is asked faster than somebody else's. */
const LOCAL_CONNECTIONS = 12;
const REMOTE_CONNECTIONS = 4;

interface Ask {
  /** Absolute, http or https; a fragment is left out. */
  readonly url: string;
  readonly method?: string;
  /** Added to the defaults; null takes a default away, a list sends one line for each member. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string;
}

export interface Answer {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  /** Names in lower case; repeated lines joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The bytes as UTF-8; what is not UTF-8 is replaced. */
  readonly text: string;
}

export interface Fetcher {
  /** The answer to a request; the same request is sent once. @throws Error that names the request when there is no answer. */
  get(ask: Ask): Promise<Answer>;
  /** As `get`, but always sent. */
  send(ask: Ask): Promise<Answer>;
  /** How many requests have been sent, those that were sent again too. */
  readonly sent: number;
  close(): void;
}

/** Sends the requests for an origin to another address on this machine or network, their `Host` unchanged. */
export type Connect = (url: URL) => { readonly hostname: string; readonly port: number } | null;

export interface Limits {
  /** Whether a request may be sent there at all: what a site names may be anywhere, the reader's own network too. */
  readonly mayAsk?: (url: URL, method: string) => boolean;
  readonly longestMs?: number;
  /** Of all answers together, and of the time since the fetcher was made: beyond them nothing more is asked. */
  readonly runBytes?: number;
  readonly runMs?: number;
  /** How a pause is waited for that a server has asked for. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

const defaults: Readonly<Record<string, string>> = {
  Accept: "*/*",
  "Accept-Encoding": "identity",
  "User-Agent": `signpost-verify/${manifest.version}`,
};

export function createFetcher(origin: string, connect: Connect = () => null, limits: Limits = {}): Fetcher {
  const {
    mayAsk = () => true,
    longestMs = LONGEST_MS,
    runBytes = RUN_BYTES,
    runMs = RUN_MS,
    sleep = sleepFor,
  } = limits;
  const width = isLoopback(new URL(origin).hostname) ? LOCAL_CONNECTIONS : REMOTE_CONNECTIONS;
  const agents = { "http:": new HttpAgent({ keepAlive: true }), "https:": new HttpsAgent({ keepAlive: true }) };
  const gates = new Map<string, Gate>();
  const known = new Map<string, Promise<Answer>>();
  let sent = 0;
  let read = 0;
  const startMs = performance.now();

  /** Why the run must end; null while it may go on. */
  function toRunLimit(): string | null {
    if (read > runBytes) return `the answers of this run are more than ${runBytes} bytes`;
    return performance.now() - startMs > runMs ? `this run has taken more than ${runMs / 1000} s` : null;
  }

  async function send(ask: Ask): Promise<Answer> {
    const { method = "GET" } = ask;
    const url = new URL(ask.url);
    if (!mayAsk(url, method)) throw new Error(`${method} ${ask.url}: not asked, for it is another site`);
    const gate = gates.get(url.host) ?? createGate(width, sleep);
    gates.set(url.host, gate);
    for (let tries = 1; ; tries++) {
      const answer = await gate.pass(() => {
        const limit = toRunLimit();
        if (limit) throw new Error(`${method} ${url.pathname}: not asked, for ${limit}`);
        sent++;
        return exchange(ask);
      });
      const seconds = Number(answer.headers["retry-after"]);
      if (answer.status !== 429 || !(seconds >= 0 && seconds <= MAX_WAIT_SECONDS) || tries === MAX_TRIES) return answer;
      gate.narrow(seconds * 1000);
    }
  }

  function exchange(ask: Ask, again = true): Promise<Answer> {
    const { method = "GET", body } = ask;
    const url = new URL(ask.url);
    const target = connect(url) ?? {
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port) || undefined,
    };
    const secure = url.protocol === "https:";
    const options = {
      ...target,
      method,
      path: `${url.pathname}${url.search}`,
      headers: toHeaders(url, ask),
      agent: secure ? agents["https:"] : agents["http:"],
      timeout: TIMEOUT_MS,
      ...(secure ? { servername: url.hostname } : {}),
    };
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${method} ${url.pathname || url.href}: ${reason}`));
      const outgoing = (secure ? requestHttps : requestHttp)(options, (incoming) => {
        const chunks: Buffer[] = [];
        let length = 0;
        incoming.on("data", (chunk: Buffer) => {
          length += chunk.byteLength;
          read += chunk.byteLength;
          chunks.push(chunk);
          if (length > MAX_BYTES) incoming.destroy(new Error(`more than ${MAX_BYTES} bytes`));
          else if (read > runBytes) incoming.destroy(new Error(`${toRunLimit()}`));
        });
        incoming.once("error", (error) => fail(error.message));
        incoming.once("end", () => {
          const bytes = Buffer.concat(chunks);
          const headers = Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(", ") : (value ?? ""),
            ]),
          );
          resolve({
            url: ask.url,
            method,
            status: incoming.statusCode ?? 0,
            headers,
            bytes,
            text: bytes.toString("utf8"),
          });
        });
      });
      let timer: NodeJS.Timeout | undefined;
      const isLate = () => outgoing.destroy(new Error(`no end within ${longestMs / 1000} s`));
      outgoing.once("socket", () => {
        timer = setTimeout(isLate, longestMs);
      });
      outgoing.once("close", () => clearTimeout(timer));
      outgoing.once("timeout", () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
      outgoing.once("error", (error: NodeJS.ErrnoException) => {
        // A kept connection that the server closed in the same moment says nothing about the server.
        if (again && outgoing.reusedSocket && error.code === "ECONNRESET") exchange(ask, false).then(resolve, reject);
        else fail(error.message || error.code || "no connection");
      });
      outgoing.end(body);
    });
  }

  return {
    get(ask) {
      const key = JSON.stringify([ask.method ?? "GET", ask.url, ask.headers, ask.body]);
      const answer = known.get(key) ?? send(ask);
      known.set(key, answer);
      return answer;
    },
    send,
    get sent() {
      return sent;
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** A list of names and values in turn, so that a name can stand twice. */
function toHeaders(url: URL, { headers = {}, body }: Ask): string[] {
  const chosen = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(defaults).filter(([name]) => !chosen.includes(name.toLowerCase()));
  const own = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, one]),
  );
  const length = body === undefined ? [] : [["Content-Length", String(Buffer.byteLength(body))]];
  const host = chosen.includes("host") ? [] : [["Host", url.host]];
  return [...host, ...kept, ...own, ...length].flat() as string[];
}

/** Names and addresses of this machine itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
