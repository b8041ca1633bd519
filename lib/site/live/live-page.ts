// Site room: a live page: one judged reading, shown as HTML and as Markdown. Made for each request and never stored.
import { toMarkdownDocument, withPointer, withWholeAddresses } from "../markdown-document.ts";
import type { LivePagePath, LiveTwinPath } from "../resources.ts";
import { resources } from "../resources.ts";
import { getQuoteView } from "./quote.ts";
import { getStatusView } from "./status.ts";
import { getTrackView } from "./track.ts";

/** What both representations of a live page are made from. */
export interface LiveView {
  /** Time of the block that the reading speaks of, epoch milliseconds; null where none was verified. */
  readonly observedAtMs: number | null;
  /** The page's body, from its H1 on. */
  readonly markdown: string;
}

const views: Record<LivePagePath, (query: URLSearchParams) => Promise<LiveView>> = {
  "/quote": getQuoteView,
  "/status": getStatusView,
  "/track": getTrackView,
};

async function getLiveView(path: LivePagePath, query: URLSearchParams): Promise<LiveView> {
  const view = await views[path](query);
  return { ...view, markdown: withPointer(withWholeAddresses(view.markdown)) };
}

/** The bytes of a live page's Markdown twin. */
export async function getLiveMarkdown(path: LiveTwinPath, query: URLSearchParams): Promise<string> {
  const { observedAtMs, markdown } = await getLiveView(resources[path].page, query);
  const observed = observedAtMs === null ? null : new Date(observedAtMs).toISOString();
  return toMarkdownDocument(path, observed, markdown);
}
