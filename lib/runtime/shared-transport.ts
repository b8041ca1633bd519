// Processes of a deployment share upstream answers, byte for byte, in the platform's runtime cache.
// Each judges an answer by itself, and dates it by the moment of the request.
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
  /** Limits the time for which the cache may delay a call. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

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

/** The platform keeps at most 2 MB per entry. */
const MAX_BYTES = 1024 * 1024;
const LIFE_MS = 5_000;
/** How far the clock of another process may be ahead of ours. */
const SKEW_MS = 500;
const CACHE_MS = 250;

/** The cache's own hash has 32 bits: two addresses could collide. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** Shares calls with `maxAgeMs`. All other calls go straight to `transport`. */
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

/** Checks the source's own date, not a clock of another process. Many sources send none. */
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

async function* copyParts(
  parts: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  kept: Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of parts) {
    if (bytes <= MAX_BYTES) kept.push(part);
    bytes += part.byteLength;
    yield part;
  }
}
