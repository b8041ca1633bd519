// HTTP room: bytes → Response. Every document has a strong ETag of its own bytes, its length, and answers 304; live answers are never stored.
import { createHash } from "node:crypto";
import { LENGTH_HEADER } from "../site/resources.ts";
import { cacheControl } from "./cache.ts";
import { openHeaders } from "./problem.ts";

export interface Representation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for live answers. */
  readonly etag: string | null;
}

export interface RepresentationOptions {
  readonly text: string;
  readonly mediaType: string;
  readonly cache: keyof typeof cacheControl;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bytes and headers of one representation, made once and served many times. */
export function createRepresentation(options: RepresentationOptions): Representation {
  const bytes = new TextEncoder().encode(options.text);
  const live = options.cache === "live";
  const etag = live ? null : `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 32)}"`;
  return {
    bytes,
    etag,
    headers: {
      ...openHeaders,
      "Content-Type": options.mediaType,
      [LENGTH_HEADER]: String(bytes.byteLength),
      "Cache-Control": cacheControl[options.cache],
      ...(etag ? { ETag: etag } : {}),
      ...options.headers,
    },
  };
}

/** Answers GET and HEAD; a matching validator gets 304 without body, length and type. */
export function reply(request: Request, representation: Representation): Response {
  if (isUnchanged(request.headers, representation)) {
    const { "Content-Type": _type, [LENGTH_HEADER]: _length, ...headers } = representation.headers;
    return new Response(null, { status: 304, headers });
  }
  const body = request.method === "HEAD" ? null : representation.bytes;
  return new Response(body, { status: 200, headers: representation.headers });
}

/** Weak comparison (RFC 9110, 13.1.2). Dates are no validators here: a document changes with the settings too, and a day is too coarse. */
function isUnchanged(headers: Headers, { etag }: Representation): boolean {
  const tags = headers.get("if-none-match");
  if (etag === null || tags === null) return false;
  return tags.split(",").some((tag) => {
    const opaque = tag.trim().replace(/^W\//, "");
    return opaque === "*" || opaque === etag;
  });
}
