// Merges the figures of several nodes. A figure on which the nodes do not agree is null. For most
// figures, a third operator's node decides if two nodes differ.

import {
  type Agreed,
  type AtHeight,
  agreeOfTwo,
  agreeOn,
  agreeOnLeast,
  agreeOnWorst,
  areOfOneHeight,
  deriveAgreed,
  type Quorum,
  type Within,
} from "../model/agreed.ts";
import type { QueueReading } from "../model/network-status.ts";
import { isGasUnknown } from "../safety/evidence.ts";
import type {
  Constants,
  InboundAddress,
  LastBlock,
  Mimir,
  NodeNetwork,
  OutboundFees,
  Queue,
} from "../upstream/network-schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import { onceFor } from "../values/once.ts";

/** Prices and depths of two nodes may differ by 1 %, because the nodes may be five blocks apart. */
export const PRICE_TOLERANCE_BPS = 100n;

/**
 * What one chain charges. Dust threshold and fee are in base units of the gas asset of the chain.
 * The gas rate, its units and the outbound size are texts that the nodes write.
 */
export interface ChainCosts {
  readonly dustThreshold: Agreed<bigint> | null;
  readonly outboundFee: Agreed<bigint> | null;
  readonly gasRate: Agreed<string> | null;
  readonly gasRateUnits: Agreed<string> | null;
}

export function agreeChainCosts(
  rowLists: readonly (readonly InboundAddress[])[],
  quorum: Quorum,
  tolerance: Within = {},
): ReadonlyMap<string, ChainCosts> {
  const chainCostsOf = (rows: readonly InboundAddress[]): ChainCosts => {
    const isGasRateKnown = !rows.some(isGasUnknown);
    return {
      dustThreshold: agreeOn(valuesOf(rows, "dust_threshold"), quorum),
      outboundFee: isGasRateKnown
        ? agreeOnWorst(valuesOf(rows, "outbound_fee"), quorum, tolerance)
        : null,
      gasRate: isGasRateKnown ? agreeOnRate(valuesOf(rows, "gas_rate"), quorum, tolerance) : null,
      gasRateUnits: agreeOn(valuesOf(rows, "gas_rate_units"), quorum),
    };
  };
  const rowsByChain = groupBy(rowLists, ({ chain }) => chain);
  return new Map([...rowsByChain].map(([chain, rows]) => [chain, chainCostsOf(rows)]));
}

/** Returns the highest of the nodes' gas rates: a deposit with too little gas gets stuck. */
function agreeOnRate(
  rates: readonly string[],
  quorum: Quorum,
  tolerance: Within,
): Agreed<string> | null {
  if (!rates.every((rate) => /^\d{1,30}$/.test(rate))) return null;
  const highestRate = agreeOnWorst(rates.map(BigInt), quorum, tolerance);
  return highestRate === null ? null : deriveAgreed([highestRate], String);
}

export type Heights = readonly (number | null)[];

const toleranceOf = (answers: readonly AtHeight[]): Within => ({
  isOneHeight: areOfOneHeight(answers),
});

/**
 * Outbound fees by asset, in base units of the asset. A fee is null if nodes differ, and absent if
 * too few nodes state the fee.
 */
export function agreeOutboundFees(
  feeLists: readonly OutboundFees[],
  quorum: Quorum,
  heights: Heights = [],
): ReadonlyMap<string, Agreed<bigint> | null> {
  const feeListsWithHeight = feeLists.map((list, index) =>
    list.map((fee) => ({ ...fee, height: heights[index] })),
  );
  const agreeOnFee = (feeRows: readonly (OutboundFees[number] & AtHeight)[]) =>
    agreeOnWorst(valuesOf(feeRows, "outbound_fee"), quorum, toleranceOf(feeRows));
  const feeByAsset = new Map<string, Agreed<bigint> | null>();
  for (const [asset, feeRows] of groupBy(feeListsWithHeight, (fee) => fee.asset.toUpperCase())) {
    const rowsWithFee = feeRows.filter((row) => row.outbound_fee !== null);
    if (rowsWithFee.length >= quorum) feeByAsset.set(asset, agreeOfTwo(rowsWithFee, agreeOnFee));
  }
  return feeByAsset;
}

