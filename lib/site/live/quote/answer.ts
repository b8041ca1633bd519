// /quote: form, view, words, Markdown. How a quote is read and judged belongs in lib/protocol/quote.
// This file words a judged quote. It never makes the reading's verdict or advice milder.

import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { AdviceLevel, QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { plainReason } from "../../../protocol/model/reason.ts";
import { routerRule } from "../../../protocol/quote/advice.ts";
import { LIQUIDITY_TOLERANCE_BPS } from "../../../protocol/quote/request.ts";
import { decimalsOf, formatUnits, mulDiv } from "../../../protocol/values/amounts.ts";
import { assetName, parseAsset, shortAsset } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatDollars,
  formatDuration,
  formatPercent,
  formatSpan,
  NOT_KNOWN,
} from "../../../protocol/values/figure-text.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { haltGrounds } from "../halt-grounds.ts";
import { fieldHint, fieldWords, reasonText } from "./field-words.ts";
import { quoteHref, requestHref } from "./links.ts";
import {
  lossCentiBps,
  lossOf,
  lossWarning,
  noPrice,
  priceImpact,
  type SentWorth,
  sentWorth,
  worthByPools,
} from "./loss.ts";
import {
  costLayers,
  costSum,
  feeCentiBps,
  feeOrder,
  limitLayers,
  notStated,
  timeLayers,
  unknownTimeReasons,
} from "./tables.ts";
import type { AnswerView, ExpiryView, FigureView, QuoteFieldName } from "./view.ts";
import { compareWays, isBetterInParts, type OtherWay } from "./ways.ts";

export interface QuoteCase {
  readonly preset: Preset;
  /** The request to the network, with known assets in full. */
  readonly request: QuoteRequest;
  readonly quote: QuoteReading;
  /** The same swap in the other ways: as the network splits it, in one part, in spaced parts. */
  readonly others: readonly OtherWay[];
  /** For the value of the sent and received amounts. */
  readonly pools: PoolsReading;
  /** Whether both assets are known. Otherwise the request has them as they were typed. */
  readonly isNamed: boolean;
  readonly nowMs: number;
  /** Address of the swap site, before the path. */
  readonly origin: string;
}

interface Refusal {
  readonly field: QuoteFieldName | null;
  readonly title: string;
  /** What to do, where the reading's own hint is for programs. */
  readonly text?: string;
}

/** The codes of a refusal: the field that it is about, and its title. */
const refusals: Readonly<Record<string, Refusal>> = {
  halted: { field: null, title: "No quote: this swap is halted." },
  amount_too_small: { field: "amount", title: "No quote: the amount is too small." },
  limit_not_met: { field: "liquidity_tolerance_bps", title: "No quote within this tolerance." },
  invalid_destination: { field: "destination", title: "No quote: the receiving address does not fit." },
  invalid_asset: {
    field: null,
    title: "No quote: the network does not swap one of these assets.",
    text: "Choose both from the list of the form.",
  },
  form_disabled: { field: null, title: "No quote: the network has this form of the asset switched off." },
  trade_asset_only: { field: null, title: "No quote: a trade asset is swapped for trade assets only." },
  pool_not_available: {
    field: null,
    title: "No quote: the pool of one of these assets is not available.",
    text: "Choose both from the list of the form.",
  },
  pool_too_shallow: { field: "amount", title: "No quote: the pools cannot hold this amount." },
  memo_not_parsed: { field: null, title: "No quote: the network cannot read the memo of this swap." },
  memo_too_long: {
    field: "destination",
    title: "No quote: the memo is too long for the source chain.",
    text: "Ask with a shorter receiving address.",
  },
};

/** A refused amount that is not below the recommended minimum. */
const otherAmount = { field: "amount", title: "No quote: the network refuses this amount." } as const;
const isOtherAmount = ({ failure, recommendedMinAmount }: QuoteReading) =>
  failure?.code === "pool_too_shallow" && recommendedMinAmount !== null;

export function refusalView(quote: QuoteReading): { field: QuoteFieldName | null; title: string } | null {
  if (!quote.failure) return null;
  if (isOtherAmount(quote)) return otherAmount;
  return refusals[quote.failure.code] ?? { field: null, title: "No quote: nothing could be verified." };
}

/** What is wrong and what to do, in the words of the page. */
function refusalText({ quote, preset }: QuoteCase): string {
  const { failure, from, recommendedMinAmount: least } = quote;
  const own = refusals[failure?.code ?? ""]?.text;
  if (own !== undefined) return own;
  const named =
    least === null
      ? ""
      : `The network recommends at least ${formatAmount({ base: least, asset: from }, preset, { bound: "least" })}`;
  if (isOtherAmount(quote))
    return `${named}, and this is no less. It may be too large for the pools, or fees may take all of it: ask for another amount.`;
  if (failure?.code !== "amount_too_small") return failure ? fieldHint(failure) : "";
  return `The amount does not cover the fees, or is dust. Ask for a larger one. ${named || "The network named no minimum"}.`;
}

