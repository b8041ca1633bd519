// One answer, made once and sent to many. It has a new nonce each time that it is sent.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isUnchanged } from "../../http/validators.ts";
import { createNonce } from "../../site/serve/page-policy.ts";
import { holdResponse, listHeaderFields } from "../internals/response-hooks.ts";

/** Bytes, and where in them a nonce stands. */
export interface Piece {
  /**
   * Shared by other answers, or those of one answer as a string with one character a byte. A string is in V8's own memory: each time that
   * much new memory outside of it was taken, V8 collects its whole heap.
   */
  readonly bytes: Buffer | string;
  readonly noncePlaces: readonly number[];
}

export interface SharedAnswer {
  readonly pieces: readonly Piece[];
  /** Of all pieces. */
  readonly byteLength: number;
  /** Names and values in turn, in the form that `writeHead` takes. */
  readonly headers: readonly string[];
  /** The one that it was made with; null without one. */
  readonly nonce: string | null;
  /** Null for most live answers. */
  readonly etag: string | null;
  /** Null for live answers. */
  readonly lastModified: string | null;
}

/** Of the connection, or of the bytes as they are sent. */
const connectionHeaders = /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/i;

/**
 * Holds a response back. `answer` gets what was made of it and sends that. It gets null where no other client may have it: then it was sent.
 * Not called for a client that goes away before.
 */
export function takeSharedAnswer(
  response: ServerResponse,
  method: string | undefined,
  answer: (made: SharedAnswer | null) => void,
): void {
  holdResponse(response, (body) => {
    const made = toSharedAnswer(response, body);
    if (made) {
      for (const name of response.getHeaderNames())
        if (!/^(?:date|connection)$/.test(name)) response.removeHeader(name);
    } else {
      if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
      response.writeHead(response.statusCode).end(method === "HEAD" ? undefined : body);
    }
    answer(made);
  });
}

/** Null where the response must not be given to others. */
export function toSharedAnswer(response: ServerResponse, bytes: Buffer): SharedAnswer | null {
  if (response.statusCode !== 200 || response.hasHeader("set-cookie")) return null;
  const read = (name: string) => response.getHeader(name)?.toString() ?? null;
  const nonce = /'nonce-([\w-]{22})'/.exec(read("content-security-policy") ?? "")?.[1] ?? null;
  return {
    pieces: [toPiece(bytes, nonce)],
    byteLength: bytes.byteLength,
    headers: listHeaderFields(response, connectionHeaders),
    nonce,
    etag: read("etag"),
    lastModified: read("last-modified"),
  };
}

export function toPiece(bytes: Buffer, nonce: string | null): Piece {
  return { bytes, noncePlaces: nonce === null ? [] : listPlaces(bytes, nonce) };
}

function listPlaces(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) places.push(at);
  return places;
}

export function sendSharedAnswer(
  { pieces, headers, byteLength, nonce, etag, lastModified }: SharedAnswer,
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
): void {
  const { "if-none-match": ifNoneMatch, "if-modified-since": ifModifiedSince } = request.headers;
  if (etag !== null && isUnchanged({ ifNoneMatch, ifModifiedSince }, { etag, lastModified })) {
    const sent = headers.flatMap((name, at) =>
      at % 2 === 0 && !/^content-type$/i.test(name) ? [name, headers[at + 1] ?? ""] : [],
    );
    response.writeHead(304, sent).end();
    return;
  }
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

// Memory that is of no use once it is sent is used again: V8 collects its whole heap each time that much new memory outside of it was
// taken, and nobody is answered meanwhile.

/** A longer page is rare, and gets memory of its own. */
const LENT_BYTES = 128 * 1024;
/** Kept for the next: more are seldom sent at once. */
const MAX_FREE = 64;

const free: Buffer[] = [];

/** Unwritten memory of this length, and what gives it back. Without that it is collected like other memory. */
export function lendBytes(length: number): { readonly bytes: Buffer; readonly giveBack: () => void } {
  if (length > LENT_BYTES) return { bytes: Buffer.allocUnsafe(length), giveBack: () => undefined };
  const whole = free.pop() ?? Buffer.allocUnsafeSlow(LENT_BYTES);
  const giveBack = () => {
    if (free.length < MAX_FREE) free.push(whole);
  };
  return { bytes: whole.subarray(0, length), giveBack };
}
