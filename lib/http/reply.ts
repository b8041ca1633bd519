// HTTP room: bytes → Response. Every document has a strong ETag of its own bytes, its length, and answers 304; live answers are never stored.
import { createHash } from "node:crypto";
import { cacheControl } from "./cache.ts";
import { openHeaders } from "./problem.ts";

export interface Representation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for live answers. */
  readonly etag: string | null;
  readonly lastModifiedMs: number | null;
}

export interface RepresentationOptions {
  readonly text: string;
  readonly mediaType: string;
  readonly cache: keyof typeof cacheControl;
  /** ISO date of the content, where it has one. */
  readonly updated?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bytes and headers of one representation, made once and served many times. */
export function createRepresentation(options: RepresentationOptions): Representation {
  const bytes = new TextEncoder().encode(options.text);
  const live = options.cache === "live";
  const etag = live ? null : `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 32)}"`;
  const lastModifiedMs = options.updated && !live ? Date.parse(`${options.updated}T00:00:00Z`) : null;
  return {
    bytes,
    etag,
    lastModifiedMs,
    headers: {
      ...openHeaders,
      "Content-Type": options.mediaType,
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": cacheControl[options.cache],
      ...(etag ? { ETag: etag } : {}),
      ...(lastModifiedMs === null ? {} : { "Last-Modified": new Date(lastModifiedMs).toUTCString() }),
      ...options.headers,
    },
  };
}

/** Answers GET and HEAD; a matching validator gets 304 without body, length and type. */
export function reply(request: Request, representation: Representation): Response {
  if (isUnchanged(request.headers, representation)) {
    const { "Content-Type": _type, "Content-Length": _length, ...headers } = representation.headers;
    return new Response(null, { status: 304, headers });
  }
  const body = request.method === "HEAD" ? null : representation.bytes;
  return new Response(body, { status: 200, headers: representation.headers });
}

/** RFC 9110, 13.2.2: If-None-Match decides alone where it is present; comparison is weak. */
function isUnchanged(headers: Headers, { etag, lastModifiedMs }: Representation): boolean {
  if (etag === null) return false;
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    return tags.split(",").some((tag) => {
      const opaque = tag.trim().replace(/^W\//, "");
      return opaque === "*" || opaque === etag;
    });
  }
  const since = headers.get("if-modified-since");
  if (since === null || lastModifiedMs === null) return false;
  const sinceMs = Date.parse(since);
  return Number.isFinite(sinceMs) && lastModifiedMs <= sinceMs;
}
