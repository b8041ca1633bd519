// The tables of a quote: its cost and its details. An unknown part is never drawn or summed.

import type { Money } from "../../../protocol/model/envelope.ts";
import {
  feeWorth,
  type QuoteReading,
  type UnknownCode,
  unknownCode,
} from "../../../protocol/model/quote.ts";
import { payoutChainOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { shortChainName } from "../../../protocol/values/chains.ts";
import {
  capitalize,
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatPercent,
  NOT_KNOWN,
} from "../../../protocol/values/figure-text.ts";
import { payoutsAreHalted } from "../../../say/phrases.en.ts";
import type { TableView } from "./view.ts";

const costKinds = ["liquidity", "price_impact", "affiliate", "outbound"] as const;
type CostKind = (typeof costKinds)[number];

interface Part {
  readonly kind: CostKind;
  readonly money: Money | null;
  readonly bps: number | null;
}

const costNames: Readonly<Record<CostKind, readonly [name: string, who: string]>> = {
  liquidity: ["Liquidity fee", "To the pools."],
  price_impact: ["Price impact", "Not a fee: your own swap moves the price."],
  affiliate: ["Affiliate fee", "To the app that you use, if it takes one."],
  outbound: ["Outbound fee", "To the network, for the payout."],
};

export type CostsView = ReturnType<typeof costsView>;

export function costsView(quote: QuoteReading, preset: Preset) {
  const { totalCost, totalCostBps } = quote;
  const parts = costKinds.map((kind) => partOf(kind, quote));
  const row = (name: string, money: Money | null, bps: number | null, who: string) => [
    name,
    formatAmount(money, preset, { bound: "least" }),
    formatDollars(money?.usd),
    percentText(money, bps),
    who,
  ];
  const drawn = drawnParts(parts, totalCost);
  return {
    parts: drawn,
    notes: costNotes(quote, drawn.length > 0, preset),
    table: {
      name: "Every part of the cost",
      head: ["Cost", "Amount", "Worth", "Of the amount sent", "Who takes it"],
      rows: [
        ...parts.map(({ kind, money, bps }) =>
          row(costNames[kind][0], money, bps, costNames[kind][1]),
        ),
        row("Total cost", totalCost, totalCostBps, "Already taken from what you receive."),
      ],
    },
  };
}

const APPROVAL_NOTE =
  "You approve the token in a transaction of its own, with a network fee of its own.";

/** A router takes such a token only after its owner's approval. */
const isEvmToken = (asset: string, { chains }: Preset) =>
  chains.some(
    ({ code, family, gasAsset }) =>
      family === "evm" && asset.startsWith(`${code}.`) && asset !== gasAsset,
  );

/** A cost above zero is never shown as 0 %. */
function percentText(money: Money | null, bps: number | null): string {
  const text = formatBpsAsPercent(bps);
  return money !== null && money.base > 0n && text === formatPercent(0n) ? formatPercent(1n) : text;
}

function partOf(kind: CostKind, quote: QuoteReading): Part {
  if (kind === "price_impact") return { kind, money: quote.priceImpact, bps: quote.priceImpactBps };
  const fee = quote.fees.find((one) => one.kind === kind);
  return {
    kind,
    money: feeWorth(fee, quote),
    bps: quote.feeShares.find((share) => share.kind === kind)?.bps ?? null,
  };
}

function drawnParts(parts: readonly Part[], totalCost: Money | null) {
  const known = parts.flatMap(({ kind, money, bps }) =>
    money && bps !== null ? [{ kind, money, bps }] : [],
  );
  const sum = known.reduce((all, { money }) => all + money.base, 0n);
  if (totalCost === null || known.length < parts.length || sum !== totalCost.base || sum <= 0n)
    return [];
  return known.flatMap(({ kind, money, bps }) => {
    const share = Number((money.base * 10_000n) / sum) / 10_000;
    const part = {
      kind,
      label: costNames[kind][0],
      text: formatDollars(money.usd),
      note: percentText(money, bps),
    };
    return money.base > 0n ? [{ ...part, share }] : [];
  });
}

function costNotes(quote: QuoteReading, isDrawn: boolean, preset: Preset): string[] {
  return [
    ...(isDrawn ? [] : ["We do not know every part for certain, so there is no bar."]),
    "Percentages are of the amount sent, by the prices of the pools now. Figures are rounded.",
    ...(isEvmToken(quote.from, preset) ? [APPROVAL_NOTE] : []),
  ];
}

/** The output without refilled pools is an estimate, so it has few digits. */
const ROUGH = { digits: 4 } as const;
const digitsOf = (...quotes: readonly (Pick<QuoteReading, "bestCaseOut"> | null)[]) =>
  quotes.some((quote) => quote !== null && quote.bestCaseOut !== null) ? ROUGH : {};

export function receivedText(
  { to, bestCaseOut }: QuoteReading,
  base: bigint,
  preset: Preset,
): string {
  const rounding = { ...digitsOf({ bestCaseOut }), bound: "most" } as const;
  return `${bestCaseOut === null ? "" : "about "}${formatAmount({ base, asset: to }, preset, rounding)}`;
}

export function receivedNote(
  { to, bestCaseOut, receivedUsd }: QuoteReading,
  preset: Preset,
): string {
  if (bestCaseOut === null) return formatDollars(receivedUsd);
  const most = formatAmount({ base: bestCaseOut, asset: to }, preset, { ...ROUGH, bound: "most" });
  return `${formatDollars(receivedUsd)} if nobody refills the pools between parts, up to ${most} if somebody does`;
}

export function totalCostText(quote: QuoteReading): {
  readonly text: string;
  readonly note: string;
} {
  const { totalCost, totalCostBps } = quote;
  if (totalCost === null) {
    return { text: NOT_KNOWN, note: `We do not know every price. ${walletFeeText(quote)}.` };
  }
  return {
    text: formatDollars(totalCost.usd),
    note: `${formatBpsAsPercent(totalCostBps)} of the amount sent. ${walletFeeText(quote)}`,
  };
}

const walletFeeText = ({ inboundGasEstimate: fee }: QuoteReading): string =>
  fee?.usd == null
    ? "On top comes the network fee that your wallet shows"
    : `On top comes your wallet's network fee, about ${formatDollars(fee.usd)}`;

export function detailTables(quote: QuoteReading, preset: Preset): TableView[] {
  const isQuoted = quote.expectedAmountOut !== null;
  const tables = [
    isQuoted ? timeTable(quote, preset) : null,
    isQuoted ? limitTable(quote, preset) : null,
    tokenTable(quote.token),
  ];
  return tables.filter((table) => table !== null);
}

const unknownTexts: Readonly<Record<UnknownCode, string>> = {
  sources_differ: "Our sources differ.",
  one_source: "One of our sources did not state it.",
  not_stated: "The network did not state it.",
  payouts_halted: `${capitalize(payoutsAreHalted())}, with no end date.`,
  payouts_not_checked: "We cannot check now whether payouts are signed.",
  parts_wait: "Swaps of several parts wait now, with no end date.",
  no_price: "We do not know every price.",
  wallet_shows: "Your wallet shows it.",
  order: "Nobody knows it before the order is filled.",
  none: "There is none.",
};

export const unknownText = (quote: QuoteReading, figure: string): string =>
  unknownTexts[unknownCode(quote, figure)];

/** Nodes state 0 for what is over with the next block. */
export const durationText = (seconds: number): string =>
  seconds === 0 ? "one block" : formatDuration(seconds);

function timeTable(quote: QuoteReading, preset: Preset): TableView {
  const { from, to, seconds, streaming } = quote;
  const rows: readonly (readonly [step: string, phase: keyof typeof seconds, what: string])[] = [
    ["Confirmation", "inboundConfirmation", `${chainNameOf(from, preset)} confirms your deposit.`],
    ["Swap", "swap", swapText(streaming)],
    ["Payout delay", "outboundDelay", "It runs beside the swap: the longer of the two counts."],
    ["In all", "total", `Confirmations on ${chainNameOf(to, preset)} come on top.`],
  ];
  return {
    name: "How long it takes",
    head: ["Step", "Time", "What happens"],
    rows: rows.map(([step, phase, what]) => {
      const value = seconds[phase];
      return value === null
        ? [step, NOT_KNOWN, unknownText(quote, phase)]
        : [step, durationText(value), what];
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

const DUST = "Send more than this. The network ignores a smaller deposit.";
const NO_DUST = "The protocol's own chain ignores no deposit for its size.";

function limitTable(quote: QuoteReading, preset: Preset): TableView {
  const amount = (base: bigint | null) =>
    base === null ? null : formatAmount({ base, asset: quote.from }, preset, { bound: "least" });
  const hasNoDust = quote.statedBy.dustThreshold === "absent";
  const values = {
    recommendedMinAmount: amount(quote.recommendedMinAmount),
    dustThreshold: hasNoDust ? "none" : amount(quote.dustThreshold),
    maxStreamingQuantity:
      quote.maxStreamingQuantity === null ? null : String(quote.maxStreamingQuantity),
  };
  const row = (name: string, figure: keyof typeof values, what: string) =>
    values[figure] === null
      ? [name, NOT_KNOWN, unknownText(quote, figure)]
      : [name, values[figure], what];
  const minimum = "Below this amount, fees may take everything, even from a refund.";
  return {
    name: "Limits",
    head: ["Limit", "Value", "What it means"],
    rows: [
      row("Recommended minimum", "recommendedMinAmount", minimum),
      row("Dust threshold", "dustThreshold", hasNoDust ? NO_DUST : DUST),
      row(
        "Parts at most",
        "maxStreamingQuantity",
        "This swap may be split into at most this many parts.",
      ),
    ],
  };
}

/** What a router's call needs; null unless a token of an EVM chain is sent. */
function tokenTable(token: QuoteReading["token"]): TableView | null {
  if (token === null) return null;
  const decimals =
    token.decimals === null ? `${NOT_KNOWN}: its contract says them` : String(token.decimals);
  return {
    name: "The token that you send",
    head: ["What", "Value"],
    rows: [
      ["Contract", token.contract],
      ["Decimals", decimals],
    ],
  };
}

const chainNameOf = (asset: string, preset: Preset) =>
  shortChainName(payoutChainOf(asset, preset) ?? "", preset) || "The chain";
