// /quote: form, view, words, Markdown. How a quote is read and judged belongs in lib/protocol/quote.
// This file words a judged quote. It never makes the reading's verdict or advice milder.

import type { Money } from "../../../protocol/model/envelope.ts";
import type { SignState } from "../../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { BelowLimit, QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { isRouterToken } from "../../../protocol/quote/advice.ts";
import { NO_DESTINATION } from "../../../protocol/quote/withheld.ts";
import { haltGrounds, shortChainName } from "../../../protocol/safety/halt-names.ts";
import { doubtWord, sentenceOf } from "../../../protocol/safety/sentences.ts";
import { signState } from "../../../protocol/safety/sign.ts";
import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../../protocol/values/amounts.ts";
import {
  assetName,
  listAssets,
  parseAsset,
  payoutChainOf,
  shortAsset,
} from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatDollars,
  NOT_KNOWN,
  toIsoTime,
} from "../../../protocol/values/figure-text.ts";
import { belowSign } from "../halt-grounds.ts";
import { quoteShape } from "../sign-shape.ts";
import { comparisonView, type OtherWay } from "./comparison.ts";
import { quoteHref, requestHref, roundTyped } from "./links.ts";
import { isRefusal, refusalText, refusalView } from "./refusals.ts";
import {
  costsView,
  detailTables,
  durationText,
  receivedNote,
  receivedText,
  totalCostText,
  unknownText,
} from "./tables.ts";
import type { FigureView, LinkView } from "./view.ts";
import { leftText } from "./watch-expiry.ts";

interface QuoteCase {
  readonly preset: Preset;
  /** The request to the network, with known assets in full. */
  readonly request: QuoteRequest;
  readonly quote: QuoteReading;
  /** The same swap in one part, or as the network splits it; null where there is no such other way. */
  readonly other: OtherWay | null;
  readonly pools: Pick<PoolsReading, "pools">;
  /** Whether both assets are known. Otherwise the request has them as they were typed. */
  readonly isNamed: boolean;
  readonly nowMs: number;
  /** Address of the swap site, before the path. */
  readonly origin: string;
}

export type AnswerView = ReturnType<typeof answerView>;

export function answerView(asked: QuoteCase) {
  const { preset, request, isNamed, origin, quote, other } = asked;
  const refusal = refusalView(quote);
  const isQuoted = quote.failure === null;
  const linked = shortText(request, asked.pools);
  const href = requestHref(linked);
  const { destination, refundAddress, ...shared } = linked;
  const isPersonal = destination !== undefined || refundAddress !== undefined;
  const verdict = verdictOf(quote, isNamed ? pairName(quote, preset) : "this pair", preset);
  // That the data are samples stands in the sentence on sending.
  const warnings = [
    ...quote.warnings.flatMap(({ code, text }) =>
      code === "sample" ? [] : belowSign(verdict.word, text),
    ),
    ...(isNamed ? sharedNames(quote, asked.pools, preset) : []),
  ];
  const send = sendText(quote);
  const isForbidden = quote.warnings.some(
    ({ code, isForbidding }) => isForbidding && code !== "sample",
  );
  return {
    /** Before anything else: somebody else may have written the address of this page. Null where nobody is paid. */
    payee: isQuoted ? payeeText(destination, refundAddress) : null,
    verdict,
    // Of a doubt the warnings say what is wrong and what to do.
    problem:
      refusal && !isDoubt(quote)
        ? { title: refusal.title, text: refusalText(quote, preset) }
        : null,
    /** What must be known before the figures, each once. */
    warnings,
    figures: isQuoted ? figureViews(asked) : [],
    /** Null where a warning says not to. */
    send: send === DO_NOT_SEND && isForbidden ? null : send,
    expiry: isQuoted ? expiryView(quote, asked.nowMs) : null,
    // Without an output nothing is told of costs.
    costs: isQuoted && quote.expectedAmountOut !== null ? costsView(quote, preset) : null,
    comparison: comparisonView(linked, quote, other),
    deposit: isQuoted ? depositView(asked) : null,
    details: isNamed ? detailTables(quote, preset) : [],
    /** Null where the same question has no answer later either. */
    again: isRefusal(quote.failure)
      ? null
      : { href, label: isPersonal ? "Try again, with your address" : "Try again" },
    reverse: reverseLink(asked),
    /** The address of this question, without that of a person. */
    permalink: `${origin}${requestHref(shared)}`,
  };
}

