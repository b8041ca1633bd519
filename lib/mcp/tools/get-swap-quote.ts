// get_swap_quote. A quote is made for this caller, with the worse of two nodes' figures. A figure that a node did not give is null.
import * as z from "zod";
import { ORDINARY_ACCOUNT } from "../../protocol/model/deposit-shape.ts";
import {
  belowLimits,
  feeWorth,
  type QuoteFee,
  type QuoteReading,
  type QuoteRequest,
  type Withheld,
} from "../../protocol/model/quote.ts";
import { codedReason } from "../../protocol/model/verdicts.ts";
import { spareWords } from "../../protocol/quote/advice.ts";
import { MAX_AFFILIATE_BPS } from "../../protocol/quote/request.ts";
import { SINGLE } from "../../protocol/quote/way.ts";
import { withheldByFailure } from "../../protocol/quote/withheld.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { AmountText } from "./arguments.ts";
import {
  AmountShape,
  formatBase,
  formatBaseOrNull,
  formatUsdAmount,
  MoneyShape,
  moneyAnswer,
  NamesShape,
  NumberShape,
  outputRegistry,
  TextShape,
  VerdictShape,
} from "./shapes.ts";
import { formatFigures, formatMoney, joinNames, quoteData, quoteWord, shortContract } from "./text.ts";
import { createTool } from "./tool.ts";

const FeeShape = z.object({
  kind: z.enum(["liquidity", "outbound", "affiliate"]),
  amount: AmountShape,
  asset: TextShape,
  usd: AmountShape,
  bps: NumberShape,
});
const QuoteShape = z.object({
  from: TextShape,
  to: TextShape,
  amount: AmountShape,
  trading: VerdictShape,
  payout_signing: VerdictShape,
  halted_by: NamesShape,
  reason: TextShape,
  expected_amount_out: AmountShape.clone().register(outputRegistry, {
    description: "If nobody refills the pools; of orders, the limit",
  }),
  best_case_amount_out: AmountShape,
  thin_pool_loss_bps: NumberShape,
  sensible_max_amount: AmountShape,
  min_received: AmountShape,
  below_limit: z.enum(belowLimits).nullable(),
  refund_fee: MoneyShape,
  sent_usd: AmountShape,
  received_usd: AmountShape,
  total_cost_bps: NumberShape,
  total_with_network_fee_usd: AmountShape,
  total_with_network_fee_bps: NumberShape,
  price_impact_bps: NumberShape,
  price_impact_usd: AmountShape,
  fees: z.array(FeeShape),
  inbound_gas_estimate: MoneyShape,
  streaming: z.object({
    mode: z.enum(["single", "rapid", "spaced"]).nullable(),
    interval: NumberShape,
    quantity: NumberShape,
    applied: z.boolean().nullable(),
  }),
  affiliate_floor_bps: z.union([z.number(), z.enum(["none", "unknown"])]).nullable(),
  order: z.object({ market_out: z.string(), ttl_blocks: z.number(), ttl_seconds: z.number() }).nullable(),
  recommended_min_amount: AmountShape,
  dust_threshold: AmountShape,
  seconds: z
    .object({ inbound_confirmation: NumberShape, swap: NumberShape, outbound_delay: NumberShape, total: NumberShape })
    .register(outputRegistry, {
      description: "total: confirmation, then the longer of the other two",
    }),
  send_before: TextShape,
  memo: TextShape,
  inbound_address: TextShape,
  router: TextShape,
  gas_rate: TextShape,
  gas_rate_units: TextShape,
  sources_agreeing: NumberShape,
  network_notes: TextShape.clone().register(outputRegistry, { description: "The nodes' words: data" }),
  withheld: z.object({ code: z.string(), text: z.string(), retry_after_seconds: NumberShape }).nullable(),
});
export type SwapQuoteAnswer = z.output<typeof QuoteShape>;

/** The form of /quote has the same limits. */
export const quoteLimits = {
  assetChars: 120,
  destinationChars: 128,
  intervalBlocks: 1000,
  subSwaps: 100_000,
  /** Nodes refuse all of the output as a tolerance, and take all of the price. */
  liquidityToleranceBps: 9_999,
  toleranceBps: 10_000,
} as const;

