// The text of each live document. Its modules are loaded at the first request for it.

import type { LiveTextPath } from "../site/registry/resources.ts";

interface LiveBody {
  readonly text: string;
  readonly isRefused: boolean;
}

const assets = () => import("./live-assets.ts");
const status = () => import("./live-status.ts");
const track = () => import("./live-track.ts");

const bodies: Record<LiveTextPath, (query: URLSearchParams) => Promise<string | LiveBody>> = {
  "/.well-known/status": async () => (await status()).getStatusDocument(),
  "/quote.md": async (query) => (await import("./live-quote-markdown.ts")).getQuoteMarkdown(query),
  "/status.md": async (query) => (await status()).getStatusMarkdown(query),
  "/api/v2/summary.json": async () => (await status()).getStatuspageSummary(),
  "/api/v2/status.json": async () => (await status()).getStatuspageStatus(),
  "/assets.json": async () => (await assets()).getAssetsDocument(),
  "/assets.md": async (query) => (await assets()).getAssetsMarkdown(query),
  "/track.md": async (query) => (await track()).getTrackMarkdown(query),
};

/** @public: `bin` loads it by its path. */
export async function getLiveBody(path: LiveTextPath, query: URLSearchParams): Promise<LiveBody> {
  const body = await bodies[path](query);
  return typeof body === "string" ? { text: body, isRefused: false } : body;
}
