// The text of /quote.md, in its own file because no page loads it.

import { config } from "../config.ts";
import { quoteMarkdown } from "../site/live/quote/markdown.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { getQuoteView } from "./live-quote.ts";

export async function getQuoteMarkdown(query: URLSearchParams) {
  const { observedAtMs, view } = await getQuoteView(query);
  const markdown = quoteMarkdown(view, config().swapUrl);
  return {
    text: liveMarkdown(getDocumentHead("/quote.md"), observedAtMs, markdown),
    isRefused: view.isRefused,
  };
}
