// Keeps stable responses as they left Next, and sends them again without it.
// They answer a plain request, so nothing in them depends on the client.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Choice } from "../../http/negotiate.ts";
import { isUnchanged, type Validators } from "../../http/validators.ts";
import { findResource, isResourcePath } from "../../site/registry/resources.ts";
import { listHeaderNames, watchBody } from "../internals/response-hooks.ts";

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
      noteAnswer(response, (answer) => cache.set(key, answer));
    }
    return false;
  };
}

/** Null if the response depends on anything else or changes over time. */
function plainHeaders(
  { method, url = "", headers }: IncomingMessage,
  choice: Choice,
  hosts: readonly string[],
): PlainHeaders | null {
  const { host } = headers;
  if ((method !== "GET" && method !== "HEAD") || host === undefined || !hosts.includes(host)) return null;
  if (!isResourcePath(url) || findResource(url).cache === "live") return null;
  // Next's router asks a page's address for parts of the page.
  if (Object.keys(headers).some((name) => /^(?:rsc$|next-|x-nextjs)/.test(name))) return null;
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
function noteAnswer(response: ServerResponse, keep: (answer: CachedResponse) => void): void {
  const chunks: Buffer[] = [];
  watchBody(response, (chunk) => chunks.push(chunk));
  response.once("finish", () => {
    const answer = cacheableResponse(response, Buffer.concat(chunks));
    if (answer) keep(answer);
  });
}

function cacheableResponse(response: ServerResponse, bytes: Buffer): CachedResponse | null {
  const isWhole = Number(response.getHeader("content-length")) === bytes.byteLength;
  const etag = response.getHeader("etag");
  const lastModified = response.getHeader("last-modified");
  if (response.statusCode !== 200 || !isWhole || typeof etag !== "string" || response.hasHeader("set-cookie"))
    return null;
  const names = listHeaderNames(response).filter((name) => !/^(?:date|connection|keep-alive)$/i.test(name));
  const pickFields = (some: readonly string[]) =>
    some.flatMap((name) => [response.getHeader(name) ?? []].flat().flatMap((value) => [name, String(value)]));
  return {
    bytes,
    headers: pickFields(names),
    unchangedHeaders: pickFields(names.filter((name) => !/^content-(?:type|length)$/i.test(name))),
    validators: { etag, lastModified: typeof lastModified === "string" ? lastModified : null },
  };
}
