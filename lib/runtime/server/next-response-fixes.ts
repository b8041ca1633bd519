// Corrects what Next gets wrong or cannot know, and refuses a request that does not name exactly one host and one path, on Node's own request and response.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { cacheControl } from "../../http/cache.ts";
import { openHeaders, PROBLEM_TYPE, problemText } from "../../http/problem.ts";
import { parseChainPath } from "../../site/registry/chain-pages.ts";
import {
  findResource,
  httpMethods,
  isDrawnImage,
  isResourcePath,
  LENGTH_HEADER,
  NEGOTIATED_HEADER,
} from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { amendHead } from "../internals/response-hooks.ts";
import { isAnswering } from "../internals/server-listeners.ts";

const untyped = new Set([307, 308, 400, 405, 500]);
const knownMethods: ReadonlySet<string> = new Set(httpMethods);

type DefaultHeaders = readonly (readonly [name: string, value: string])[];

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Node's own time limits are minutes, and its own refusals have no headers. Node checks connections every 30 s. */
export function guardServer(server: Server, defaultHeaders: DefaultHeaders): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.timeout = IDLE_TIMEOUT_MS;
  const fields = [["Connection", "close"], ["Content-Length", "0"], ...defaultHeaders].map(
    ([name, value]) => `${name}: ${value}`,
  );
  server.on("checkExpectation", (_request, response) =>
    response.writeHead(417, Object.fromEntries(defaultHeaders)).end(),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = refusals[error.code ?? ""] ?? "400 Bad Request";
    // As Node does: text written during another response would become a part of it.
    if (!socket.writable || isAnswering(socket)) return void socket.destroy();
    // `end` alone would keep the socket open as long as the client keeps sending.
    socket.end(`HTTP/1.1 ${status}\r\n${fields.join("\r\n")}\r\n\r\n`, () => socket.destroy());
  });
}

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * Called for each request before Next. Every response gets
 * `defaultHeaders`; Next's own redirects and refusals lack them.
 */
export function amendExchange(
  request: IncomingMessage,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders = [],
): void {
  // Route handlers see no socket, and Next keeps an X-Forwarded-For that a client sent.
  request.headers[ownHeader("peer")] = request.socket.remoteAddress ?? "";
  // Only the middleware may set it.
  delete request.headers[NEGOTIATED_HEADER];
  // Next answers TRACE with 500 and other unknown methods with a bare 400. As PATCH they get 405 with Allow.
  if (!knownMethods.has(request.method ?? "")) request.method = "PATCH";
  const path = (request.url ?? "").split("?")[0] ?? "";
  for (const name of ignoredHeaders) delete request.headers[name];
  if (!isEndpoint(path)) delete request.headers["content-type"];
  const kind = pathKind(path);
  // Next would answer 304 for a page that is missing. A name that ends so may be another spelling of a document.
  if (kind === "negotiable" && !isResourcePath(path) && !/\.md$/i.test(path)) delete request.headers["if-none-match"];
  amendHead(response, (given) => {
    // A web Response has no reason phrase. Without the empty one, Node writes its own.
    const head = given.filter((part: unknown) => part !== "") as typeof given;
    // Next's own redirects and refusals have a short text but no type.
    if (!response.hasHeader("content-type") && untyped.has(head[0]))
      response.setHeader("Content-Type", "text/plain; charset=utf-8");
    for (const [name, value] of defaultHeaders) if (!response.hasHeader(name)) response.setHeader(name, value);
    // Next repeats a redirect's address for a browser of 2013.
    // With a long address, the headers exceed what clients accept.
    response.removeHeader("refresh");
    if (kind === "other") return head;
    const [status] = head;
    // next.config.ts sets a page's date and cache rule by path, so refusals get them too.
    if (status !== 200 && status !== 304) response.removeHeader("last-modified");
    if (status === 404) response.removeHeader("etag");
    // Next redirects its router's requests by headers that Vary
    // does not name. A cache would send that redirect to readers.
    if (status === 307 || status >= 400) response.setHeader("Cache-Control", cacheControl.live);
    amendVary(response, kind);
    for (const name of internalHeaders) response.removeHeader(name);
    amendLength(response);
    return head;
  });
}