/** The request with short assets, for links. */
function shortText(request: QuoteRequest, { pools }: QuoteCase["pools"]): QuoteRequest {
  const all = listAssets(pools);
  if (all.length === 0) return request;
  return { ...request, from: shortAsset(request.from, all), to: shortAsset(request.to, all) };
}

/** "BTC to USDC on Ethereum". */
function pairName({ from, to }: Pick<QuoteReading, "from" | "to">, preset: Preset): string {
  return `${assetName(from, preset)} to ${assetName(to, preset)}`;
}

/** Two tokens of a chain may have one name in words, and one of them may be there to deceive. */
function sharedNames(
  { from, to }: QuoteReading,
  { pools }: QuoteCase["pools"],
  preset: Preset,
): string[] {
  const all = listAssets(pools);
  const isShared = (asset: string) =>
    parseAsset(asset)?.contract != null && shortAsset(asset, all) === asset;
  return [from, to]
    .filter(isShared)
    .map(
      (asset) =>
        `More than one asset is called ${assetName(asset, preset)}. This quote is for ${asset}.`,
    );
}

export const quoteSignWords: Readonly<Record<SignState, string>> = {
  halted: "Halted",
  partly_halted: "Halted",
  sources_disagree: "Sources disagree",
  payouts_wait: "Payouts wait",
  swaps_wait: "Swaps wait",
  halts_soon: "Halts soon",
  not_checked: "Not checked",
  warned: "Warning",
  open: "Open",
};

/** What the sign says of a pair that trades. */
function openText(
  state: SignState,
  pair: string,
  { adviceLevel, failure, to, warnings }: QuoteReading,
): string {
  if (failure) return `${pair} trades now, but there is no quote for this.`;
  if (adviceLevel === "forbidden") return `${pair} trades now, but do not send this.`;
  if (state === "payouts_wait")
    return `you would wait for your ${parseAsset(to)?.ticker ?? "payout"}.`;
  if (state === "swaps_wait") return "you would wait for your swap.";
  if (state === "halts_soon") return `you can swap ${pair} now, but a halt is scheduled.`;
  if (adviceLevel === "none") return `you can swap ${pair} now.`;
  const but = warnings.map(({ code }) => butTexts[code]).find((text) => text !== undefined);
  return `open, but ${but ?? "read the warning first"}.`;
}

/** In one clause, of what makes a pair that trades no green one. */
const butTexts: Readonly<Record<string, string>> = {
  thin_pool: "this amount is too large for this pool",
  costly: "the total cost is high",
  no_price_limit: "no minimum holds",
  one_source: "only one source says so",
};

/** `isOpen`: whether the pair trades, which alone is not enough for a green sign. `grounds`: the halts in force, or why it is not known. */
function verdictOf(quote: QuoteReading, pair: string, preset: Preset) {
  const { trading, clock, from, to, reason, adviceLevel, failure, payoutSigning } = quote;
  const stale = clock.reason && sentenceOf(clock.reason);
  // Where payouts are halted on the other side alone, a refund would wait, and this swap is paid out.
  const warnings = quote.warnings.filter(
    ({ code }) => code !== "signing_halted" || payoutSigning === "halted",
  );
  const found = signState(trading, warnings);
  // What must not be sent, or not without care, is never green: a refused amount neither.
  const lifted = !failure && reason?.code === "one_source" ? "not_checked" : "warned";
  const state = found === "open" && (failure || adviceLevel !== "none") ? lifted : found;
  const shape = quoteShape(state, quote.totalCostBps);
  const sign = { isOpen: trading.verdict === "open", state, shape, word: quoteSignWords[state] };
  if (trading.verdict === "open")
    return { text: openText(state, pair, quote), grounds: stale, ...sign };
  if (trading.verdict === "halted") {
    const grounds = [
      `${haltGrounds(trading.haltedBy, [from, to], preset)}.`,
      ...(stale === null ? [] : [stale]),
    ];
    return { text: `${pair} does not trade now.`, grounds: grounds.join(" "), ...sign };
  }
  // The warning says why.
  if (doubtWord(trading.reason) === "not listed")
    return { ...sign, text: `${pair} does not trade.`, grounds: null, word: "Not listed" };
  const grounds = isDoubt(quote) ? null : sentenceOf(trading.reason);
  return { text: `we cannot check now whether ${pair} trades.`, grounds, ...sign };
}

