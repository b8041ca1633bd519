// What an answer of a live page draws from its client's rate limit, in messages to the MCP endpoint.
import type { LivePagePath, LiveTwinPath } from "./resources.ts";

/** With a question, which is asked of the network for this client alone: a quote compares two ways. */
export const messageCosts: Readonly<Record<LivePagePath | LiveTwinPath, number>> = {
  "/quote": 2,
  "/quote.md": 2,
  "/status": 1,
  "/status.md": 1,
  "/track": 1,
  "/track.md": 1,
};

/** Without a question a page shows what all readers share: it costs one message to make. */
export const PLAIN_PAGE_COST = 1;
