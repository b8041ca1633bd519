// What a live page does not answer, in each form: a query that is too long, and a client that asks too often. It is counted as messages to /mcp are, with or without a question: each answer costs this process work.
import { MAX_QUERY_CHARACTERS, queryTooLong, tooManyRequests } from "../http/problem.ts";
import { messageCosts, PLAIN_PAGE_COST } from "../site/registry/message-costs.ts";
import { findResource, isLivePage, type ResourcePath } from "../site/registry/resources.ts";
import { takeMessages } from "./client-limit.ts";

/** The refusal of a question that is too long, or of a client that asked too often; null to go on. */
export async function refuseQuestion(request: Request, path: ResourcePath): Promise<Response | null> {
  if (!isLivePage(path) || request.method === "OPTIONS") return null;
  const { search } = new URL(request.url);
  const isRead = findResource(path).kind === "page" && /text\/html/i.test(request.headers.get("accept") ?? "");
  if (search.length > MAX_QUERY_CHARACTERS) return queryTooLong(request, isRead);
  const seconds = await takeMessages(request.headers, search === "" ? PLAIN_PAGE_COST : messageCosts[path]);
  return seconds === null ? null : tooManyRequests(request, seconds, isRead);
}
