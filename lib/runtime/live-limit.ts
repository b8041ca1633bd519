// Refuses requests to live pages, in every form: a query that is too long, or a client above its
// rate limit. A request without a query counts too, because each answer costs this process work.
import type { IncomingMessage } from "node:http";
import { MAX_QUERY_CHARACTERS, queryTooLong, tooManyRequests } from "../http/problem.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { findResource, isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { countMessages } from "./client-limit.ts";
import { ownHeader } from "./internals/own-headers.ts";
import { isShellRequest } from "./server/question-shell.ts";

/** 414 for a long query, 429 for a client above its limit; null to go on. */
export async function refuseQuestion(request: Request, path: ResourcePath): Promise<Response | null> {
  if (!isLivePage(path) || request.method === "OPTIONS" || isShellRequest(request.headers)) return null;
  const { search } = new URL(request.url);
  const isRead =
    findResource(path).mediaType.startsWith("text/html") && /text\/html/i.test(request.headers.get("accept") ?? "");
  if (search.length > MAX_QUERY_CHARACTERS) return queryTooLong(request, isRead);
  const seconds = await countQuestion(request.headers, path, search);
  return seconds === null ? null : tooManyRequests(request, seconds, isRead);
}

/** The same without Next, for an answer that was made already. */
export async function isQuestionAllowed(
  { headers, socket }: IncomingMessage,
  path: ResourcePath,
  search: string,
): Promise<boolean> {
  const peer = ownHeader("peer");
  const get = (name: string) => (name === peer ? socket.remoteAddress : headers[name])?.toString() ?? null;
  return (await countQuestion({ get }, path, search)) === null;
}

/** Counts a request for the client of its headers. Returns null if allowed, else the seconds to wait. */
async function countQuestion(
  headers: Pick<Headers, "get">,
  path: ResourcePath,
  search: string,
): Promise<number | null> {
  if (!isLivePage(path)) return null;
  return countMessages(headers, pageCost(path, search));
}