export function answerView(asked: QuoteCase): AnswerView {
  const { preset, request, isNamed, origin } = asked;
  const { quote, others } = asked;
  const refusal = refusalView(quote);
  const isQuoted = quote.failure === null;
  const href = requestHref(shortText(request, asked.pools));
  const sent = sentWorth(quote, asked.pools);
  const warning = isQuoted ? lossWarning(quote, sent, isBetterInParts(quote, others)) : null;
  const adviceLevel = warning?.isRuinous
    ? "forbidden"
    : warning && quote.adviceLevel === "none"
      ? "warned"
      : quote.adviceLevel;
  return {
    verdict: verdictOf(quote, isNamed ? pairName(quote, preset) : "this pair", isQuoted ? adviceLevel : "none", preset),
    adviceLevel,
    pair: isNamed ? `${quote.from} to ${quote.to}` : null,
    freshness: quote.clock.freshness,
    problem: refusal && { title: refusal.title, text: refusalText(asked) },
    advice: adviceView(quote, warning),
    figures: isQuoted ? figureViews(asked, sent) : [],
    expiry: isQuoted ? expiryView(quote, asked.nowMs) : null,
    costs: isQuoted ? costLayers(quote, sent, preset) : null,
    time: isQuoted ? timeLayers(quote, preset) : null,
    ways: compareWays(shortText(request, asked.pools), quote, others, preset),
    limits: isQuoted ? limitLayers(quote, preset) : null,
    deposit: isQuoted ? depositView(request, quote, adviceLevel) : null,
    again: { href, label: isQuoted ? "Ask this again" : "Try again" },
    reverse: reverseLink(asked),
    permalink: `${origin}${href}`,
  };
}

/** The request with short assets, for links. */
function shortText(request: QuoteRequest, { pools }: PoolsReading): QuoteRequest {
  const all = pools.map((pool) => pool.asset);
  if (all.length === 0) return request;
  return { ...request, from: shortAsset(request.from, all), to: shortAsset(request.to, all) };
}

/** "BTC to USDC on Ethereum". */
export function pairName({ from, to }: Pick<QuoteReading, "from" | "to">, preset: Preset): string {
  return `${assetName(from, preset)} to ${assetName(to, preset)}`;
}

/** A reason not to send comes first, without any advice on sending. Every warning of the reading is told, in its own words. */
function adviceView(quote: QuoteReading, warning: ReturnType<typeof lossWarning>): string {
  const { adviceLevel, warnings } = quote;
  const untold = warnings.map(({ text }) => text).filter((text) => !quote.advice.includes(text));
  const advice = (adviceLevel === "forbidden" ? [quote.advice, ...untold] : [...untold, quote.advice]).join(" ");
  if (!warning) return advice;
  if (adviceLevel === "forbidden") return `${advice} ${warning.text}`;
  return warning.isRuinous ? warning.text : `${warning.text} ${advice}`;
}

const adviceTexts: Readonly<Record<AdviceLevel, string>> = {
  none: "trades now.",
  warned: "trades now, with a warning.",
  forbidden: "trades now, but do not send this.",
};

function verdictOf(
  { trading, clock, from, to }: QuoteReading,
  pair: string,
  adviceLevel: AdviceLevel,
  preset: Preset,
): AnswerView["verdict"] {
  const stale = clock.reason && plainReason(clock.reason);
  if (trading.verdict === "open") return { state: "open", text: `${pair} ${adviceTexts[adviceLevel]}`, grounds: stale };
  if (trading.verdict === "halted") {
    const grounds = [haltGrounds(trading.haltedBy, [from, to], preset), ...(stale === null ? [] : [stale])].join("; ");
    return { state: "halted", text: `${pair} does not trade now.`, grounds };
  }
  const grounds = plainReason(trading.reason);
  return { state: "unknown", text: `whether ${pair} trades now could not be verified.`, grounds };
}

