// Tables of a quote: costs, times, limits and token. The bar of costs needs every cost.

import type { Money } from "../../protocol/model/envelope.ts";
import { feeWorth, type QuoteReading, type StatedFigure } from "../../protocol/model/quote.ts";
import { isRapidInParts } from "../../protocol/quote/streaming.ts";
import { payoutChainCode } from "../../protocol/values/assets.ts";
import { type Preset, shortChainName } from "../../protocol/values/chains.ts";
import type { BarPart, Blocks, Table } from "../../render/blocks.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatPercent,
  formatWorth,
  NOT_KNOWN,
} from "../../say/figures.en.ts";
import {
  atLeastText,
  type CostKind,
  costKinds,
  costNames,
  costNotes,
  costTable,
  limitTable,
  swapStepTexts,
  timeTable,
  tokenTable,
} from "../../say/quote.en.ts";
import { durationText, unknownText } from "./figures.ts";

interface Cost {
  readonly kind: CostKind;
  readonly money: Money | null;
  readonly shareBps: number | null;
}

const COST_BOUND = { bound: "least" } as const;

export function costBlocks(quote: QuoteReading, preset: Preset): Blocks {
  const costs = costKinds.map((kind) => costOf(kind, quote));
  const barParts = listBarParts(costs, quote.totalCost, preset);
  const noteTexts = [
    ...(barParts.length > 0 ? [] : [costNotes.noBar]),
    costNotes.shares,
    ...(isEvmToken(quote.from, preset) ? [costNotes.approval] : []),
  ];
  return [
    barParts.length > 0 && { bar: barParts },
    ...noteTexts.map((text) => ({ text, rank: 3 as const })),
    foldedTable(costTableOf(costs, quote, preset)),
  ];
}

function costTableOf(
  costs: readonly Cost[],
  { totalCost, totalCostBps }: QuoteReading,
  preset: Preset,
): Table {
  const costRow = (name: string, money: Money | null, shareBps: number | null, note: string) => [
    name,
    formatAmount(money, preset, COST_BOUND),
    money === null ? NOT_KNOWN : formatWorth(money.usd),
    percentText(money, shareBps),
    note,
  ];
  return textTable(costTable, [
    ...costs.map(({ kind, money, shareBps }) =>
      costRow(costNames[kind][0], money, shareBps, costNames[kind][1]),
    ),
    costRow(costTable.total, totalCost, totalCostBps, costTable.totalNote),
  ]);
}

const textTable = (
  { name, heads }: { readonly name: string; readonly heads: readonly string[] },
  rows: readonly (readonly string[])[],
): Table => ({
  label: name,
  heads,
  rows: rows.map((cells) => ({ id: cells.join(" "), cells: cells.map((text) => ({ text })) })),
});

const foldedTable = (table: Table) => ({
  title: table.label,
  as: "fold" as const,
  rank: 3 as const,
  blocks: [{ table, isNamed: false as const, as: "cards" as const }],
});

/**
 * True if the asset is a token of an EVM chain. The answer then says that the sender must first
 * approve the token for the router, in a transaction with a fee of its own.
 */
const isEvmToken = (asset: string, { chains }: Preset) =>
  chains.some(
    ({ code, family, gasAsset }) =>
      family === "evm" && asset.startsWith(`${code}.`) && asset !== gasAsset,
  );

/** The share of a cost as text. Shows a cost above zero as at least "< 0.01 %", never as "0 %". */
function percentText(money: Money | null, shareBps: number | null): string {
  const shareText = formatBpsAsPercent(shareBps);
  return money !== null && money.base > 0n && shareText === formatPercent(0n)
    ? formatPercent(1n)
    : shareText;
}

function costOf(kind: CostKind, quote: QuoteReading): Cost {
  if (kind === "price_impact")
    return { kind, money: quote.priceImpact, shareBps: quote.priceImpactBps };
  const fee = quote.fees.find((quoteFee) => quoteFee.kind === kind);
  return {
    kind,
    money: feeWorth(fee, quote),
    shareBps: quote.feeShares.find((share) => share.kind === kind)?.bps ?? null,
  };
}

