// get_swap_quote. A quote is made for this caller, with the worse of two nodes' figures. A figure that a node did not give is null.
import { z } from "zod";
import { ORDINARY_ACCOUNT } from "../../protocol/model/deposit-shape.ts";
import type { QuoteFee, QuoteReading, QuoteRequest, Withheld } from "../../protocol/model/quote.ts";
import { codedReason } from "../../protocol/model/reason.ts";
import { spareWords } from "../../protocol/quote/advice.ts";
import { feeWorth } from "../../protocol/quote/fee-worth.ts";
import { MAX_AFFILIATE_BPS } from "../../protocol/quote/request.ts";
import { SINGLE } from "../../protocol/quote/way.ts";
import { withheldByFailure } from "../../protocol/quote/withheld.ts";
import { formatClock } from "../../protocol/values/figure-text.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { AmountText } from "./arguments.ts";
import type { EnvelopeAnswer } from "./envelope.ts";
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
  expected_amount_out: AmountShape,
  min_received: AmountShape,
  sent_usd: AmountShape,
  received_usd: AmountShape,
  total_cost_bps: NumberShape,
  price_impact_bps: NumberShape,
  price_impact_usd: AmountShape,
  fees: z.array(FeeShape),
  inbound_gas_estimate: MoneyShape.clone().register(outputRegistry, {
    description: "Network fee, on top of total_cost_bps",
  }),
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
  amount: AmountText.describe('Whole units of from: "0.05"'),
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
    .describe("Where a refund goes, on from's chain; else to the sender. Ask for one where a relayer may sign")
    .optional(),
  streaming: z
    .union([
      z.enum(["single", "rapid"]),
      z.strictObject({
        interval: z.number().int().min(1).max(quoteLimits.intervalBlocks).describe("Blocks between parts"),
        quantity: z.number().int().min(0).max(quoteLimits.subSwaps).describe("Parts; 0 lets the network choose"),
      }),
    ])
    .describe("Default rapid; parts some blocks apart: less price impact, more time")
    .optional(),
  liquidity_tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.liquidityToleranceBps)
    .describe("Refund if less than the expected output by more; default 300, 0 sets no limit")
    .optional(),
  tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.toleranceBps)
    .describe("Instead of it: the same, from the price before fees")
    .optional(),
  target_out: AmountText.describe("Limit order: waits until it brings this much; no tolerance then").optional(),
  affiliate: z.string().min(1).max(64).describe("THORName or address that takes affiliate_bps").optional(),
  affiliate_bps: z.number().int().min(0).max(MAX_AFFILIATE_BPS).optional(),
});

