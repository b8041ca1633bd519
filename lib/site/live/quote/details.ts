// The details of a quote: the time by step, the limits, and the names that machines use.

import { type QuoteReading, type UnknownCode, whyUnknown } from "../../../protocol/model/quote.ts";
import { isFlag, shortChainName } from "../../../protocol/safety/halt-names.ts";
import { payoutsAreHalted } from "../../../protocol/safety/sentences.ts";
import { payoutChainOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { capitalize, formatAmount, formatDuration, NOT_KNOWN } from "../../../protocol/values/figure-text.ts";
import type { TableView } from "./view.ts";

export function detailTables(quote: QuoteReading, preset: Preset): TableView[] {
  const names = nameTable(quote);
  if (quote.expectedAmountOut === null) return [names];
  return [...(quote.order === null ? [timeTable(quote, preset)] : []), limitTable(quote, preset), names];
}

const unknownTexts: Readonly<Record<UnknownCode, string>> = {
  sources_differ: "Our sources differ.",
  one_source: "One of our sources did not state it.",
  not_stated: "The network did not state it.",
  payouts_halted: `${capitalize(payoutsAreHalted())}, with no end date.`,
  payouts_not_checked: "We cannot check now whether payouts are signed.",
};

/** Why a figure of a quote is not known. */
export const unknownText = (quote: QuoteReading, figure: string): string => unknownTexts[whyUnknown(quote, figure)];

function timeTable(quote: QuoteReading, preset: Preset): TableView {
  const { from, to, seconds, streaming } = quote;
  const { swap, streaming: parts } = seconds;
  const swapSeconds = swap === null || parts === null ? null : Math.max(swap, parts);
  const rows: readonly (readonly [step: string, phase: keyof typeof seconds, what: string])[] = [
    ["Confirmation", "inboundConfirmation", `${chainNameOf(from, preset)} confirms your deposit.`],
    ["Swap", "streaming", swapText(streaming)],
    ["Payout delay", "outboundDelay", "It runs beside the swap: the longer of the two counts."],
    ["In all", "total", `Confirmations on ${chainNameOf(to, preset)} come on top.`],
  ];
  return {
    name: "How long it takes",
    head: ["Step", "Time", "What happens"],
    rows: rows.map(([step, phase, what]) => {
      const value = phase === "streaming" ? swapSeconds : seconds[phase];
      return value === null ? [step, NOT_KNOWN, unknownText(quote, phase)] : [step, formatDuration(value), what];
    }),
  };
}

function swapText({ mode, quantity }: QuoteReading["streaming"]): string {
  if (quantity === 1) return "The pools swap it in one part.";
  if (mode === "single" || mode === null) return "The pools swap it.";
  const parts = quantity === null ? "several parts" : `${quantity} parts`;
  return mode === "rapid"
    ? `The pools swap it in ${parts}, at least one in each block.`
    : `The pools swap it in ${parts}, blocks apart.`;
}

function limitTable(quote: QuoteReading, preset: Preset): TableView {
  const amount = (base: bigint | null) =>
    base === null ? null : formatAmount({ base, asset: quote.from }, preset, { bound: "least" });
  const values = {
    recommendedMinAmount: amount(quote.recommendedMinAmount),
    dustThreshold: amount(quote.dustThreshold),
    maxStreamingQuantity: quote.maxStreamingQuantity === null ? null : String(quote.maxStreamingQuantity),
  };
  const row = (name: string, figure: keyof typeof values, what: string) =>
    values[figure] === null ? [name, NOT_KNOWN, unknownText(quote, figure)] : [name, values[figure], what];
  const minimum = "Below this amount, fees may take everything, even from a refund.";
  return {
    name: "Limits",
    head: ["Limit", "Value", "What it means"],
    rows: [
      row("Recommended minimum", "recommendedMinAmount", minimum),
      row("Dust threshold", "dustThreshold", "The network ignores a deposit that is not above it."),
      row("Parts at most", "maxStreamingQuantity", "This swap may be split into at most this many parts."),
    ],
  };
}

/** Two tokens of a chain may have one name in words. */
function nameTable({ from, to, trading }: QuoteReading): TableView {
  const halts = trading.haltedBy.filter((name) => !isFlag(name)).map((name) => ["Parameter in force", name]);
  return {
    name: "Names for programs",
    head: ["What", "Name"],
    rows: [["Asset sent", from], ["Asset received", to], ...halts],
  };
}

/** The chain that pays out an asset: "Bitcoin", or its code. */
const chainNameOf = (asset: string, preset: Preset) =>
  shortChainName(payoutChainOf(asset, preset) ?? "", preset) || "The chain";