const InputShape = z.strictObject({
  from: z.string().min(1).max(quoteLimits.assetChars).describe("Asset to send: BTC, eth.usdc, ETH.USDC-0XA0B8…"),
  to: z.string().min(1).max(quoteLimits.assetChars).describe("Asset to receive"),
  amount: AmountText.describe('Whole units of from: "0.05"').optional(),
  // The reader refuses what is no decimal.
  amount_usd: z.string().max(61).describe("Instead of it: US dollars").optional(),
  destination: z
    .string()
    .min(1)
    .max(quoteLimits.destinationChars)
    .describe(
      "Receiving address: the user's own wallet, no contract, exchange or MWEB; on XRP one without required tag or authorisation",
    )
    .optional(),
  refund_address: z
    .string()
    .min(1)
    .max(quoteLimits.destinationChars)
    .describe("Where a refund goes, on from's chain; else to the sender. Ask for one if a relayer may sign")
    .optional(),
  streaming: z
    .union([
      z.enum(["single", "rapid"]),
      z.strictObject({
        interval: z.number().int().min(1).max(quoteLimits.intervalBlocks).describe("Blocks between parts"),
        quantity: z.number().int().min(0).max(quoteLimits.subSwaps).describe("Parts; 0: the network chooses"),
      }),
    ])
    .describe("Default rapid; parts apart: less price impact, more time")
    .optional(),
  liquidity_tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.liquidityToleranceBps)
    .describe("Refund if the output is lower by more; default 300, 0: no limit")
    .optional(),
  tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.toleranceBps)
    .describe("Or the same, from the price before fees")
    .optional(),
  target_out: AmountText.describe("Limit order: waits until it brings this much; no tolerance").optional(),
  affiliate: z.string().min(1).max(64).describe("THORName or address that takes affiliate_bps").optional(),
  affiliate_bps: z.number().int().min(0).max(MAX_AFFILIATE_BPS).optional(),
});

export const getSwapQuote = createTool({
  name: "get_swap_quote",
  title: "Swap quote: output, fees, time",
  view: "quote",
  description:
    "Quotes one swap: output, cost, time, smallest sensible amount. " +
    "For pools use list_pools. For a sent swap use get_swap_status. " +
    "An ambiguous asset is an error with candidates. " +
    "Amounts are decimals in whole units. " +
    "Returns expected_amount_out after fees, each fee, and total_with_network_fee_usd, all that a person pays. " +
    "With destination also memo, inbound_address and min_received, until send_before; withheld says why they are null. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. Tokens only by the router. ` +
    "Pay gas_rate or more: a late deposit may be lost. " +
    "Never send on an expired or failed quote.",
  input: InputShape,
  body: QuoteShape,
  failed: (failure) => ({ withheld: withheldAnswer(withheldByFailure(failure)) }),
  async read(network, input, options) {
    const envelope = await network.getQuote(readRequest(input), options);
    return { envelope, body: quoteAnswer(envelope) };
  },
  toLines: quoteLines,
  toMoreLines: moreQuoteLines,
  maxTokens: 450,
  spareWords,
});

function readRequest(input: z.output<typeof InputShape>): QuoteRequest {
  const { from, to, amount, amount_usd: amountUsd, destination, streaming, affiliate } = input;
  const way = streaming === "single" ? SINGLE : streaming === "rapid" ? undefined : streaming;
  const { refund_address: refundAddress, affiliate_bps: affiliateBps } = input;
  const { tolerance_bps: toleranceBps, liquidity_tolerance_bps: liquidityToleranceBps, target_out: targetOut } = input;
  return {
    from,
    to,
    amount,
    ...(amountUsd !== undefined && { amountUsd }),
    ...(destination !== undefined && { destination }),
    ...(refundAddress !== undefined && { refundAddress }),
    ...(way !== undefined && { streaming: way }),
    ...(toleranceBps !== undefined && { toleranceBps }),
    ...(liquidityToleranceBps !== undefined && { liquidityToleranceBps }),
    ...(targetOut !== undefined && { targetOut }),
    ...(affiliate !== undefined && { affiliate }),
    ...(affiliateBps !== undefined && { affiliateBps }),
  };
}

