// The forms of one answer: the page as HTML and as Markdown, and the answers of tools.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteDocument } from "../../../../app/quote/quote-document.tsx";
import { StatusDocument } from "../../../../app/status/status-document.tsx";
import { Track } from "../../../../app/track/track.tsx";
import type { EnvelopeAnswer } from "../../../../lib/mcp/tools/envelope.ts";
import { getInboundAddresses } from "../../../../lib/mcp/tools/get-inbound-addresses.ts";
import { getNetworkStatus } from "../../../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../../../lib/mcp/tools/get-swap-status.ts";
import { listPools } from "../../../../lib/mcp/tools/list-pools.ts";
import type { ToolAnswer } from "../../../../lib/mcp/tools/tool.ts";
import type { NetworkReading } from "../../../../lib/protocol/model/network-status.ts";
import type { SwapReading } from "../../../../lib/protocol/model/swap.ts";
import { questions } from "../../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import type { Preset } from "../../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../../../lib/site/live/quote/page.ts";
import { statusMarkdown } from "../../../../lib/site/live/status/blocks.ts";
import { statusView } from "../../../../lib/site/live/status/view.ts";
import { trackMarkdown } from "../../../../lib/site/live/track/blocks.ts";
import { parseTrackQuery, trackView } from "../../../../lib/site/live/track/view.ts";
import { isTold } from "../../../mcp/text-scenes.ts";

const ORIGIN = "https://swap.example";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}
export type Question = Readonly<Record<string, unknown>>;

export async function quoteForms(setting: Setting, input: Question) {
  const { network, preset, nowMs } = setting;
  const { streaming, ...rest } = input;
  const parts = Object.values((streaming as object | undefined) ?? {}).join("/");
  const way = streaming === "single" ? "1/1" : parts;
  const given = { ...(rest as Record<string, string>), ...(way !== "" && { streaming: way }) };
  const setup = { network, preset, now: () => nowMs, origin: ORIGIN };
  const { view } = await getQuotePage(setup, new URLSearchParams(given));
  return {
    page: renderToStaticMarkup(createElement(QuoteDocument, { view })),
    markdown: quoteMarkdown(view, ORIGIN),
    answer: await getSwapQuote.run(network, input, { networkName: preset.network }),
  };
}

/** `beside`: of the tools that tell of all chains at once. `chains`: the first one, and at most three in trouble. */
export async function statusForms(setting: Setting, reading: NetworkReading) {
  const { network, preset, nowMs } = setting;
  const options = { networkName: preset.network };
  const ask = (tool: typeof getInboundAddresses, input: Question = {}) =>
    tool.run(network, input, options);
  const beside = [await ask(getInboundAddresses), await ask(listPools)];
  const isTroubled = (chain: NetworkReading["chains"][number]) =>
    questions.some((question) => chain[question].verdict !== "open");
  const troubled = reading.chains.filter(isTroubled);
  const chains: Readonly<Record<"status" | "inbound", ToolAnswer>>[] = [];
  for (const { chain } of [...reading.chains.slice(0, 1), ...troubled.slice(0, 3)]) {
    chains.push({
      status: await ask(getNetworkStatus, { chain }),
      inbound: await ask(getInboundAddresses, { chain }),
    });
  }
  const view = statusView(reading, preset, nowMs);
  return {
    page: renderToStaticMarkup(createElement(StatusDocument, { view })),
    markdown: statusMarkdown(view),
    answer: await ask(getNetworkStatus),
    beside,
    chains,
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
    answer: await getSwapStatus.run(network, { txid }, { networkName: preset.network }),
  };
}

/** Warnings and verdicts of an answer that its text leaves out. */
export function untoldIn({ structured, text }: ToolAnswer): string[] {
  const answer = structured as EnvelopeAnswer & { readonly [Key in "state" | "trading"]?: unknown };
  const { warnings, error } = answer;
  const verdicts = [answer.state, answer.trading].filter((word) => typeof word === "string");
  const isSaid = (word: string) => new RegExp(`\\b${word}\\b`).test(text);
  return [
    ...warnings
      .filter((warning) => !isTold(warning, text))
      .map((warning) => `no warning ${warning.code}: ${warning.text}`),
    ...verdicts.filter((word) => !error && !isSaid(word)).map((word) => `no verdict ${word}`),
    ...(error && !text.includes(error.code) ? [`no error ${error.code}`] : []),
  ];
}
