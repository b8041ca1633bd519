// All that is said in answer to one question: the page, its Markdown, the answers of tools and the documents.
import { isDeepStrictEqual } from "node:util";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Blocks } from "../../app/parts/blocks.tsx";
import { QuoteDocument } from "../../app/quote/quote-document.tsx";
import { Track } from "../../app/track/track.tsx";
import { assetsBlocks } from "../../lib/answers/assets/blocks.ts";
import { listAssetRows } from "../../lib/answers/assets/rows.ts";
import { assetsDocument } from "../../lib/answers/assets/structured.ts";
import { statusBlocks } from "../../lib/answers/status/blocks.ts";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { getInboundAddresses } from "../../lib/mcp/tools/get-inbound-addresses.ts";
import { getNetworkStatus } from "../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../lib/mcp/tools/get-swap-status.ts";
import { listPools } from "../../lib/mcp/tools/list-pools.ts";
import type { Tool } from "../../lib/mcp/tools/tool.ts";
import type { NetworkReading } from "../../lib/protocol/model/network-status.ts";
import { FRESH_MS, STALE_MS } from "../../lib/protocol/safety/freshness.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { InputError } from "../../lib/protocol/values/input-error.ts";
import { dayOf } from "../../lib/protocol/values/instants.ts";
import type { Blocks as BlockList } from "../../lib/render/blocks.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
import { depositRows } from "../../lib/say/deposits.en.ts";
import { inputText } from "../../lib/say/input.en.ts";
import { quoteFrame } from "../../lib/site/live/quote/frame.ts";
import { getQuotePage } from "../../lib/site/live/quote/page.ts";
import { getSizes } from "../../lib/site/live/quote/sizes.ts";
import { parseBoardReading, statusBoard } from "../../lib/site/live/status/board.ts";
import { badgeBlocks, chainBadge, getChainHead } from "../../lib/site/live/status/chain.ts";
import { statusDocument } from "../../lib/site/live/status/document.ts";
import { statusFrame } from "../../lib/site/live/status/frame.ts";
import { unknownArguments } from "../../lib/site/live/status/page.ts";
import { statuspageSummary } from "../../lib/site/live/status/statuspage.ts";
import { trackPage } from "../../lib/site/live/track/page.ts";
import { parseTrackQuery } from "../../lib/site/live/track/query.ts";
import { feeRules } from "../../lib/site/prose/fee-rules.ts";
import { type Json, toJson } from "./json-text.ts";
import type { Question, QuoteInput, Setting } from "./state.ts";

const ORIGIN = "https://swap.example";

type Page = { readonly html: string; readonly markdown: string };
export interface Said {
  readonly page?: Page;
  /** By the name of the tool. */
  readonly tools: Readonly<Record<string, { readonly text: string; readonly structured: Json }>>;
  /** By path. */
  readonly documents: Readonly<Record<string, Json>>;
}

const pageOf = (page: ReactNode, markdown: string): Page => ({
  html: renderToStaticMarkup(page),
  markdown,
});
const saidOf = (said: Partial<Said>): Said => ({ tools: {}, documents: {}, ...said });
const textOnly = (...lines: readonly string[]) =>
  saidOf({ page: { html: "", markdown: lines.join("\n") } });

async function callTool({ network, preset, nowMs }: Setting, tool: Tool, input: object) {
  const options = { networkName: preset.network, now: () => nowMs };
  const { text, structured } = await tool.run(network, input, options);
  return { [tool.name]: { text, structured: toJson(structured) } };
}

