// The only file that opens connections. Sends a request exactly as written, follows no redirect, decodes nothing.
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { setTimeout as sleepFor } from "node:timers/promises";
import { createGate, type Gate } from "./gate.ts";
import manifest from "./package.json" with { type: "json" };

const TIMEOUT_MS = 20_000;
/** From the connection to the last byte. This ends a response that only drips. */
const LONGEST_MS = 60_000;
const MAX_BYTES = 5_000_000;
/** Limits of a whole run, which is held in memory: some hundred times a site of this kind. */
const RUN_BYTES = 100_000_000;
const RUN_MS = 15 * 60_000;
/** If a server limits its clients, the request is repeated when the server says: this late and this often at most. */
const MAX_WAIT_SECONDS = 30;
const MAX_TRIES = 6;
/** Parallel requests to one host: more on this machine than on a foreign server. */
const LOCAL_CONNECTIONS = 12;
const REMOTE_CONNECTIONS = 4;

interface Ask {
  /** Absolute, http or https. The fragment is dropped. */
  readonly url: string;
  readonly method?: string;
  /** Added to the defaults. Null removes a default; a list sends one line for each member. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string;
}

export interface Answer {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  /** Names in lower case. Repeated lines are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. Invalid bytes are replaced. */
  readonly text: string;
}

export interface Fetcher {
  /**
   * The answer to a request. Equal requests are sent once. @throws Error that names the request if there is no answer.
   */
  get(ask: Ask): Promise<Answer>;
  /** Like `get`, but always sends the request. */
  send(ask: Ask): Promise<Answer>;
  /** How many requests were sent, repeats included. */
  readonly sent: number;
  close(): void;
}

/** Sends an origin's requests to another address on this machine or network. `Host` stays unchanged. */
export type Connect = (url: URL) => { readonly hostname: string; readonly port: number } | null;

export interface Limits {
  /** Whether a request may be sent there. A site can name any address, even one in the reader's own network. */
  readonly mayAsk?: (url: URL, method: string) => boolean;
  readonly longestMs?: number;
  /** Limits over all answers, and from the creation of the fetcher. After that, no request is sent. */
  readonly runBytes?: number;
  readonly runMs?: number;
  /** How to wait for a pause that a server asked for. */
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

  /** Why the run must end; null to go on. */
  function runLimitReason(): string | null {
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
        const limit = runLimitReason();
        if (limit) throw new Error(`${method} ${url.pathname}: not asked, for ${limit}`);
        sent++;
        return exchange(ask);
      });
      const seconds = Number(answer.headers["retry-after"]);
      if (answer.status !== 429 || !(seconds >= 0 && seconds <= MAX_WAIT_SECONDS) || tries === MAX_TRIES) return answer;
      gate.narrow(seconds * 1000);
    }
  }

  function exchange(ask: Ask, isRetry = false): Promise<Answer> {
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
      headers: listHeaders(url, ask),
      agent: isRetry ? false : secure ? agents["https:"] : agents["http:"],
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
          else if (read > runBytes) incoming.destroy(new Error(`${runLimitReason()}`));
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
        // The server may have closed a kept connection at the same moment. That says nothing about the server. Others may be closed too.
        if (outgoing.reusedSocket && error.code === "ECONNRESET") exchange(ask, true).then(resolve, reject);
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

/** Names and values in turn, so a name can be repeated. */
function listHeaders(url: URL, { headers = {}, body }: Ask): string[] {
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
