// The server of `npm start`: Next as a custom server, behind what a platform's edge does.
// Stable answers are served from memory, other GETs as long as their CDN-Cache-Control says,
// and /mcp goes straight to its handler.
import { setDefaultResultOrder } from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import * as http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { LRUCache } from "lru-cache";
import { serveBuild } from "../lib/config.ts";
import { cacheControl, SHARED_CACHE_FIELD } from "../lib/http/cache.ts";
import { PEER_HEADER } from "../lib/http/client-address.ts";
import { documentHeaders } from "../lib/http/security-headers.ts";
import { isUnchanged } from "../lib/http/validators.ts";
import { getLoadedEndpoint } from "../lib/runtime/loaded-endpoint.ts";
import { httpMethods } from "../lib/site/registry/resources.ts";
import { type CacheLookup, readCacheLookup } from "../lib/site/serve/cache-lookup.ts";
import { siteHeaders } from "../lib/site/serve/page-policy.ts";
import { readConfig } from "./read-config.ts";

const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Longer than any page waits for the network. */
const ANSWER_MS = 25_000;
/** A tool may take 8 s, and a supervisor often kills after 10 s. */
const DRAIN_MS = 9_000;

serveBuild();
const { host, port, siteName, siteUrl, swapUrl, network } = readConfig();
const siteHost = new URL(siteUrl).host;
const ownHosts = [siteHost, new URL(swapUrl).host];

interface Answer {
  readonly status: number;
  readonly fields: string[];
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly body: Buffer;
  /** In milliseconds of `performance.now()`; 0 if the answer must not be shared. */
  readonly untilMs: number;
}

const methods: ReadonlySet<string> = new Set(httpMethods);
/** Fields of the connection, of Next's own router, and for caches only. */
const innerField = new RegExp(
  "^(?:(?:connection|keep-alive|transfer-encoding|content-length|date|cdn-cache-control" +
    "|x-nextjs-[^:]+|x-middleware-[^:]+):|vary: rsc)",
  "i",
);
/** With these Next answers its own router or an editor's preview; no page has either. */
const unusedField = /^(?:cookie$|rsc$|next-|x-nextjs-|x-middleware-)/;

// Some machines resolve localhost to ::1 first, and a client of 127.0.0.1 would find no server.
setDefaultResultOrder("ipv4first");
const { default: createNext } = await import("next");
// Next answers each GET on this socket. Only this user can enter the folder.
const folder = mkdtempSync(join(tmpdir(), "signpost-"));
const socketPath = join(folder, "next");
const inner = http.createServer({ keepAliveTimeout: 0 }, (...call) => void answerByNext(...call));
const next = createNext({ dev: false, hostname: host, port, httpServer: inner });
await next.prepare();
const answerByNext = next.getRequestHandler();
const agent = new http.Agent({ keepAlive: true });

const kept = new LRUCache<string, Answer>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ body, fields }, key) => body.length + fields.join().length + key.length,
});
const pending = new Map<string, Promise<Answer | null>>();

async function askNext(request: http.IncomingMessage, lookup: CacheLookup): Promise<Answer> {
  const askedMs = performance.now();
  const names = ["host", "x-forwarded-for", PEER_HEADER].filter((name) => name in request.headers);
  const headers = Object.fromEntries(names.map((name) => [name, request.headers[name]]));
  if (lookup.accept !== undefined) headers.accept = lookup.accept;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const asking = http.request({ socketPath, agent, path: request.url, headers, signal }).end();
  const [response] = (await once(asking, "response")) as [http.IncomingMessage];
  const body = await buffer(response);
  const { statusCode: status = 500, headers: given, rawHeaders } = response;
  const fields = rawHeaders.flatMap((name, at) => {
    const value = rawHeaders[at + 1] ?? "";
    return at % 2 === 1 || innerField.test(`${name}: ${value}`) ? [] : [name, value];
  });
  // Next overwrites the `Vary` of a page by its router's (vercel/next.js#85999).
  if (lookup.isNegotiated && !fields.includes("Accept")) fields.push("Vary", "Accept");
  const lifetime = /\bmax-age=(\d+)/.exec(`${given[SHARED_CACHE_FIELD.toLowerCase()] ?? ""}`);
  const isLasting = lookup.isStable && status === 200;
  const seconds = isLasting ? Number.POSITIVE_INFINITY : Number(lifetime?.[1] ?? 0);
  return {
    status,
    fields,
    etag: given.etag ?? null,
    lastModified: given["last-modified"] ?? null,
    body,
    untilMs: seconds > 0 ? askedMs + seconds * 1_000 : 0,
  };
}

