// What one process of a deployment reads of a node or an indexer, the others take from the platform's runtime cache, as the same bytes.
// Each judges them by itself, and dates them by when they were asked for.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { HEIGHT_HEADER, type UpstreamResponse } from "../protocol/upstream/answer.ts";
import type { Transport } from "../protocol/upstream/provider.ts";

/** The part of the platform's runtime cache that is used. */
export interface AnswerCache {
  get(key: string): Promise<unknown>;
  set(
    key: string,
    value: unknown,
    options: { readonly ttl: number; readonly name: string },
  ): Promise<void>;
}

interface SharedTransportSetup {
  /** Reads what nobody has read. */
  readonly transport: Transport;
  readonly cache: AnswerCache;
  /** The name of the network. */
  readonly network: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long the cache may take, in milliseconds, before the call is made. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Who said what, and when. */
const SharedAnswer = z.strictObject({
  network: z.string(),
  url: z.string(),
  /** By the clock of the process that read it. */
  askedAtMs: z.number(),
  receivedAtMs: z.number(),
  status: z.int(),
  type: z.string().nullable(),
  date: z.string().nullable(),
  height: z.string().nullable(),
  bodyBase64: z.string(),
});
type SharedAnswer = z.output<typeof SharedAnswer>;

/** A larger answer is not shared: the platform keeps 2 MB an entry. */
const MAX_BYTES = 1024 * 1024;
export const LIFE_MS = 5_000;
/** How far the clock of the process that read may be ahead of ours: its answer lasts so much longer at most. */
const SKEW_MS = 500;
const CACHE_MS = 250;

/** The cache's own hash has 32 bits: one address would find what another has said. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** Shares calls with `maxAgeMs`, and passes all others on. What the cache does not have, or has of no use, is read. */
export function createSharedTransport(setup: SharedTransportSetup): Transport {
  const { transport, cache, network, now } = setup;
  const { pause = (ms) => sleep(ms, null, { ref: false }) } = setup;

  return async (url, init) => {
    const lifeMs = Math.min(init.maxAgeMs ?? 0, LIFE_MS);
    if (lifeMs <= 0) return transport(url, init);
    const key = `${network} ${url.href}`;
    const entry = await Promise.race([cache.get(key).catch(() => null), pause(CACHE_MS)]);
    const shared = SharedAnswer.safeParse(entry).data;
    const isOfThisAddress = shared?.network === network && shared.url === url.href;
    if (shared && isOfThisAddress && isRecent(shared, now(), lifeMs))
      return toResponse(shared, now());
    const askedAtMs = now();
    const { status, headers, body } = await transport(url, init);
    const parts: Uint8Array[] = [];
    const accept = () => {
      const bytes = Buffer.concat(parts);
      if (bytes.byteLength > MAX_BYTES) return;
      const answer: SharedAnswer = {
        network,
        url: url.href,
        askedAtMs,
        receivedAtMs: now(),
        status,
        type: headers.get("content-type"),
        date: headers.get("date"),
        height: headers.get(HEIGHT_HEADER),
        bodyBase64: bytes.toString("base64"),
      };
      cache.set(key, answer, { ttl: LIFE_MS / 1_000, name: "node answer" }).catch(() => undefined);
    };
    return { status, headers, body: body && copyParts(body, parts), accept };
  };
}

function isRecent(
  { askedAtMs, receivedAtMs, date }: SharedAnswer,
  nowMs: number,
  lifeMs: number,
): boolean {
  const isPast = askedAtMs <= receivedAtMs && receivedAtMs <= nowMs + SKEW_MS;
  return isPast && nowMs - askedAtMs < lifeMs && isNearDate(date, nowMs);
}

/** HTTP dates have whole seconds, and the clocks of sources differ a little. */
const DATE_SLACK_MS = 5_000;

/** By the source's own date, whatever the clock of the process that read it said. Many tell none. */
function isNearDate(date: string | null, nowMs: number): boolean {
  return date === null || Math.abs(nowMs - Date.parse(date)) <= LIFE_MS + DATE_SLACK_MS;
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
    body: copyParts([Buffer.from(bodyBase64, "base64")]),
    readEarlier: {
      askedAtMs: Math.min(askedAtMs, nowMs),
      receivedAtMs: Math.min(receivedAtMs, nowMs),
    },
  };
}

/** The parts as they come, kept too, as long as they are to be shared. */
async function* copyParts(
  parts: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  kept: Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of parts) {
    // One part too many tells that the answer is too large.
    if (bytes <= MAX_BYTES) kept.push(part);
    bytes += part.byteLength;
    yield part;
  }
}
