// The text of each live document, made for each request. A document without a line does not compile.
import { config } from "../config.ts";
import { assetsMarkdown } from "../site/live/assets/markdown.ts";
import { quoteMarkdown } from "../site/live/quote/markdown.ts";
import { statusMarkdown } from "../site/live/status/markdown.ts";
import { trackMarkdown } from "../site/live/track/markdown.ts";
import {
  type DocumentHead,
  getDocumentHead,
  markdownDocument,
  withPointer,
  withWholeAddresses,
} from "../site/prose/markdown-document.ts";
import { type LivePagePath, type LiveTextPath, type LiveTwinPath, resources } from "../site/registry/resources.ts";
import { getQuoteView } from "./live-quote.ts";
import {
  getAssetsDocument,
  getAssetsView,
  getStatusDocument,
  getStatusFeed,
  getStatusHistory,
  getStatusView,
} from "./live-status.ts";
import { getTrackFeed, getTrackView } from "./live-track.ts";

const bodies: Record<LiveTextPath, (query: URLSearchParams) => Promise<string>> = {
  "/.well-known/status": getStatusDocument,
  "/quote.md": (query) => getLiveMarkdown("/quote.md", query),
  "/status.md": (query) => getLiveMarkdown("/status.md", query),
  "/status.atom": getStatusFeed,
  "/status/history.json": getStatusHistory,
  "/assets.json": getAssetsDocument,
  "/assets.md": (query) => getLiveMarkdown("/assets.md", query),
  "/track.atom": getTrackFeed,
  "/track.md": (query) => getLiveMarkdown("/track.md", query),
};

export function getLiveBody(path: LiveTextPath, query: URLSearchParams): Promise<string> {
  return bodies[path](query);
}

interface TwinBody {
  readonly observedAtMs: number | null;
  /** Begins with the H1. */
  readonly markdown: string;
}

const twins: Record<LivePagePath, (query: URLSearchParams) => Promise<TwinBody>> = {
  "/quote": async (query) => {
    const { observedAtMs, view } = await getQuoteView(query);
    return { observedAtMs, markdown: quoteMarkdown(view, config().swapUrl) };
  },
  "/status": async (query) => {
    const { observedAtMs, view, history } = await getStatusView(query);
    return { observedAtMs, markdown: statusMarkdown(view, history) };
  },
  "/assets": async (query) => {
    const { observedAtMs, view } = await getAssetsView(query);
    return { observedAtMs, markdown: assetsMarkdown(view) };
  },
  "/track": async (query) => {
    const { observedAtMs, view } = await getTrackView(query);
    return { observedAtMs, markdown: trackMarkdown(view) };
  },
};

async function getLiveMarkdown(path: LiveTwinPath, query: URLSearchParams): Promise<string> {
  const { observedAtMs, markdown } = await twins[resources[path].page](query);
  return liveMarkdown(getDocumentHead(path), { observedAtMs, markdown });
}

export function liveMarkdown(head: DocumentHead, { observedAtMs, markdown }: TwinBody): string {
  const observed = observedAtMs === null ? null : new Date(observedAtMs).toISOString();
  return markdownDocument(head, observed, withPointer(withWholeAddresses(markdown)));
}