/** Nothing could be verified, in contrast to a refusal by the network. */
function isDoubt({ failure, trading }: QuoteReading): boolean {
  return failure !== null && failure.reason !== null && trading.verdict === "unknown";
}

function figureViews(asked: QuoteCase): FigureView[] {
  const { preset, request, quote } = asked;
  const { from, amount, expectedAmountOut: out, seconds } = quote;
  const sent = {
    label: "You send",
    text: formatAmount(amount === null ? null : { base: amount, asset: from }, preset, {
      bound: "least",
    }),
  };
  // What a quote that cannot be believed leaves out is not unknown to the network.
  if (out === null)
    return [
      { ...sent, note: null },
      { label: "You receive", text: NOT_KNOWN, note: null },
    ];
  const cost = totalCostText(quote);
  return [
    { ...sent, note: formatDollars(quote.sentUsd) },
    {
      label: "You receive",
      text: receivedText(quote, out, preset),
      note: receivedNote(quote, preset),
    },
    { label: "Total cost", text: cost.text, note: `${cost.note}${risesText(quote, preset)}` },
    minimumView(quote, request, preset),
    seconds.total === null
      ? { label: "Time", text: NOT_KNOWN, note: unknownText(quote, "total") }
      : { label: "Time", text: `about ${durationText(seconds.total)}`, note: null },
  ];
}

/** Of an amount that is not too large yet. */
function risesText(
  { from, totalCost, sensibleMaxAmount: most, warnings }: QuoteReading,
  preset: Preset,
): string {
  if (totalCost === null || most === null || warnings.some(({ code }) => code === "thin_pool"))
    return "";
  return `. Above about ${formatAmount({ base: most, asset: from }, preset)} it may be far more: the pools are small for that`;
}

const belowLimitTexts: Readonly<Record<BelowLimit, string>> = {
  wait: "While the swap would bring less, the order waits. At its end it is refunded.",
  refund: "If the swap would bring less, your deposit is refunded.",
  refund_parts:
    "It counts only if every part is swapped. A part that would bring less is refunded, and the others are paid out.",
};

/** mayanode, `manager_swap_queue_current.go` (EndBlock): a first part that fails ends the swap. */
const belowLimitText = (below: BelowLimit, { nativeChain }: Preset): string =>
  below === "refund_parts" && nativeChain === "MAYA"
    ? `${belowLimitTexts[below]} If the first part would bring less, the whole deposit is refunded.`
    : belowLimitTexts[below];

function refundCostText(fee: Money | null): string {
  if (fee === null) return "What a refund costs is not known.";
  if (fee.base === 0n) return "A refund costs no outbound fee.";
  const worth =
    fee.usd === null ? formatAmount(fee, undefined, { bound: "least" }) : formatDollars(fee.usd);
  return `A refund costs the outbound fee of about ${worth}.`;
}

/** The limit in the memo. Without a memo only what it would be is known. */
function minimumView(
  { minReceived, plannedMinimum: planned, memo, to, belowLimit, refundFee, trading }: QuoteReading,
  request: QuoteRequest,
  preset: Preset,
): FigureView {
  const label = "Minimum received";
  const refund = belowLimit && `${belowLimitText(belowLimit, preset)} ${refundCostText(refundFee)}`;
  if (minReceived !== null)
    return {
      label,
      text: formatAmount({ base: minReceived, asset: to }, preset, { bound: "most" }),
      note: refund,
    };
  if (belowLimit === null) {
    return {
      label,
      text: "no minimum",
      note: "The swap runs at any price. With a tolerance, a worse swap is refunded.",
    };
  }
  if (memo !== null) {
    return {
      label,
      text: NOT_KNOWN,
      note: "The memo sets a limit. What the fees leave of it is not known.",
    };
  }
  const isAddressed = request.destination !== undefined || trading.verdict !== "open";
  const when = `It becomes fixed when ${isAddressed ? "a memo can be given" : "you add your address"}.`;
  if (planned === null) return { label, text: NOT_KNOWN, note: when };
  return {
    label,
    text: `about ${formatAmount({ base: planned, asset: to }, preset, { bound: "most" })}`,
    note: `${when} ${refund}`,
  };
}

