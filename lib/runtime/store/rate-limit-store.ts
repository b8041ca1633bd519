// Buckets that all instances share, in the store. While the store fails, each instance counts alone.
import { createHmac } from "node:crypto";
import { type RateLimitDecision, type RateLimiter, WINDOW_MS } from "../../http/rate-limit.ts";
import type { Store } from "./store.ts";

export interface StoreLimiterOptions {
  readonly store: Store;
  /** The key of the clients' digests: the store's address, which contains its password. */
  readonly secret: string;
  /** Counts while the store fails. */
  readonly fallback: RateLimiter;
}

const NAMESPACE = "signpost:rate:";

/**
 * The same arithmetic as rate-limit.ts, in one atomic step,
 * on the store's clock. ARGV: limit, messages, window in ms.
 */
const script = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[3])
local message = window / limit
local debt = math.min(math.max(tonumber(redis.call("GET", KEYS[1]) or 0) - now, 0), window)
local taken = debt + ARGV[2] * message
if taken > window + 0.01 * message then return {0, string.format("%.3f", debt)} end
taken = math.min(taken, window)
redis.call("SET", KEYS[1], string.format("%.3f", now + taken), "PX", math.ceil(taken))
return {1, string.format("%.3f", taken)}`;

export function createStoreLimiter({ store, secret, fallback }: StoreLimiterOptions): RateLimiter {
  const { limit } = fallback;
  // The store holds no addresses. To guess one from its digest, you need the store's address.
  const subjectKey = (client: string) => NAMESPACE + createHmac("sha256", secret).update(client).digest("base64url");
  return {
    limit,
    async take(client, messages) {
      const args = [String(limit), String(messages), String(WINDOW_MS)];
      try {
        return await store.run({ text: script, keys: [subjectKey(client)], args, parse: parseDecision });
      } catch {
        return fallback.take(client, messages);
      }
    },
  };
}

function parseDecision(reply: unknown): RateLimitDecision {
  const [allowed, debt] = Array.isArray(reply) ? reply : [];
  const debtMs = Number(debt);
  if ((allowed !== 0 && allowed !== 1) || !(debtMs >= 0 && debtMs <= WINDOW_MS)) throw new TypeError("Not a decision.");
  return { allowed: allowed === 1, debtMs };
}
