// One live answer, made once and sent to many: whole, or the part of a page that an open tab asks for.
// It has a new nonce each time that it is sent.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isUnchanged } from "../../http/validators.ts";
import { PART_HEADER, partHtml, refreshedParts, sayingOf } from "../../site/live/refreshed-part.ts";
import { createNonce } from "../../site/serve/page-policy.ts";
import { listHeaderFields } from "../internals/response-hooks.ts";
import { lendBytes } from "./lent-bytes.ts";
import type { DefaultHeaders } from "./next-response-fixes.ts";

interface Part {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Bytes, and where in them a nonce stands. */
export interface Piece {
  /**
   * Shared by other answers, or those of one answer as a string with one character a byte. A string is in V8's own memory: each time that
   * much new memory outside of it was taken, V8 collects its whole heap.
   */
  readonly bytes: Buffer | string;
  readonly noncePlaces: readonly number[];
}

export interface LiveAnswer {
  readonly pieces: readonly Piece[];
  /** Of all pieces. */
  readonly byteLength: number;
  /** Names and values in turn, in the form that `writeHead` takes. */
  readonly headers: readonly string[];
  /** The one that it was made with; null without one. */
  readonly nonce: string | null;
  /** The path of a page; null for another document. */
  readonly page: string | null;
  /** The part for open tabs; null where the answer has none. Made at the first call. */
  readonly getPart: () => Part | null;
}

/** Of the connection, or of the bytes as they are sent. */
const connectionHeaders = /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/i;

/** What was held back of a response; null where it must not be given to others. */
export function liveAnswer(response: ServerResponse, bytes: Buffer, path: string): LiveAnswer | null {
  if (response.statusCode !== 200 || response.hasHeader("set-cookie")) return null;
  const headers = listHeaderFields(response, connectionHeaders);
  const nonce = /'nonce-([\w-]{22})'/.exec(String(response.getHeader("content-security-policy") ?? ""))?.[1] ?? null;
  const isPage = /html/.test(String(response.getHeader("content-type")));
  return createAnswer([toPiece(bytes, nonce)], headers, nonce, isPage ? path : null);
}

export function toPiece(bytes: Buffer, nonce: string | null): Piece {
  return { bytes, noncePlaces: nonce === null ? [] : listPlaces(bytes, nonce) };
}

/** A text of one answer, without a nonce. */
export function textPiece(text: string): Piece {
  return { bytes: Buffer.from(text).toString("latin1"), noncePlaces: [] };
}

export function wholeOf(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(({ bytes }) => (typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes)));
}

/** The same answer with other pieces. */
export function withPieces({ headers, nonce, page }: LiveAnswer, pieces: readonly Piece[]): LiveAnswer {
  return createAnswer(pieces, headers, nonce, page);
}

function createAnswer(
  pieces: readonly Piece[],
  headers: readonly string[],
  nonce: string | null,
  page: string | null,
): LiveAnswer {
  let part: Part | null | undefined;
  return {
    pieces,
    byteLength: pieces.reduce((length, { bytes }) => length + bytes.length, 0),
    headers,
    nonce,
    page,
    getPart() {
      if (part === undefined) part = page === null ? null : findPart(pieces, page);
      return part;
    },
  };
}

/** The part of the page that an open tab asks for; null where the page has none. */
function findPart(pieces: readonly Piece[], path: string): Part | null {
  const id = Object.hasOwn(refreshedParts, path) ? refreshedParts[path as keyof typeof refreshedParts] : null;
  const html = id && partHtml(wholeOf(pieces).toString(), id);
  if (!html) return null;
  const etag = createHash("sha256").update(sayingOf(html)).digest("base64url").slice(0, 32);
  return { bytes: Buffer.from(html), etag: `"${etag}"` };
}

function listPlaces(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) places.push(at);
  return places;
}

/** `defaultHeaders`: those of a document that no browser runs or embeds. */
export function sendLiveAnswer(
  answer: LiveAnswer,
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders,
): void {
  const part = request.headers[PART_HEADER] === undefined ? null : answer.getPart();
  if (part) {
    sendPart(part, answer, request, response, defaultHeaders);
    return;
  }
  const { pieces, headers, byteLength, nonce } = answer;
  const fresh = nonce === null ? null : { nonce, other: createNonce() };
  const sent = fresh ? headers.map((value) => value.replace(fresh.nonce, fresh.other)) : headers;
  response.writeHead(200, [...sent, "Content-Length", String(byteLength)]);
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const [only, ...others] = pieces;
  if (only && others.length === 0 && !fresh) {
    response.end(only.bytes, "latin1");
    return;
  }
  const { bytes, giveBack } = lendBytes(byteLength);
  writePieces(pieces, fresh?.other ?? "", bytes);
  // Called when the connection has taken all bytes, and not where it broke.
  response.end(bytes, giveBack);
}

/** The nonces are equally long. */
function writePieces(pieces: readonly Piece[], nonce: string, into: Buffer): void {
  let at = 0;
  for (const { bytes, noncePlaces } of pieces) {
    if (typeof bytes === "string") into.write(bytes, at, "latin1");
    else bytes.copy(into, at);
    for (const place of noncePlaces) into.write(nonce, at + place, "latin1");
    at += bytes.length;
  }
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
