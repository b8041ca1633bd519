// Keeps stable responses as they left Next, and sends them again without it.
// They answer a plain request, so nothing in them depends on the client.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Choice } from "../../http/negotiate.ts";
import { isUnchanged, type Validators } from "../../http/validators.ts";
import { findResource, isResourcePath } from "../../site/registry/resources.ts";
import { listHeaderFields, watchBody } from "../internals/response-hooks.ts";
import { findSharedHost } from "./shared-request.ts";

interface CachedResponse {
  readonly bytes: Buffer;
  /** Names and values in turn, in the form that `writeHead` takes. */
  readonly headers: readonly string[];
  readonly unchangedHeaders: readonly string[];
  readonly validators: Validators;
}

/** The only request headers that a stable response depends on. */
interface PlainHeaders {
  readonly host: string;
  readonly accept: string;
}

/**
 * Returns a function that tells whether it answers the request. If not, Next's response is kept if possible.
 * `hosts`: those of the configured origins. They bound the cache. `choice`: what `Accept` asks for.
 */
export function createResponseCache(hosts: readonly string[]) {
  const cache = new Map<string, CachedResponse>();
  return (request: IncomingMessage, response: ServerResponse, choice: Choice): boolean => {
    const plain = plainHeaders(request, choice, hosts);
    if (!plain) return false;
    const key = `${plain.host} ${plain.accept} ${request.url}`;
    const known = cache.get(key);
    if (known) {
      send(known, request, response);
      return true;
    }
    const { "if-none-match": tag, "if-modified-since": date } = request.headers;
    if (request.method === "GET" && tag === undefined && date === undefined) {
      request.headers = { ...plain };
      watchResponse(response, (sent) => cache.set(key, sent));
    }
    return false;
  };
}

/** Null if the response depends on anything else or changes over time. */
function plainHeaders(request: IncomingMessage, choice: Choice, hosts: readonly string[]): PlainHeaders | null {
  const { url = "" } = request;
  if (!isResourcePath(url) || findResource(url).cache === "live") return null;
  const host = findSharedHost(request, hosts);
  if (host === null) return null;
  if (findResource(url).twin === undefined) return { host, accept: "*/*" };
  return choice === "none" ? null : { host, accept: `text/${choice}` };
}

function send(known: CachedResponse, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const conditions = { ifNoneMatch: headers["if-none-match"], ifModifiedSince: headers["if-modified-since"] };
  if (isUnchanged(conditions, known.validators)) {
    response.writeHead(304, [...known.unchangedHeaders]).end();
    return;
  }
  response.writeHead(200, [...known.headers]).end(method === "HEAD" ? undefined : known.bytes);
}

/** Calls `keep` after the whole response was sent. */
function watchResponse(response: ServerResponse, keep: (sent: CachedResponse) => void): void {
  const chunks: Buffer[] = [];
  watchBody(response, (chunk) => chunks.push(chunk));
  response.once("finish", () => {
    const sent = cacheableResponse(response, Buffer.concat(chunks));
    if (sent) keep(sent);
  });
}

/** Null for a response that another client must not get. */
function cacheableResponse(response: ServerResponse, bytes: Buffer): CachedResponse | null {
  const isWhole = Number(response.getHeader("content-length")) === bytes.byteLength;
  const etag = response.getHeader("etag");
  const lastModified = response.getHeader("last-modified");
  if (response.statusCode !== 200 || !isWhole || typeof etag !== "string" || response.hasHeader("set-cookie"))
    return null;
  return {
    bytes,
    headers: listHeaderFields(response, /^(?:date|connection|keep-alive)$/i),
    unchangedHeaders: listHeaderFields(response, /^(?:date|connection|keep-alive|content-(?:type|length))$/i),
    validators: { etag, lastModified: typeof lastModified === "string" ? lastModified : null },
  };
}
