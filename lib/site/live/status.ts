// Site room: /status: whether it is safe to send now, chain by chain, and what was seen before.
import { config } from "../../config.ts";
import { getHistory, getNetwork } from "../../protocol/network.ts";
import { toUrl } from "../links.ts";
import { toStatusFeed } from "../status-feed.ts";
import type { LiveView } from "./live-page.ts";
import { type HistoryView, toHistoryView } from "./status-history.ts";
import { toStatusMarkdown } from "./status-markdown.ts";
import { type StatusView, toStatusView } from "./status-view.ts";

/** The views for people, beside the Markdown made from them. */
export interface StatusPage extends LiveView {
  readonly view: StatusView;
  readonly history: HistoryView;
}

export async function getStatusView(): Promise<StatusPage> {
  const { preset } = config();
  const reading = await getNetwork().getStatus();
  const recollection = await getHistory().recall();
  const nowMs = Date.now();
  const view = toStatusView(reading, preset, nowMs);
  const history = toHistoryView(recollection, nowMs, preset);
  return { observedAtMs: reading.clock.blockTimeMs, markdown: toStatusMarkdown(view, history), view, history };
}

/** The body of /status.atom. */
export async function getStatusFeed(): Promise<string> {
  const { siteName, preset } = config();
  // Whoever follows the feed is one more who watches.
  await getNetwork().getStatus();
  const setup = { siteName, preset, feedUrl: toUrl("/status.atom"), pageUrl: toUrl("/status") };
  return toStatusFeed(await getHistory().recall(), setup);
}
