// Makes responses with ETag and Last-Modified. A client whose copy is current gets status 304.

import { createHash } from "node:crypto";
import { cacheControl } from "./cache.ts";
import { openHeaders } from "./ready-answer.ts";
import { formatHttpDate, isUnchanged, type Validators } from "./validators.ts";

interface Representation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly validators: Validators;
}

interface RepresentationOptions {
  readonly text: string;
  readonly mediaType: string;
  /** Null if `next.config.ts`, not this file, sets `Cache-Control`. */
  readonly cache: keyof typeof cacheControl | null;
  /** The text whose hash is the ETag of a live answer. If absent, a live answer has no ETag. */
  readonly tagSource?: string;
  readonly updated: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export function createRepresentation(options: RepresentationOptions): Representation {
  const bytes = new TextEncoder().encode(options.text);
  const isLive = options.cache === "live";
  const etagContent = isLive ? options.tagSource : bytes;
  const etag = etagContent === undefined ? null : strongEtag(etagContent);
  const lastModified = isLive || options.updated === null ? null : formatHttpDate(options.updated);
  return {
    bytes,
    validators: { etag, lastModified },
    headers: {
      ...openHeaders,
      "Content-Type": options.mediaType,
      ...(options.cache === null ? {} : { "Cache-Control": cacheControl[options.cache] }),
      ...(etag ? { ETag: etag } : {}),
      ...(lastModified ? { "Last-Modified": lastModified } : {}),
      ...options.headers,
    },
  };
}

function strongEtag(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 32)}"`;
}

export function reply(request: Request, representation: Representation, status = 200): Response {
  const conditions = {
    ifNoneMatch: request.headers.get("if-none-match"),
    ifModifiedSince: request.headers.get("if-modified-since"),
  };
  if (isUnchanged(conditions, representation.validators)) {
    const { "Content-Type": _type, ...headers } = representation.headers;
    return new Response(null, { status: 304, headers });
  }
  const body = request.method === "HEAD" ? null : representation.bytes;
  return new Response(body, { status, headers: representation.headers });
}
