// get_swap_quote. A quote has the worse of two nodes' figures. A figure that no node gave is null.

import * as z from "zod";
import { answerTable } from "../../answers/answer-table.ts";
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
} from "../../answers/shapes.ts";
import { formatMoney, gasRateText, joinNames, quoteData, quoteWord } from "../../answers/text.ts";
import type { Money } from "../../protocol/model/envelope.ts";
import {
  belowLimits,
  feeKinds,
  feeWorth,
  type QuoteFee,
  type QuoteReading,
  type QuoteRequest,
  type UnknownCode,
  unknownCode,
  type Withheld,
} from "../../protocol/model/quote.ts";
import { MAX_AFFILIATE_BPS } from "../../protocol/quote/request.ts";
import { SINGLE } from "../../protocol/quote/streaming.ts";
import { withheldByFailure } from "../../protocol/quote/withheld.ts";
import { toSeconds } from "../../protocol/safety/freshness.ts";
import { parseAsset } from "../../protocol/values/assets.ts";
import { formatClock, toIsoTime } from "../../protocol/values/figure-text.ts";
import { ORDINARY_ACCOUNT } from "../../say/deposits.en.ts";
import { adviceText, messageText } from "../../say/message-text.ts";
import { codedReason } from "../../say/reason-text.ts";
import { AmountText } from "./arguments.ts";
import { createTool } from "./tool.ts";

const feeTable = answerTable<{
  readonly fee: QuoteFee;
  readonly worth: Money | null;
  readonly quote: QuoteReading;
}>()({
  kind: [z.enum(feeKinds), ({ fee }) => fee.kind],
  amount: [AmountShape, ({ worth }) => worth && formatBase(worth.base, worth.asset)],
  asset: [TextShape, ({ worth }) => worth?.asset ?? null],
  usd: [AmountShape, ({ worth }) => formatUsdAmount(worth?.usd ?? null)],
  bps: [
    NumberShape,
    ({ fee, quote }) => quote.feeShares.find(({ kind }) => kind === fee.kind)?.bps ?? null,
  ],
});
const partsTable = answerTable<QuoteReading["streaming"]>()({
  mode: [z.enum(["single", "rapid", "spaced"]).nullable(), (parts) => parts.mode],
  interval: [NumberShape, (parts) => parts.interval],
  quantity: [NumberShape, (parts) => parts.quantity],
  applied: [z.boolean().nullable(), (parts) => parts.isApplied],
});
const orderTable = answerTable<
  QuoteReading & { readonly order: NonNullable<QuoteReading["order"]> }
