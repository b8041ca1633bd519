// One reading for all processes: what one process reads of a node or an indexer, the others take from the store, as the same bytes.
// Each judges them by itself. An answer carries a seal that needs a secret of the deployment, which the store does not know, and is dated by when it was asked for,
// so whoever can write to the store, or wipes, fills, slows or restores it, causes own readings at most.

import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { HEIGHT_HEADER, type UpstreamResponse } from "../../protocol/upstream/answer.ts";
import type { Transport } from "../../protocol/upstream/provider.ts";
import type { RunScript } from "./store.ts";

interface SharedTransportSetup {
  /** Reads what nobody has read. */
  readonly transport: Transport;
  readonly store: AnswerStore;
  /** Known to the processes of one deployment alone, and not to the store. */
  readonly secret: string;
  /** The name of the network. */
  readonly network: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What is sealed beside the network and the address. */
interface SealedAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly date: string | null;
  readonly height: string | null;
  /** By the clock of whoever read it. */
  readonly askedAtMs: number;
  readonly receivedAtMs: number;
  /** Zipped, in base64. */
  readonly body: string;
}

const NAMESPACE = "signpost:answer:";
/** A larger answer is not shared. */
const MAX_BYTES = 512 * 1024;
/** With room for what zipping, base64 and the members around the body add. */
const MAX_CHARACTERS = 2 * MAX_BYTES;
/** How far the clock of whoever read may be ahead of ours. */
const SKEW_MS = 500;
/** Between two looks for what another process reads; the first and the longest. */
const STEPS_MS = [20, 160] as const;
/** Between two looks while this process reads too. */
const READING_STEP_MS = 250;

const ignore = () => undefined;

