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
import { emptyLog } from "../../../../../lib/protocol/history/log.ts";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { questions } from "../../../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { shortChainName } from "../../../../../lib/protocol/safety/halt-names.ts";
import type { Preset } from "../../../../../lib/protocol/values/chains.ts";
import { getQuotePage } from "../../../../../lib/site/live/quote/page.ts";
import { historyView } from "../../../../../lib/site/live/status/history.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { parseTrackQuery } from "../../../../../lib/site/live/track/query.ts";
import { trackView } from "../../../../../lib/site/live/track/view.ts";
import type { Tree } from "../../pages/markup-tree.ts";
import type { Scene } from "../status/scenes.ts";
import { listDifferences, type Rule, renderView, untoldIn } from "./sentences.ts";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}
export type Question = Readonly<Record<string, unknown>>;

const headed = ({ props }: Tree, ...names: readonly string[]) => names.includes(props["aria-labelledby"] ?? "");
const quoteParts = (tree: Tree) => tree.props.class === "quote-answer" || headed(tree, "deposit", "costs", "ways");

export async function compareQuote({ network, preset, nowMs }: Setting, input: Question): Promise<string[]> {
  const { streaming, ...rest } = input;
  const way = streaming === "single" ? "1/1" : Object.values((streaming as object | undefined) ?? {}).join("/");
  const query = new URLSearchParams({ ...(rest as Record<string, string>), ...(way !== "" && { streaming: way }) });
  const { view } = await getQuotePage({ network, preset, now: () => nowMs, origin: "https://swap.example" }, query);
  const page = renderToStaticMarkup(createElement(QuoteDocument, { view }));
  const answer = await getSwapQuote.run(network, input, { networkName: preset.network });
  const found = [
    ...listDifferences(page, renderView(QuoteView, answer, { nowMs, input }), quoteParts),
    ...untoldIn(answer),
  ];
  return found.map((one) => `${JSON.stringify(input)} ${one}`);
}

const statusParts = (tree: Tree) => tree.tag === "header" || tree.props.class === "matrix";

/** The page names several chains at once, or another halt that comes sooner. */
const ofOneChain = (name: string): readonly Rule[] =>
  [
    `${name} (is|was) `,
    `Payouts (wait )?on ${name}`,
    `Do not swap from or to ${name}`,
    "Trading or payouts there",
    "Halts soon: ",
    "The sign looks ",
  ].map((start) => ({ sentence: new RegExp(`^${start}`), why: "of one chain" }));

export async function compareStatus(
  { network, reading, nowMs }: Pick<Scene, "network" | "reading" | "nowMs">,
  preset: Preset,
): Promise<string[]> {
  const view = statusView(reading, preset, nowMs);
  const history = historyView(
    { log: emptyLog, memory: "file", startedMs: nowMs, checks: "each_minute" },
    nowMs,
    preset,
  );
  const page = renderToStaticMarkup(createElement(StatusDocument, { view, history }));
  const options = { networkName: preset.network };
  const whole = await getNetworkStatus.run(network, {}, options);
  const found = [...listDifferences(page, renderView(StatusView, whole, { nowMs }), statusParts), ...untoldIn(whole)];
  for (const tool of [getInboundAddresses, listPools]) found.push(...untoldIn(await tool.run(network, {}, options)));
  const troubled = reading.chains.filter((chain) => questions.some((question) => chain[question].verdict !== "open"));
  for (const { chain, trading } of [...reading.chains.slice(0, 1), ...troubled.slice(0, 3)]) {
    const rules = ofOneChain(shortChainName(chain, preset));
    const one = await getNetworkStatus.run(network, { chain }, options);
    const inbound = await getInboundAddresses.run(network, { chain }, options);
    // Of an open chain the tool says how to send, which the page does not.
    const stop = trading.verdict === "open" ? "" : `<p>${inbound.structured.advice}</p>`;
    const told = [renderView(StatusView, one, { nowMs }), stop];
    const differences = told.flatMap((html) => listDifferences(page, html, () => false, rules));
    found.push(...[...differences, ...untoldIn(one), ...untoldIn(inbound)].map((text) => `${chain} ${text}`));
  }
  return found;
}

const swapParts = ({ tag, props }: Tree) =>
  tag === "ol" || ["board", "when", "wait", "reason", "payments"].includes(props.id ?? "");

export async function compareSwap(reading: SwapReading, preset: Preset, readAtMs: number): Promise<string[]> {
  const { txid } = reading;
  const query = parseTrackQuery(new URLSearchParams({ txid }), preset);
  const view = trackView({ preset, query, reading, readAtMs, samples: [] });
  const page = renderToStaticMarkup(createElement(Track, { view, title: "" }));
  const network = { getSwap: async () => reading } as unknown as Network;
  const answer = await getSwapStatus.run(network, { txid }, { networkName: preset.network });
  return [...listDifferences(page, renderView(SwapView, answer, { nowMs: readAtMs }), swapParts), ...untoldIn(answer)];
}
