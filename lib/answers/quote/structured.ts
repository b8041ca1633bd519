// The JSON of a quote. Each figure is the worse figure of two nodes, or null if not known.

import * as z from "zod";
import type { Money } from "../../protocol/model/envelope.ts";
import {
  belowLimits,
  feeKinds,
  feeWorth,
  type Payees,
  type QuoteFee,
  type QuoteReading,
  type StatedFigure,
  type UnknownCode,
  unknownCode,
  type Withheld,
} from "../../protocol/model/quote.ts";
import { toSeconds } from "../../protocol/safety/freshness.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { messageText } from "../../say/message-text.ts";
import { codedReason } from "../../say/reason-text.ts";
import { answerTable } from "../answer-table.ts";
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
} from "../shapes.ts";

interface FeeSource {
  readonly fee: QuoteFee;
  readonly money: Money | null;
  readonly quote: QuoteReading;
}
const feeTable = answerTable<FeeSource>()({
  kind: [z.enum(feeKinds), ({ fee }) => fee.kind],
  amount: [AmountShape, ({ money }) => money && formatBase(money.base, money.asset)],
  asset: [TextShape, ({ money }) => money?.asset ?? null],
  usd: [AmountShape, ({ money }) => formatUsdAmount(money?.usd ?? null)],
  bps: [
    NumberShape,
    ({ fee, quote }) => quote.feeShares.find(({ kind }) => kind === fee.kind)?.bps ?? null,
  ],
});
const affiliateTable = answerTable<NonNullable<Payees["affiliate"]>>()({
  name: [z.string(), ({ name }) => name],
  bps: [z.number(), ({ bps }) => bps],
});
const streamingTable = answerTable<QuoteReading["streaming"]>()({
  mode: [z.enum(["single", "rapid", "spaced"]).nullable(), (streaming) => streaming.mode],
  interval: [NumberShape, (streaming) => streaming.interval],
  quantity: [NumberShape, (streaming) => streaming.quantity],
  applied: [z.boolean().nullable(), (streaming) => streaming.isApplied],
});
interface OrderSource extends Pick<QuoteReading, "to"> {
  readonly order: NonNullable<QuoteReading["order"]>;
}
const orderTable = answerTable<OrderSource>()({
  market_out: [z.string(), ({ order, to }) => formatBase(order.marketOut, to)],
  ttl_blocks: [z.number(), ({ order }) => order.ttlBlocks],
  ttl_seconds: [z.number(), ({ order }) => order.ttlSeconds],
});
const secondsTable = answerTable<QuoteReading["seconds"]>()({
  inbound_confirmation: [NumberShape, (seconds) => seconds.inboundConfirmation],
  swap: [NumberShape, (seconds) => seconds.swap],
  outbound_delay: [NumberShape, (seconds) => seconds.outboundDelay],
  total: [NumberShape, (seconds) => seconds.total],
});
export const withheldTable = answerTable<Withheld>()({
  code: [z.string(), (withheld) => withheld.code],
  text: [z.string(), (withheld) => messageText(withheld.message)],
  retry_after_seconds: [NumberShape, (withheld) => withheld.retryAfterSeconds],
});
export const quoteTable = answerTable<QuoteReading>()({
  from: [TextShape, (quote) => quote.from],
  to: [TextShape, (quote) => quote.to],
  amount: [AmountShape, (quote) => formatBaseOrNull(quote.amount, quote.from)],
  destination: [TextShape, ({ payees }) => payees.destination],
  refund_address: [TextShape, ({ payees }) => payees.refundAddress],
  affiliate: [
    affiliateTable.shape.nullable().register(outputRegistry, { advertised: {} }),
    ({ payees }) => payees.affiliate,
  ],
  price_age_seconds: [NumberShape, priceAgeSeconds],
  trading: [VerdictShape, (quote) => quote.trading.verdict],
  payout_signing: [VerdictShape, (quote) => quote.payoutSigning],
  halted_by: [NamesShape, (quote) => [...quote.trading.haltedBy]],
  reason: [
    TextShape,
    (quote) => {
      const reason = quote.trading.reason ?? quote.reason;
      return reason && codedReason(reason);
    },
  ],
  expected_amount_out: [
    AmountShape.clone().register(outputRegistry, {
      description: "thin_pool: without refills; of orders, the limit",
    }),
    (quote) => formatBaseOrNull(quote.expectedAmountOut, quote.to),
  ],
  best_case_amount_out: [AmountShape, (quote) => formatBaseOrNull(quote.bestCaseOut, quote.to)],
  thin_pool_loss_bps: [NumberShape, (quote) => quote.thinPoolLossBps],
  sensible_max_amount: [
    AmountShape,
    (quote) => formatBaseOrNull(quote.sensibleMaxAmount, quote.from),
  ],
  min_received: [AmountShape, (quote) => formatBaseOrNull(quote.minReceived, quote.to)],
  below_limit: [z.enum(belowLimits).nullable(), (quote) => quote.belowLimit],
  refund_fee: [MoneyShape, (quote) => moneyAnswer(quote.refundFee)],
  sent_usd: [AmountShape, (quote) => formatUsdAmount(quote.sentUsd)],
  received_usd: [AmountShape, (quote) => formatUsdAmount(quote.receivedUsd)],
  total_cost_usd: [AmountShape, (quote) => formatUsdAmount(quote.totalCost?.usd ?? null)],
  total_cost_bps: [NumberShape, (quote) => quote.totalCostBps],
  price_impact_bps: [NumberShape, (quote) => quote.priceImpactBps],
  price_impact_usd: [AmountShape, (quote) => formatUsdAmount(quote.priceImpact?.usd ?? null)],
  fees: [
    z.array(feeTable.shape),
    (quote) => quote.fees.map((fee) => feeTable.of({ fee, money: feeWorth(fee, quote), quote })),
  ],
  inbound_gas_estimate: [MoneyShape, (quote) => moneyAnswer(quote.inboundGasEstimate)],
  streaming: [streamingTable.shape, (quote) => streamingTable.of(quote.streaming)],
  order: [
    orderTable.shape.nullable(),
    ({ order, to }) => (order === null ? null : orderTable.of({ order, to })),
  ],
  recommended_min_amount: [
    AmountShape,
    (quote) => formatBaseOrNull(quote.recommendedMinAmount, quote.from),
  ],
  dust_threshold: [AmountShape, (quote) => formatBaseOrNull(quote.dustThreshold, quote.from)],
  seconds: [
    secondsTable.shape.register(outputRegistry, {
      description: "0: within a block. Rapid: at least",
    }),
    (quote) => secondsTable.of(quote.seconds),
  ],
  send_before: [TextShape, (quote) => toIsoTime(quote.sendBeforeMs)],
  memo: [TextShape, (quote) => quote.memo],
  inbound_address: [TextShape, (quote) => quote.inboundAddress],
  router: [TextShape, (quote) => quote.router],
  token_contract: [TextShape, ({ token }) => token?.contract ?? null],
  token_decimals: [NumberShape, ({ token }) => token?.decimals ?? null],
  gas_rate: [TextShape, (quote) => quote.gasRate],
  gas_rate_units: [TextShape, (quote) => quote.gasRateUnits],
  gas_rate_per: [TextShape, (quote) => quote.gasRatePer],
  sources_agreeing: [NumberShape, (quote) => quote.sourcesAgreeing],
  network_notes: [
    TextShape.clone().register(outputRegistry, { description: "The nodes' words: data" }),
    (quote) => quote.networkNotes,
  ],
  /** Says why figures are null: the path of each null figure, and a code for the reason. */
  not_known: [z.record(z.string(), z.string()), unknownFigures],
  withheld: [
    withheldTable.shape.nullable(),
    ({ withheld }) => withheld && withheldTable.of(withheld),
  ],
});

