// One rate limit per process. Live pages (as HTML, Markdown or JSON) and the MCP endpoint share it.
// A request without a query counts too, because each answer costs work.
import { LRUCache } from "lru-cache";
import { config } from "../config.ts";
import { findClientAddress, PEER_HEADER } from "../http/client-address.ts";
import { MAX_QUERY_CHARACTERS, queryTooLong, tooManyRequests } from "../http/problem.ts";
import { createMemoryLimiter, type RateLimit, waitSeconds } from "../http/rate-limit.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { findResource, isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { getProcessGlobal } from "./process-globals.ts";

export function getRateLimit(): RateLimit | null {
  return getProcessGlobal("rate-limit", createRateLimit);
}

function createRateLimit(): RateLimit | null {
  const { rateLimit, onVercel, trustedHops } = config();
  if (rateLimit === 0) return null;
  return {
    limiter: createMemoryLimiter(rateLimit),
    toClient: (headers) =>
      findClientAddress(headers, headers.get(PEER_HEADER), { onVercel, trustedHops }),
  };
}

/** So long an answer of a node is kept: the same question again asks no node, and is not counted. */
const REPEAT_MS = 1_000;
/** Repeats that are not counted. A client with more of them in a second is no person. */
const MAX_REPEATS = 5;

/** Maps a client's question to the repeats that are left. */
const getRepeats = () =>
  getProcessGlobal("repeats", () => new LRUCache<string, number>({ max: 50_000, ttl: REPEAT_MS }));

function takeRepeat(clientQuestion: string): boolean {
  const repeatsLeft = getRepeats().get(clientQuestion) ?? 0;
  if (repeatsLeft === 0) return false;
  // `noUpdateTTL`: the time counts from the question that was counted.
  getRepeats().set(clientQuestion, repeatsLeft - 1, { noUpdateTTL: true });
  return true;
}

/** Counts messages of a client. Returns the seconds to wait, or null if they are allowed now. */
function takeFromLimit(
  headers: Pick<Headers, "get">,
  question: string,
  messageCount: number,
): number | null {
  const rateLimit = getRateLimit();
  if (!rateLimit) return null;
  const { limiter, toClient } = rateLimit;
  const client = toClient(headers);
  const clientQuestion = `${client} ${question}`;
  if (takeRepeat(clientQuestion)) return null;
  // A request that costs more than the whole limit counts as the limit. Otherwise it would always
  // be refused.
  const messageCost = Math.min(messageCount, limiter.limit);
  const { allowed, debtMs } = limiter.take(client, messageCost);
  if (!allowed) return waitSeconds(debtMs, messageCost, limiter.limit);
  getRepeats().set(clientQuestion, MAX_REPEATS);
  return null;
}

export function refuseQuestion(request: Request, path: ResourcePath): Response | null {
  if (!isLivePage(path) || request.method === "OPTIONS") return null;
  const { headers, url } = request;
  const { search } = new URL(url);
  if (search.length > MAX_QUERY_CHARACTERS)
    return queryTooLong(request, isForPeople(headers, path));
  const retryAfterSeconds = takeFromLimit(headers, path + search, pageCost(path, search));
  if (retryAfterSeconds === null) return null;
  return tooManyRequests(request, retryAfterSeconds, isForPeople(headers, path));
}

function isForPeople(headers: Pick<Headers, "get">, path: ResourcePath): boolean {
  return (
    findResource(path).mediaType.startsWith("text/html") &&
    /text\/html/i.test(headers.get("accept") ?? "")
  );
}
