// The text of /quote.md, in its own file because no page loads it.

import { config } from "../config.ts";
import { blocksMarkdown } from "../render/markdown.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { getQuote } from "./live-quote.ts";

export async function getQuoteMarkdown(query: URLSearchParams) {
  const { observedAtMs, isRefused, blocks } = await getQuote(query);
  const markdown = blocksMarkdown(blocks, config().swapUrl);
  return { text: liveMarkdown(getDocumentHead("/quote.md"), observedAtMs, markdown), isRefused };
}
