// All that is said in answer to one question: the page, its Markdown, the answers of tools and the documents.
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AssetsDocument } from "../../app/assets/assets-document.tsx";
import { QuoteDocument } from "../../app/quote/quote-document.tsx";
import { StatusDocument } from "../../app/status/status-document.tsx";
import { Track } from "../../app/track/track.tsx";
import { getInboundAddresses } from "../../lib/mcp/tools/get-inbound-addresses.ts";
import { getNetworkStatus } from "../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../lib/mcp/tools/get-swap-status.ts";
import { listPools } from "../../lib/mcp/tools/list-pools.ts";
import type { Tool } from "../../lib/mcp/tools/tool.ts";
import { assetsDocument } from "../../lib/site/live/assets/document.ts";
import { assetsMarkdown, assetsView } from "../../lib/site/live/assets/view.ts";
import { quoteMarkdown } from "../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../lib/site/live/quote/page.ts";
import { getSizes } from "../../lib/site/live/quote/sizes.ts";
import { statusMarkdown } from "../../lib/site/live/status/blocks.ts";
import { statusDocument } from "../../lib/site/live/status/document.ts";
import { statuspageSummary } from "../../lib/site/live/status/statuspage.ts";
import { statusView, unknownArguments } from "../../lib/site/live/status/view.ts";
import { trackMarkdown } from "../../lib/site/live/track/blocks.ts";
import { parseTrackQuery, trackView } from "../../lib/site/live/track/view.ts";
import { type Json, toJson } from "./json-text.ts";
import type { Question, QuoteInput, Setting } from "./state.ts";

const ORIGIN = "https://swap.example";

export interface Said {
  readonly page?: { readonly html: string; readonly markdown: string };
  /** By the name of the tool. */
  readonly tools: Readonly<Record<string, { readonly text: string; readonly structured: Json }>>;
  /** By path. */
  readonly documents: Readonly<Record<string, Json>>;
}

const pageOf = (page: ReactNode, markdown: string) => ({
  html: renderToStaticMarkup(page),
  markdown,
});

async function callTool({ network, preset }: Setting, tool: Tool, input: object) {
  const { text, structured } = await tool.run(network, input, { networkName: preset.network });
  return { [tool.name]: { text, structured: toJson(structured) } };
}

export async function readSaid(setting: Setting, question: Question): Promise<Said> {
  switch (question.about) {
    case "status":
      return readStatus(setting);
    case "statuspage":
      return readStatuspage(setting);
    case "chain":
      return readChain(setting, question.chain);
    case "inbounds":
      return { tools: await callTool(setting, getInboundAddresses, {}), documents: {} };
    case "assets":
      return readAssets(setting);
    case "quote":
      return readQuote(setting, question.input);
    case "swap":
      return readSwap(setting, question.txid, question.chain);
    case "page":
      return readPage(setting, question.path, new URLSearchParams(question.search));
    case "sizes":
      return readSizes(setting);
  }
}

async function readStatus(setting: Setting): Promise<Said> {
  const { network, preset, nowMs } = setting;
  const reading = await network.getStatus();
  const view = statusView(reading, preset, nowMs);
  const document = statusDocument(reading, preset, { startedMs: nowMs, nowMs });
  return {
    page: pageOf(createElement(StatusDocument, { view }), statusMarkdown(view)),
    tools: await callTool(setting, getNetworkStatus, {}),
    documents: { "/.well-known/status": withoutRelease(toJson(document)) },
  };
}

async function readStatuspage({ network, preset }: Setting): Promise<Said> {
  const summary = statuspageSummary(await network.getStatus(), preset);
  return { tools: {}, documents: { "/api/v2/summary.json": toJson(summary) } };
}

/** A release changes no text, and neither does the start of a process. */
const withoutRelease = (document: Json): Json =>
  JSON.parse(
    JSON.stringify(document, (name, value) =>
      name === "version" || name === "started" ? undefined : value,
    ),
  );

async function readChain(setting: Setting, chain: string): Promise<Said> {
  const { network, preset, nowMs } = setting;
  const view = statusView(await network.getStatus({ chain }), preset, nowMs, [], chain);
  return {
    page: pageOf(createElement(StatusDocument, { view }), statusMarkdown(view)),
    tools: {
      ...(await callTool(setting, getNetworkStatus, { chain })),
      ...(await callTool(setting, getInboundAddresses, { chain })),
    },
    documents: {},
  };
}

async function readAssets(setting: Setting): Promise<Said> {
  const { network, preset, nowMs } = setting;
  const [reading, pools] = [await network.getStatus(), await network.getPools()];
  const view = assetsView(reading, pools, preset, nowMs);
  return {
    page: pageOf(createElement(AssetsDocument, { view }), assetsMarkdown(view)),
    tools: await callTool(setting, listPools, {}),
    documents: { "/assets.json": toJson(assetsDocument(reading, pools, view.rows)) },
  };
}

async function readQuote(setting: Setting, input: QuoteInput): Promise<Said> {
  return {
    page: await readQuotePage(setting, quoteSearch(input)),
    tools: await callTool(setting, getSwapQuote, input),
    documents: {},
  };
}

const toSetup = ({ network, preset, nowMs }: Setting) => ({
  network,
  preset,
  now: () => nowMs,
  origin: ORIGIN,
});

async function readQuotePage(setting: Setting, query: URLSearchParams) {
  const { view } = await getQuotePage(toSetup(setting), query);
  return pageOf(createElement(QuoteDocument, { view }), quoteMarkdown(view, ORIGIN));
}

async function readPage(setting: Setting, path: string, query: URLSearchParams): Promise<Said> {
  const { network, preset, nowMs } = setting;
  const nothingElse = { tools: {}, documents: {} };
  if (path === "/quote") return { page: await readQuotePage(setting, query), ...nothingElse };
  if (path === "/track") return { page: await readTrackPage(setting, query), ...nothingElse };
  const reading = await network.getStatus();
  const view = statusView(reading, preset, nowMs, unknownArguments(query));
  return {
    page: pageOf(createElement(StatusDocument, { view }), statusMarkdown(view)),
    ...nothingElse,
  };
}

async function readSizes(setting: Setting): Promise<Said> {
  const { sign, notes, rows, asOf } = await getSizes(toSetup(setting));
  const cells = rows.map(({ quote, received, cost }) => `${quote.label} | ${received} | ${cost}`);
  const lines = [`${sign.shape} | ${sign.word}: ${sign.text}`, ...notes, ...cells, asOf];
  return { page: { html: "", markdown: lines.join("\n") }, tools: {}, documents: {} };
}

/** As the form of the page writes the arguments of the tool. */
export function quoteSearch(input: QuoteInput): URLSearchParams {
  const members = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === "object"
      ? Object.values(value).join("/")
      : value === "single"
        ? "1/1"
        : `${value}`,
  ]);
  return new URLSearchParams(members);
}

async function readSwap(setting: Setting, txid: string, chain?: string): Promise<Said> {
  const input = { txid, ...(chain !== undefined && { chain }) };
  return {
    page: await readTrackPage(setting, new URLSearchParams(input)),
    tools: await callTool(setting, getSwapStatus, input),
    documents: {},
  };
}

async function readTrackPage({ network, preset, nowMs }: Setting, written: URLSearchParams) {
  const query = parseTrackQuery(written, preset);
  const reading = query.asked && (await network.getSwap(query.asked.txid, query.asked.chain));
  const view = trackView({ preset, query, reading, readAtMs: nowMs, samples: [] });
  return pageOf(createElement(Track, { view, title: "" }), trackMarkdown(view));
}
