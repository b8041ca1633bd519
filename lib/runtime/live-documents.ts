// The text of each live document. A document's modules load at the first request for it.

import type { LiveTextPath } from "../site/registry/resources.ts";

interface LiveBody {
  readonly text: string;
  readonly isRefused: boolean;
}

const loadAssets = () => import("./live-assets.ts");
const loadStatus = () => import("./live-status.ts");
const loadTrack = () => import("./live-track.ts");

const bodyReaders: Record<LiveTextPath, (query: URLSearchParams) => Promise<string | LiveBody>> = {
  "/.well-known/status": async () => (await loadStatus()).getStatusDocument(),
  "/quote.md": async (query) => (await import("./live-quote-markdown.ts")).getQuoteMarkdown(query),
  "/status.md": async (query) => (await loadStatus()).getStatusMarkdown(query),
  "/api/v2/summary.json": async () => (await loadStatus()).getStatuspageSummary(),
  "/api/v2/status.json": async () => (await loadStatus()).getStatuspageStatus(),
  "/assets.json": async () => (await loadAssets()).getAssetsDocument(),
  "/assets.md": async (query) => (await loadAssets()).getAssetsMarkdown(query),
  "/track.md": async (query) => (await loadTrack()).getTrackMarkdown(query),
};

export async function getLiveBody(path: LiveTextPath, query: URLSearchParams): Promise<LiveBody> {
  const body = await bodyReaders[path](query);
  return typeof body === "string" ? { text: body, isRefused: false } : body;
}