function listBarParts(costs: readonly Cost[], totalCost: Money | null, preset: Preset): BarPart[] {
  const knownCosts = costs.flatMap(({ kind, money, shareBps }) =>
    money && shareBps !== null ? [{ kind, money, shareBps }] : [],
  );
  const sumBase = knownCosts.reduce((totalBase, { money }) => totalBase + money.base, 0n);
  if (
    totalCost === null ||
    knownCosts.length < costs.length ||
    sumBase !== totalCost.base ||
    sumBase <= 0n
  )
    return [];
  return knownCosts.flatMap(({ kind, money, shareBps }) => {
    const shareOfSum = Number((money.base * 10_000n) / sumBase) / 10_000;
    const costFact = {
      label: costNames[kind][0],
      text: money.usd === null ? formatAmount(money, preset, COST_BOUND) : formatDollars(money.usd),
      worth: percentText(money, shareBps),
    };
    return money.base > 0n ? [{ ...costFact, share: shareOfSum }] : [];
  });
}

export function detailBlocks(quote: QuoteReading, preset: Preset): Blocks {
  const hasOutput = quote.expectedAmountOut !== null;
  const tables = [
    hasOutput ? timeTableOf(quote, preset) : null,
    hasOutput ? limitTableOf(quote, preset) : null,
    tokenTableOf(quote.token),
  ];
  return tables.filter((table) => table !== null).map(foldedTable);
}

function timeTableOf(quote: QuoteReading, preset: Preset): Table {
  const { from, to, seconds, streaming } = quote;
  const chainNameOf = (asset: string) =>
    shortChainName(payoutChainCode(asset, preset), preset) || timeTable.someChain;
  const timeRow = (stepName: string, phase: keyof QuoteReading["seconds"], note: string) => {
    const phaseSeconds = seconds[phase];
    const timeText = phaseSeconds === null ? null : stepTimeText(streaming, phase, phaseSeconds);
    return figureRow(quote, phase, stepName, timeText, note);
  };
  return textTable(timeTable, [
    timeRow(
      timeTable.confirmation,
      "inboundConfirmation",
      timeTable.confirmationNote(chainNameOf(from)),
    ),
    timeRow(timeTable.swap, "swap", swapStepText(streaming)),
    timeRow(timeTable.delay, "outboundDelay", timeTable.delayNote),
    timeRow(timeTable.total, "total", timeTable.totalNote(chainNameOf(to))),
  ]);
}

function stepTimeText(
  streaming: QuoteReading["streaming"],
  phase: keyof QuoteReading["seconds"],
  phaseSeconds: number,
): string {
  const timeText = durationText(phaseSeconds);
  const dependsOnParts = phase === "swap" || phase === "total";
  return dependsOnParts && isRapidInParts(streaming) ? atLeastText(timeText) : timeText;
}

const figureRow = (
  quote: QuoteReading,
  figure: StatedFigure,
  label: string,
  text: string | null,
  note: string,
) => (text === null ? [label, NOT_KNOWN, unknownText(quote, figure)] : [label, text, note]);

function swapStepText({ mode, quantity }: QuoteReading["streaming"]): string {
  if (quantity === 1) return swapStepTexts.onePart;
  if (mode === "single" || mode === null) return swapStepTexts.asItGoes;
  return mode === "rapid" ? swapStepTexts.rapid(quantity) : swapStepTexts.apart(quantity);
}

function limitTableOf(quote: QuoteReading, preset: Preset): Table {
  const { from, recommendedMinAmount, dustThreshold, maxStreamingQuantity, statedBy } = quote;
  const amountTextOf = (base: bigint | null) =>
    base === null ? null : formatAmount({ base, asset: from }, preset, { bound: "least" });
  const limitRow = (label: string, figure: StatedFigure, text: string | null, note: string) =>
    figureRow(quote, figure, label, text, note);
  const maxPartsText = maxStreamingQuantity === null ? null : String(maxStreamingQuantity);
  const { minimum, minimumNote, dust, dustNote, noDust, noDustNote, parts, partsNote } = limitTable;
  return textTable(limitTable, [
    limitRow(minimum, "recommendedMinAmount", amountTextOf(recommendedMinAmount), minimumNote),
    statedBy.dustThreshold === "absent"
      ? [dust, noDust, noDustNote]
      : limitRow(dust, "dustThreshold", amountTextOf(dustThreshold), dustNote),
    limitRow(parts, "maxStreamingQuantity", maxPartsText, partsNote),
  ]);
}

function tokenTableOf(token: QuoteReading["token"]): Table | null {
  if (token === null) return null;
  const decimalsText =
    token.decimals === null ? tokenTable.unknownDecimals : String(token.decimals);
  return textTable(tokenTable, [
    [tokenTable.contract, token.contract],
    [tokenTable.decimals, decimalsText],
  ]);
}