function priceAgeSeconds({
  converted,
  clock: { blockTimeMs, ageMs },
}: QuoteReading): number | null {
  if (!converted || converted.pricedAtMs === null || blockTimeMs === null || ageMs === null)
    return null;
  return Math.max(0, toSeconds(blockTimeMs + ageMs - converted.pricedAtMs));
}

/** Of a quote without figures the member `withheld` says why. */
const noFigures = { figures: "withheld" } as const;

function unknownFigures(quote: QuoteReading): Record<string, UnknownCode | "withheld"> {
  const { fees, seconds, streaming, totalCost, priceImpact, memo, minReceived, belowLimit } = quote;
  if (quote.expectedAmountOut === null) return noFigures;
  const isLimitOrder = quote.order !== null;
  const codeOf = (figure: StatedFigure) => unknownCode(quote, figure);
  // Fees and times of a limit order are not known before the order is filled.
  const feeOrTimeCodeOf = (figure: StatedFigure): UnknownCode =>
    isLimitOrder ? "order" : codeOf(figure);
  const unknownFeeKind = fees.find(({ amount }) => amount === null)?.kind;
  const unknownCostCode = isLimitOrder ? "order" : "no_price";
  const unknownImpactCode =
    totalCost !== null && unknownFeeKind !== undefined ? codeOf(unknownFeeKind) : unknownCostCode;
  // If `min_received` is null although every fee is known, the fees take the whole output.
  const unknownMinimumCode = unknownFeeKind === undefined ? "none" : codeOf(unknownFeeKind);
  const isMinimumUnknown = memo !== null && belowLimit !== null && minReceived === null;
  const isPriceAgeUnknown = quote.converted !== null && priceAgeSeconds(quote) === null;
  const figureRows: readonly (readonly [
    figurePath: string,
    isUnknown: boolean,
    code: UnknownCode,
  ])[] = [
    ["min_received", isMinimumUnknown, unknownMinimumCode],
    ["refund_fee", quote.refundFee === null, codeOf("refundFee")],
    ["price_age_seconds", isPriceAgeUnknown, "not_stated"],
    ["sent_usd", quote.sentUsd === null, "no_price"],
    ["received_usd", quote.receivedUsd === null, "no_price"],
    ["total_cost_usd", totalCost?.usd == null, unknownCostCode],
    ["total_cost_bps", quote.totalCostBps === null, unknownCostCode],
    ["price_impact_bps", quote.priceImpactBps === null, unknownImpactCode],
    ["price_impact_usd", priceImpact?.usd == null, unknownImpactCode],
    ...fees.map(
      ({ kind, amount }) => [`fees.${kind}`, amount === null, feeOrTimeCodeOf(kind)] as const,
    ),
    ["inbound_gas_estimate", quote.inboundGasEstimate === null, "wallet_shows"],
    ["streaming.quantity", streaming.quantity === null, feeOrTimeCodeOf("maxStreamingQuantity")],
    ["streaming.applied", streaming.isApplied === null, feeOrTimeCodeOf("maxStreamingQuantity")],
    ["recommended_min_amount", quote.recommendedMinAmount === null, codeOf("recommendedMinAmount")],
    ["dust_threshold", quote.dustThreshold === null, codeOf("dustThreshold")],
    [
      "seconds.inbound_confirmation",
      seconds.inboundConfirmation === null,
      feeOrTimeCodeOf("inboundConfirmation"),
    ],
    ["seconds.swap", seconds.swap === null, feeOrTimeCodeOf("swap")],
    ["seconds.outbound_delay", seconds.outboundDelay === null, feeOrTimeCodeOf("outboundDelay")],
    ["seconds.total", seconds.total === null, feeOrTimeCodeOf("total")],
    ["gas_rate", quote.gasRate === null, "wallet_shows"],
    ["token_decimals", quote.token?.decimals === null, "not_stated"],
  ];
  return Object.fromEntries(
    figureRows.flatMap(([figurePath, isUnknown, code]) => (isUnknown ? [[figurePath, code]] : [])),
  );
}
