// The tables of a quote: its cost and its details. An unknown part is never drawn or summed.

import type { Money } from "../../protocol/model/envelope.ts";
import { feeWorth, type QuoteReading } from "../../protocol/model/quote.ts";
import { payoutChainCode } from "../../protocol/values/assets.ts";
import { type Preset, shortChainName } from "../../protocol/values/chains.ts";
import type { BarPart, Blocks, Table } from "../../render/blocks.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatPercent,
  NOT_KNOWN,
} from "../../say/figures.en.ts";
import {
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

interface CostPart {
  readonly kind: CostKind;
  readonly money: Money | null;
  readonly bps: number | null;
}

export function costBlocks(quote: QuoteReading, preset: Preset): Blocks {
  const parts = costKinds.map((kind) => costPart(kind, quote));
  const bar = barParts(parts, quote.totalCost);
  const notes = [
    ...(bar.length > 0 ? [] : [costNotes.noBar]),
    costNotes.shares,
    ...(isEvmToken(quote.from, preset) ? [costNotes.approval] : []),
  ];
  return [
    bar.length > 0 && { bar, rank: 2 },
    ...notes.map((text) => ({ text, rank: 3 as const })),
    closedTable(costTableOf(parts, quote, preset)),
  ];
}

function costTableOf(
  parts: readonly CostPart[],
  { totalCost, totalCostBps }: QuoteReading,
  preset: Preset,
): Table {
  const row = (name: string, money: Money | null, bps: number | null, note: string) => [
    name,
    formatAmount(money, preset, { bound: "least" }),
    formatDollars(money?.usd),
    percentText(money, bps),
    note,
  ];
  return textTable(costTable, [
    ...parts.map(({ kind, money, bps }) => row(costNames[kind][0], money, bps, costNames[kind][1])),
    row(costTable.total, totalCost, totalCostBps, costTable.totalNote),
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

/** In a section that opens. */
const closedTable = (table: Table) => ({
  title: table.label,
  as: "day" as const,
  rank: 3 as const,
  blocks: [{ table, isNamed: false as const }],
});

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

function costPart(kind: CostKind, quote: QuoteReading): CostPart {
  if (kind === "price_impact") return { kind, money: quote.priceImpact, bps: quote.priceImpactBps };
  const fee = quote.fees.find((quoteFee) => quoteFee.kind === kind);
  return {
    kind,
    money: feeWorth(fee, quote),
    bps: quote.feeShares.find((share) => share.kind === kind)?.bps ?? null,
  };
}

/** Empty unless all parts are known and add up to the total. */
function barParts(parts: readonly CostPart[], totalCost: Money | null): BarPart[] {
  const knownParts = parts.flatMap(({ kind, money, bps }) =>
    money && bps !== null ? [{ kind, money, bps }] : [],
  );
  const sum = knownParts.reduce((total, { money }) => total + money.base, 0n);
  if (totalCost === null || knownParts.length < parts.length || sum !== totalCost.base || sum <= 0n)
    return [];
  return knownParts.flatMap(({ kind, money, bps }) => {
    const share = Number((money.base * 10_000n) / sum) / 10_000;
    const fact = {
      label: costNames[kind][0],
      text: formatDollars(money.usd),
      worth: percentText(money, bps),
    };
    return money.base > 0n ? [{ ...fact, share }] : [];
  });
}

export function detailBlocks(quote: QuoteReading, preset: Preset): Blocks {
  const isQuoted = quote.expectedAmountOut !== null;
  const tables = [
    isQuoted ? timeTableOf(quote, preset) : null,
    isQuoted ? limitTableOf(quote, preset) : null,
    tokenTableOf(quote.token),
  ];
  return tables.filter((table) => table !== null).map(closedTable);
}

function timeTableOf(quote: QuoteReading, preset: Preset): Table {
  const { from, to, seconds, streaming } = quote;
  const nameOf = (asset: string) =>
    shortChainName(payoutChainCode(asset, preset), preset) || timeTable.someChain;
  const row = (step: string, phase: keyof QuoteReading["seconds"], note: string) => {
    const phaseSeconds = seconds[phase];
    const duration = phaseSeconds === null ? null : durationText(phaseSeconds);
    return figureRow(quote, phase, step, duration, note);
  };
  return textTable(timeTable, [
    row(timeTable.confirmation, "inboundConfirmation", timeTable.confirmationNote(nameOf(from))),
    row(timeTable.swap, "swap", swapStepText(streaming)),
    row(timeTable.delay, "outboundDelay", timeTable.delayNote),
    row(timeTable.total, "total", timeTable.totalNote(nameOf(to))),
  ]);
}

/** An unknown figure says why in place of its note. */
const figureRow = (
  quote: QuoteReading,
  figure: string,
  name: string,
  text: string | null,
  note: string,
) => (text === null ? [name, NOT_KNOWN, unknownText(quote, figure)] : [name, text, note]);

function swapStepText({ mode, quantity }: QuoteReading["streaming"]): string {
  if (quantity === 1) return swapStepTexts.onePart;
  if (mode === "single" || mode === null) return swapStepTexts.asItGoes;
  return mode === "rapid" ? swapStepTexts.rapid(quantity) : swapStepTexts.apart(quantity);
}

function limitTableOf(quote: QuoteReading, preset: Preset): Table {
  const { from, recommendedMinAmount, dustThreshold, maxStreamingQuantity, statedBy } = quote;
  const amountText = (base: bigint | null) =>
    base === null ? null : formatAmount({ base, asset: from }, preset, { bound: "least" });
  const row = (name: string, figure: string, text: string | null, note: string) =>
    figureRow(quote, figure, name, text, note);
  const { minimum, minimumNote, dust, dustNote, noDust, noDustNote, parts, partsNote } = limitTable;
  const maxParts = maxStreamingQuantity === null ? null : String(maxStreamingQuantity);
  return textTable(limitTable, [
    row(minimum, "recommendedMinAmount", amountText(recommendedMinAmount), minimumNote),
    statedBy.dustThreshold === "absent"
      ? [dust, noDust, noDustNote]
      : row(dust, "dustThreshold", amountText(dustThreshold), dustNote),
    row(parts, "maxStreamingQuantity", maxParts, partsNote),
  ]);
}

/** What a router's call needs; null unless a token of an EVM chain is sent. */
function tokenTableOf(token: QuoteReading["token"]): Table | null {
  if (token === null) return null;
  const decimals = token.decimals === null ? tokenTable.unknownDecimals : String(token.decimals);
  return textTable(tokenTable, [
    [tokenTable.contract, token.contract],
    [tokenTable.decimals, decimals],
  ]);
}
