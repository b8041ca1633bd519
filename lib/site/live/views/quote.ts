// An answer of get_swap_quote in the words of /quote.
import type { EnvelopeAnswer } from "../../../mcp/tools/envelope.ts";
import type { SwapQuoteAnswer } from "../../../mcp/tools/get-swap-quote.ts";
import { depositFamily } from "../../../protocol/model/deposit-shape.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { AdviceLevel, QuoteRequest, ToldQuote } from "../../../protocol/model/quote.ts";
import { withCode } from "../../../protocol/model/verdicts.ts";
import { floorText, howToSendSteps, isRouterToken } from "../../../protocol/quote/advice.ts";
import { namesRefundAddress } from "../../../protocol/quote/memo-text.ts";
import { SINGLE } from "../../../protocol/quote/way.ts";
import { payoutChainOf } from "../../../protocol/values/assets.ts";
import { answerView } from "../quote/answer.ts";
import { costKinds, costNotes, drawnPart } from "../quote/costs.ts";
import type { AnswerView, CostPartView, CostsView } from "../quote/view.ts";
import { alternativeRequests, type OtherWay, runsText } from "../quote/ways.ts";
import { answeredEnvelope, baseOf, judgementOf, moneyOf, presetOf, reasonOf, timeOf, usdOf } from "./envelope.ts";

type Whole = EnvelopeAnswer & SwapQuoteAnswer;
/** An answer about two assets. Another one says only what was wrong with the question. */
export type AnsweredPair = Whole & { readonly from: string; readonly to: string; readonly amount: string };
type Arguments = Readonly<Record<string, unknown>>;

export function isPair(answer: Whole): answer is AnsweredPair {
  return answer.from !== null && answer.to !== null && answer.amount !== null;
}

export interface AnsweredQuote extends Omit<AnswerView, "costs"> {
  readonly costs: Omit<CostsView, "table"> | null;
}

export interface QuoteSetting {
  readonly input: Arguments;
  readonly others: readonly OtherWay[];
  /** Of the server that answered, as far as this device knows it. */
  readonly nowMs: number;
  readonly quoteUrl: string;
}

export function answeredQuote(answer: AnsweredPair, { input, others, nowMs, quoteUrl }: QuoteSetting): AnsweredQuote {
  const quote = quoteReading(answer);
  const view = answerView({
    preset: presetOf(answer),
    request: requestOf(answer, input),
    quote,
    others,
    pools: noPools(answer),
    // Where nothing was verified, the names are what was typed, and stay out of our sentences.
    isNamed: answer.error === undefined || answer.trading !== "unknown",
    nowMs,
    origin: new URL(quoteUrl).origin,
  });
  // Without another way, the page says why there is none. The answer does not hold it.
  const runs = quote.failure || quote.order ? null : runsText(quote);
  const ways = others.length === 0 ? { notes: runs === null ? [] : [runs], cards: [] } : view.ways;
  return { ...view, ways, costs: view.costs && answeredCosts(answer, quote) };
}

/** The names of assets are not shortened here: two tokens may share the short one. */
const noPools = (answer: Whole): PoolsReading => {
  return { ...answeredEnvelope(answer), nativePriceUsd: null, pools: [], doubtedAssets: [] };
};

/** The arguments of the tool for the same swap in the other ways. Without a destination, as on /quote. */
export function otherWays(
  answer: AnsweredPair,
  input: Arguments,
): readonly { request: QuoteRequest; args: Arguments }[] {
  // An order runs as its price comes: there is no other way.
  const requests = answer.order ? [] : alternativeRequests(requestOf(answer, input), quoteReading(answer));
  return requests.map((request) => ({ request, args: wayArguments(request) }));
}

export const quoteArguments = ({ from, to, amount }: Whole): Arguments => ({ from, to, amount });

/** A link of the page to another question → the arguments of the tool. */
export function linkArguments(query: URLSearchParams, input: Arguments): Arguments {
  const { streaming: _, amount_usd: dollars, ...same } = input;
  const [interval, quantity = 0] = query.get("streaming")?.split("/").map(Number) ?? [];
  return {
    ...same,
    ...(dollars !== undefined && !query.has("amount") && { amount_usd: dollars }),
    ...Object.fromEntries(
      ["from", "to", "amount"].flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
    ),
    ...(interval !== undefined && { streaming: quantity === 1 ? "single" : { interval, quantity } }),
  };
}