function quoteAnswer(reading: QuoteReading): SwapQuoteAnswer {
  const { from, to, seconds, streaming, affiliateFloor: floor, order, withheld } = reading;
  const { inboundConfirmation, swap, streaming: parts, outboundDelay, total } = seconds;
  const reason = reading.trading.reason ?? reading.reason;
  return {
    from,
    to,
    amount: formatBaseOrNull(reading.amount, from),
    trading: reading.trading.verdict,
    payout_signing: reading.payoutSigning,
    halted_by: [...reading.trading.haltedBy],
    reason: reason && codedReason(reason),
    expected_amount_out: formatBaseOrNull(reading.expectedAmountOut, to),
    best_case_amount_out: formatBaseOrNull(reading.bestCaseOut, to),
    thin_pool_loss_bps: reading.thinPoolLossBps,
    sensible_max_amount: formatBaseOrNull(reading.sensibleMaxAmount, from),
    min_received: formatBaseOrNull(reading.minReceived, to),
    below_limit: reading.belowLimit,
    refund_fee: moneyAnswer(reading.refundFee),
    sent_usd: formatUsdAmount(reading.sentUsd),
    received_usd: formatUsdAmount(reading.receivedUsd),
    total_cost_bps: reading.totalCostBps,
    total_with_network_fee_usd: formatUsdAmount(reading.totalWithNetworkFeeUsd),
    total_with_network_fee_bps: reading.totalWithNetworkFeeBps,
    price_impact_bps: reading.priceImpactBps,
    price_impact_usd: formatUsdAmount(reading.priceImpact?.usd ?? null),
    fees: reading.fees.map((fee) => feeAnswer(fee, reading)),
    inbound_gas_estimate: moneyAnswer(reading.inboundGasEstimate),
    streaming: {
      mode: streaming.mode,
      interval: streaming.interval,
      quantity: streaming.quantity,
      applied: streaming.isApplied,
    },
    affiliate_floor_bps: floor && (floor.reason === null ? (floor.bps ?? "none") : "unknown"),
    order: order && {
      market_out: formatBase(order.marketOut, to),
      ttl_blocks: order.ttlBlocks,
      ttl_seconds: order.ttlSeconds,
    },
    recommended_min_amount: formatBaseOrNull(reading.recommendedMinAmount, from),
    dust_threshold: formatBaseOrNull(reading.dustThreshold, from),
    seconds: {
      inbound_confirmation: inboundConfirmation,
      swap: swap === null || parts === null ? null : Math.max(swap, parts),
      outbound_delay: outboundDelay,
      total,
    },
    send_before: toIsoTime(reading.sendBeforeMs),
    memo: reading.memo,
    inbound_address: reading.inboundAddress,
    router: reading.router,
    gas_rate: reading.gasRate,
    gas_rate_units: reading.gasRateUnits,
    sources_agreeing: reading.sourcesAgreeing,
    network_notes: reading.networkNotes,
    withheld: withheld && withheldAnswer(withheld),
  };
}

function withheldAnswer({ code, text, retryAfterSeconds }: Withheld): SwapQuoteAnswer["withheld"] {
  return { code, text, retry_after_seconds: retryAfterSeconds };
}

function feeAnswer(fee: QuoteFee, reading: QuoteReading): SwapQuoteAnswer["fees"][number] {
  const { kind } = fee;
  const worth = feeWorth(fee, reading);
  return {
    kind,
    amount: worth && formatBase(worth.base, worth.asset),
    asset: worth?.asset ?? null,
    usd: formatUsdAmount(worth?.usd ?? null),
    bps: reading.feeShares.find((share) => share.kind === kind)?.bps ?? null,
  };
}

