// Processes of a deployment share answers of nodes and indexers, as received, in the platform's
// cache. Each process checks a shared answer itself. Its age counts from the time of the request.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import {
  HEIGHT_HEADER,
  type Transport,
  type UpstreamResponse,
} from "../protocol/upstream/transport.ts";

export interface AnswerCache {
  get(key: string): Promise<unknown>;
  set(
    key: string,
    value: unknown,
    options: { readonly ttl: number; readonly name: string },
  ): Promise<void>;
}

interface SharedTransportSetup {
  readonly transport: Transport;
  readonly cache: AnswerCache;
  readonly network: string;
  readonly now: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

const SharedAnswer = z.strictObject({
  network: z.string(),
  url: z.string(),
  /** Epoch ms, like `receivedAtMs`: both by the clock of the process that called the node. */
  askedAtMs: z.number(),
  receivedAtMs: z.number(),
  status: z.int(),
  type: z.string().nullable(),
  date: z.string().nullable(),
  height: z.string().nullable(),
  bodyBase64: z.string(),
});
type SharedAnswer = z.output<typeof SharedAnswer>;

/** The platform keeps at most 2 MB per entry, and Base64 makes a body a third longer. */
const MAX_SHARED_BYTES = 1024 * 1024;
const MAX_AGE_MS = 5_000;
/** How far the clock of another process may be ahead of this process's clock. */
const SKEW_MS = 500;
const CACHE_TIMEOUT_MS = 250;

/** Replaces the cache's own hash: with its 32 bits, two URLs could get the same key. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

export function createSharedTransport(setup: SharedTransportSetup): Transport {
  const { transport, cache, network, now } = setup;
  const { pause = (ms) => sleep(ms, null, { ref: false }) } = setup;

  async function readShared(key: string, url: URL): Promise<SharedAnswer | null> {
    const pendingEntry = cache.get(key).catch(() => null);
    const cacheEntry = await Promise.race([pendingEntry, pause(CACHE_TIMEOUT_MS)]);
    const answer = SharedAnswer.safeParse(cacheEntry).data;
    return answer?.network === network && answer.url === url.href ? answer : null;
  }

  function writeShared(key: string, answer: SharedAnswer): void {
    const entryOptions = { ttl: MAX_AGE_MS / 1_000, name: "node answer" };
    cache.set(key, answer, entryOptions).catch(() => undefined);
  }

  return async (url, init) => {
    const maxAgeMs = Math.min(init.maxAgeMs ?? 0, MAX_AGE_MS);
    if (maxAgeMs <= 0) return transport(url, init);
    const cacheKey = `${network} ${url.href}`;
    const sharedAnswer = await readShared(cacheKey, url);
    if (sharedAnswer && isRecent(sharedAnswer, now(), maxAgeMs))
      return toResponse(sharedAnswer, now());
    const askedAtMs = now();
    const { status, headers, body } = await transport(url, init);
    const chunks: Uint8Array[] = [];
    const shareAnswer = () => {
      const bytes = Buffer.concat(chunks);
      if (bytes.byteLength > MAX_SHARED_BYTES) return;
      writeShared(cacheKey, {
        network,
        url: url.href,
        askedAtMs,
        receivedAtMs: now(),
        status,
        type: headers.get("content-type"),
        date: headers.get("date"),
        height: headers.get(HEIGHT_HEADER),
        bodyBase64: bytes.toString("base64"),
      });
    };
    return { status, headers, body: body && copyChunks(body, chunks), accept: shareAnswer };
  };
}

function isRecent(
  { askedAtMs, receivedAtMs, date }: SharedAnswer,
  nowMs: number,
  maxAgeMs: number,
): boolean {
  const areTimesPlausible = askedAtMs <= receivedAtMs && receivedAtMs <= nowMs + SKEW_MS;
  return areTimesPlausible && nowMs - askedAtMs < maxAgeMs && isNearDate(date, nowMs);
}

/** How far a node's Date header may be off: it has whole seconds, and clocks differ a little. */
const DATE_SLACK_MS = 5_000;

/**
 * Checks an answer's age once more, by the Date header of the node or indexer, because the clock of
 * the process that stored the answer may be wrong. True without a Date header.
 */
function isNearDate(date: string | null, nowMs: number): boolean {
  return date === null || Math.abs(nowMs - Date.parse(date)) <= MAX_AGE_MS + DATE_SLACK_MS;
}

function toResponse(answer: SharedAnswer, nowMs: number): UpstreamResponse {
  const { askedAtMs, receivedAtMs, status, type, date, height, bodyBase64 } = answer;
  const headers: Readonly<Record<string, string | null>> = {
    "content-type": type,
    date,
    [HEIGHT_HEADER]: height,
  };
  return {
    status,
    headers: { get: (name) => headers[name] ?? null },
    body: toAsyncChunks([Buffer.from(bodyBase64, "base64")]),
    readEarlier: {
      askedAtMs: Math.min(askedAtMs, nowMs),
      receivedAtMs: Math.min(receivedAtMs, nowMs),
    },
  };
}

async function* toAsyncChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function* copyChunks(
  chunks: AsyncIterable<Uint8Array>,
  copiedChunks: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let copiedByteCount = 0;
  for await (const chunk of chunks) {
    if (copiedByteCount <= MAX_SHARED_BYTES) copiedChunks.push(chunk);
    copiedByteCount += chunk.byteLength;
    yield chunk;
  }
}
