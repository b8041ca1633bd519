// Which client a request counts for, and whether it is allowed. A header counts only if the platform or a trusted proxy wrote it. A token
// bucket has continuous refill: its whole state is one number, and the clock is an argument.
import { LRUCache } from "lru-cache";

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time until the bucket is full again, after this take; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

export interface RateLimiter {
  /** Messages a minute, which is also the largest burst. */
  readonly limit: number;
  /** Takes all of `messages` from the client's bucket or none; never throws. */
  take(client: string, messages: number): Promise<RateLimitDecision>;
}

export interface RateLimit {
  readonly limiter: RateLimiter;
  /** The client that a request counts for. */
  readonly toClient: (headers: Pick<Headers, "get">) => string;
}

/** The time in which an empty bucket of `limit` messages fills. */
export const WINDOW_MS = 60_000;

/** Absorbs rounding of sums, in messages: `limit` takes at one instant all fit on a clock below 1e9 ms. */
const TOLERANCE = 0.01;

/**
 * Takes all of `messages` or none. `fullAtMs` is when the bucket would be full again (0 for a new one).
 * The next state is `nowMs + debtMs`. A clock that was set back costs the client one window at most.
 */
export function takeMessages(fullAtMs: number, nowMs: number, messages: number, limit: number): RateLimitDecision {
  const messageMs = WINDOW_MS / limit;
  const debtMs = Math.min(Math.max(fullAtMs - nowMs, 0), WINDOW_MS);
  const takenMs = debtMs + messages * messageMs;
  const allowed = takenMs <= WINDOW_MS + TOLERANCE * messageMs;
  return { allowed, debtMs: allowed ? Math.min(takenMs, WINDOW_MS) : debtMs };
}

/** Whole messages that the bucket still allows. */
export function remainingTokens(debtMs: number, limit: number): number {
  return Math.floor(((WINDOW_MS - debtMs) * limit) / WINDOW_MS + TOLERANCE);
}

/** Whole seconds, at least 1, until `messages` fit. If they exceed the limit: until the bucket is full. */
export function waitSeconds(debtMs: number, messages: number, limit: number): number {
  const waitMs = debtMs + (Math.min(messages, limit) * WINDOW_MS) / limit - WINDOW_MS;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** A client is dropped when its bucket is full again; above the maximum, the least recent one is. */
const MAX_CLIENTS = 50_000;

/** Client → when its bucket is full again. `nowMs` need not be wall time, but must never go back. */
export function createBuckets(nowMs: () => number, maxClients: number = MAX_CLIENTS): LRUCache<string, number> {
  return new LRUCache({ max: maxClients, ttl: WINDOW_MS, ttlAutopurge: true, perf: { now: nowMs } });
}

export function createMemoryLimiter(
  limit: number,
  nowMs: () => number = () => performance.now(),
  fullAtMs: LRUCache<string, number> = createBuckets(nowMs),
): RateLimiter {
  return {
    limit,
    async take(client, messages) {
      const now = nowMs();
      const decision = takeMessages(fullAtMs.get(client) ?? 0, now, messages, limit);
      if (decision.allowed) fullAtMs.set(client, now + decision.debtMs);
      return decision;
    },
  };
}

export interface AddressRules {
  /** Vercel's edge sets x-vercel-forwarded-for itself, and nothing else reaches the function. */
  readonly onVercel: boolean;
  /** Proxies in front of this server that append to X-Forwarded-For; 0 reads no forwarded header. */
  readonly trustedHops: number;
}

/** All clients whose address is not known share this one. */
export const UNKNOWN_CLIENT = "unknown";

/**
 * Returns "203.0.113.7", "2001:db8:1:2::/64" or `UNKNOWN_CLIENT`. One household or host has a whole /64,
 * so it counts as one client. `peer` is the address at the other end of the socket, or null if not known.
 */
export function findClientAddress(headers: Pick<Headers, "get">, peer: string | null, rules: AddressRules): string {
  if (rules.onVercel) return rateLimitSubject(headers.get("x-vercel-forwarded-for")) ?? UNKNOWN_CLIENT;
  const hops = rules.trustedHops > 0 ? (headers.get("x-forwarded-for") ?? "").split(",") : [];
  return rateLimitSubject(hops.at(-rules.trustedHops)) ?? rateLimitSubject(peer) ?? UNKNOWN_CLIENT;
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** An address (a port, brackets or a zone may be part of it) → its client. Null if the text is no address. */
function rateLimitSubject(text: string | null | undefined): string | null {
  const given = text?.trim().toLowerCase() ?? "";
  if (given.length > 80) return null;
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(given)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(given)?.[1] ?? given;
  if (ipv4.test(bare)) return bare;
  const groups = ipv6Groups(bare.replace(/%[\w.-]+$/, ""));
  if (!groups) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const mapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff;
  if (mapped) return [g >> 8, g & 255, h >> 8, h & 255].join(".");
  return `${[a, b, c, d].map((group) => group.toString(16)).join(":")}::/64`;
}

/** The eight groups of an IPv6 address. The URL parser validates it and writes an IPv4 tail as two groups. */
function ipv6Groups(address: string): number[] | null {
  if (!/^[0-9a-f:.]+$/.test(address) || !URL.canParse(`http://[${address}]`)) return null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], tail] = canonical.split("::").map((part) => part.split(":").filter(Boolean));
  const gap = tail === undefined ? 0 : 8 - front.length - tail.length;
  return [...front, ...Array<string>(gap).fill("0"), ...(tail ?? [])].map((group) => Number.parseInt(group, 16));
}
