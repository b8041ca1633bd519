// What Next's server gets wrong or cannot know is put right on Node's own request and response, around it.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { cacheControl } from "../../http/cache.ts";
import { isUnchanged } from "../../http/validators.ts";
import {
  findResource,
  isDrawnImage,
  isResourcePath,
  LENGTH_HEADER,
  NEGOTIATED_HEADER,
} from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { amendHead } from "../internals/response-hooks.ts";
import { isAnswering } from "../internals/server-listeners.ts";

const untyped = new Set([307, 308, 400, 500]);
const knownMethods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

export type DefaultHeaders = readonly (readonly [name: string, value: string])[];

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Node's own limits are minutes, and what it refuses by itself has no headers. Connections are looked at every 30 s. */
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
    // As Node does: in the midst of another answer it would be read as a part of that.
    if (!socket.writable || isAnswering(socket)) return void socket.destroy();
    // Ended alone, it would stay open for as long as the client goes on sending.
    socket.end(`HTTP/1.1 ${status}\r\n${fields.join("\r\n")}\r\n\r\n`, () => socket.destroy());
  });
}

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Called for each request before Next hears of it. `defaultHeaders` are the headers that every answer carries: Next's own redirects and refusals have none. */
export function amendExchange(
  request: IncomingMessage,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders = [],
): void {
  // Route handlers see no socket, and Next keeps an X-Forwarded-For that a client sent.
  request.headers[ownHeader("peer")] = request.socket.remoteAddress ?? "";
  // Only the middleware may set it.
  delete request.headers[NEGOTIATED_HEADER];
  // Next answers TRACE with 500 and the rest with a bare 400: they are refused as PATCH is, with 405 and Allow.
  if (!knownMethods.has(request.method ?? "")) request.method = "PATCH";
  const path = (request.url ?? "").split("?")[0] ?? "";
  for (const name of unheeded) delete request.headers[name];
  if (!isEndpoint(path)) delete request.headers["content-type"];
  const kind = pathKind(path);
  amendHead(response, (given) => {
    // A web Response has no reason phrase: Node's own is better than an empty one.
    const head = given.filter((part: unknown) => part !== "") as typeof given;
    // Next's own redirects and refusals have a few words of text and do not say so.
    if (!response.hasHeader("content-type") && untyped.has(head[0]))
      response.setHeader("Content-Type", "text/plain; charset=utf-8");
    for (const [name, value] of defaultHeaders) if (!response.hasHeader(name)) response.setHeader(name, value);
    // Next says a redirect's address twice, once for a browser of 2013: of a long one that is more than clients take.
    response.removeHeader("refresh");
    if (kind === "other") return head;
    if (head[0] === 200 && isPageUnchanged(request, response)) head[0] = makeNotModified(response);
    const [status] = head;
    // By next.config.ts a page's date and its leave to be kept go with a refusal too, in any case of the address's letters.
    if (status !== 200 && status !== 304) response.removeHeader("last-modified");
    // Next redirects its router's requests by headers that the redirect's Vary does not name: kept, it would be sent to readers.
    if (status === 307 || status >= 400) response.setHeader("Cache-Control", cacheControl.live);
    amendVary(response, kind);
    for (const name of notes) response.removeHeader(name);
    amendLength(response);
    return head;
  });
}

function isEndpoint(path: string): boolean {
  return /^\/mcp\/?$/.test(path);
}

/**
 * Asked with these, Next answers the same address otherwise: with an empty object, with 409 and a line in the log where it takes
 * a form for an action of its own, or with cookies that end its preview. Nothing here has any, and a cache would hand it on.
 */
const unheeded = ["next-action", "x-middleware-prefetch", "x-nextjs-data", "cookie"];

/** What Next says to itself of what the middleware did. */
const notes = ["x-middleware-rewrite", "x-nextjs-rewritten-path", "x-nextjs-rewritten-query"];

type Kind = "negotiable" | "single" | "other";

/** Pages and unregistered addresses are answered by `Accept`; documents and Next's own files have one representation. */
function pathKind(path: string): Kind {
  if (isEndpoint(path)) return "other";
  if (path.startsWith("/_next/") || isDrawnImage(path)) return "single";
  return isResourcePath(path) && findResource(path).kind !== "page" ? "single" : "negotiable";
}

/**
 * Next overwrites `Vary` on prerendered pages (vercel/next.js#85999) and adds its router's headers to documents that do not vary.
 * One line: of several, nginx before 1.23 heeds the last alone, and hands one half of a page to those who want the other.
 * The same line on both halves: where they differ, nginx keeps only the half that came last.
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

/** Next compares a page's tag alone; documents compare both themselves. */
function isPageUnchanged({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const lastModified = response.getHeader("last-modified");
  const conditions = { ifNoneMatch: headers["if-none-match"], ifModifiedSince: headers["if-modified-since"] };
  return (
    conditions.ifNoneMatch === undefined &&
    isUnchanged(conditions, { etag: null, lastModified: typeof lastModified === "string" ? lastModified : null })
  );
}

/** Node itself leaves the body of a 304 out. */
function makeNotModified(response: ServerResponse): 304 {
  for (const name of ["content-type", "content-length", LENGTH_HEADER]) response.removeHeader(name);
  return 304;
}

function amendLength(response: ServerResponse): void {
  const length = response.getHeader(LENGTH_HEADER);
  if (length === undefined) return;
  response.removeHeader(LENGTH_HEADER);
  response.setHeader("Content-Length", length);
}
