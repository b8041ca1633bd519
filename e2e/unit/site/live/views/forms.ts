// The forms of one answer: the page as HTML and as Markdown, the answers of tools, and the view that a host shows beside one.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteDocument } from "../../../../../app/quote/quote-document.tsx";
import { StatusDocument } from "../../../../../app/status/status-document.tsx";
import { Track } from "../../../../../app/track/track.tsx";
import { QuoteView } from "../../../../../app/views/quote-view.tsx";
import { StatusView } from "../../../../../app/views/status-view.tsx";
import { SwapView } from "../../../../../app/views/swap-view.tsx";
import { getInboundAddresses } from "../../../../../lib/mcp/tools/get-inbound-addresses.ts";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../../../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../../../../lib/mcp/tools/get-swap-status.ts";
import { listPools } from "../../../../../lib/mcp/tools/list-pools.ts";
import type { ToolAnswer } from "../../../../../lib/mcp/tools/tool.ts";
import { emptyLog } from "../../../../../lib/protocol/history/log.ts";
import type { NetworkReading } from "../../../../../lib/protocol/model/network-status.ts";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { questions } from "../../../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import type { Preset } from "../../../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../../../../lib/site/live/quote/page.ts";
import { historyView } from "../../../../../lib/site/live/status/history.ts";
import { statusMarkdown } from "../../../../../lib/site/live/status/markdown.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { trackMarkdown } from "../../../../../lib/site/live/track/markdown.ts";
import { parseTrackQuery } from "../../../../../lib/site/live/track/query.ts";
import { trackView } from "../../../../../lib/site/live/track/view.ts";
import { renderView } from "./sentences.ts";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}
export type Question = Readonly<Record<string, unknown>>;

export interface Forms {
  readonly page: string;
  readonly markdown: string;
  readonly answer: ToolAnswer;
  readonly view: string;
}

const origin = "https://swap.example";

export async function quoteForms({ network, preset, nowMs }: Setting, input: Question): Promise<Forms> {
  const { streaming, ...rest } = input;
  const way = streaming === "single" ? "1/1" : Object.values((streaming as object | undefined) ?? {}).join("/");
  const query = new URLSearchParams({ ...(rest as Record<string, string>), ...(way !== "" && { streaming: way }) });
  const { view } = await getQuotePage({ network, preset, now: () => nowMs, origin }, query);
  const answer = await getSwapQuote.run(network, input, { networkName: preset.network });
  return {
    page: renderToStaticMarkup(createElement(QuoteDocument, { view })),
    markdown: quoteMarkdown(view, origin),
    answer,
    view: renderView(QuoteView, answer, { nowMs, input }),
  };
}

export interface StatusForms extends Forms {
  /** Of the tools that tell of all chains at once. */
  readonly beside: readonly ToolAnswer[];
  /** Of the first chain, and of at most three in trouble. */
  readonly chains: readonly {
    readonly chain: string;
    readonly status: ToolAnswer;
    readonly inbound: ToolAnswer;
    readonly view: string;
  }[];
}

export async function statusForms({ network, preset, nowMs }: Setting, reading: NetworkReading): Promise<StatusForms> {
  const view = statusView(reading, preset, nowMs);
  const snapshot = { log: emptyLog, memory: "file", startedMs: nowMs, checks: "each_minute" } as const;
  const history = historyView(snapshot, nowMs, preset);
  const options = { networkName: preset.network };
  const answer = await getNetworkStatus.run(network, {}, options);
  const beside = [await getInboundAddresses.run(network, {}, options), await listPools.run(network, {}, options)];
  const troubled = reading.chains.filter((chain) => questions.some((question) => chain[question].verdict !== "open"));
  const chains = [];
  for (const { chain } of [...reading.chains.slice(0, 1), ...troubled.slice(0, 3)]) {
    const status = await getNetworkStatus.run(network, { chain }, options);
    const inbound = await getInboundAddresses.run(network, { chain }, options);
    chains.push({ chain, status, inbound, view: renderView(StatusView, status, { nowMs }) });
  }
  return {
    page: renderToStaticMarkup(createElement(StatusDocument, { view, history })),
    markdown: statusMarkdown(view, history),
    answer,
    view: renderView(StatusView, answer, { nowMs }),
    beside,
    chains,
  };
}

export async function swapForms(reading: SwapReading, preset: Preset, readAtMs: number): Promise<Forms> {
  const { txid } = reading;
  const query = parseTrackQuery(new URLSearchParams({ txid }), preset);
  const view = trackView({ preset, query, reading, readAtMs, samples: [] });
  const network = { getSwap: async () => reading } as unknown as Network;
  const answer = await getSwapStatus.run(network, { txid }, { networkName: preset.network });
  return {
    page: renderToStaticMarkup(createElement(Track, { view, title: "" })),
    markdown: trackMarkdown(view),
    answer,
    view: renderView(SwapView, answer, { nowMs: readAtMs }),
  };
}