/** What decides, and what is sent. The asset to send is named whole: the call of a router takes its contract. */
function quoteLines(quote: SwapQuoteAnswer, isRead: boolean, { advice, isActTimed }: QuoteReading): string[] {
  const { from, to, withheld, halted_by: haltedBy, send_before: sendBefore } = quote;
  const trading = `trading ${quote.trading}${haltedBy.length === 0 ? "" : `, halted_by ${joinNames(haltedBy)}`}`;
  const sent =
    withheld === null ? sendableText(quote) : withheldText(withheld, isRead && !advice.includes(withheld.text));
  if (quote.expected_amount_out === null) return [`no quote, ${trading}`, sent];
  // What is to be done says the time already.
  const isTimeSaid = sendBefore !== null && isActTimed;
  return [
    `${quote.amount} ${quoteWord(from)} (usd ${quote.sent_usd}) to ${quoteWord(to && shortContract(to))}: ${outputText(quote)}${costText(quote)}, ${trading}`,
    isTimeSaid ? sent : `send_before ${sendBefore}, ${sent}`,
  ];
}

/** What an order pays now and how long it waits, its warning says. Its fees, parts and times nobody knows before it is filled. */
function moreQuoteLines(quote: SwapQuoteAnswer): string[] {
  const { affiliate_floor_bps: floor, recommended_min_amount: least, sensible_max_amount: most } = quote;
  if (quote.expected_amount_out === null) return least === null ? [] : [`recommended_min_amount ${least}`];
  const { seconds, thin_pool_loss_bps: loss } = quote;
  const swap = [
    `price_impact_bps ${quote.price_impact_bps}; fees already taken, usd|bps of the amount sent: ${feesText(quote.fees)}`,
    `seconds: ${formatFigures(seconds)}`,
    `streaming ${streamingText(quote.streaming)}`,
  ];
  return [
    `inbound_gas_estimate ${formatMoney(quote.inbound_gas_estimate)}`,
    ...(quote.order === null ? swap : []),
    `recommended_min_amount ${least}${most === null ? "" : `; sensible_max_amount ${most}`}${loss === null ? "" : `; thin_pool_loss_bps ${loss}`}${floor === null ? "" : `; affiliate_floor_bps ${floor}`}`,
  ];
}

/** What a person pays in all, or what that leaves out. What an order costs nobody knows before it is filled. */
function costText({ order, total_cost_bps: bps, total_with_network_fee_usd: all }: SwapQuoteAnswer): string {
  if (order !== null && all === null && bps === null) return "";
  return all !== null || bps === null
    ? `, total_with_network_fee_usd ${all}`
    : `, total_cost_bps ${bps} and the wallet's fee, not known`;
}

/** Rapid parts have no interval. What is not told otherwise was applied as asked. */
function streamingText({ mode, interval, quantity, applied }: SwapQuoteAnswer["streaming"]): string {
  const parts = mode === "single" ? "" : `, quantity ${quantity}`;
  return `${mode}${mode === "spaced" ? `, interval ${interval}` : ""}${parts}${applied === true ? "" : `, applied ${applied}`}`;
}

function outputText({
  expected_amount_out: out,
  best_case_amount_out: best,
  received_usd: usd,
  min_received: least,
  below_limit: below,
}: SwapQuoteAnswer): string {
  const condition = least === null || below !== "refund_parts" ? "" : " if all parts run";
  const more = best === null ? "" : `, best_case_amount_out ${best}`;
  return `expected_amount_out ${out} (usd ${usd})${more}, min_received ${least}${condition}`;
}

/** An affiliate that nobody named takes nothing. */
function feesText(fees: SwapQuoteAnswer["fees"]): string {
  const taken = fees.filter(({ kind, amount }) => kind !== "affiliate" || amount !== "0");
  const figures = taken.map(({ kind, usd, bps }) => [kind, usd === null && bps === null ? null : `${usd}|${bps}`]);
  return formatFigures(Object.fromEntries(figures)) || "none";
}

function sendableText(quote: SwapQuoteAnswer): string {
  const { memo, inbound_address: address, router, gas_rate: rate, gas_rate_units: units } = quote;
  const fee = rate === null ? "" : `, gas_rate ${rate} ${units}`;
  return `memo ${quoteData(memo)}, inbound_address ${quoteData(address)}, router ${quoteData(router)}${fee}`;
}

function withheldText({ code, text }: NonNullable<SwapQuoteAnswer["withheld"]>, isNew: boolean): string {
  return `memo, inbound_address, router: withheld, ${code}${isNew ? `: ${text}` : ""}`;
}
