// The server of `npm start`. It checks requests, and passes to Next what it cannot answer itself.
// It refuses at once, and answers a GET from its cache if possible. After the first POST to /mcp,
// it calls the handler of /mcp directly.
import { setDefaultResultOrder } from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import * as http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { PEER_HEADER } from "../lib/http/client-address.ts";
import { badRequest, methodNotAllowed, misdirected } from "../lib/http/problem.ts";
import type { ReadyAnswer } from "../lib/http/ready-answer.ts";
import { isUnchanged } from "../lib/http/validators.ts";
import { answerAtOnce } from "../lib/runtime/answer-at-once.ts";
import { getLoadedEndpoint } from "../lib/runtime/loaded-endpoint.ts";
import { httpMethods } from "../lib/site/registry/resources.ts";
import { cacheLookup } from "../lib/site/serve/cache-lookup.ts";
import { siteHeaders } from "../lib/site/serve/page-policy.ts";
import { hostnameOfAddress } from "../lib/variables.ts";
import { type Answer, createAnswerCache } from "./answer-cache.ts";
import { dropQuestionsFromConsole, withoutQuestions } from "./library-log.ts";
import { readConfig } from "./read-config.ts";
import { createHostFinder, parseTarget, type ServedHost } from "./request-target.ts";
import { listStaticFiles } from "./static-files.ts";

/**
 * Time after SIGTERM or SIGINT in which open requests can end. A tool may take 8 s, and many
 * process supervisors kill a process after 10 s.
 */
const DRAIN_MS = 9_000;

const config = readConfig();
const { host: listenAddress, port, siteName, siteUrl, swapUrl, network, distDir } = config;
const siteHost = new URL(siteUrl).host;
const findHost = createHostFinder(config);
const staticFiles = listStaticFiles(distDir);

const servedMethods: ReadonlySet<string> = new Set(httpMethods);
/**
 * Headers that are removed from requests. They would make Next send data for its client router, or
 * a preview, in place of the page. No page of this site needs them.
 */
const removedHeaderPattern = /^(?:cookie$|rsc$|next-|x-nextjs-|x-middleware-)/;

dropQuestionsFromConsole();
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
// Without the address to listen on: Next would call a loopback address another host than
// localhost, and send its own rewrites there.
const next = createNext({ dev: false, port, httpServer: nextServer });
await next.prepare();
const answerByNext = next.getRequestHandler();
const { findKeptAnswer, getAnswer } = createAnswerCache(socketPath);

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
  sendBody(body, request, response);
}

function sendAtOnce(
  { status, headers, body: text }: ReadyAnswer,
  request: http.IncomingMessage,
  response: http.ServerResponse,
) {
  const body = Buffer.from(text);
  const lengthField = status === 204 ? {} : { "Content-Length": body.length };
  response.writeHead(status, { ...headers, ...lengthField });
  sendBody(body, request, response);
}

function sendBody(body: Buffer, request: http.IncomingMessage, response: http.ServerResponse) {
  if (request.method === "HEAD" || body.length === 0) response.end();
  // Not `response.end(body)`: Node would call the connection idle before all bytes are sent, and
  // `drain`, which closes idle connections at shutdown, would cut the answer.
  else response.write(body, () => response.end());
}

const answerMcp = createRequestListener((request) => {
  const { handle } = getLoadedEndpoint();
  return handle ? handle(request) : new Response(null, { status: 503 });
});

function cleanRequest(request: http.IncomingMessage, targetUrl: URL, host: string): void {
  request.url = targetUrl.pathname + targetUrl.search;
  request.headers.host = host;
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
  const servedHost = targetUrl && findHost(targetUrl);
  if (targetUrl !== null && servedHost !== null && servedMethods.has(request.method ?? ""))
    answerTarget(targetUrl, servedHost, request, response).catch((error: unknown) => {
      process.stderr.write(`No answer to a request: ${withoutQuestions(String(error))}\n`);
      response.destroy();
    });
  else sendAtOnce(withSiteHeaders(refuse(request, targetUrl)), request, response);
}

function refuse({ method = "" }: http.IncomingMessage, targetUrl: URL | null): ReadyAnswer {
  if (!servedMethods.has(method)) return methodNotAllowed("", httpMethods);
  return targetUrl === null ? badRequest() : misdirected([siteUrl, swapUrl]);
}

const withSiteHeaders = (answer: ReadyAnswer): ReadyAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...siteHeaders(null) },
});

async function answerTarget(
  targetUrl: URL,
  { host, hostname }: ServedHost,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  cleanRequest(request, targetUrl, host);
  const { pathname: path, search } = targetUrl;
  const { method = "", url = "", headers } = request;
  if (path === "/mcp" && host === siteHost && getLoadedEndpoint().handle)
    return answerMcp(request, response);
  const lookup = cacheLookup({ method, url, host, accept: headers.accept });
  const keptAnswer = lookup && findKeptAnswer(lookup);
  if (keptAnswer) return sendAnswer(keptAnswer, request, response);
  if (staticFiles.has(path)) return answerByNext(request, response);
  const get = (name: string) => `${headers[name.toLowerCase()] ?? ""}` || null;
  const readyAnswer = answerAtOnce({ method, path, search, hostname, headers: { get } });
  if (readyAnswer) return sendAtOnce(readyAnswer, request, response);
  if (lookup) return sendAnswer(await getAnswer(request, lookup), request, response);
  return answerByNext(request, response);
}

const server = http.createServer(
  // Node looks for late requests every 30 s, unless told otherwise.
  { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 },
  answerRequest,
);
server.timeout = 30_000;
// No bound on the number: Node would drop further fields silently, `X-Forwarded-For` among them.
// Their bytes are bounded: above 16 KB the answer is 431.
server.maxHeadersCount = 0;

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

nextServer.listen(socketPath, () => server.listen({ host: listenAddress, port }));
await once(server, "listening");

function localUrl(): string {
  if (listenAddress === "0.0.0.0" || listenAddress === "::") return `http://localhost:${port}`;
  return `http://${hostnameOfAddress(listenAddress)}:${port}`;
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
