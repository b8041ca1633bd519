// Quotes and swap sizes, from this process's network.

import { config } from "../config.ts";
import { getQuotePage, type QuoteSetup } from "../site/live/quote/page.ts";
import { getSizes, type SizesView } from "../site/live/quote/sizes.ts";
import { getNetwork } from "./network.ts";

function quoteSetup(): QuoteSetup {
  const { preset, swapUrl: origin } = config();
  return { network: getNetwork(), preset, now: Date.now, origin };
}

export async function getQuote(query: URLSearchParams) {
  return getQuotePage(quoteSetup(), query);
}

export async function getSizesView(): Promise<SizesView> {
  return getSizes(quoteSetup());
}