function wayArguments({ from, to, amount, streaming }: QuoteRequest): Arguments {
  return { from, to, amount, ...(streaming && { streaming: streaming.quantity === 1 ? "single" : streaming }) };
}

function requestOf({ from, to, amount }: AnsweredPair, input: Arguments): QuoteRequest {
  const {
    streaming,
    destination,
    refund_address: refundAddress,
    liquidity_tolerance_bps: liquidity,
    tolerance_bps: tolerance,
    target_out: target,
  } = input;
  const way = streaming === "single" ? SINGLE : typeof streaming === "object" ? streaming : undefined;
  return {
    from,
    to,
    amount,
    ...(typeof destination === "string" && { destination }),
    ...(typeof refundAddress === "string" && { refundAddress }),
    ...(way && { streaming: way as NonNullable<QuoteRequest["streaming"]> }),
    ...(typeof tolerance === "number" && { toleranceBps: tolerance }),
    ...(typeof liquidity === "number" && { liquidityToleranceBps: liquidity }),
    ...(typeof target === "string" && { targetOut: target }),
  };
}

const notChecked = withCode("unreadable")("it could not be checked");

function adviceLevelOf(answer: Whole): AdviceLevel {
  const isWithheld = answer.withheld !== null && answer.withheld.code !== "no_destination";
  if (answer.trading !== "open" || isWithheld || answer.error !== undefined) return "forbidden";
  return answer.warnings.some(({ code }) => !["sample", "one_source", "outvoted"].includes(code)) ? "warned" : "none";
}

function orderOf({ order, to }: AnsweredPair): ToldQuote["order"] {
  const marketOut = order && baseOf(order.market_out, to);
  return order && marketOut !== null ? { marketOut, ttlBlocks: order.ttl_blocks, ttlSeconds: order.ttl_seconds } : null;
}

function floorOf(bps: NonNullable<Whole["affiliate_floor_bps"]>): ToldQuote["affiliateFloor"] {
  return { bps: typeof bps === "number" ? bps : null, reason: bps === "unknown" ? notChecked : null };
}

/** The page's own words on the facts of the answer: no sentence is read out of its advice. */
function howToSendOf(answer: AnsweredPair, level: AdviceLevel): readonly string[] | null {
  const { from, to, memo, inbound_address: address, router, source } = answer;
  if (memo === null || level === "forbidden" || source === "sample") return null;
  const preset = presetOf(answer);
  const rowOf = (asset: string) => preset.chains.find(({ code }) => code === payoutChainOf(asset, preset));
  const sent = {
    inboundAddress: address,
    sendBeforeMs: timeOf(answer.send_before),
    gasRate: answer.gas_rate,
    gasRateUnits: answer.gas_rate_units,
  };
  return howToSendSteps(sent, {
    sourceFamily: depositFamily(rowOf(from), isRouterToken(from, router)),
    payoutFamily: depositFamily(rowOf(to), false),
    hasRefundAddress: namesRefundAddress(memo),
  });
}

