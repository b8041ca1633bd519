// The text of each live document, made for each request. A document without a line does not compile.
import type { LiveTextPath } from "../site/registry/resources.ts";
import { getLiveMarkdown } from "./live-markdown.ts";
import { getStatusDocument, getStatusFeed, getStatusHistory } from "./live-status.ts";

const bodies: Record<LiveTextPath, (query: URLSearchParams) => Promise<string>> = {
  "/.well-known/status": getStatusDocument,
  "/quote.md": (query) => getLiveMarkdown("/quote.md", query),
  "/status.md": (query) => getLiveMarkdown("/status.md", query),
  "/status.atom": getStatusFeed,
  "/status/history.json": getStatusHistory,
  "/track.md": (query) => getLiveMarkdown("/track.md", query),
};

export function getLiveBody(path: LiveTextPath, query: URLSearchParams): Promise<string> {
  return bodies[path](query);
}
