// This folder breaks a site on purpose, to test the verify command.
// This file: a proxy that changes answers. It caches them, so many runs cost the server one request each.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { close, listen, portOf } from "../loopback.ts";

export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The request's headers, names in lower case. */
  readonly asked: Readonly<Record<string, string | undefined>>;
  status: number;
  /** The answer's headers, names in lower case. The length is set from the body. */
  headers: Record<string, string>;
  body: string;
}

interface Alteration {
  /** Removes what the server must not see of a request. */
  readonly hide?: readonly string[];
  /** Changes an answer in place. */
  alter?(exchange: Exchange): void;
}

export interface BreakingProxy {
  readonly port: number;
  /** The current change; null passes everything. */
  alteration: Alteration | null;
  stop(): Promise<void>;
}

interface Stored {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body as UTF-8, read once for all runs. */
  readonly text: string;
}

export async function startBreakingProxy(target: {
  readonly hostname: string;
  readonly port: number;
}): Promise<BreakingProxy> {
  const known = new Map<string, Promise<Stored>>();
  const state: { alteration: Alteration | null } = { alteration: null };

  function ask(method: string, path: string, rawHeaders: readonly string[], body: Buffer): Promise<Stored> {
    const key = JSON.stringify([method, path, rawHeaders, body.toString()]);
    const answer = known.get(key) ?? forward(method, path, rawHeaders, body);
    known.set(key, answer);
    return answer;
  }

  function forward(method: string, path: string, rawHeaders: readonly string[], body: Buffer): Promise<Stored> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...target, method, path, headers: [...rawHeaders] }, async (incoming) => {
        const bytes = await readAll(incoming);
        const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(headers),
          body: bytes,
          text: `${bytes}`,
        });
      });
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = incoming;
    const { hide = [], alter } = state.alteration ?? {};
    const body = await readAll(incoming);
    const rawHeaders = withoutHeaders(incoming.rawHeaders, hide);
    const answer = await ask(method, path, rawHeaders, body);
    // The length of a HEAD answer is that of the changed body.
    const whole = method === "HEAD" && answer.status !== 405 ? await ask("GET", path, rawHeaders, body) : answer;
    const exchange: Exchange = {
      method,
      path,
      asked: incoming.headers as Exchange["asked"],
      status: answer.status,
      headers: { ...answer.headers },
      body: whole.text,
    };
    alter?.(exchange);
    const sized = "content-length" in exchange.headers;
    for (const name of ["connection", "keep-alive", "transfer-encoding", "content-length"])
      delete exchange.headers[name];
    const bytes = exchange.body === whole.text ? whole.body : Buffer.from(exchange.body);
    response.writeHead(exchange.status, {
      ...exchange.headers,
      ...(sized ? { "content-length": bytes.byteLength } : {}),
    });
    response.end(method === "HEAD" ? undefined : bytes);
  }

  // The server itself must refuse the oversized header of one row.
  const server = createServer({ maxHeaderSize: 65_536 }, (incoming, response) => {
    handle(incoming, response).catch((error: Error) => response.destroy(error));
  });
  await listen(server);
  return {
    port: portOf(server),
    get alteration() {
      return state.alteration;
    },
    set alteration(alteration) {
      state.alteration = alteration;
    },
    stop: () => close(server),
  };
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Names and values in turn, without some names. Each hop has its own Connection header. */
function withoutHeaders(rawHeaders: readonly string[], hide: readonly string[]): string[] {
  const gone = new Set(["connection", ...hide]);
  return rawHeaders.filter((_, index) => !gone.has((rawHeaders[index - (index % 2)] ?? "").toLowerCase()));
}
