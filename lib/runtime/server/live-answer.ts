// One live answer, made once and sent to many. It has a new nonce each time that it is sent.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isUnchanged } from "../../http/validators.ts";
import { createNonce } from "../../site/serve/page-policy.ts";
import { listHeaderFields } from "../internals/response-hooks.ts";
import { lendBytes } from "./lent-bytes.ts";

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
  /** Null for most. */
  readonly etag: string | null;
}

/** Of the connection, or of the bytes as they are sent. */
const connectionHeaders = /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/i;

/** What was held back of a response; null where it must not be given to others. */
export function liveAnswer(response: ServerResponse, bytes: Buffer): LiveAnswer | null {
  if (response.statusCode !== 200 || response.hasHeader("set-cookie")) return null;
  const headers = listHeaderFields(response, connectionHeaders);
  const nonce = /'nonce-([\w-]{22})'/.exec(String(response.getHeader("content-security-policy") ?? ""))?.[1] ?? null;
  const etag = response.getHeader("etag")?.toString() ?? null;
  const pieces = [toPiece(bytes, nonce)];
  return { pieces, byteLength: bytes.byteLength, headers, nonce, etag };
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
export function withPieces(answer: LiveAnswer, pieces: readonly Piece[]): LiveAnswer {
  return { ...answer, pieces, byteLength: pieces.reduce((length, { bytes }) => length + bytes.length, 0) };
}

function listPlaces(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) places.push(at);
  return places;
}

export function sendLiveAnswer(
  { pieces, headers, byteLength, nonce, etag }: LiveAnswer,
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
): void {
  const conditions = { ifNoneMatch: request.headers["if-none-match"], ifModifiedSince: undefined };
  if (etag !== null && isUnchanged(conditions, { etag, lastModified: null })) {
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
