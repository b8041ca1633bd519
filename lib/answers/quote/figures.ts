// The main figures of a quote: amount sent, amount received, total cost, minimum and time.

import type { Money } from "../../protocol/model/envelope.ts";
import type { MessageParams } from "../../protocol/model/messages.ts";
import { type QuoteReading, type StatedFigure, unknownCode } from "../../protocol/model/quote.ts";
import { isRapidInParts } from "../../protocol/quote/streaming.ts";
import { payoutChainCode, tickerOf } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import type { Fact } from "../../render/blocks.ts";
import {
  aboutText,
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatWorth,
  NOT_KNOWN,
} from "../../say/figures.en.ts";
import {
  atLeastText,
  belowLimitText,
  costShareText,
  figureLabels,
  minimumTexts,
  oneBlockText,
  type RefundCost,
  receivedWorthText,
  refilledWorthText,
  toPayoutText,
  unknownCostText,
  unknownTexts,
  walletFeeText,
} from "../../say/quote.en.ts";

export function quoteFacts(quote: QuoteReading, preset: Preset): Fact[] {
  const { from, amount, expectedAmountOut: outputBase, seconds, sentUsd } = quote;
  const sentMoney = amount === null ? null : { base: amount, asset: from };
  const sentText = formatAmount(sentMoney, preset, { bound: "least" });
  // Without an expected output the quote cannot be trusted, so cost, minimum and time are left out.
  if (outputBase === null)
    return [
      { label: figureLabels.sent, text: sentText },
      { label: figureLabels.received, text: NOT_KNOWN },
    ];
  const timeFact =
    seconds.total === null
      ? { text: NOT_KNOWN, note: unknownText(quote, "total") }
      : { text: toPayoutText(roughTimeText(quote, seconds.total)) };
  return [
    { label: figureLabels.sent, text: sentText, worth: formatWorth(sentUsd) },
    {
      label: figureLabels.received,
      text: receivedText(quote, outputBase, preset),
      worth: receivedWorth(quote, preset),
    },
    { label: figureLabels.cost, ...totalCostFact(quote) },
    { label: figureLabels.minimum, ...minimumFact(quote, preset) },
    { label: figureLabels.time, ...timeFact },
  ];
}

/**
 * Significant digits of an output that is only an estimate: the pools are too small, and nobody
 * knows whether traders refill the pools between the parts of the swap.
 */
const ROUGH_DIGITS = { digits: 4 } as const;

function receivedText(
  { to, bestCaseOut }: QuoteReading,
  outputBase: bigint,
  preset: Preset,
): string {
  const rounding = { ...(bestCaseOut === null ? {} : ROUGH_DIGITS), bound: "most" } as const;
  const amountText = formatAmount({ base: outputBase, asset: to }, preset, rounding);
  return bestCaseOut === null ? amountText : aboutText(amountText);
}

function receivedWorth(quote: QuoteReading, preset: Preset): string {
  const { to, bestCaseOut, unfilledOut, receivedUsd } = quote;
  const otherOut = bestCaseOut ?? unfilledOut;
  if (otherOut === null) return formatWorth(receivedUsd);
  const worthText = receivedUsd === null ? null : formatDollars(receivedUsd);
  const rounding = { ...ROUGH_DIGITS, bound: "most" } as const;
  const otherText = formatAmount({ base: otherOut, asset: to }, preset, rounding);
  return bestCaseOut === null
    ? refilledWorthText(worthText, otherText)
    : receivedWorthText(worthText, otherText);
}

export function totalCostFact(
  quote: QuoteReading,
): Omit<Fact, "label"> & { readonly note: string } {
  const { totalCost, totalCostBps, inboundGasEstimate } = quote;
  const walletFeeNote = walletFeeText(inboundGasEstimate);
  if (totalCost === null) return { text: NOT_KNOWN, note: unknownCostText(walletFeeNote) };
  const shareText = costShareText(formatBpsAsPercent(totalCostBps));
  return totalCost.usd === null
    ? { text: shareText, note: walletFeeNote }
    : { text: formatDollars(totalCost.usd), worth: shareText, note: walletFeeNote };
}

function minimumFact(quote: QuoteReading, preset: Preset): Omit<Fact, "label"> {
  const { minReceived, plannedMinimum, memo, from, to, belowLimit, refundFee } = quote;
  const { payees, trading } = quote;
  const amountTextOf = (base: bigint) =>
    formatAmount({ base, asset: to }, preset, { bound: "most" });
  const refundNote =
    belowLimit &&
    belowLimitText({
      belowLimit,
      // See EndBlock in mayanode's `manager_swap_queue_current.go`.
      isFirstPartDecisive: preset.nativeChain === "MAYA",
      sentTicker: tickerOf(from),
      refundTo: payees.refundAddress === null ? "sender" : "refund_address",
      refundCost: refundCostOf(refundFee),
      doesRefundWait: isRefundWaiting(quote, preset),
    });
  if (minReceived !== null) return { text: amountTextOf(minReceived), note: refundNote };
  if (belowLimit === null) return { text: minimumTexts.none, note: minimumTexts.noneNote };
  if (memo !== null) return { text: NOT_KNOWN, note: minimumTexts.unknownNote };
  const isAddressNeeded = payees.destination === null && trading.verdict === "open";
  const whenFixedNote = isAddressNeeded ? minimumTexts.fixedByAddress : minimumTexts.fixedByMemo;
  return plannedMinimum === null
    ? { text: NOT_KNOWN, note: whenFixedNote }
    : { text: aboutText(amountTextOf(plannedMinimum)), note: `${refundNote} ${whenFixedNote}` };
}

/** A warning of payouts tells of refunds too, if both are made on one chain. */
const isRefundWaiting = ({ from, to, warnings }: QuoteReading, preset: Preset): boolean =>
  warnings.some(
    ({ message: { id, params } }) =>
      id === "payment_would_wait" &&
      ((params as MessageParams<"payment_would_wait">).payment === "refund" ||
        payoutChainCode(from, preset) === payoutChainCode(to, preset)),
  );

function refundCostOf(fee: Money | null): RefundCost {
  if (fee === null) return "unknown";
  if (fee.base === 0n) return "none";
  const feeText =
    fee.usd === null ? formatAmount(fee, undefined, { bound: "least" }) : formatDollars(fee.usd);
  return { feeText };
}

export const unknownText = (quote: QuoteReading, figure: StatedFigure): string =>
  unknownTexts[unknownCode(quote, figure)];

const roughTimeText = ({ streaming }: QuoteReading, seconds: number): string =>
  (isRapidInParts(streaming) ? atLeastText : aboutText)(durationText(seconds));

export const durationText = (seconds: number): string =>
  seconds === 0 ? oneBlockText : formatDuration(seconds);
