// The rate limit of this process: live pages, in every form, and the MCP endpoint share one bucket per client. A request without a query
// counts too, because each answer costs this process work.
// Of which client it is: a header counts only if the platform or a trusted proxy wrote it.
import type { IncomingMessage } from "node:http";
import { config } from "../config.ts";
import { MAX_QUERY_CHARACTERS, queryTooLong, tooManyRequests } from "../http/problem.ts";
import { createMemoryLimiter, type RateLimit, waitSeconds } from "../http/rate-limit.ts";
import { partPathHeaders } from "../http/security-headers.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { findResource, isLivePage, isPart, type ResourcePath } from "../site/registry/resources.ts";
import { getPartPolicy, isFramed, siteHeaders } from "../site/serve/page-policy.ts";
import { ownHeader } from "./internals/own-headers.ts";
import { getProcessGlobal } from "./internals/process-globals.ts";

/** Null if the limit is off. Made at the first call. */
export function getRateLimit(): RateLimit | null {
  return getProcessGlobal("rate-limit", createRateLimit);
}

function createRateLimit(): RateLimit | null {
  const { rateLimit: limit, onVercel, trustedHops } = config();
  if (limit === 0) return null;
  const peerHeader = ownHeader("peer");
  return {
    limiter: createMemoryLimiter(limit),
    toClient: (headers) => findClientAddress(headers, headers.get(peerHeader), { onVercel, trustedHops }),
  };
}

/** Counts `messages` for the client of a request. Returns null if allowed, else the seconds to wait. */
function countMessages(headers: Pick<Headers, "get">, messages: number): number | null {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  // If the limit is below the cost of one answer, that answer must still be possible.
  const cost = Math.min(messages, limiter.limit);
  const { allowed, debtMs } = limiter.take(toClient(headers), cost);
  return allowed ? null : waitSeconds(debtMs, cost, limiter.limit);
}

/** 414 for a long query, 429 for a client above its limit; null to go on. What our listener counted is not counted again. */
export function refuseQuestion(request: Request, path: ResourcePath): Response | null {
  if (!isLivePage(path) || request.method === "OPTIONS") return null;
  const { headers, url } = request;
  const { search } = new URL(url);
  if (search.length > MAX_QUERY_CHARACTERS) return queryTooLong(request, isForPeople(headers, path));
  if (headers.has(ownHeader("counted"))) return null;
  return refuseClient(headers, path, search, () => request);
}

/** Counts a request to a live page for the client of its headers. Returns 429 for the request, or null if it is allowed. */
function refuseClient(
  headers: Pick<Headers, "get">,
  path: ResourcePath,
  search: string,
  getRequest: () => Request,
): Response | null {
  const seconds = isLivePage(path) ? countMessages(headers, pageCost(path, search)) : null;
  return seconds === null ? null : tooManyRequests(getRequest(), seconds, isForPeople(headers, path));
}

function isForPeople(headers: Pick<Headers, "get">, path: ResourcePath): boolean {
  return findResource(path).mediaType.startsWith("text/html") && /text\/html/i.test(headers.get("accept") ?? "");
}

/** Before Next: counts the request, and returns 429, as Next would send it, for a client above its limit. `form`: the path of the form that is asked for. */
export async function refuseBeforeNext(request: IncomingMessage, form: ResourcePath): Promise<Response | null> {
  const { url = "", method = "GET", headers, socket } = request;
  const peer = ownHeader("peer");
  const get = (name: string) => (name === peer ? socket.remoteAddress : headers[name])?.toString() ?? null;
  const { siteUrl } = config();
  const search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const refusal = refuseClient({ get }, form, search, () => new Request(siteUrl + url, { method }));
  if (!refusal) return null;
  const added = {
    ...siteHeaders(),
    ...(isPart(form) && { ...getPartPolicy(form).headers, ...partPathHeaders(isFramed(form)) }),
  };
  for (const [name, value] of Object.entries(added)) refusal.headers.set(name, value);
  return refusal;
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
