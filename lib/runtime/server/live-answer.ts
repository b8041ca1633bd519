// One live answer, made once and sent to many: whole, or the part of a page that an open tab asks for.
// It has a new nonce each time that it is sent.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isUnchanged } from "../../http/validators.ts";
import { PART_HEADER, partHtml, refreshedParts, sayingOf } from "../../site/live/refreshed-part.ts";
import { createNonce } from "../../site/serve/page-policy.ts";
import { listHeaderFields } from "../internals/response-hooks.ts";
import type { DefaultHeaders } from "./next-response-fixes.ts";

interface Part {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface LiveAnswer {
  readonly bytes: Buffer;
  /** Names and values in turn, in the form that `writeHead` takes. */
  readonly headers: readonly string[];
  /** The nonce that it was made with, and where that stands in the bytes; null without one. */
  readonly nonce: { readonly text: string; readonly places: readonly number[] } | null;
  /** The part for open tabs; null where the answer has none. Made at the first call. */
  readonly getPart: () => Part | null;
  /** The same with other bytes, made with the same nonce, in whose place it gets one of its own. Takes the bytes over. */
  readonly withBytes: (bytes: Buffer) => LiveAnswer;
}

/** Of the connection, or of the bytes as they are sent. */
const connectionHeaders = /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/i;

/** What was held back of a response; null where it must not be given to others. */
export function liveAnswer(response: ServerResponse, bytes: Buffer, path: string): LiveAnswer | null {
  if (response.statusCode !== 200 || response.hasHeader("set-cookie")) return null;
  const headers = listHeaderFields(response, connectionHeaders);
  const text = /'nonce-([\w-]{22})'/.exec(String(response.getHeader("content-security-policy") ?? ""))?.[1];
  const isPage = /html/.test(String(response.getHeader("content-type")));
  return createAnswer(bytes, headers, text ?? null, isPage ? path : null);
}

/** `page`: the path of a page, null for another document. */
function createAnswer(
  bytes: Buffer,
  headers: readonly string[],
  nonce: string | null,
  page: string | null,
): LiveAnswer {
  let part: Part | null | undefined;
  return {
    bytes,
    headers,
    nonce: nonce === null ? null : { text: nonce, places: listPlaces(bytes, nonce) },
    getPart() {
      if (part === undefined) part = page === null ? null : findPart(bytes, page);
      return part;
    },
    withBytes(others) {
      if (nonce === null) return createAnswer(others, headers, null, page);
      const own = createNonce();
      writeAt(listPlaces(others, nonce), own, others);
      return createAnswer(others, replaceNonce(headers, nonce, own), own, page);
    },
  };
}

/** The part of the page that an open tab asks for; null where the page has none. */
function findPart(bytes: Buffer, path: string): Part | null {
  const id = Object.hasOwn(refreshedParts, path) ? refreshedParts[path as keyof typeof refreshedParts] : null;
  const html = id && partHtml(bytes.toString(), id);
  if (!html) return null;
  const etag = createHash("sha256").update(sayingOf(html)).digest("base64url").slice(0, 32);
  return { bytes: Buffer.from(html), etag: `"${etag}"` };
}

function listPlaces(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) places.push(at);
  return places;
}

/** The nonces are equally long. */
function writeAt(places: readonly number[], nonce: string, bytes: Buffer): void {
  for (const place of places) bytes.write(nonce, place, "latin1");
}

const replaceNonce = (headers: readonly string[], nonce: string, other: string): string[] =>
  headers.map((value) => value.replace(nonce, other));

/**
 * `defaultHeaders`: those of a document that no browser runs or embeds. `isFirst`: nobody got the answer before, so it is sent with the
 * nonce that it was made with, without a copy.
 */
export function sendLiveAnswer(
  answer: LiveAnswer,
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders,
  isFirst: boolean,
): void {
  const part = request.headers[PART_HEADER] === undefined ? null : answer.getPart();
  if (part) {
    sendPart(part, answer, request, response, defaultHeaders);
    return;
  }
  const { bytes, headers } = isFirst ? answer : withFreshNonce(answer);
  response.writeHead(200, [...headers, "Content-Length", String(bytes.byteLength)]);
  response.end(request.method === "HEAD" ? undefined : bytes);
}

function withFreshNonce({ bytes, headers, nonce }: LiveAnswer): Pick<LiveAnswer, "bytes" | "headers"> {
  if (!nonce) return { bytes, headers };
  const fresh = createNonce();
  const copy = Buffer.from(bytes);
  writeAt(nonce.places, fresh, copy);
  return { bytes: copy, headers: replaceNonce(headers, nonce.text, fresh) };
}

/** The headers of a document: nothing in a part runs by itself, and it links to nothing. */
const wholeHeaders = /^(?:content-security-policy|cross-origin-resource-policy|link)$/i;

function sendPart(
  { bytes, etag }: Part,
  { headers }: LiveAnswer,
  { method, headers: asked }: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders,
): void {
  const fields = new Map(defaultHeaders);
  for (let at = 0; at < headers.length; at += 2)
    if (!wholeHeaders.test(headers[at] as string)) fields.set(headers[at] as string, headers[at + 1] as string);
  fields.set("ETag", etag);
  const conditions = { ifNoneMatch: asked["if-none-match"], ifModifiedSince: undefined };
  if (isUnchanged(conditions, { etag, lastModified: null })) {
    fields.delete("Content-Type");
    response.writeHead(304, [...fields].flat()).end();
    return;
  }
  response.writeHead(200, [...fields, ["Content-Length", String(bytes.byteLength)]].flat());
  response.end(method === "HEAD" ? undefined : bytes);
}
