// Site room: /quote: what a swap costs now, read from this process's own network.
import { config } from "../../config.ts";
import { getNetwork } from "../../protocol/network.ts";
import type { LiveView } from "./live-page.ts";
import { toQuoteMarkdown } from "./quote-markdown.ts";
import { getQuotePage } from "./quote-page.ts";
import type { QuoteView } from "./quote-view.ts";

export async function getQuoteView(query: URLSearchParams): Promise<LiveView & { readonly view: QuoteView }> {
  const { preset, swapUrl: origin } = config();
  const setup = { network: getNetwork(), preset, now: Date.now, origin };
  const { view, observedAtMs } = await getQuotePage(setup, query);
  return { observedAtMs, markdown: toQuoteMarkdown(view, origin), view };
}