export function quoteReading(answer: AnsweredPair): ToldQuote {
  const { from, to, withheld, streaming, affiliate_floor_bps: floor } = answer;
  const envelope = answeredEnvelope(answer);
  const reason = reasonOf(answer.reason);
  const out = (text: string | null) => baseOf(text, to);
  const sent = (text: string | null) => baseOf(text, from);
  // An order that waits for its price has two worths, and no cost yet.
  const isCosted = answer.total_cost_bps !== null;
  const adviceLevel = adviceLevelOf(answer);
  return {
    ...envelope,
    from,
    to,
    amount: baseOf(answer.amount, from),
    converted: null,
    trading: judgementOf(answer.trading, answer.halted_by, reason, envelope.clock.reason),
    expectedAmountOut: out(answer.expected_amount_out),
    bestCaseOut: out(answer.best_case_amount_out),
    thinPoolLossBps: answer.thin_pool_loss_bps,
    sensibleMaxAmount: sent(answer.sensible_max_amount),
    minReceived: out(answer.min_received),
    belowLimit: answer.below_limit,
    refundFee: moneyOf(answer.refund_fee),
    sentUsd: usdOf(answer.sent_usd),
    receivedUsd: usdOf(answer.received_usd),
    // Its amount in the asset received is not in the answer, so nothing may show it.
    totalCost: isCosted ? { asset: to, base: 0n, usd: totalCostUsd(answer) } : null,
    totalCostBps: answer.total_cost_bps,
    totalWithNetworkFeeUsd: usdOf(answer.total_with_network_fee_usd),
    totalWithNetworkFeeBps: answer.total_with_network_fee_bps,
    priceImpact: null,
    priceImpactBps: answer.price_impact_bps,
    feeShares: [],
    affiliateFloor: floor === null ? null : floorOf(floor),
    streaming: {
      mode: streaming.mode,
      interval: streaming.interval,
      quantity: streaming.quantity,
      isApplied: streaming.applied,
    },
    order: orderOf(answer),
    fees: [],
    inboundGasEstimate: moneyOf(answer.inbound_gas_estimate),
    gasRate: answer.gas_rate,
    gasRateUnits: answer.gas_rate_units,
    slipBps: null,
    totalBps: null,
    recommendedMinAmount: sent(answer.recommended_min_amount),
    dustThreshold: sent(answer.dust_threshold),
    maxStreamingQuantity: streaming.quantity,
    seconds: {
      inboundConfirmation: answer.seconds.inbound_confirmation ?? null,
      swap: answer.seconds.swap ?? null,
      streaming: answer.seconds.swap ?? null,
      outboundDelay: answer.seconds.outbound_delay ?? null,
      total: answer.seconds.total ?? null,
    },
    sendBeforeMs: timeOf(answer.send_before),
    memo: answer.memo,
    inboundAddress: answer.inbound_address,
    router: answer.router,
    networkNotes: answer.network_notes,
    sourcesAgreeing: answer.sources_agreeing,
    reason: answer.reason === null ? null : reason,
    withheld: withheld && { code: withheld.code, text: withheld.text, retryAfterSeconds: withheld.retry_after_seconds },
    sizeFault: null,
    adviceLevel,
    howToSend: howToSendOf(answer, adviceLevel),
    payoutSigning: answer.payout_signing,
  };
}

/** Each bps is rounded to a hundredth, so their sum may be so far from the total. */
const SLACK_BPS = 0.05;

/** The bar of costs: each part in dollars and in basis points of the amount sent, drawn only where all are known and add up. */
function answeredCosts(answer: SwapQuoteAnswer, quote: ToldQuote): Omit<CostsView, "table"> {
  const { affiliate_floor_bps: floor } = answer;
  const parts = drawnParts(answer);
  const floorNotes = floor === null || floor === "unknown" ? [] : [floorText(floor === "none" ? null : floor)];
  return { parts, notes: [...costNotes(quote, parts.length > 0), ...floorNotes] };
}

function drawnParts(answer: SwapQuoteAnswer): CostPartView[] {
  const { total_cost_bps: totalBps, price_impact_bps: impactBps, price_impact_usd: impactUsd } = answer;
  const all = [...answer.fees, { kind: "price_impact" as const, usd: impactUsd, bps: impactBps }];
  const known = all.flatMap(({ kind, usd, bps }) => (bps === null ? [] : [{ kind, usd: usdOf(usd), bps }]));
  const sumBps = known.reduce((sum, { bps }) => sum + bps, 0);
  if (totalBps === null || known.length < costKinds.length || sumBps <= 0) return [];
  if (Math.abs(sumBps - totalBps) > SLACK_BPS || known.some(({ bps }) => bps < 0)) return [];
  return costKinds.flatMap((kind) => {
    const part = known.find((one) => one.kind === kind && (one.bps > 0 || (one.usd ?? 0n) > 0n));
    return part ? [drawnPart(kind, part.usd, part.bps, part.bps / sumBps)] : [];
  });
}

function totalCostUsd({ sent_usd, received_usd }: Pick<SwapQuoteAnswer, "sent_usd" | "received_usd">): bigint | null {
  const [sent, received] = [usdOf(sent_usd), usdOf(received_usd)];
  return sent === null || received === null ? null : sent - received;
}
