// Quotes and swap sizes, from this process's network.

import type { FrameAnswer } from "../site/live/frame.ts";
import { quoteFrame } from "../site/live/quote/frame.ts";
import { getQuotePage } from "../site/live/quote/page.ts";
import { getSizes, type SizesView } from "../site/live/quote/sizes.ts";
import { getLiveSetup } from "./network.ts";

export async function getQuote(query: URLSearchParams) {
  return getQuotePage(getLiveSetup(), query);
}

export async function getQuoteFrame(query: URLSearchParams): Promise<FrameAnswer> {
  return quoteFrame(getLiveSetup(), query);
}

export async function getSizesView(): Promise<SizesView> {
  return getSizes(getLiveSetup());
}