/** Equal questions wait for the first one's answer. If it cannot be shared, each asks. */
async function findAnswer(request: http.IncomingMessage, lookup: CacheLookup): Promise<Answer> {
  const { key } = lookup;
  if (key === null) return askNext(request, lookup);
  const keptAnswer = kept.get(key);
  if (keptAnswer && performance.now() < keptAnswer.untilMs) return keptAnswer;
  const sharedAnswer = await pending.get(key);
  if (sharedAnswer) return sharedAnswer;
  const asking = askNext(request, lookup);
  if (pending.has(key)) return asking;
  const shared = asking.then((answer) => (answer.untilMs > 0 ? answer : null));
  pending.set(
    key,
    shared.catch(() => null),
  );
  const answer = await asking.finally(() => pending.delete(key));
  if (performance.now() < answer.untilMs) kept.set(key, answer);
  return answer;
}

function sendAnswer(answer: Answer, request: http.IncomingMessage, response: http.ServerResponse) {
  const { status, fields, body, etag, lastModified } = answer;
  const { "if-none-match": ifNoneMatch, "if-modified-since": ifModifiedSince } = request.headers;
  if (status === 200 && isUnchanged({ ifNoneMatch, ifModifiedSince }, { etag, lastModified })) {
    const at = fields.findIndex((name) => /^content-type$/i.test(name));
    response.writeHead(304, at === -1 ? fields : fields.toSpliced(at, 2)).end();
    return;
  }
  response.writeHead(status, [...fields, "Content-Length", `${body.length}`]);
  if (request.method === "HEAD") response.end();
  // After `end`, a connection counts as idle while its bytes still leave, and draining cuts it.
  else response.write(body, () => response.end());
}

const answerMcp = createRequestListener((request) => {
  const { handle } = getLoadedEndpoint();
  return handle ? handle(request) : new Response(null, { status: 503 });
});

/** Without dot segments (RFC 9112, 3.2). Null if the target names no path of one host. */
function readTarget({ url = "", headers, headersDistinct }: http.IncomingMessage): URL | null {
  if (headersDistinct.host?.length !== 1) return null;
  const whole = url.startsWith("/") ? `http://${headers.host}${url}` : url;
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole) : null;
}

function answerRequest(request: http.IncomingMessage, response: http.ServerResponse): void {
  const target = readTarget(request);
  const isServed = methods.has(request.method ?? "");
  if (target === null || !isServed) {
    response.setHeaders(new Headers({ ...siteHeaders(), ...documentHeaders }));
    response.setHeader("Cache-Control", cacheControl.live);
    if (!isServed) response.setHeader("Allow", httpMethods.join(", "));
    response.writeHead(isServed ? 400 : 405, { "Content-Length": "0" }).end();
    return;
  }
  request.url = target.pathname + target.search;
  request.headers.host = target.host;
  for (const name in request.headers) if (unusedField.test(name)) delete request.headers[name];
  // Overwritten, whoever sent it: the limit per client counts by the socket's address.
  request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
  const isEndpoint = target.pathname === "/mcp" && target.host === siteHost;
  const { method = "", url } = request;
  const client = { method, url, host: target.host, accept: request.headers.accept };
  const lookup = readCacheLookup(client, ownHosts);
  if (isEndpoint && request.method === "POST" && getLoadedEndpoint().handle) {
    answerMcp(request, response);
  } else if (lookup === null) {
    void answerByNext(request, response);
  } else {
    findAnswer(request, lookup)
      .then((found) => sendAnswer(found, request, response))
      .catch((error: unknown) => {
        process.stderr.write(`No answer to a request: ${error}\n`);
        response.destroy();
      });
  }
}

const server = http.createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, answerRequest);
server.timeout = 30_000;
function refuseToStart(error: NodeJS.ErrnoException): void {
  const isUsed = error.code === "EADDRINUSE";
  const why = isUsed ? `port ${port} is in use. Set PORT to a free one.` : error.message;
  process.stderr.write(`Signpost cannot start: ${why}\n`, () => process.exit(1));
}
for (const listener of [inner, server]) listener.once("error", refuseToStart);
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => drain(signal));
// If the reader of the log is gone, each line fails, and Next would log that too, without end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

/** A connection ends with its pending answer. */
function drain(signal: string): void {
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const end = () => process.exit(0);
  server.close(end);
  setTimeout(() => {
    clearInterval(closing);
    const waited = `${DRAIN_MS / 1000} s after ${signal}`;
    const text = `Connections that were still open ${waited} were cut off.\n`;
    process.stderr.write(text, end);
  }, DRAIN_MS);
}

inner.listen(socketPath, () => server.listen({ host, port }));
await once(server, "listening");
const isAny = host === "0.0.0.0" || host === "::";
const local = `http://${isAny ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
const isInvented = network === "sample";
const note = isInvented ? ", invented data: pages are marked sample and not indexable" : "";
process.stdout.write(`
${siteName} serves ${siteUrl} (port ${port})
Network: ${network}${note}
Try:
  curl ${local}/llms.txt
  curl -H 'Accept: text/markdown' ${local}/pricing
  curl ${local}/.well-known/status
`);