export const getSwapQuote = createTool({
  name: "get_swap_quote",
  title: "Swap quote: output, fees, time",
  view: "quote",
  description:
    "Quotes one swap: what comes out, each fee, time, smallest sensible amount. " +
    "Use it for the cost of a swap. For pools use list_pools. For a sent swap use get_swap_status. " +
    "An asset name that fits several is an error with candidates. " +
    "Amounts are decimals in whole units, never base units. " +
    "Returns expected_amount_out after fees, total cost and each fee in USD and bps of the amount. " +
    "The sender's network fee, inbound_gas_estimate, comes on top. " +
    "With destination also memo, inbound_address and min_received, to use before send_before; withheld says why they are null. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. Send a token only by its router (see get_inbound_addresses). ` +
    "Pay gas_rate or more: a late deposit may be lost. " +
    "Refused when halted, too small or invalid: error.code says why. Never send on an expired or failed quote.",
  input: InputShape,
  body: QuoteShape,
  unread: {
    from: null,
    to: null,
    amount: null,
    trading: "unknown",
    payout_signing: "unknown",
    halted_by: [],
    reason: null,
    expected_amount_out: null,
    min_received: null,
    sent_usd: null,
    received_usd: null,
    total_cost_bps: null,
    price_impact_bps: null,
    price_impact_usd: null,
    fees: [],
    inbound_gas_estimate: null,
    streaming: { mode: null, interval: null, quantity: null, applied: null },
    affiliate_floor_bps: null,
    order: null,
    recommended_min_amount: null,
    dust_threshold: null,
    seconds: { inbound_confirmation: null, swap: null, outbound_delay: null, total: null },
    send_before: null,
    memo: null,
    inbound_address: null,
    router: null,
    gas_rate: null,
    gas_rate_units: null,
    sources_agreeing: null,
    withheld: null,
  },
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
  const { from, to, amount, destination, streaming, affiliate } = input;
  const way = streaming === "single" ? SINGLE : streaming === "rapid" ? undefined : streaming;
  const { refund_address: refundAddress, affiliate_bps: affiliateBps } = input;
  const { tolerance_bps: toleranceBps, liquidity_tolerance_bps: liquidityToleranceBps, target_out: targetOut } = input;
  return {
    from,
    to,
    amount,
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
    amount: formatBase(reading.amount, from),
    trading: reading.trading.verdict,
    payout_signing: reading.payoutSigning,
    halted_by: [...reading.trading.haltedBy],
    reason: reason && codedReason(reason),
    expected_amount_out: formatBaseOrNull(reading.expectedAmountOut, to),
    min_received: formatBaseOrNull(reading.minReceived, to),
    sent_usd: formatUsdAmount(reading.sentUsd),
    received_usd: formatUsdAmount(reading.receivedUsd),
    total_cost_bps: reading.totalCostBps,
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
function quoteLines(quote: SwapQuoteAnswer, isRead: boolean, { advice }: EnvelopeAnswer): string[] {
  const { from, to, withheld, halted_by: haltedBy, send_before: sendBefore } = quote;
  const trading = `trading ${quote.trading}${haltedBy.length === 0 ? "" : `, halted_by ${joinNames(haltedBy)}`}`;
  const sent =
    withheld === null ? sendableText(quote) : withheldText(withheld, isRead && !advice.includes(withheld.text));
  if (quote.expected_amount_out === null) return [`no quote, ${trading}`, sent];
  // What is to be done says the time already.
  const isTimeSaid = sendBefore !== null && advice.includes(`Before ${formatClock(Date.parse(sendBefore))}:`);
  return [
    `${quote.amount} ${quoteWord(from)} (usd ${quote.sent_usd}) to ${quoteWord(to && shortContract(to))}: ${outputText(quote)}, total_cost_bps ${quote.total_cost_bps}, ${trading}`,
    isTimeSaid ? sent : `send_before ${sendBefore}, ${sent}`,
  ];
}

/** What an order pays now and how long it waits, its warning says. Its fees, its parts and when it is filled nobody knows. */
function moreQuoteLines(quote: SwapQuoteAnswer): string[] {
  const { affiliate_floor_bps: floor, recommended_min_amount: least } = quote;
  if (quote.expected_amount_out === null) return least === null ? [] : [`recommended_min_amount ${least}`];
  const { seconds } = quote;
  const swap = [
    `price_impact_bps ${quote.price_impact_bps}; fees already taken, usd|bps of the amount sent: ${feesText(quote.fees)}`,
    `seconds: ${formatFigures(seconds)}`,
    `streaming ${streamingText(quote.streaming)}`,
  ];
  return [
    `network fee on top: inbound_gas_estimate ${formatMoney(quote.inbound_gas_estimate)}`,
    ...(quote.order === null ? swap : [`seconds: inbound_confirmation ${seconds.inbound_confirmation}`]),
    `recommended_min_amount ${least}${floor === null ? "" : `; affiliate_floor_bps ${floor}`}`,
  ];
}

/** Parts of one block have no interval. What is not told otherwise was applied as asked. */
function streamingText({ mode, interval, quantity, applied }: SwapQuoteAnswer["streaming"]): string {
  const parts = mode === "single" ? "" : `, quantity ${quantity}`;
  return `${mode}${mode === "spaced" ? `, interval ${interval}` : ""}${parts}${applied === true ? "" : `, applied ${applied}`}`;
}

/** What would bring less is refunded: of a swap in parts a part, while others are paid out. */
function outputText({
  expected_amount_out: out,
  received_usd: usd,
  min_received: least,
  streaming: { quantity },
  order,
}: SwapQuoteAnswer): string {
  const condition = least === null || quantity === 1 || order !== null ? "" : " if all parts run";
  return `expected_amount_out ${out} (usd ${usd}), min_received ${least}${condition}`;
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
