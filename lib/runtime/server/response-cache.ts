// Keeps stable responses as they left Next, and sends them again without it.
// They answer a plain request, so nothing in them depends on the client.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Choice } from "../../http/negotiate.ts";
import { isUnchanged, type Validators } from "../../http/validators.ts";
import { findResource, isResourcePath, usualSpelling } from "../../site/registry/resources.ts";
import { holdResponse, listHeaderFields } from "../internals/response-hooks.ts";
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
 * Returns a function that tells whether it answers the request, now or later. `pass` hands the request to Next.
 * `hosts`: those of the configured origins. They bound the cache. `choice`: what `Accept` asks for.
 */
export function createResponseCache(hosts: readonly string[]) {
  const cache = new Map<string, CachedResponse>();
  return (request: IncomingMessage, response: ServerResponse, choice: Choice, pass: () => void): boolean => {
    // No stable answer depends on a query.
    const url = usualSpelling((request.url ?? "").replace(/\?.*$/, ""));
    const plain = plainHeaders(request, url, choice, hosts);
    if (!plain) return false;
    request.url = url;
    const key = `${plain.host} ${plain.accept} ${request.url}`;
    const known = cache.get(key);
    if (known) {
      send(known, request, response);
      return true;
    }
    // Next is asked for the whole, whatever this client asks for.
    const { method, headers } = request;
    Object.assign(request, { method: "GET", headers: { ...plain } });
    holdResponse(response, (bytes) => {
      const made = cacheableResponse(response, bytes);
      if (!made) return void response.writeHead(response.statusCode).end(method === "HEAD" ? undefined : bytes);
      cache.set(key, made);
      for (const name of response.getHeaderNames()) if (name !== "connection") response.removeHeader(name);
      send(made, { method, headers }, response);
    });
    pass();
    return true;
  };
}

/** Null if the response depends on anything else or changes over time. */
function plainHeaders(
  request: IncomingMessage,
  url: string,
  choice: Choice,
  hosts: readonly string[],
): PlainHeaders | null {
  if (!isResourcePath(url) || findResource(url).cache === "live") return null;
  const host = findSharedHost(request, hosts);
  if (host === null) return null;
  if (findResource(url).twin === undefined) return { host, accept: "*/*" };
  return choice === "none" ? null : { host, accept: `text/${choice}` };
}

function send(
  known: CachedResponse,
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
): void {
  const conditions = { ifNoneMatch: headers["if-none-match"], ifModifiedSince: headers["if-modified-since"] };
  if (isUnchanged(conditions, known.validators)) {
    response.writeHead(304, [...known.unchangedHeaders]).end();
    return;
  }
  response.writeHead(200, [...known.headers]).end(method === "HEAD" ? undefined : known.bytes);
}

/** Null for a response that another client must not get. */
function cacheableResponse(response: ServerResponse, bytes: Buffer): CachedResponse | null {
  const etag = response.getHeader("etag");
  const lastModified = response.getHeader("last-modified");
  if (response.statusCode !== 200 || typeof etag !== "string" || response.hasHeader("set-cookie")) return null;
  const shared = listHeaderFields(response, /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/i);
  return {
    bytes,
    headers: [...shared, "Content-Length", String(bytes.byteLength)],
    unchangedHeaders: listHeaderFields(
      response,
      /^(?:date|connection|keep-alive|transfer-encoding|content-(?:type|length))$/i,
    ),
    validators: { etag, lastModified: typeof lastModified === "string" ? lastModified : null },
  };
}