const DO_NOT_SEND = "Do not send.";

/** Whether to send, in one sentence. */
function sendText({
  failure,
  adviceLevel,
  source,
  memo,
  sendBeforeMs,
  trading,
}: QuoteReading): string {
  const isTimeless = memo !== null && sendBeforeMs === null;
  if (failure || adviceLevel === "forbidden" || trading.verdict !== "open" || isTimeless)
    return DO_NOT_SEND;
  if (source === "sample") return "Do not send: this is sample data.";
  if (memo === null)
    return "This is an estimate. Give a receiving address to get the memo, right before you send.";
  return adviceLevel === "warned"
    ? "Send only if you accept the warning above."
    : "You can send now.";
}

/** Around the instant after which nobody should send. Null where there is no time to send. */
function expiryView({ sendBeforeMs }: QuoteReading, nowMs: number) {
  const instant = toIsoTime(sendBeforeMs);
  if (sendBeforeMs === null || instant === null) return null;
  const leftMs = Math.max(0, sendBeforeMs - nowMs);
  return { instant, leftMs, before: "This quote expires ", after: leftText(leftMs) };
}

/**
 * `isAsked`: a receiving address was given, and the deposit comes before the costs. `missing`: the field whose value is all that is missing.
 * `router`: the contract to call for a token; the address is then an argument of the call. `quoted`: the nodes' own words, data.
 */
function depositView({ request: { destination }, quote, preset }: QuoteCase) {
  const {
    from,
    to,
    memo,
    inboundAddress: address,
    networkNotes: quoted,
    howToSend,
    withheld,
  } = quote;
  const isAsked = destination !== undefined;
  if (memo === null) {
    const why = withheld === null ? "None was given." : withheld.text;
    const where = shortChainName(payoutChainOf(to, preset) ?? "", preset);
    const missing = withheld?.code === NO_DESTINATION ? ("destination" as const) : null;
    const note = missing
      ? `Add your ${where} address to see where to send.`
      : `There is no memo and no deposit address. ${why}`;
    return {
      isAsked,
      missing,
      notes: [note],
      steps: [],
      memo,
      address: null,
      router: null,
      quoted: null,
    };
  }
  // The gas asset of a chain with a router is no call of it.
  const router = isRouterToken(from, quote.router) ? quote.router : null;
  const notes =
    quote.source === "sample"
      ? ["Sample data: do not send. On a real network you would do this:"]
      : [];
  return {
    isAsked: true,
    missing: null,
    notes,
    steps: howToSend ?? [],
    memo,
    address,
    router,
    quoted,
  };
}

/** Null for a question that names nobody. */
function payeeText(
  destination: string | undefined,
  refundAddress: string | undefined,
): string | null {
  const named = [
    destination === undefined ? null : `This quote pays ${destination}.`,
    refundAddress === undefined ? null : `A refund goes to ${refundAddress}.`,
  ].filter((text) => text !== null);
  if (named.length === 0) return null;
  const check =
    named.length === 1 ? "Check that the address is yours" : "Check that both addresses are yours";
  return `${named.join(" ")} ${check}: a link or an assistant may have filled ${named.length === 1 ? "it" : "them"} in.`;
}

/** The opposite swap, with this swap's output as its amount; of dollars, with as many. */
function reverseLink({ request, quote, preset, pools, isNamed }: QuoteCase): LinkView {
  const out = quote.expectedAmountOut;
  const decimals = decimalsOf(quote.to);
  const amount = out === null || out === 0n ? undefined : formatUnits(roundTyped(out), decimals);
  const { from, to } = shortText(request, pools);
  const dollars =
    quote.converted === null ? request.amountUsd : formatUnits(quote.converted.usd, FIXED_DECIMALS);
  const sent = dollars === undefined ? { amount } : { amount_usd: dollars };
  const name = isNamed ? `: ${pairName({ from: quote.to, to: quote.from }, preset)}` : "";
  return { href: quoteHref({ from: to, to: from, ...sent }), label: `Other direction${name}` };
}