export async function readSaid(setting: Setting, question: Question): Promise<Said> {
  const { network, preset, nowMs } = setting;
  const { about, ...input } = question;
  switch (question.about) {
    case "status": {
      const reading = await network.getStatus();
      const tools = await callTool(setting, getNetworkStatus, {});
      const document = statusDocument(reading, preset, { startedMs: nowMs, nowMs });
      const { structured } = tools[getNetworkStatus.name] ?? {};
      const isSame = isDeepStrictEqual(toJson(document.network), structured);
      const stated = isSame ? "(the structured answer of get_network_status)" : document.network;
      /** A release changes no text, and neither does the start of a process. */
      const fixed = { ...document, version: undefined, started: undefined, network: stated };
      return {
        page: statusPage(setting, reading),
        tools,
        documents: { "/.well-known/status": toJson(fixed) },
      };
    }
    case "statuspage": {
      const summary = statuspageSummary(await network.getStatus(), preset);
      return saidOf({ documents: { "/api/v2/summary.json": toJson(summary) } });
    }
    case "chain":
      return saidOf({
        page: statusPage(
          setting,
          await network.getStatus({ chain: question.chain }),
          question.chain,
        ),
        tools: {
          ...(await callTool(setting, getNetworkStatus, input)),
          ...(await callTool(setting, getInboundAddresses, input)),
        },
      });
    case "inbounds":
      return saidOf({ tools: await callTool(setting, getInboundAddresses, input) });
    case "prompt":
      return textOnly(promptText(question.name, question.input, preset));
    case "pools":
      return saidOf({ tools: await callTool(setting, listPools, question.input) });
    case "assets":
      return readAssets(setting);
    case "quote":
      return saidOf({
        page: await readQuotePage(setting, quoteSearch(question.input)),
        tools: await callTool(setting, getSwapQuote, question.input),
      });
    case "swap":
      return saidOf({
        page: await readTrackPage(setting, new URLSearchParams(input as Record<string, string>)),
        tools: await callTool(setting, getSwapStatus, input),
      });
    case "page": {
      const query = new URLSearchParams(question.search);
      if (question.path === "/status")
        return saidOf({ page: statusPage(setting, await network.getStatus(), null, query) });
      const read = question.path === "/quote" ? readQuotePage : readTrackPage;
      return saidOf({ page: await read(setting, query) });
    }
    case "frame": {
      const { frame, search } = question;
      const readFrame = frame === "status" ? statusFrame : quoteFrame;
      const answer = await readFrame(toSetup(setting), new URLSearchParams(search));
      if ("faults" in answer) return textOnly(...answer.faults);
      const { blocks, link } = answer;
      return textOnly(blocksMarkdown(blocks, ORIGIN), `[${link.label}](${link.href})`);
    }
    case "badge": {
      const { chain } = question;
      const { title, description } = getChainHead(chain);
      const svg = chainBadge(await network.getStatus({ chain }), chain, preset);
      const texts = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = ""]) => text);
      return textOnly(title, description, ...texts, blocksMarkdown(badgeBlocks(chain)));
    }
    case "board": {
      const limits = { freshMs: FRESH_MS, staleMs: STALE_MS };
      const service = { startedMs: nowMs, nowMs };
      const document = statusDocument(await network.getStatus(), preset, service);
      const reading = parseBoardReading(toJson(document));
      const rows = Object.entries(statusBoard(reading, question.elapsedMs, limits));
      const texts = rows.filter(([, value]) => typeof value === "string");
      return textOnly(...texts.map(([name, value]) => `- ${name}: ${value}`));
    }
    case "facts":
      return textOnly(factsText(preset));
    case "sizes": {
      const { sign, notes, rows, asOf } = await getSizes(toSetup(setting));
      const cells = rows.map(
        ({ quote, received, cost }) => `${quote.label} | ${received} | ${cost}`,
      );
      return textOnly(`${sign.shape} | ${sign.word}: ${sign.text}`, ...notes, ...cells, asOf);
    }
  }
}

const blocksPage = (blocks: BlockList, nowMs: number) =>
  pageOf(createElement(Blocks, { blocks, day: dayOf(nowMs) }), blocksMarkdown(blocks));

function statusPage(
  { preset, nowMs }: Setting,
  reading: NetworkReading,
  chain: string | null = null,
  query = new URLSearchParams(),
) {
  const complaints = unknownArguments(query);
  return blocksPage(statusBlocks(reading, { preset, nowMs, chain, complaints }), nowMs);
}

function promptText(name: string, input: object, preset: Preset): string {
  const prompt = prompts.find((candidate) => candidate.name === name);
  try {
    return prompt?.writeMessage(input, preset) ?? "";
  } catch (error) {
    if (error instanceof InputError) return inputText(error.fault);
    throw error;
  }
}

function factsText(preset: Preset): string {
  const rows = depositRows(preset).map(
    ({ name, howText, lossText }) => `### ${name}\n\n${howText} ${lossText ?? ""}`,
  );
  const { fee_smallest_amount: formula, ...rules } = feeRules[preset.protocol];
  const fence = ["```text", formula, "```"].join("\n");
  return [...rows, "### Fees", ...Object.values(rules), fence].join("\n\n");
}

async function readAssets(setting: Setting): Promise<Said> {
  const { network, preset, nowMs } = setting;
  const [reading, pools] = [await network.getStatus(), await network.getPools()];
  const blocks = assetsBlocks(reading, pools, { preset, nowMs, chain: null, complaints: [] });
  const rows = listAssetRows(reading, pools, preset, nowMs);
  return {
    page: blocksPage(blocks, nowMs),
    tools: await callTool(setting, listPools, {}),
    documents: { "/assets.json": toJson(assetsDocument(reading, pools, rows)) },
  };
}

const toSetup = ({ network, preset, nowMs }: Setting) => ({
  ...{ network, preset, origin: ORIGIN },
  now: () => nowMs,
});

async function readQuotePage(setting: Setting, query: URLSearchParams) {
  const page = await getQuotePage(toSetup(setting), query);
  return pageOf(createElement(QuoteDocument, { page }), blocksMarkdown(page.blocks, ORIGIN));
}

/** As the form of the page writes the arguments of the tool. */
export const quoteSearch = (input: QuoteInput) =>
  new URLSearchParams(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === "object" ? Object.values(value).join("/") : `${value}`,
    ]),
  );

async function readTrackPage({ network, preset, nowMs }: Setting, written: URLSearchParams) {
  const query = parseTrackQuery(written, preset);
  const reading = query.lookup && (await network.getSwap(query.lookup.txid, query.lookup.chain));
  const page = trackPage({ preset, nowMs, query, reading, samples: [] });
  return pageOf(createElement(Track, { page, title: "" }), blocksMarkdown(page.blocks));
}
