// The server of `npm start`. It checks requests, and passes to Next what it cannot answer itself.
// It answers a GET from its cache if possible. After the first POST to /mcp, it calls the handler
// of /mcp directly.
import { setDefaultResultOrder } from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import * as http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { setProductionEnvironment } from "../lib/config.ts";
import { cacheControl } from "../lib/http/cache.ts";
import { PEER_HEADER } from "../lib/http/client-address.ts";
import { documentHeaders } from "../lib/http/security-headers.ts";
import { isUnchanged } from "../lib/http/validators.ts";
import { getLoadedEndpoint } from "../lib/runtime/loaded-endpoint.ts";
import { httpMethods } from "../lib/site/registry/resources.ts";
import { cacheLookup } from "../lib/site/serve/cache-lookup.ts";
import { siteHeaders } from "../lib/site/serve/page-policy.ts";
import { type Answer, createAnswerCache } from "./answer-cache.ts";
import { readConfig } from "./read-config.ts";

/**
 * Time after SIGTERM or SIGINT in which open requests can end. A tool may take 8 s, and many
 * process supervisors kill a process after 10 s.
 */
const DRAIN_MS = 9_000;

setProductionEnvironment();
const { host, port, siteName, siteUrl, swapUrl, network } = readConfig();
const siteHost = new URL(siteUrl).host;
const servedHosts = [siteHost, new URL(swapUrl).host];

const servedMethods: ReadonlySet<string> = new Set(httpMethods);
/**
 * Headers that are removed from requests. They would make Next send data for its client router, or
 * a preview, in place of the page. No page of this site needs them.
 */
const removedHeaderPattern = /^(?:cookie$|rsc$|next-|x-nextjs-|x-middleware-)/;

// Some machines resolve localhost to ::1 first. The server would then listen only on ::1, and a
// client of 127.0.0.1 could not connect.
setDefaultResultOrder("ipv4first");
const { default: createNext } = await import("next");
const socketFolder = mkdtempSync(join(tmpdir(), "signpost-"));
const socketPath = join(socketFolder, "next");
const nextServer = http.createServer(
  { keepAliveTimeout: 0 },
  (request, response) => void answerByNext(request, response),
);
const next = createNext({ dev: false, hostname: host, port, httpServer: nextServer });
await next.prepare();
const answerByNext = next.getRequestHandler();
const getAnswer = createAnswerCache(socketPath);

function sendAnswer(answer: Answer, request: http.IncomingMessage, response: http.ServerResponse) {
  const { status, fields, body, etag, lastModified } = answer;
  const { "if-none-match": ifNoneMatch, "if-modified-since": ifModifiedSince } = request.headers;
  if (status === 200 && isUnchanged({ ifNoneMatch, ifModifiedSince }, { etag, lastModified })) {
    const contentTypeIndex = fields.findIndex((name) => /^content-type$/i.test(name));
    response
      .writeHead(304, contentTypeIndex === -1 ? fields : fields.toSpliced(contentTypeIndex, 2))
      .end();
    return;
  }
  response.writeHead(status, [...fields, "Content-Length", `${body.length}`]);
  if (request.method === "HEAD") response.end();
  // Not `response.end(body)`: Node would call the connection idle before all bytes are sent, and
  // `drain`, which closes idle connections at shutdown, would cut the answer.
  else response.write(body, () => response.end());
}

const answerMcp = createRequestListener((request) => {
  const { handle } = getLoadedEndpoint();
  return handle ? handle(request) : new Response(null, { status: 503 });
});