function isEndpoint(path: string): boolean {
  return /^\/mcp\/?$/.test(path);
}

/**
 * With these headers Next answers differently: an empty object, 409 and a log line, or cookies that end its preview.
 * Nothing here uses them, and a cache would give that answer to others.
 */
const ignoredHeaders = ["next-action", "x-middleware-prefetch", "x-nextjs-data", "cookie"];

/** Internal headers of Next about the middleware's rewrite. */
const internalHeaders = ["x-middleware-rewrite", "x-nextjs-rewritten-path", "x-nextjs-rewritten-query"];

type Kind = "negotiable" | "single" | "other";

/** Pages and unregistered paths depend on `Accept`. Documents and Next's own files have one representation. */
function pathKind(path: string): Kind {
  if (isEndpoint(path)) return "other";
  if (path.startsWith("/_next/") || isDrawnImage(path)) return "single";
  const isDocument = isResourcePath(path) ? findResource(path).kind !== "page" : parseChainPath(path)?.form != null;
  return isDocument ? "single" : "negotiable";
}

/**
 * Next overwrites `Vary` on prerendered pages (vercel/next.js#85999), and adds its router's headers to documents.
 * `Vary` must be one line: nginx before 1.23 obeys only the last line, and would mix HTML and Markdown.
 * Both forms must have the same line: otherwise nginx keeps only the newer form.
 */
function amendVary(response: ServerResponse, kind: Exclude<Kind, "other">): void {
  if (kind === "single") {
    response.removeHeader("vary");
    return;
  }
  const names = `${response.getHeader("vary") ?? ""}`.split(",").map((name) => name.trim().toLowerCase());
  const others = new Set(names.filter((name) => name !== "" && name !== "accept"));
  response.setHeader("Vary", ["Accept", ...others].join(", "));
}

function amendLength(response: ServerResponse): void {
  const length = response.getHeader(LENGTH_HEADER);
  if (length === undefined) return;
  response.removeHeader(LENGTH_HEADER);
  response.setHeader("Content-Length", length);
}

const invalidTarget = problemText({
  status: 400,
  code: "bad_request",
  title: "Bad request",
  detail: "The request does not name one host and one path on it.",
  hint: "Send one Host field, and a path that begins with / and has no . or .. between its slashes.",
});

/** Returns whether the request was refused. Otherwise its target is a path with a query from here on. */
export function refuseInvalidTarget(
  request: IncomingMessage,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders,
): boolean {
  const target = isOfOneHost(request) ? readTarget(request) : null;
  if (target !== null) {
    request.url = target;
    return false;
  }
  const headers = {
    ...Object.fromEntries(defaultHeaders),
    ...openHeaders,
    "Content-Type": PROBLEM_TYPE,
    "Content-Length": Buffer.byteLength(invalidTarget),
    "Cache-Control": "no-store",
    Connection: "close",
  };
  response.writeHead(400, headers).end(invalidTarget);
  return true;
}

/** Required by RFC 9112 (3.2). Of two lines Node silently takes the first, and a proxy may take the second. */
function isOfOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const isHost = (name: string, at: number) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host";
  const hosts = rawHeaders.filter(isHost).length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

const absolute = /^https?:\/\/([^/?#]+)/i;
/** Next resolves dot segments after the checks of the written path. */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** Under /_next Next also answers each page a second time, and a page for a missing image. */
const noFile = /^\/_next\/(?!static\/).*/s;

/** Null if the target is no path, or an absolute URL (RFC 9112, 3.2.2) with another host than `Host`. */
function readTarget({ url = "", headers }: IncomingMessage): string | null {
  const [start = "", authority] = absolute.exec(url) ?? [];
  if (authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase()) return null;
  const [given = ""] = url.slice(start.length).split("#");
  const target = authority !== undefined && !given.startsWith("/") ? `/${given}` : given;
  const [path = ""] = target.split("?");
  return path.startsWith("/") && !dotSegment.test(path) ? target.replace(noFile, "/_next/") : null;
}
