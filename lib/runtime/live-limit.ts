// Refuses requests to live pages, in every form: a query that is too long, or a client above its
// rate limit. A request without a query counts too, because each answer costs this process work.
import { MAX_QUERY_CHARACTERS, queryTooLong, tooManyRequests } from "../http/problem.ts";
import { pageCost } from "../site/registry/message-costs.ts";
import { findResource, isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { countMessages } from "./client-limit.ts";
import { ownHeader } from "./internals/own-headers.ts";

/** 414 for a long query, 429 for a client above its limit; null to go on. What our listener counted is not counted again. */
export async function refuseQuestion(request: Request, path: ResourcePath): Promise<Response | null> {
  if (!isLivePage(path) || request.method === "OPTIONS") return null;
  const { headers, url } = request;
  const { search } = new URL(url);
  if (search.length > MAX_QUERY_CHARACTERS) return queryTooLong(request, isForPeople(headers, path));
  if (headers.has(ownHeader("counted"))) return null;
  return refuseClient(headers, path, search, () => request);
}

/** Counts a request to a live page for the client of its headers. Returns 429 for the request, or null if it is allowed. */
export async function refuseClient(
  headers: Pick<Headers, "get">,
  path: ResourcePath,
  search: string,
  getRequest: () => Request,
): Promise<Response | null> {
  const seconds = isLivePage(path) ? await countMessages(headers, pageCost(path, search)) : null;
  return seconds === null ? null : tooManyRequests(getRequest(), seconds, isForPeople(headers, path));
}

function isForPeople(headers: Pick<Headers, "get">, path: ResourcePath): boolean {
  return findResource(path).mediaType.startsWith("text/html") && /text\/html/i.test(headers.get("accept") ?? "");
}