/** The requested URL (RFC 9112, 3.2), without "." and "..". Null if URL or Host is invalid. */
function parseTarget({ url = "", headers, headersDistinct }: http.IncomingMessage): URL | null {
  if (headersDistinct.host?.length !== 1) return null;
  const absoluteUrl = url.startsWith("/") ? `http://${headers.host}${url}` : url;
  if (!/^https?:\/\//i.test(absoluteUrl)) return null;
  return URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : null;
}

function refuse(response: http.ServerResponse, status: 400 | 405): void {
  response.setHeaders(new Headers({ ...siteHeaders(null), ...documentHeaders }));
  response.setHeader("Cache-Control", cacheControl.live);
  if (status === 405) response.setHeader("Allow", httpMethods.join(", "));
  response.writeHead(status, { "Content-Length": "0" }).end();
}

function cleanRequest(request: http.IncomingMessage, targetUrl: URL): void {
  request.url = targetUrl.pathname + targetUrl.search;
  request.headers.host = targetUrl.host;
  for (const name in request.headers)
    if (removedHeaderPattern.test(name)) delete request.headers[name];
  // Without a known proxy, the rate limit reads the client's address from this header. It is always
  // set here, so that a client cannot choose the value.
  request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
}

let isDraining = false;
const openResponses = new Set<http.ServerResponse>();

function answerRequest(request: http.IncomingMessage, response: http.ServerResponse): void {
  openResponses.add(response);
  response.once("close", () => openResponses.delete(response));
  if (isDraining) response.shouldKeepAlive = false;
  const targetUrl = parseTarget(request);
  if (!servedMethods.has(request.method ?? "")) refuse(response, 405);
  else if (targetUrl === null) refuse(response, 400);
  else answerTarget(targetUrl, request, response);
}

function answerTarget(
  targetUrl: URL,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  cleanRequest(request, targetUrl);
  const { method = "", url = "", headers } = request;
  const isMcpEndpoint = targetUrl.pathname === "/mcp" && targetUrl.host === siteHost;
  const lookup = cacheLookup(
    { method, url, host: targetUrl.host, accept: headers.accept },
    servedHosts,
  );
  if (isMcpEndpoint && method === "POST" && getLoadedEndpoint().handle) {
    answerMcp(request, response);
  } else if (lookup === null) {
    void answerByNext(request, response);
  } else {
    getAnswer(request, lookup)
      .then((answer) => sendAnswer(answer, request, response))
      .catch((error: unknown) => {
        process.stderr.write(`No answer to a request: ${error}\n`);
        response.destroy();
      });
  }
}

const server = http.createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, answerRequest);
server.timeout = 30_000;

function refuseToStart(error: NodeJS.ErrnoException): void {
  const isPortUsed = error.code === "EADDRINUSE";
  const reasonText = isPortUsed ? `port ${port} is in use. Set PORT to a free one.` : error.message;
  process.stderr.write(`Signpost cannot start: ${reasonText}\n`, () => process.exit(1));
}

function drain(signal: string): void {
  // Ctrl-C signals npm and this process, and npm passes its own signal on: there may be two.
  if (isDraining) return;
  isDraining = true;
  // Each connection ends with its next answer: its client shall not send a request into the end.
  for (const response of openResponses) response.shouldKeepAlive = false;
  const closeIdleTimer = setInterval(() => server.closeIdleConnections(), 50);
  const exit = () => process.exit(0);
  server.close(exit);
  setTimeout(() => {
    clearInterval(closeIdleTimer);
    const whenText = `${DRAIN_MS / 1000} s after ${signal}`;
    process.stderr.write(`Connections that were still open ${whenText} were cut off.\n`, exit);
  }, DRAIN_MS);
}

for (const listener of [nextServer, server]) listener.once("error", refuseToStart);
process.once("exit", () => rmSync(socketFolder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => drain(signal));
// If the program that reads the log has ended, each write emits an error. Without this listener,
// Next would try to log that error, which would fail again, without end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

nextServer.listen(socketPath, () => server.listen({ host, port }));
await once(server, "listening");

function localUrl(): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const sampleNote =
  network === "sample" ? ", invented data: pages are marked sample and not indexable" : "";
const baseUrl = localUrl();
process.stdout.write(`
${siteName} serves ${siteUrl} (port ${port})
Network: ${network}${sampleNote}
Try:
  curl ${baseUrl}/llms.txt
  curl -H 'Accept: text/markdown' ${baseUrl}/pricing
  curl ${baseUrl}/.well-known/status
`);
