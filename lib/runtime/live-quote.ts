// The data of /quote: what a swap costs now, from this process's network.
import { config } from "../config.ts";
import type { LiveView } from "../site/live/live-view.ts";
import { getQuotePage } from "../site/live/quote/page.ts";
import type { QuoteView } from "../site/live/quote/view.ts";
import { getNetwork } from "./network.ts";

export async function getQuoteView(query: URLSearchParams): Promise<LiveView<QuoteView>> {
  const { preset, swapUrl: origin } = config();
  return getQuotePage({ network: getNetwork(), preset, now: Date.now, origin }, query);
}
