// The figures of a quote, in the order in which a person asks for them.

import type { Money } from "../../protocol/model/envelope.ts";
import { type QuoteReading, type QuoteRequest, unknownCode } from "../../protocol/model/quote.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import type { Fact } from "../../render/blocks.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  NOT_KNOWN,
} from "../../say/figures.en.ts";
import {
  aboutText,
  belowLimitText,
  costRisesText,
  costShareText,
  figureLabels,
  minimumTexts,
  oneBlock,
  receivedWorthText,
  refundCostTexts,
  unknownCostText,
  unknownTexts,
  walletFeeText,
} from "../../say/quote.en.ts";

export function quoteFacts(quote: QuoteReading, request: QuoteRequest, preset: Preset): Fact[] {
  const { from, amount, expectedAmountOut: output, seconds, sentUsd } = quote;
  const sent = amount === null ? null : { base: amount, asset: from };
  const sentText = formatAmount(sent, preset, { bound: "least" });
  // The network may know figures that an untrustworthy quote leaves out.
  if (output === null)
    return [
      { label: figureLabels.sent, text: sentText },
      { label: figureLabels.received, text: NOT_KNOWN },
    ];
  const cost = totalCostText(quote);
  const time =
    seconds.total === null
      ? { text: NOT_KNOWN, note: unknownText(quote, "total") }
      : { text: aboutText(durationText(seconds.total)) };
  return [
    { label: figureLabels.sent, text: sentText, worth: formatDollars(sentUsd) },
    {
      label: figureLabels.received,
      text: receivedText(quote, output, preset),
      worth: receivedWorth(quote, preset),
    },
    { label: figureLabels.cost, ...cost, note: `${cost.note}${risesText(quote, preset)}` },
    { label: figureLabels.minimum, ...minimumFigure(quote, request, preset) },
    { label: figureLabels.time, ...time },
  ];
}

/** An output that depends on whether pools are refilled is an estimate, so it has few digits. */
const ROUGH = { digits: 4 } as const;

function receivedText({ to, bestCaseOut }: QuoteReading, base: bigint, preset: Preset): string {
  const rounding = { ...(bestCaseOut === null ? {} : ROUGH), bound: "most" } as const;
  const text = formatAmount({ base, asset: to }, preset, rounding);
  return bestCaseOut === null ? text : aboutText(text);
}

function receivedWorth({ to, bestCaseOut, receivedUsd }: QuoteReading, preset: Preset): string {
  const worth = formatDollars(receivedUsd);
  if (bestCaseOut === null) return worth;
  const most = formatAmount({ base: bestCaseOut, asset: to }, preset, { ...ROUGH, bound: "most" });
  return receivedWorthText(worth, most);
}

export function totalCostText(
  quote: QuoteReading,
): Omit<Fact, "label"> & { readonly note: string } {
  const { totalCost, totalCostBps, inboundGasEstimate } = quote;
  const networkFeeUsd = inboundGasEstimate?.usd ?? null;
  const walletFee = walletFeeText(networkFeeUsd === null ? null : formatDollars(networkFeeUsd));
  if (totalCost === null) return { text: NOT_KNOWN, note: unknownCostText(walletFee) };
  return {
    text: formatDollars(totalCost.usd),
    worth: costShareText(formatBpsAsPercent(totalCostBps)),
    note: walletFee,
  };
}

/** Empty where the pools are not small, or a warning already says that they are. */
function risesText(quote: QuoteReading, preset: Preset): string {
  const { from, totalCost, sensibleMaxAmount, warnings } = quote;
  const isWarned = warnings.some(({ code }) => code === "thin_pool");
  if (totalCost === null || sensibleMaxAmount === null || isWarned) return "";
  return costRisesText(formatAmount({ base: sensibleMaxAmount, asset: from }, preset));
}

function minimumFigure(
  quote: QuoteReading,
  request: QuoteRequest,
  preset: Preset,
): Omit<Fact, "label"> {
  const { minReceived, plannedMinimum, memo, to, belowLimit, refundFee, trading } = quote;
  const amountText = (base: bigint) => formatAmount({ base, asset: to }, preset, { bound: "most" });
  // mayanode, `manager_swap_queue_current.go` (EndBlock): a first part that fails ends the swap.
  const isFirstPartDecisive = preset.nativeChain === "MAYA";
  const refund =
    belowLimit && `${belowLimitText(belowLimit, isFirstPartDecisive)} ${refundCostText(refundFee)}`;
  if (minReceived !== null) return { text: amountText(minReceived), note: refund };
  if (belowLimit === null) return { text: minimumTexts.none, note: minimumTexts.noneNote };
  if (memo !== null) return { text: NOT_KNOWN, note: minimumTexts.unknownNote };
  const awaitsMemo = request.destination !== undefined || trading.verdict !== "open";
  const fixedWhen = awaitsMemo ? minimumTexts.fixedByMemo : minimumTexts.fixedByAddress;
  return plannedMinimum === null
    ? { text: NOT_KNOWN, note: fixedWhen }
    : { text: aboutText(amountText(plannedMinimum)), note: `${fixedWhen} ${refund}` };
}

function refundCostText(fee: Money | null): string {
  if (fee === null) return refundCostTexts.unknown;
  if (fee.base === 0n) return refundCostTexts.none;
  const worth =
    fee.usd === null ? formatAmount(fee, undefined, { bound: "least" }) : formatDollars(fee.usd);
  return refundCostTexts.about(worth);
}

export const unknownText = (quote: QuoteReading, figure: string): string =>
  unknownTexts[unknownCode(quote, figure)];

export const durationText = (seconds: number): string =>
  seconds === 0 ? oneBlock : formatDuration(seconds);