>()({
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
const withheldTable = answerTable<Withheld>()({
  code: [z.string(), (withheld) => withheld.code],
  text: [z.string(), (withheld) => messageText(withheld.message)],
  retry_after_seconds: [NumberShape, (withheld) => withheld.retryAfterSeconds],
});
const quoteTable = answerTable<QuoteReading>()({
  from: [TextShape, (quote) => quote.from],
  to: [TextShape, (quote) => quote.to],
  amount: [AmountShape, (quote) => formatBaseOrNull(quote.amount, quote.from)],
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
      description: "If nobody refills the pools; of orders, the limit",
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
    (quote) => quote.fees.map((fee) => feeTable.of({ fee, worth: feeWorth(fee, quote), quote })),
  ],
  inbound_gas_estimate: [MoneyShape, (quote) => moneyAnswer(quote.inboundGasEstimate)],
  streaming: [partsTable.shape, (quote) => partsTable.of(quote.streaming)],
  order: [
    orderTable.shape.nullable(),
    ({ order, ...quote }) => (order === null ? null : orderTable.of({ ...quote, order })),
  ],
  recommended_min_amount: [
    AmountShape,
    (quote) => formatBaseOrNull(quote.recommendedMinAmount, quote.from),
  ],
  dust_threshold: [AmountShape, (quote) => formatBaseOrNull(quote.dustThreshold, quote.from)],
  seconds: [
    secondsTable.shape.register(outputRegistry, {
      description: "0: within a block",
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
  /** Place in the answer → why the figure there is null. */
  not_known: [z.record(z.string(), z.string()), listUnknown],
  withheld: [
    withheldTable.shape.nullable(),
    ({ withheld }) => withheld && withheldTable.of(withheld),
  ],
});
type SwapQuoteAnswer = z.output<typeof quoteTable.shape>;

function priceAgeSeconds({
  converted,
  clock: { blockTimeMs, ageMs },
}: QuoteReading): number | null {
  if (!converted || converted.pricedAtMs === null || blockTimeMs === null || ageMs === null)
    return null;
  return Math.max(0, toSeconds(blockTimeMs + ageMs - converted.pricedAtMs));
}

function listUnknown(quote: QuoteReading): Record<string, UnknownCode> {
  const { fees, seconds, streaming, totalCost, priceImpact, memo, minReceived, belowLimit } = quote;
  if (quote.expectedAmountOut === null) return {};
  const stated = (figure: string) => unknownCode(quote, figure);
  // The fees and times of an order are unknown until it is filled.
  const ofSwap = (figure: string): UnknownCode => (quote.order === null ? stated(figure) : "order");
  const unknownFee = fees.find(({ amount }) => amount === null)?.kind;
  const cost = quote.order === null ? "no_price" : "order";
  const impact = totalCost !== null && unknownFee !== undefined ? stated(unknownFee) : cost;
  const isMinimumUnknown = memo !== null && belowLimit !== null && minReceived === null;
  const figures: readonly (readonly [place: string, value: unknown, why: UnknownCode])[] = [
    // Without an unknown fee, the fees take the whole output.
    [
      "min_received",
      isMinimumUnknown ? null : "",
      unknownFee === undefined ? "none" : stated(unknownFee),
    ],
    ["refund_fee", quote.refundFee, stated("refundFee")],
    ["price_age_seconds", quote.converted === null ? "" : priceAgeSeconds(quote), "not_stated"],
    ["sent_usd", quote.sentUsd, "no_price"],
    ["received_usd", quote.receivedUsd, "no_price"],
    ["total_cost_usd", totalCost?.usd ?? null, cost],
    ["total_cost_bps", quote.totalCostBps, cost],
    ["price_impact_bps", quote.priceImpactBps, impact],
    ["price_impact_usd", priceImpact?.usd ?? null, impact],
    ...fees.map(({ kind, amount }) => [`fees.${kind}`, amount, ofSwap(kind)] as const),
    ["inbound_gas_estimate", quote.inboundGasEstimate, "wallet_shows"],
    ["streaming.quantity", streaming.quantity, ofSwap("maxStreamingQuantity")],
    ["streaming.applied", streaming.isApplied, ofSwap("maxStreamingQuantity")],
    ["recommended_min_amount", quote.recommendedMinAmount, stated("recommendedMinAmount")],
    ["dust_threshold", quote.dustThreshold, stated("dustThreshold")],
    ["seconds.inbound_confirmation", seconds.inboundConfirmation, ofSwap("inboundConfirmation")],
    ["seconds.swap", seconds.swap, ofSwap("swap")],
    ["seconds.outbound_delay", seconds.outboundDelay, ofSwap("outboundDelay")],
    ["seconds.total", seconds.total, ofSwap("total")],
    ["gas_rate", quote.gasRate, "wallet_shows"],
    ["token_decimals", quote.token === null ? "" : quote.token.decimals, "not_stated"],
  ];
  return Object.fromEntries(
    figures.flatMap(([place, value, why]) => (value === null ? [[place, why]] : [])),
  );
}

export const quoteLimits = {
  assetChars: 120,
  destinationChars: 128,
  intervalBlocks: 1000,
  subSwaps: 100_000,
  /** Nodes reject 100 % of the output as a tolerance, but accept 100 % of the price. */
  liquidityToleranceBps: 9_999,
  toleranceBps: 10_000,
} as const;

const InputShape = z.strictObject({
  from: z
    .string()
    .min(1)
    .max(quoteLimits.assetChars)
    .describe("Asset to send: BTC, eth.usdc, ETH.USDC-0XA0B8…"),
  to: z.string().min(1).max(quoteLimits.assetChars).describe("Asset to receive"),
  amount: AmountText.describe('Whole units of from: "0.05"').optional(),
  // The reader of the quote rejects a text that is no decimal.
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
    .describe(
      "Where a refund goes, on from's chain; else to the sender. Ask for one if a relayer may sign",
    )
    .optional(),
  streaming: z
    .union([
      z.enum(["single", "rapid"]),
      z.strictObject({
        interval: z
          .number()
          .int()
          .min(1)
          .max(quoteLimits.intervalBlocks)
          .describe("Blocks between parts"),
        quantity: z
          .number()
          .int()
          .min(0)
          .max(quoteLimits.subSwaps)
          .describe("Parts; 0: the network chooses"),
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
  target_out: AmountText.describe(
    "Limit order: waits until it brings this much; no tolerance",
  ).optional(),
  affiliate: z
    .string()
    .min(1)
    .max(64)
    .describe("THORName or address that takes affiliate_bps")
    .optional(),
  affiliate_bps: z.number().int().min(0).max(MAX_AFFILIATE_BPS).optional(),
});

export const getSwapQuote = createTool({
  name: "get_swap_quote",
  title: "Swap quote: output, fees, time",
  purpose: "Quotes one swap: output, cost, time, smallest sensible amount.",
  usage:
    "For pools use list_pools. For a sent swap use get_swap_status. " +
    "An ambiguous asset gives candidates. " +
    "Returns expected_amount_out after fees, each fee, and total_cost_usd; the wallet's network fee comes on top. " +
    "With destination also memo, inbound_address and min_received, until send_before; else withheld says why. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. Tokens only by the router. ` +
    "Pay gas_rate or more: late deposits may be lost. " +
    "Never send on an expired or failed quote.",
  input: InputShape,
  body: quoteTable.shape,
  failed: (failure) => ({ withheld: withheldTable.of(withheldByFailure(failure)) }),
  read: (network, input, options) => network.getQuote(readRequest(input), options),
  structured: quoteTable.of,
  toLines: (body, isRead, reading) => [...quoteLines(body, isRead, reading), ...figureLines(body)],
});

function readRequest(input: z.output<typeof InputShape>): QuoteRequest {
  const { from, to, amount, destination, streaming, affiliate } = input;
  return {
    from,
    to,
    amount,
    amountUsd: input.amount_usd,
    destination,
    refundAddress: input.refund_address,
    streaming: streaming === "single" ? SINGLE : streaming === "rapid" ? undefined : streaming,
    toleranceBps: input.tolerance_bps,
    liquidityToleranceBps: input.liquidity_tolerance_bps,
    targetOut: input.target_out,
    affiliate,
    affiliateBps: input.affiliate_bps,
  };
}

/** The asset to send is named in full: the call of a router takes its contract. */
function quoteLines(
  quote: SwapQuoteAnswer,
  isRead: boolean,
  { advice, sendBeforeMs }: QuoteReading,
): string[] {
  const { from, to, withheld, halted_by: haltedBy, send_before: sendBefore } = quote;
  const trading = `trading ${quote.trading}${haltedBy.length === 0 ? "" : `, halted_by ${joinNames(haltedBy)}`}`;
  const sent =
    withheld === null
      ? sendableText(quote)
      : withheldText(withheld, isRead && !adviceText(advice).includes(withheld.text));
  if (quote.expected_amount_out === null) return [`no quote, ${trading}`, sent];
  const isTimeSaid =
    sendBeforeMs !== null && adviceText(advice).includes(`Before ${formatClock(sendBeforeMs)}`);
  return [
    `${quote.amount} ${quoteWord(from)} (usd ${quote.sent_usd}) to ${quoteWord(to && shortContract(to))}: ${outputText(quote)}${costText(quote)}, ${trading}`,
    isTimeSaid ? sent : `send_before ${sendBefore}, ${sent}`,
  ];
}

/** The fees, parts and times of an order are unknown until it is filled. */
function figureLines(quote: SwapQuoteAnswer): string[] {
  const { recommended_min_amount: least, sensible_max_amount: most } = quote;
  if (quote.expected_amount_out === null)
    return least === null ? [] : [`recommended_min_amount ${least}`];
  const {
    seconds,
    thin_pool_loss_bps: loss,
    not_known: unknown,
    price_age_seconds: priceAge,
  } = quote;
  const whys = (place: string) =>
    Object.fromEntries(
      Object.entries(unknown).flatMap(([name, why]) =>
        name.startsWith(place) ? [[name.slice(place.length), why]] : [],
      ),
    );
  const swap = [
    `price_impact_bps ${quote.price_impact_bps}; fees already taken, usd|bps of the amount sent: ${feesText(quote.fees, whys("fees."))}`,
    `seconds: ${formatFigures(seconds, whys("seconds."))}`,
    `streaming ${streamingText(quote.streaming)}`,
  ];
  return [
    ...(priceAge === null ? [] : [`price_age_seconds ${priceAge}`]),
    `inbound_gas_estimate ${quote.inbound_gas_estimate === null ? "as the wallet shows it" : formatMoney(quote.inbound_gas_estimate)}`,
    ...(quote.order === null ? swap : []),
    `recommended_min_amount ${least ?? unknown.recommended_min_amount}${most === null ? "" : `; sensible_max_amount ${most}`}${loss === null ? "" : `; thin_pool_loss_bps ${loss}`}`,
  ];
}

function costText({ order, total_cost_bps: bps, total_cost_usd: usd }: SwapQuoteAnswer): string {
  if (order !== null && bps === null) return "";
  return usd === null ? `, total_cost_bps ${bps}` : `, total_cost_usd ${usd}`;
}

function streamingText({
  mode,
  interval,
  quantity,
  applied,
}: SwapQuoteAnswer["streaming"]): string {
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

/** An affiliate fee of zero is left out: no affiliate was named. */
function feesText(fees: SwapQuoteAnswer["fees"], whys: SwapQuoteAnswer["not_known"]): string {
  const taken = fees.filter(({ kind, amount }) => kind !== "affiliate" || amount !== "0");
  const figures = taken.map(({ kind, usd, bps }) => [
    kind,
    usd === null && bps === null ? null : `${usd}|${bps}`,
  ]);
  return formatFigures(Object.fromEntries(figures), whys) || "none";
}

function sendableText(quote: SwapQuoteAnswer): string {
  const { memo, inbound_address: address, router, gas_rate: rate } = quote;
  const fee = rate === null ? "" : `, gas_rate ${gasRateText(rate, quote)}`;
  return `memo ${quoteData(memo)}, inbound_address ${quoteData(address)}, router ${quoteData(router)}${fee}`;
}

function withheldText(
  { code, text }: NonNullable<SwapQuoteAnswer["withheld"]>,
  isNew: boolean,
): string {
  return `memo, inbound_address, router: withheld, ${code}${isNew ? `: ${text}` : ""}`;
}

const CONTRACT_END = 6;

/** `ETH.USDT-831EC7`: memos may name a contract by its last characters. */
function shortContract(asset: string): string {
  const contract = parseAsset(asset)?.contract ?? "";
  return contract.length > CONTRACT_END
    ? asset.replace(contract, contract.slice(-CONTRACT_END))
    : asset;
}

/** "a 1, b 2; c, d null". `whys` replaces `null`. */
function formatFigures(
  figures: Readonly<Record<string, number | string | null>>,
  reasons: Readonly<Record<string, string | undefined>> = {},
): string {
  const names = Object.keys(figures);
  const statedFigures = names.flatMap((name) =>
    figures[name] === null ? [] : `${name} ${figures[name]}`,
  );
  const unknownNames = names.filter((name) => figures[name] === null);
  const reasonOf = (name: string) => reasons[name] ?? "null";
  const groups = [...new Set(unknownNames.map(reasonOf))].map(
    (reason) => `${unknownNames.filter((name) => reasonOf(name) === reason).join(", ")} ${reason}`,
  );
  return [statedFigures.join(", "), ...groups].filter(Boolean).join("; ");
}