function figureViews({ preset, request, quote, pools }: QuoteCase, sent: SentWorth): FigureView[] {
  const { from, to, amount, expectedAmountOut: out, seconds, payoutSigning, reason } = quote;
  const worthText = (base: bigint, asset: string) => {
    const usd = worthByPools(base, asset, pools);
    return usd === null ? "price not known" : `worth ${formatDollars(usd)}`;
  };
  const sum = costSum(quote.fees.map((fee) => fee.amount));
  const loss = lossOf(quote, sent);
  const impact = priceImpact(loss, sum);
  return [
    out === null
      ? { label: "You receive", text: NOT_KNOWN, note: reason === null ? notStated : plainReason(reason) }
      : { label: "You receive", text: formatAmount({ base: out, asset: to }, preset), note: worthText(out, to) },
    { label: "You send", text: formatAmount({ base: amount, asset: from }, preset), note: worthText(amount, from) },
    {
      label: "Total cost",
      text: formatDollars(loss?.usd),
      note:
        impact === null
          ? noPrice
          : `${formatPercent(lossCentiBps(loss, sent))}: the fees, and ${formatDollars(impact.usd)} of price impact`,
    },
    minimumView(quote, request, preset),
    {
      label: "Fees, already taken",
      text: formatPercent(feeCentiBps(quote, feeOrder)),
      note: sum?.usd == null ? null : formatDollars(sum.usd),
    },
    seconds.total === null
      ? { label: "It takes about", text: NOT_KNOWN, note: unknownTimeReasons[payoutSigning] }
      : { label: "It takes about", text: formatDuration(seconds.total), note: partsNote(quote) },
  ];
}

function partsNote({ streaming: { mode, quantity } }: QuoteReading): string | null {
  if (quantity === 1) return "in one part";
  if (mode === "single") return null;
  return quantity === null ? "in several parts" : `split into ${quantity} parts`;
}

/** The limit in the memo. Without a memo only what it would be is known. */
function minimumView(
  { expectedAmountOut: out, minReceived, memo, to }: QuoteReading,
  request: QuoteRequest,
  preset: Preset,
): FigureView {
  const label = "Minimum received";
  const note = "for less, your deposit is refunded less fees";
  if (minReceived !== null)
    return { label, text: formatAmount({ base: minReceived, asset: to }, preset, { bound: "most" }), note };
  const { liquidityToleranceBps: bps = LIQUIDITY_TOLERANCE_BPS } = request;
  if (memo !== null || bps === 0) {
    return {
      label,
      text: "none set",
      note: "the swap runs at any price; give a tolerance above 0 to be refunded instead",
    };
  }
  if (out === null) return { label, text: NOT_KNOWN, note: "the network did not state the output" };
  const least = mulDiv(out, BigInt(10_000 - bps), 10_000n);
  const when = request.destination === undefined ? "once you give a receiving address" : "once a memo may be given";
  return {
    label,
    text: formatAmount({ base: least, asset: to }, preset, { bound: "most" }),
    note: `about, ${when}; ${note}`,
  };
}

function expiryView({ sendBeforeMs }: QuoteReading, nowMs: number): ExpiryView {
  const instant = toIsoTime(sendBeforeMs);
  if (sendBeforeMs === null || instant === null) {
    return {
      instant: null,
      leftMs: null,
      before: "There is no time until which to send this: do not send.",
      after: "",
    };
  }
  const leftMs = Math.max(0, sendBeforeMs - nowMs);
  const left = formatSpan(leftMs / 1000);
  return { instant, leftMs, before: "Send before ", after: `, ${left} after this answer. Never send on it later.` };
}

function depositView(
  { destination }: QuoteRequest,
  quote: QuoteReading,
  adviceLevel: AdviceLevel,
): AnswerView["deposit"] {
  const { memo, inboundAddress: address, router, from } = quote;
  const reason = quote.reason && reasonText(quote.reason);
  if (memo !== null && adviceLevel === "forbidden") {
    const notes = ["Memo and inbound address are not shown: do not send this."];
    return { isAsked: true, notes, memo: null, address: null, router: null };
  }
  if (memo === null) {
    const why = quote.withheld === null ? "None was given." : fieldWords(quote.withheld.text);
    const notes = [`No memo and no inbound address. ${why}`];
    return { isAsked: destination !== undefined, notes, memo: null, address: null, router: null };
  }
  const withheld = address === null ? [`No inbound address: ${reason ?? "none was given"}.`] : [];
  const isToken = parseAsset(from)?.contract != null;
  return { isAsked: true, notes: [...withheld, ...(isToken ? [routerRule] : [])], memo, address, router };
}

/** The opposite swap, with this swap's output as its amount. */
function reverseLink({ request, quote, preset, pools, isNamed }: QuoteCase): AnswerView["reverse"] {
  const out = quote.expectedAmountOut;
  const amount = out === null || out === 0n ? undefined : formatUnits(out, decimalsOf(quote.to));
  const { from, to } = shortText(request, pools);
  const href = quoteHref({ from: to, to: from, amount });
  const name = isNamed ? `: ${pairName({ from: quote.to, to: quote.from }, preset)}` : "";
  return { href, label: `Other direction${name}` };
}