/** Figures of `/network`. Native fees are in base units, the price is in US dollars times 1e8. */
export interface NetworkFigures {
  readonly nativeTransactionFee: Agreed<bigint> | null;
  readonly nativeOutboundFee: Agreed<bigint> | null;
  readonly outboundMultiplierBps: Agreed<bigint> | null;
  readonly nativePriceUsd: Agreed<bigint> | null;
  /** True if one of two nodes, or two of three, report halted prices (`tor_price_halted`). */
  readonly isPriceHalted: boolean;
}

type NetworkFigure =
  | "native_tx_fee_rune"
  | "native_outbound_fee_rune"
  | "outbound_fee_multiplier"
  | "rune_price_in_tor";
type AgreeOnFigures = (figures: readonly bigint[], tolerance: Within) => Agreed<bigint> | null;

export function agreeNetworkFigures(
  answers: readonly NodeNetwork[],
  quorum: Quorum,
  heights: Heights = [],
): NetworkFigures | null {
  if (answers.length < quorum) return null;
  const answersWithHeight = answers.map((answer, index) => ({ ...answer, height: heights[index] }));
  const agreedFigureOf = (name: NetworkFigure, agree: AgreeOnFigures) =>
    agreeOfTwo(answersWithHeight, (subset) => agree(valuesOf(subset, name), toleranceOf(subset)));
  const agreeOnExact = (figures: readonly bigint[]) => agreeOn(figures, quorum);
  const haltedPriceCount = answers.filter((answer) => answer.tor_price_halted === true).length;
  return {
    nativeTransactionFee: agreedFigureOf("native_tx_fee_rune", agreeOnExact),
    nativeOutboundFee: agreedFigureOf("native_outbound_fee_rune", agreeOnExact),
    outboundMultiplierBps: agreedFigureOf("outbound_fee_multiplier", (figures, tolerance) =>
      agreeOnWorst(figures, quorum, tolerance),
    ),
    nativePriceUsd: agreedFigureOf("rune_price_in_tor", (figures) =>
      agreeOnLeast(figures, quorum, PRICE_TOLERANCE_BPS),
    ),
    isPriceHalted: haltedPriceCount > (answers.length > 2 ? 1 : 0),
  };
}

/** Two nodes may be this far apart in observing a chain, because nodes observe blocks in bursts. */
const MAX_HEIGHT_GAP_SECONDS = 60;

/**
 * The newest block height of each chain that nodes observed, by chain code. If nodes differ, the
 * lowest height counts. Null if nodes differ too much. A height of 0 is ignored.
 */
export function agreeObservedHeights(
  rowLists: readonly LastBlock[],
  quorum: Quorum,
  { chains }: Preset,
): ReadonlyMap<string, number | null> {
  const observedRowLists = rowLists.map((rows) => rows.filter((row) => row.lastObservedIn > 0));
  const heightByChain = new Map<string, number | null>();
  for (const [chainCode, rows] of groupBy(observedRowLists, ({ chain }) => chain)) {
    const chainRow = findChainRow(chainCode, { chains });
    const blockSeconds = chainRow?.blockSeconds ?? PROTOCOL_BLOCK_SECONDS;
    const observedHeights = rows.map(({ lastObservedIn }) => lastObservedIn);
    const agreeOnHeight = (subset: readonly number[]) =>
      agreeOnLowest(subset, quorum, blockSeconds);
    heightByChain.set(chainCode, agreeOfTwo(observedHeights, agreeOnHeight));
  }
  return heightByChain;
}

