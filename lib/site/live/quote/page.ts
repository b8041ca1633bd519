// /quote from its query: the quote, shortly after it the other way of the same swap, and the assets that there are now.
import { getSwapQuote } from "../../../mcp/tools/get-swap-quote.ts";
import type { Envelope } from "../../../protocol/model/envelope.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { plainReason } from "../../../protocol/model/reason.ts";
import type { Clock } from "../../../protocol/model/verdicts.ts";
import type { Network, ReadOptions } from "../../../protocol/network.ts";
import { formatUnits, toDecimals } from "../../../protocol/values/amounts.ts";
import { toKnownAssets } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { toSpanText } from "../../../protocol/values/durations.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { toInstantText } from "../../../protocol/values/instants.ts";
import { COMPARISON_MS } from "../asking.ts";
import { toAmountText, toLongName, toShortAsset } from "../figures.ts";
import type { LiveView } from "../live-view.ts";
import { toAnswer, toPairName, toRefusal } from "./answer.ts";
import { toExamples } from "./examples.ts";
import { parseQuoteForm } from "./form.ts";
import { toRequestHref } from "./links.ts";
import { type LinkView, type ProblemView, type QuoteFormView, type QuoteView, quoteSections } from "./view.ts";
import { type Comparison, toOtherRequest } from "./ways.ts";

export interface QuoteSetup {
  readonly network: Network;
  readonly preset: Preset;
  readonly now: () => number;
  /** Address of the swap site, before the path. */
  readonly origin: string;
}

export async function getQuotePage(
  { network, preset, now, origin }: QuoteSetup,
  query: URLSearchParams,
): Promise<LiveView<QuoteView>> {
  const pools = await network.getPools();
  const known = pools.failure ? null : toKnownAssets(preset, pools.pools);
  const { request, problems, fields, streaming } = parseQuoteForm(query, known, preset);
  const toForm = (more: readonly ProblemView[]): QuoteFormView => ({
    fields,
    problems: [...problems, ...more],
    streaming,
    assets: known === null ? [] : toChoices(pools, preset),
    tool: { name: getSwapQuote.name, description: getSwapQuote.description },
  });
  const toUnasked = (more: readonly ProblemView[]) => ({
    view: {
      title: problems.length + more.length > 0 ? [quoteSections.problems] : [],
      heading: unasked,
      lead: problems.length + more.length > 0 ? [] : lead,
      form: toForm(more),
      answer: null,
      examples: toExamples(pools, preset),
      asOf: toAsOf(pools, preset),
      isSample: pools.source === "sample",
    },
    observedAtMs: pools.clock.blockTimeMs,
  });
  if (!request) return toUnasked([]);

  const answers = await getBothWays(network, request).catch(toProblem);
  if ("message" in answers) return toUnasked([answers]);
  const { quote, other } = answers;
  const isNamed = known !== null || quote.failure === null;
  const refusal = toRefusal(quote);
  const named = isNamed ? `${request.amount} ${toPairName(quote, preset)}` : null;
  return {
    view: {
      title: [...(refusal?.field ? [quoteSections.problems] : []), ...(named === null ? [] : [named])],
      heading: named ?? unasked,
      lead: [],
      form: toForm(
        refusal?.field
          ? [{ field: refusal.field, message: refusal.title, choices: toLeastChoice(request, quote, preset) }]
          : [],
      ),
      answer: toAnswer({ preset, request, quote, other, pools, isNamed, nowMs: now(), origin }),
      examples: { note: "", links: [] },
      asOf: toAsOf(quote, preset),
      isSample: quote.source === "sample",
    },
    observedAtMs: quote.clock.blockTimeMs,
  };
}

const unasked = "Quote a swap";
const lead = [
  "You send one asset and receive another, on its own chain. Ask, and see what comes out, every cost, the time it takes and whether it is safe to send now.",
  "Each answer is read from the network at that moment. Nothing is signed or sent here.",
];

/** Both assets were understood: what the reader refuses beyond that is the amount, or the same asset twice. */
function toProblem(error: unknown): ProblemView {
  if (!(error instanceof InputError)) throw error;
  return { field: error.code === "invalid_amount" ? "amount" : "to", message: error.hint, choices: [] };
}

/**
 * The quote and the other way of the same swap. Where the swap was open and the comparison, read later, says that it is not, the quote is asked again.
 * @throws InputError
 */
async function getBothWays(
  network: Network,
  request: QuoteRequest,
): Promise<{ readonly quote: QuoteReading; readonly other: Comparison }> {
  const quote = await network.getQuote(request);
  const otherRequest = quote.failure ? null : toOtherRequest(request, quote);
  if (!otherRequest) return { quote, other: null };
  const signal = AbortSignal.timeout(COMPARISON_MS);
  const other = await getBeside(network, otherRequest, { signal });
  const isOverruled = quote.trading.verdict === "open" && other !== null && other.trading.verdict !== "open";
  return isOverruled ? { quote: await network.getQuote(request), other: null } : { quote, other: other ?? "unread" };
}

/** A reading beside the one that was asked for: null where it is refused as input, and where it took too long. */
async function getBeside(network: Network, request: QuoteRequest, options?: ReadOptions): Promise<QuoteReading | null> {
  return network.getQuote(request, options).catch((error: unknown) => {
    if (error instanceof InputError || options?.signal?.aborted) return null;
    throw error;
  });
}

function toLeastChoice(request: QuoteRequest, quote: QuoteReading, preset: Preset): LinkView[] {
  const { from, amount, recommendedMinAmount: least } = quote;
  if (least === null || least <= amount) return [];
  const href = toRequestHref({ ...request, amount: formatUnits(least, toDecimals(from)) });
  return [{ href, label: `Ask for ${toAmountText(least, from, preset)}` }];
}

/** The assets that may be swapped now, to choose from. */
function toChoices({ pools }: PoolsReading, preset: Preset): QuoteFormView["assets"] {
  const all = pools.map((pool) => pool.asset);
  const available = pools.filter((pool) => pool.status === "available").map((pool) => pool.asset);
  return [preset.nativeAsset, ...available].map((asset) => ({
    value: toShortAsset(asset, all),
    label: toLongName(asset, preset),
  }));
}

function toAsOf({ clock, source }: Envelope, preset: Preset): string {
  const where = source === "sample" ? "the sample network (invented data)" : preset.protocol;
  const { height, blockTimeMs, ageMs, freshness } = clock;
  if (height === null || blockTimeMs === null || ageMs === null) {
    return `Read from ${where}. No block could be verified${toReason(clock)}.`;
  }
  const age = toSpanText(Math.max(0, ageMs / 1000));
  return `Read from ${where} at block ${height}, ${toInstantText(blockTimeMs)}, ${age} old when read: ${freshness}${toReason(clock)}.`;
}

function toReason({ reason }: Clock): string {
  return reason === null ? "" : ` (${plainReason(reason)})`;
}
