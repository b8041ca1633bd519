// get_swap_quote. A quote is made for this caller, with the worse of two nodes' figures. A figure that a node did not give is null.
import { z } from "zod";
import type { QuoteFee, QuoteReading, QuoteRequest } from "../../protocol/model/quote.ts";
import { codedReason } from "../../protocol/model/reason.ts";
import { routerRule } from "../../protocol/quote/advice.ts";
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
  TextShape,
  VerdictShape,
} from "./shapes.ts";
import { formatMoney, joinNames, quoteData, quoteWord } from "./text.ts";
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
  halted_by: NamesShape,
  expected_amount_out: AmountShape,
  fees: z.array(FeeShape),
  inbound_gas_estimate: MoneyShape,
  slip_bps: NumberShape,
  total_bps: NumberShape,
  recommended_min_amount: AmountShape,
  dust_threshold: AmountShape,
  max_streaming_quantity: NumberShape,
  seconds: z.record(z.enum(["inbound_confirmation", "swap", "streaming", "outbound_delay", "total"]), NumberShape),
  expires_at: TextShape,
  memo: TextShape,
  inbound_address: TextShape,
  reason: TextShape,
});
type QuoteAnswer = z.output<typeof QuoteShape>;

/** The form of /quote has the same limits. */
export const quoteLimits = {
  assetChars: 120,
  destinationChars: 128,
  intervalBlocks: 1000,
  subSwaps: 100_000,
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
    .describe("Receiving address on to's chain")
    .optional(),
  streaming: z
    .strictObject({
      interval: z.number().int().min(0).max(quoteLimits.intervalBlocks).describe("Blocks between sub-swaps"),
      quantity: z.number().int().min(0).max(quoteLimits.subSwaps).describe("Sub-swaps; 0 lets the network choose"),
    })
    .describe("Split into sub-swaps: less slip, more time")
    .optional(),
  tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.toleranceBps)
    .describe("Refund if the output falls short by more")
    .optional(),
});

export const getSwapQuote = createTool({
  name: "get_swap_quote",
  title: "Swap quote: output, fees, time",
  description:
    "Quotes one swap: what comes out, each fee, the time it takes and the smallest sensible amount. " +
    "Use it for the cost of a named swap. " +
    "For pools in general use list_pools; for a swap already sent use get_swap_status. " +
    "Assets as people write them (BTC, eth.usdc); amount a decimal string in whole units of from, never base units; an ambiguous asset is an error with candidates. " +
    "Returns expected_amount_out with fees already taken, fees in asset, USD and bps, expires_at; with destination also memo and inbound_address, null unless safe. " +
    `${routerRule} ` +
    "Refused when halted, too small or invalid: error.code says why; never send on an expired or failed quote.",
  input: InputShape,
  body: QuoteShape,
  unread: {
    from: null,
    to: null,
    amount: null,
    trading: "unknown",
    halted_by: [],
    expected_amount_out: null,
    fees: [],
    inbound_gas_estimate: null,
    slip_bps: null,
    total_bps: null,
    recommended_min_amount: null,
    dust_threshold: null,
    max_streaming_quantity: null,
    seconds: { inbound_confirmation: null, swap: null, streaming: null, outbound_delay: null, total: null },
    expires_at: null,
    memo: null,
    inbound_address: null,
    reason: null,
  },
  async read(network, input, options) {
    const envelope = await network.getQuote(readRequest(input), options);
    return { envelope, body: quoteAnswer(envelope) };
  },
  toLines: quoteLines,
});

function readRequest(input: z.output<typeof InputShape>): QuoteRequest {
  const { from, to, amount, destination, streaming, tolerance_bps: toleranceBps } = input;
  return {
    from,
    to,
    amount,
    ...(destination !== undefined && { destination }),
    ...(streaming !== undefined && { streaming }),
    ...(toleranceBps !== undefined && { toleranceBps }),
  };
}

function quoteAnswer(reading: QuoteReading): QuoteAnswer {
  const { from, to, seconds } = reading;
  return {
    from,
    to,
    amount: formatBase(reading.amount, from),
    trading: reading.trading.verdict,
    halted_by: [...reading.trading.haltedBy],
    expected_amount_out: formatBaseOrNull(reading.expectedAmountOut, to),
    fees: reading.fees.map(feeAnswer),
    inbound_gas_estimate: moneyAnswer(reading.inboundGasEstimate),
    slip_bps: reading.slipBps,
    total_bps: reading.totalBps,
    recommended_min_amount: formatBaseOrNull(reading.recommendedMinAmount, from),
    dust_threshold: formatBaseOrNull(reading.dustThreshold, from),
    max_streaming_quantity: reading.maxStreamingQuantity,
    seconds: {
      inbound_confirmation: seconds.inboundConfirmation,
      swap: seconds.swap,
      streaming: seconds.streaming,
      outbound_delay: seconds.outboundDelay,
      total: seconds.total,
    },
    expires_at: toIsoTime(reading.expiresAtMs),
    memo: reading.memo,
    inbound_address: reading.inboundAddress,
    reason: reading.reason && codedReason(reading.reason),
  };
}

function feeAnswer({ kind, amount, bps }: QuoteFee): QuoteAnswer["fees"][number] {
  return {
    kind,
    amount: amount ? formatBase(amount.base, amount.asset) : null,
    asset: amount?.asset ?? null,
    usd: formatUsdAmount(amount?.usd ?? null),
    bps,
  };
}

function quoteLines(quote: QuoteAnswer): string[] {
  const { seconds } = quote;
  const fees = quote.fees.map(
    (fee) => `${fee.kind} ${fee.amount} ${quoteWord(fee.asset)} (usd ${fee.usd}) bps ${fee.bps}`,
  );
  return [
    `${quote.amount} ${quoteWord(quote.from)} to ${quoteWord(quote.to)}: expected_amount_out ${quote.expected_amount_out}, trading ${quote.trading}, halted_by ${joinNames(quote.halted_by)}, reason ${quote.reason ?? "none"}`,
    `fees, already taken: ${fees.join("; ") || "none"}; slip_bps ${quote.slip_bps}, total_bps ${quote.total_bps}`,
    `inbound_gas_estimate, on top: ${formatMoney(quote.inbound_gas_estimate)}`,
    `recommended_min_amount ${quote.recommended_min_amount}, dust_threshold ${quote.dust_threshold}, max_streaming_quantity ${quote.max_streaming_quantity}`,
    `seconds: inbound_confirmation ${seconds.inbound_confirmation}, swap ${seconds.swap}, streaming ${seconds.streaming}, outbound_delay ${seconds.outbound_delay}, total ${seconds.total}`,
    `expires_at ${quote.expires_at}, memo ${quoteData(quote.memo)}, inbound_address ${quoteData(quote.inbound_address)}`,
  ];
}
