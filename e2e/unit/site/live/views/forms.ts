// The forms of one answer: the page as HTML and as Markdown, the answers of tools, and the view that a host shows beside one.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteDocument } from "../../../../../app/quote/quote-document.tsx";
import { StatusDocument } from "../../../../../app/status/status-document.tsx";
import { Track } from "../../../../../app/track/track.tsx";
import { getInboundAddresses } from "../../../../../lib/mcp/tools/get-inbound-addresses.ts";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../../../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../../../../lib/mcp/tools/get-swap-status.ts";
import { listPools } from "../../../../../lib/mcp/tools/list-pools.ts";
import { emptyLog } from "../../../../../lib/protocol/history/log.ts";
import type { NetworkReading } from "../../../../../lib/protocol/model/network-status.ts";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { questions } from "../../../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import type { Preset } from "../../../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../../../../lib/site/live/quote/page.ts";
import { statusMarkdown } from "../../../../../lib/site/live/status/blocks.ts";
import { historyView } from "../../../../../lib/site/live/status/history.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { trackMarkdown } from "../../../../../lib/site/live/track/blocks.ts";
import { parseTrackQuery, trackView } from "../../../../../lib/site/live/track/view.ts";
import { askTool, ORIGIN } from "./sentences.ts";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}
export type Question = Readonly<Record<string, unknown>>;

export async function quoteForms(setting: Setting, input: Question) {
  const { network, preset, nowMs } = setting;
  const { streaming, ...rest } = input;
  const way = streaming === "single" ? "1/1" : Object.values((streaming as object | undefined) ?? {}).join("/");
  const query = new URLSearchParams({ ...(rest as Record<string, string>), ...(way !== "" && { streaming: way }) });
  const { view } = await getQuotePage({ network, preset, now: () => nowMs, origin: ORIGIN }, query);
  return {
    page: renderToStaticMarkup(createElement(QuoteDocument, { view })),
    markdown: quoteMarkdown(view, ORIGIN),
    ...(await askTool(getSwapQuote, setting, input)),
  };
}

/** `beside`: of the tools that tell of all chains at once. `chains`: the first one, and at most three in trouble. */
export async function statusForms(setting: Setting, reading: NetworkReading) {
  const { network, preset, nowMs } = setting;
  const options = { networkName: preset.network };
  const whole = await askTool(getNetworkStatus, setting);
  const beside = [await getInboundAddresses.run(network, {}, options), await listPools.run(network, {}, options)];
  const troubled = reading.chains.filter((chain) => questions.some((question) => chain[question].verdict !== "open"));
  const chains = [];
  for (const { chain } of [...reading.chains.slice(0, 1), ...troubled.slice(0, 3)]) {
    const { answer: status, view } = await askTool(getNetworkStatus, setting, { chain });
    const inbound = await getInboundAddresses.run(network, { chain }, options);
    chains.push({ chain, status, inbound, view });
  }
  return { ...statusPage(reading, preset, nowMs), ...whole, beside, chains };
}

/** `chain`: of what the reading is, where it is of one alone. */
export function statusPage(reading: NetworkReading, preset: Preset, nowMs: number, chain: string | null = null) {
  const view = statusView(reading, preset, nowMs, [], chain);
  const snapshot = { log: emptyLog, memory: "file", startedMs: nowMs, checks: "each_minute" } as const;
  const history = historyView(snapshot, nowMs, preset);
  return {
    page: renderToStaticMarkup(createElement(StatusDocument, { view, history })),
    markdown: statusMarkdown(view, history),
  };
}

export async function swapForms(reading: SwapReading, preset: Preset, readAtMs: number) {
  const { txid } = reading;
  const query = parseTrackQuery(new URLSearchParams({ txid }), preset);
  const view = trackView({ preset, query, reading, readAtMs, samples: [] });
  const network = { getSwap: async () => reading } as unknown as Network;
  return {
    page: renderToStaticMarkup(createElement(Track, { view, title: "" })),
    markdown: trackMarkdown(view),
    ...(await askTool(getSwapStatus, { network, preset, nowMs: readAtMs }, { txid })),
  };
}
