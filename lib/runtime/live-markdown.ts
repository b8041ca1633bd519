// The Markdown twins of the live pages. Made for each request and never stored. HTML pages do not import this file.
import { config } from "../config.ts";
import { quoteMarkdown } from "../site/live/quote/markdown.ts";
import { statusMarkdown } from "../site/live/status/markdown.ts";
import { trackMarkdown } from "../site/live/track/markdown.ts";
import { markdownDocument, withPointer, withWholeAddresses } from "../site/prose/markdown-document.ts";
import { type LivePagePath, type LiveTwinPath, resources } from "../site/registry/resources.ts";
import { getQuoteView } from "./live-quote.ts";
import { getStatusView } from "./live-status.ts";
import { getTrackView } from "./live-track.ts";

interface TwinBody {
  readonly observedAtMs: number | null;
  /** Begins with the H1. */
  readonly markdown: string;
}

const bodies: Record<LivePagePath, (query: URLSearchParams) => Promise<TwinBody>> = {
  "/quote": async (query) => {
    const { observedAtMs, view } = await getQuoteView(query);
    return { observedAtMs, markdown: quoteMarkdown(view, config().swapUrl) };
  },
  "/status": async (query) => {
    const { observedAtMs, view, history } = await getStatusView(query);
    return { observedAtMs, markdown: statusMarkdown(view, history) };
  },
  "/track": async (query) => {
    const { observedAtMs, view } = await getTrackView(query);
    return { observedAtMs, markdown: trackMarkdown(view) };
  },
};

export async function getLiveMarkdown(path: LiveTwinPath, query: URLSearchParams): Promise<string> {
  const { observedAtMs, markdown } = await bodies[resources[path].page](query);
  const observed = observedAtMs === null ? null : new Date(observedAtMs).toISOString();
  return markdownDocument(path, observed, withPointer(withWholeAddresses(markdown)));
}
