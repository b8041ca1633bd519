// /quote: form, view, words, Markdown. Reading and judging a quote belongs in lib/protocol/quote.
// This file words a judged quote. It never softens the verdict or the advice.

import { quoteShape } from "../../../answers/sign-shape.ts";
import type { Money } from "../../../protocol/model/envelope.ts";
import type { SignState } from "../../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { BelowLimit, QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import { doubtOf } from "../../../protocol/model/reasons.ts";
import { NO_DESTINATION } from "../../../protocol/quote/withheld.ts";
import { signState } from "../../../protocol/safety/sign.ts";
import { haltingStops } from "../../../protocol/safety/stops.ts";
import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../../protocol/values/amounts.ts";
import {
  assetName,
  isRouterToken,
  listAssets,
  parseAsset,
  payoutChainOf,
  shortAsset,
} from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { shortChainName } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatDollars,
  NOT_KNOWN,
  toIsoTime,
} from "../../../protocol/values/figure-text.ts";
import { messageText, textBelow } from "../../../say/message-text.ts";
import { sentenceOf } from "../../../say/reason-text.ts";
import { howToSendSteps } from "../../../say/sending.en.ts";
import { haltGrounds } from "../../../say/stops.en.ts";
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
  readonly request: QuoteRequest;
  readonly quote: QuoteReading;
  /** Null where the network offers only one way. */
  readonly other: OtherWay | null;
  readonly pools: Pick<PoolsReading, "pools">;
  readonly isNamed: boolean;
  readonly nowMs: number;
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
  // The sentence on sending already says that the data are samples.
  const warnings = [
    ...quote.warnings.flatMap(({ code, message }) =>
      code === "sample" ? [] : textBelow(verdict.word, message),
    ),
    ...(isNamed ? sharedNames(quote, asked.pools, preset) : []),
  ];
  const send = sendText(quote);
  const isForbidden = quote.warnings.some(
    ({ code, isForbidding }) => isForbidding && code !== "sample",
  );
  return {
    /** Shown first: somebody else may have written this page's address. */
    payee: isQuoted ? payeeText(destination, refundAddress) : null,
    verdict,
    // For a doubt, the warnings say what is wrong and what to do.
    problem:
      refusal && !isDoubt(quote)
        ? { title: refusal.title, text: refusalText(quote, preset) }
        : null,
    warnings,
    figures: isQuoted ? figureViews(asked) : [],
    /** Null where a warning already says not to send. */
    send: send === DO_NOT_SEND && isForbidden ? null : send,
    expiry: isQuoted ? expiryView(quote, asked.nowMs) : null,
    costs: isQuoted && quote.expectedAmountOut !== null ? costsView(quote, preset) : null,
    comparison: comparisonView(linked, quote, other),
    deposit: isQuoted ? depositView(asked) : null,
    details: isNamed ? detailTables(quote, preset) : [],
    /** Null where the same question will have no answer later either. */
    again: isRefusal(quote.failure)
      ? null
      : { href, label: isPersonal ? "Try again, with your address" : "Try again" },
    reverse: reverseLink(asked),
    permalink: `${origin}${requestHref(shared)}`,
  };
}

function shortText(request: QuoteRequest, { pools }: QuoteCase["pools"]): QuoteRequest {
  const all = listAssets(pools);
  if (all.length === 0) return request;
  return { ...request, from: shortAsset(request.from, all), to: shortAsset(request.to, all) };
}

function pairName({ from, to }: Pick<QuoteReading, "from" | "to">, preset: Preset): string {
  return `${assetName(from, preset)} to ${assetName(to, preset)}`;
}

/** Two tokens of a chain may share a name, one of them to deceive. */
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

const butTexts: Readonly<Record<string, string>> = {
  thin_pool: "this amount is too large for this pool",
  costly: "the total cost is high",
  no_price_limit: "no minimum holds",
  one_source: "only one source says so",
};

/** `isOpen` alone does not make the sign green. `grounds`: halts in force, or why it is unknown. */
function verdictOf(quote: QuoteReading, pair: string, preset: Preset) {
  const { trading, clock, from, to, reason, adviceLevel, failure, payoutSigning } = quote;
  const stale = clock.reason && sentenceOf(clock.reason);
  // If payouts wait only on the source chain, a refund would wait, but this swap is paid out.
  const warnings = quote.warnings.filter(
    ({ code }) => code !== "signing_halted" || payoutSigning === "halted",
  );
  const found = signState(trading, warnings);
  // A quote that must not be sent, or only with care, is never green.
  const lifted = !failure && reason?.code === "one_source" ? "not_checked" : "warned";
  const state = found === "open" && (failure || adviceLevel !== "none") ? lifted : found;
  const shape = quoteShape(state, quote.totalCostBps);
  const sign = { isOpen: trading.verdict === "open", state, shape, word: quoteSignWords[state] };
  if (trading.verdict === "open")
    return { text: openText(state, pair, quote), grounds: stale, ...sign };
  if (trading.verdict === "halted") {
    const grounds = [
      `${haltGrounds(haltingStops(trading.haltedBy, [from, to], preset))}.`,
      ...(stale === null ? [] : [stale]),
    ];
    return { text: `${pair} does not trade now.`, grounds: grounds.join(" "), ...sign };
  }
  if (doubtOf(trading.reason) === "not_listed")
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
  // The network may know figures that an untrustworthy quote leaves out.
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

function expiryView({ sendBeforeMs }: QuoteReading, nowMs: number) {
  const instant = toIsoTime(sendBeforeMs);
  if (sendBeforeMs === null || instant === null) return null;
  const leftMs = Math.max(0, sendBeforeMs - nowMs);
  return { instant, leftMs, before: "This quote expires ", after: leftText(leftMs) };
}

/**
 * `isAsked`: a receiving address was given. `missing`: the only missing field.
 * `router`: contract to call; the address is then an argument. `quoted`: the nodes' own words.
 */
function depositView({ request: { destination }, quote, preset }: QuoteCase) {
  const {
    from,
    to,
    memo,
    inboundAddress: address,
    networkNotes: quoted,
    sending,
    withheld,
  } = quote;
  const isAsked = destination !== undefined;
  if (memo === null) {
    const why = withheld === null ? "None was given." : messageText(withheld.message);
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
  // A chain's gas asset is sent without the router.
  const router = isRouterToken(from, quote.router) ? quote.router : null;
  const notes =
    quote.source === "sample"
      ? ["Sample data: do not send. On a real network you would do this:"]
      : [];
  return {
    isAsked: true,
    missing: null,
    notes,
    steps: sending === null ? [] : howToSendSteps(sending),
    memo,
    address,
    router,
    quoted,
  };
}

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
