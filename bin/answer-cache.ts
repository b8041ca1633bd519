// In-memory cache of Next's answers. A stable document or page, or its absence, never expires.
// Any other answer expires after the max-age of its CDN-Cache-Control. Without it, none is kept.
import { once } from "node:events";
import * as http from "node:http";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { SHARED_CACHE_FIELD } from "../lib/http/cache.ts";
import { PEER_HEADER } from "../lib/http/client-address.ts";
import type { CacheLookup } from "../lib/site/serve/cache-lookup.ts";

const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const ANSWER_TIMEOUT_MS = 25_000;

export interface Answer {
  readonly status: number;
  readonly fields: string[];
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly body: Buffer;
  /** A time of `performance.now()`, in ms. 0 if the cache must not keep the answer. */
  readonly expiresAtMs: number;
}

const droppedFieldPattern = new RegExp(
  "^(?:(?:connection|keep-alive|transfer-encoding|content-length|date|cdn-cache-control" +
    "|x-nextjs-[^:]+|x-middleware-[^:]+):|vary: rsc)",
  "i",
);

export function createAnswerCache(socketPath: string) {
  const agent = new http.Agent({ keepAlive: true });
  const cachedAnswers = new LRUCache<string, Answer>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body, fields }, key) => body.length + fields.join().length + key.length,
  });
  const pendingAnswers = new Map<string, Promise<Answer | null>>();

  async function askNext(request: http.IncomingMessage, lookup: CacheLookup): Promise<Answer> {
    const requestedAtMs = performance.now();
    const headers = forwardedHeaders(request, lookup);
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const requestToNext = http
      .request({ socketPath, agent, path: request.url, headers, signal })
      .end();
    const [response] = (await once(requestToNext, "response")) as [http.IncomingMessage];
    return createAnswer(response, await buffer(response), lookup, requestedAtMs);
  }

  function findKeptAnswer({ key }: CacheLookup): Answer | null {
    const answer = key === null ? undefined : cachedAnswers.get(key);
    return answer && performance.now() < answer.expiresAtMs ? answer : null;
  }

  /**
   * Asks Next. Equal requests at the same time wait for one answer of
   * Next. If that answer must not be shared, each of these requests asks Next itself.
   */
  async function getAnswer(request: http.IncomingMessage, lookup: CacheLookup): Promise<Answer> {
    const { key } = lookup;
    if (key === null) return askNext(request, lookup);
    const sharedAnswer = await pendingAnswers.get(key);
    if (sharedAnswer) return sharedAnswer;
    const ownAnswer = askNext(request, lookup);
    if (pendingAnswers.has(key)) return ownAnswer;
    const answerToShare = ownAnswer.then((answer) => (answer.expiresAtMs > 0 ? answer : null));
    pendingAnswers.set(
      key,
      answerToShare.catch(() => null),
    );
    const answer = await ownAnswer.finally(() => pendingAnswers.delete(key));
    if (performance.now() < answer.expiresAtMs) cachedAnswers.set(key, answer);
    return answer;
  }

  return { findKeptAnswer, getAnswer };
}

function forwardedHeaders(
  request: http.IncomingMessage,
  { accept }: CacheLookup,
): http.OutgoingHttpHeaders {
  const headerNames = ["host", "x-forwarded-for", PEER_HEADER].filter(
    (name) => name in request.headers,
  );
  const headers = Object.fromEntries(headerNames.map((name) => [name, request.headers[name]]));
  return accept === undefined ? headers : { ...headers, accept };
}

function createAnswer(
  { statusCode: status = 500, headers, rawHeaders }: http.IncomingMessage,
  body: Buffer,
  { isStable, isNegotiated }: CacheLookup,
  requestedAtMs: number,
): Answer {
  const keptRawHeaders = rawHeaders.flatMap((name, index) => {
    const value = rawHeaders[index + 1] ?? "";
    return index % 2 === 1 || droppedFieldPattern.test(`${name}: ${value}`) ? [] : [name, value];
  });
  // Next overwrites a page's `Vary` (vercel/next.js#85999), so `Accept` is added here.
  if (isNegotiated && !keptRawHeaders.includes("Accept")) keptRawHeaders.push("Vary", "Accept");
  const cacheControlText = `${headers[SHARED_CACHE_FIELD.toLowerCase()] ?? ""}`;
  const maxAgeSeconds = Number(/\bmax-age=(\d+)/.exec(cacheControlText)?.[1] ?? 0);
  const isLasting = isStable && (status === 200 || status === 404);
  const secondsToKeep = isLasting ? Number.POSITIVE_INFINITY : maxAgeSeconds;
  return {
    status,
    fields: keptRawHeaders,
    etag: headers.etag ?? null,
    lastModified: headers["last-modified"] ?? null,
    body,
    expiresAtMs: secondsToKeep > 0 ? requestedAtMs + secondsToKeep * 1_000 : 0,
  };
}