/** Shares calls with `maxAgeMs`, and passes all others on. Where the store fails, or what it has is of no use, each call is made. */
export function createSharedTransport(setup: SharedTransportSetup): Transport {
  const { transport, store, network, now, pause = rest } = setup;
  const seal = createSeal(setup.secret, "signpost shared answers 1");

  return async (url, init) => {
    const { maxAgeMs = 0, signal } = init;
    if (maxAgeMs <= 0) return transport(url, init);
    const subject = `${network} ${url.href}`;
    const place = NAMESPACE + seal.digest(subject);
    const own = new AbortController();
    const leave = () => own.abort(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    let reading: Promise<UpstreamResponse> | null = null;
    const beganMs = performance.now();
    // Longer than one lease nobody waits, whatever the store says.
    const isPatient = () => performance.now() - beganMs < LEASE_MS + STEPS_MS[1];
    for (let [stepMs, longestMs] = [STEPS_MS[0] as number, STEPS_MS[1]]; ; stepMs = Math.min(2 * stepMs, longestMs)) {
      const taken = await store.take(place, maxAgeMs).catch(() => "failed" as const);
      const shared = taken !== null && typeof taken === "object" && "text" in taken ? open(taken) : null;
      if (shared) {
        own.abort();
        reading?.catch(ignore);
        return shared;
      }
      const ownInit = { ...init, signal: own.signal };
      if (taken !== null && typeof taken === "object" && "leasedAtMs" in taken) reading ??= readFor(taken, ownInit);
      else if (taken !== null || signal.aborted || (!reading && !isPatient()))
        return reading ?? transport(url, ownInit);
      const waited = pause(reading ? READING_STEP_MS : stepMs, signal).then(() => null);
      const answered = await Promise.race(reading ? [reading, waited] : [waited]);
      if (answered) return answered;
    }

    async function readFor(lease: Lease, ownInit: typeof init): Promise<UpstreamResponse> {
      const release = () => void store.release(place, lease).catch(ignore);
      own.signal.addEventListener("abort", release, { once: true });
      const askedAtMs = now();
      const { status, headers, body } = await transport(url, ownInit);
      const parts: Uint8Array[] = [];
      const accept = () => {
        const bytes = Buffer.concat(parts);
        if (bytes.byteLength > MAX_BYTES) return release();
        const [type, date] = [headers.get("content-type"), headers.get("date")];
        // A clock that is apart from the source's may seal a time to come.
        if (!isNearDate(date, now(), maxAgeMs)) return release();
        const height = headers.get(HEIGHT_HEADER);
        const dated = { status, type, date, height, askedAtMs, receivedAtMs: now() };
        const told: SealedAnswer = { ...dated, body: gzipSync(bytes, { level: 1 }).toString("base64") };
        const text = JSON.stringify(told);
        store.put(place, lease, seal.close(subject, text), maxAgeMs).catch(ignore);
      };
      return { status, headers, body: body && copyParts(body, parts), accept };
    }

    /** Null where it is not what a process of this deployment read of this address, or too old by one of the two clocks. */
    function open({ text, ageMs }: StoredAnswer): UpstreamResponse | null {
      const told = text.length > MAX_CHARACTERS ? null : seal.open(subject, text);
      if (told === null) return null;
      const { status, type, date, height, body, ...read }: SealedAnswer = JSON.parse(told);
      const bytes = gunzipSync(Buffer.from(body, "base64"));
      const nowMs = now();
      if (!isNearDate(date, nowMs, maxAgeMs)) return null;
      const askedAtMs = Math.min(read.askedAtMs, nowMs - ageMs);
      if (read.askedAtMs > nowMs + SKEW_MS || nowMs - askedAtMs >= maxAgeMs) return null;
      const receivedAtMs = Math.min(nowMs, askedAtMs + read.receivedAtMs - read.askedAtMs);
      const headers: Readonly<Record<string, string | null>> = { "content-type": type, date, [HEIGHT_HEADER]: height };
      return {
        status,
        headers: { get: (name) => headers[name] ?? null },
        body: copyParts([bytes]),
        readEarlier: { askedAtMs, receivedAtMs },
      };
    }
  };
}

/** HTTP dates have whole seconds, and the clocks of sources differ a little. */
const DATE_SLACK_MS = 5_000;

/** Whether the source's own date is near: an answer that is replayed later is not, whatever its reader's clock said. Many tell none. */
function isNearDate(date: string | null, nowMs: number, maxAgeMs: number): boolean {
  return date === null || Math.abs(nowMs - Date.parse(date)) <= maxAgeMs + DATE_SLACK_MS;
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

/** Ends at once where the call ends. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(ignore);

// Answers of upstreams in the store, one a key, and who reads the next one. Only the store's clock counts there.

/** Who reads a key, and since when by the store's clock. */
interface Lease {
  readonly leasedAtMs: number;
}

interface StoredAnswer {
  readonly text: string;
  /** Since the lease of whoever read it, so never less than the age of the answer. */
  readonly ageMs: number;
}

/** Every call rejects where the store fails. */
export interface AnswerStore {
  /** The answer that is younger than `maxAgeMs`; else a lease to read it; null while somebody else has the lease. */
  take(key: string, maxAgeMs: number): Promise<StoredAnswer | Lease | null>;
  /** Ends the lease with an answer, unless one is kept that was read later. */
  put(key: string, lease: Lease, text: string, lifeMs: number): Promise<void>;
  /** Ends the lease without an answer. */
  release(key: string, lease: Lease): Promise<void>;
}

/** Whoever reads for longer is taken for dead or slow, and the next caller reads too. */
export const LEASE_MS = 1_000;

/** ARGV: the greatest age, the length of a lease, in ms. */
const takeScript = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call("HMGET", KEYS[1], "at", "text", "leased")
local function since(text) return now - (tonumber(text) or now + 1) end
local age, held = since(kept[1]), since(kept[3])
if kept[2] and age >= 0 and age < tonumber(ARGV[1]) then return {kept[2], age} end
if held >= 0 and held < tonumber(ARGV[2]) then return {} end
redis.call("HSET", KEYS[1], "leased", now)
if redis.call("PTTL", KEYS[1]) < tonumber(ARGV[2]) then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return {now}`;

/** ARGV: the lease, the answer, its life in ms. */
const putScript = `
local kept = redis.call("HMGET", KEYS[1], "at", "leased")
if kept[2] == ARGV[1] then redis.call("HDEL", KEYS[1], "leased") end
if (tonumber(kept[1]) or 0) > tonumber(ARGV[1]) then return end
redis.call("HSET", KEYS[1], "at", ARGV[1], "text", ARGV[2])
redis.call("PEXPIRE", KEYS[1], ARGV[3])`;

/** ARGV: the lease. */
const releaseScript = `if redis.call("HGET", KEYS[1], "leased") == ARGV[1] then redis.call("HDEL", KEYS[1], "leased") end`;

export function createAnswerStore(run: RunScript): AnswerStore {
  const change = (text: string, key: string, ...args: readonly (string | number)[]) =>
    run({ text, keys: [key], args: args.map(String), parse: () => undefined });
  return {
    take: (key, maxAgeMs) =>
      run({ text: takeScript, keys: [key], args: [String(maxAgeMs), String(LEASE_MS)], parse: parseTaken }),
    put: (key, { leasedAtMs }, text, lifeMs) => change(putScript, key, leasedAtMs, text, lifeMs),
    release: (key, { leasedAtMs }) => change(releaseScript, key, leasedAtMs),
  };
}

function parseTaken(reply: unknown): StoredAnswer | Lease | null {
  const [first, ageMs] = Array.isArray(reply) ? reply : [false];
  if (first === undefined) return null;
  if (Number.isSafeInteger(first)) return { leasedAtMs: first };
  if (typeof first === "string" && Number.isSafeInteger(ageMs) && ageMs >= 0) return { text: first, ageMs };
  throw new TypeError("Not an answer.");
}

const SEAL_CHARACTERS = 43;

/** `use`: what is sealed for one use opens for no other. */
function createSeal(secret: string, use: string) {
  const key = createHmac("sha256", secret).update(use).digest();
  const digest = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    digest,
    /** `place`: what is kept in one place opens in no other. */
    close: (place: string, text: string): string => digest(`${place}\n${text}`) + text,
    /** Null where nobody of this deployment closed it. */
    open(place: string, closed: string): string | null {
      const text = closed.slice(SEAL_CHARACTERS);
      return isSame(closed.slice(0, SEAL_CHARACTERS), digest(`${place}\n${text}`)) ? text : null;
    },
  };
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
