// Answers of upstreams in the store, one a key, and who reads the next one. Only the store's clock counts here.
import type { RunScript } from "../../protocol/history/shared-log.ts";

/** Who reads a key, and since when by the store's clock. */
export interface Lease {
  readonly leasedAtMs: number;
}

export interface StoredAnswer {
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
