// What a view of MCP Apps shows beside a tool's answer: the page's own view of the same reading, as plain data, without what no view shows.
// The server makes it. In the browser only its types are read.
import { readRequest } from "../../../mcp/tools/get-swap-quote.ts";
import type { ViewName } from "../../../mcp/views/views.ts";
import { type NetworkReading, signSentence } from "../../../protocol/model/network-status.ts";
import type { QuoteReading } from "../../../protocol/model/quote.ts";
import type { SwapReading } from "../../../protocol/model/swap.ts";
import { WAYS_KEY } from "../../registry/message-costs.ts";
import { answerView } from "../quote/answer.ts";
import { pinAmount, type QuoteSetup, withOtherWays } from "../quote/page.ts";
import { alternativeRequests } from "../quote/ways.ts";
import { statusTables } from "../status/blocks.ts";
import { statusView } from "../status/view.ts";
import { readText } from "../status/words.ts";
import { swapSummary } from "../track/swap-summary.ts";

type Members = Readonly<Record<string, unknown>>;

const made = { quote: plainQuote, status: plainStatus, swap: plainSwap };

/** What each view gets in `_meta`, under `VIEW_KEY`. */
export type PlainViews = { readonly [Name in ViewName]: Awaited<ReturnType<(typeof made)[Name]>> };

/** `reading`, `input`: of the tool that has this view. `wanted`: `_meta` of the call. */
export async function plainView(view: ViewName, reading: object, input: unknown, wanted: Members, setup: QuoteSetup) {
  return made[view](reading as never, input as never, setup, wanted);
}

async function plainQuote(
  reading: QuoteReading,
  input: Parameters<typeof readRequest>[0],
  { network, preset, now, origin }: QuoteSetup,
  wanted: Members,
) {
  const written = { ...readRequest(input), from: reading.from, to: reading.to };
  const { quote, others } =
    wanted[WAYS_KEY] === true ? await withOtherWays(network, written, reading) : { quote: reading, others: [] };
  const request = pinAmount(written, quote);
  // Where nothing was verified, the names are what was typed, and stay out of our sentences.
  const isNamed = quote.failure === null || quote.trading.verdict !== "unknown";
  // The names of assets are not shortened here: two tokens may share the short one.
  const view = answerView({ preset, request, quote, others, pools: { pools: [] }, isNamed, nowMs: now(), origin });
  const { details, reverse, again, costs, ...shown } = view;
  const isQuoted = quote.failure === null && quote.trading.verdict === "open";
  const canCompare = isQuoted && others.length === 0 && alternativeRequests(request, quote).length > 0;
  return { ...shown, canCompare, costs: costs && { parts: costs.parts, notes: costs.notes } };
}

function plainStatus(reading: NetworkReading, { chain }: { readonly chain?: string }, { preset, now }: QuoteSetup) {
  const only = chain === undefined ? null : (reading.chains[0]?.chain ?? null);
  const view = statusView(reading, preset, now(), [], only);
  const { sample, sign, day, lines, told, troubles, scheduled, scheduledMeans, aging } = view;
  return {
    ...{ sample, day, lines, told, troubles, scheduled, scheduledMeans, aging },
    sign: { shape: sign.shape, headline: sign.headline, sentence: signSentence(sign) },
    read: readText(view),
    chains: statusTables(view).chains,
  };
}

function plainSwap(reading: SwapReading, input: { readonly chain?: string }, { preset, now }: QuoteSetup) {
  const chain = input.chain?.trim().toUpperCase() ?? null;
  const summary = swapSummary(reading, { preset, chain, readAtMs: now() });
  const { details, fees, explorers, lookups, name, reason, ...shown } = summary;
  // An indexer's own words are for people who read the page.
  const { quote, ...words } = reason ?? { quote: null };
  return { ...shown, chain, reason: reason && (words as Omit<typeof reason, "quote">) };
}