function agreeOnLowest(
  heights: readonly number[],
  quorum: Quorum,
  blockSeconds: number,
): number | null {
  const [lowestHeight, highestHeight] = [Math.min(...heights), Math.max(...heights)];
  const heightGapSeconds = (highestHeight - lowestHeight - 1) * blockSeconds;
  return heights.length >= quorum && heightGapSeconds <= MAX_HEIGHT_GAP_SECONDS
    ? lowestHeight
    : null;
}

/** Two nodes' queue lengths may differ by 20 items plus half of the longer queue. */
const QUEUE_TOLERANCE = { slack: 20n, withinBps: 5_000n } as const;

export function agreeQueue(answers: readonly Queue[], quorum: Quorum): QueueReading | null {
  if (answers.length < quorum) return null;
  const agreeOnLargest = (figureOf: (answer: Queue) => bigint | undefined, tolerance: Within) =>
    agreeOfTwo(answers, (subset) => agreeOnWorst(subset.map(figureOf), quorum, tolerance));
  const queueLengthOf = (name: "swap" | "outbound" | "internal") => {
    const queueLength = agreeOnLargest((answer) => BigInt(answer[name]), QUEUE_TOLERANCE);
    return queueLength === null ? null : Number(queueLength);
  };
  return {
    swap: queueLengthOf("swap"),
    outbound: queueLengthOf("outbound"),
    internal: queueLengthOf("internal"),
    scheduledOutboundValue: agreeOnLargest((answer) => answer.scheduled_outbound_value, {
      withinBps: QUEUE_TOLERANCE.withinBps,
    }),
  };
}

/** Network parameters by name. "unset" if no node has a value. Absent if the nodes differ. */
export type AgreedParameters = ReadonlyMap<string, Agreed<number> | "unset">;

export function agreeParameters(
  answers: readonly Mimir[],
  quorum: Quorum,
  names: readonly string[],
): AgreedParameters {
  if (answers.length < quorum) return new Map();
  const agreedValues = new Map<string, Agreed<number> | "unset">();
  for (const name of names) {
    const values = answers.flatMap((answer) => answer[name] ?? []);
    const agreedValue = values.length === answers.length ? agreeOn(values, quorum) : null;
    if (values.length === 0) agreedValues.set(name, "unset");
    else if (agreedValue !== null) agreedValues.set(name, agreedValue);
  }
  return agreedValues;
}

export function agreeDefaults(
  answers: readonly Constants[],
  quorum: Quorum,
  names: readonly string[],
): AgreedParameters {
  const defaultsOfNodes = answers.map(getDefaults);
  const agreedValues = new Map<string, Agreed<number> | "unset">();
  for (const name of names) {
    const agreeOnDefault = (subset: readonly Mimir[]) =>
      agreeParameters(subset, quorum, [name]).get(name) ?? null;
    const agreedValue = agreeOfTwo(defaultsOfNodes, agreeOnDefault);
    if (agreedValue !== null) agreedValues.set(name, agreedValue);
  }
  return agreedValues;
}

const getDefaults = onceFor((constants: Constants): Mimir => {
  const constantEntries = Object.entries(constants.int_64_values);
  return Object.fromEntries(constantEntries.map(([name, value]) => [name.toUpperCase(), value]));
});

/**
 * Groups the items of several nodes by key. Each list comes from one node. Only the first item of a
 * key is taken from a list, so that no node counts twice.
 */
function groupBy<T>(
  lists: readonly (readonly T[])[],
  keyOf: (item: T) => string,
): Map<string, T[]> {
  const itemsByKey = new Map<string, T[]>();
  for (const list of lists) {
    const firstItemByKey = new Map([...list].reverse().map((item) => [keyOf(item), item]));
    for (const [key, item] of firstItemByKey)
      itemsByKey.set(key, [...(itemsByKey.get(key) ?? []), item]);
  }
  return itemsByKey;
}

function valuesOf<T, K extends keyof T>(items: readonly T[], key: K): NonNullable<T[K]>[] {
  return items.flatMap((item) => item[key] ?? []) as NonNullable<T[K]>[];
}
