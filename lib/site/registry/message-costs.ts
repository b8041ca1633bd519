// The cost of a live page in the client's rate limit, counted in messages to the MCP endpoint.
import type { LivePagePath, LiveTwinPath, PartPath, ToolAnswerPath } from "./resources.ts";

/** A page with a query asks the network for this client alone. A quote costs two, since it compares two ways to swap. The part of /pricing asks for three. */
export const messageCosts: Readonly<Record<LivePagePath | PartPath | LiveTwinPath | ToolAnswerPath, number>> = {
  "/pricing/now": 3,
  "/quote": 2,
  "/quote.md": 2,
  "/quote.json": 1,
  "/status": 1,
  "/status.md": 1,
  "/track": 1,
  "/track.md": 1,
  "/track.json": 1,
};

/** A page without a query shows what all readers share. */
export const PLAIN_PAGE_COST = 1;
