// Site room: live pages that ask the network for one caller alone are counted as messages to /mcp are, whatever their form.
import { toTooManyRequests } from "../http/problem.ts";
import { takeMessages } from "../mcp/client-limit.ts";
import { type ResourcePath, toResource } from "./resources.ts";

/** What an answer costs its client, in messages: a quote compares single with streaming. Status is read once for everyone. */
const costs: Partial<Record<ResourcePath, number>> = { "/quote": 2, "/quote.md": 2, "/track": 1, "/track.md": 1 };

export function isCounted(path: ResourcePath): boolean {
  return costs[path] !== undefined;
}

/** The refusal of a client that asked too often; null to go on. Without a query nothing is asked of the network. */
export async function refuseBeyondLimit(request: Request, path: ResourcePath): Promise<Response | null> {
  const cost = costs[path];
  if (!cost || request.method === "OPTIONS" || new URL(request.url).search === "") return null;
  const seconds = await takeMessages(request.headers, cost);
  if (seconds === null) return null;
  const isRead = toResource(path).kind === "page" && /text\/html/i.test(request.headers.get("accept") ?? "");
  return toTooManyRequests(request, seconds, isRead);
}
