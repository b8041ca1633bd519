// Figures of several nodes → what they agree on; null where too few agree.
// Where two nodes do not settle a figure, a node of a third operator decides.

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

/** Prices and depths move with each block, and two nodes are up to five blocks apart. */
export const PRICE_BPS = 100n;

/** Amounts in base units of the chain's gas asset; rate and size as nodes write them. */
export interface ChainCosts {
  readonly dustThreshold: Agreed<bigint> | null;
  readonly outboundFee: Agreed<bigint> | null;
  readonly gasRate: Agreed<string> | null;
  readonly gasRateUnits: Agreed<string> | null;
  readonly outboundSize: Agreed<string> | null;
}

/** By chain code. `lists` has the rows of each node. */
export function agreeChainCosts(
  lists: readonly (readonly InboundAddress[])[],
  quorum: Quorum,
  within: Within = {},
): ReadonlyMap<string, ChainCosts> {
  const costsOf = (rows: readonly InboundAddress[]): ChainCosts => {
    const isGasKnown = !rows.some(isGasUnknown);
    return {
      dustThreshold: agreeOn(valuesOf(rows, "dust_threshold"), quorum),
      outboundFee: isGasKnown ? agreeOnWorst(valuesOf(rows, "outbound_fee"), quorum, within) : null,
      gasRate: isGasKnown ? agreeOnRate(valuesOf(rows, "gas_rate"), quorum, within) : null,
      gasRateUnits: agreeOn(valuesOf(rows, "gas_rate_units"), quorum),
      outboundSize: agreeOn(valuesOf(rows, "outbound_tx_size"), quorum),
    };
  };
  const rowsByChain = groupBy(lists, ({ chain }) => chain);
  return new Map([...rowsByChain].map(([chain, rows]) => [chain, costsOf(rows)]));
}

/** The higher rate, because too little gas leaves a deposit stuck. */
function agreeOnRate(
  rates: readonly string[],
  quorum: Quorum,
  within: Within,
): Agreed<string> | null {
  if (!rates.every((rate) => /^\d{1,30}$/.test(rate))) return null;
  const highest = agreeOnWorst(rates.map(BigInt), quorum, within);
  return highest === null ? null : deriveAgreed([highest], String);
}

/** Height of each answer's state. */
export type Heights = readonly (number | null)[];

const withinOf = (answers: readonly AtHeight[]): Within => ({
  isOneHeight: areOfOneHeight(answers),
});

/** By asset, in its base units. Null where nodes differ; absent where too few list the asset. */
export function agreeOutboundFees(
  lists: readonly OutboundFees[],
  quorum: Quorum,
  heights: Heights = [],
): ReadonlyMap<string, Agreed<bigint> | null> {
  const datedLists = lists.map((list, index) =>
    list.map((fee) => ({ ...fee, height: heights[index] })),
  );
  const agree = (rows: readonly (OutboundFees[number] & AtHeight)[]) =>
    agreeOnWorst(valuesOf(rows, "outbound_fee"), quorum, withinOf(rows));
  const agreed = new Map<string, Agreed<bigint> | null>();
  for (const [asset, rows] of groupBy(datedLists, (fee) => fee.asset.toUpperCase())) {
    const rowsWithFee = rows.filter((row) => row.outbound_fee !== null);
    if (rowsWithFee.length >= quorum) agreed.set(asset, agreeOfTwo(rowsWithFee, agree));
  }
  return agreed;
}

/** From `/network`: native amounts in base units, the price in US dollars (1e8). */
export interface NetworkFigures {
  readonly nativeTransactionFee: Agreed<bigint> | null;
  readonly nativeOutboundFee: Agreed<bigint> | null;
  readonly outboundMultiplierBps: Agreed<bigint> | null;
  readonly nativePriceUsd: Agreed<bigint> | null;
  /** One of two nodes, or two of three, say that all price anchors are halted. */
  readonly isPriceHalted: boolean;
}

type NetworkFigure =
  | "native_tx_fee_rune"
  | "native_outbound_fee_rune"
  | "outbound_fee_multiplier"
  | "rune_price_in_tor";
type AgreeOnFigures = (figures: readonly bigint[], within: Within) => Agreed<bigint> | null;

export function agreeNetworkFigures(
  answers: readonly NodeNetwork[],
  quorum: Quorum,
  heights: Heights = [],
): NetworkFigures | null {
  if (answers.length < quorum) return null;
  const datedAnswers = answers.map((answer, index) => ({ ...answer, height: heights[index] }));
  const agree = (name: NetworkFigure, agreeOnFigures: AgreeOnFigures) =>
    agreeOfTwo(datedAnswers, (subset) => agreeOnFigures(valuesOf(subset, name), withinOf(subset)));
  const agreeOnEqual = (figures: readonly bigint[]) => agreeOn(figures, quorum);
  const haltedCount = answers.filter((answer) => answer.tor_price_halted === true).length;
  return {
    nativeTransactionFee: agree("native_tx_fee_rune", agreeOnEqual),
    nativeOutboundFee: agree("native_outbound_fee_rune", agreeOnEqual),
    outboundMultiplierBps: agree("outbound_fee_multiplier", (figures, within) =>
      agreeOnWorst(figures, quorum, within),
    ),
    nativePriceUsd: agree("rune_price_in_tor", (figures) =>
      agreeOnLeast(figures, quorum, PRICE_BPS),
    ),
    isPriceHalted: haltedCount > (answers.length > 2 ? 1 : 0),
  };
}

/** Nodes observe a chain in bursts, and are up to this far apart. */
const OBSERVED_APART_SECONDS = 60;

/** By chain code: the lower of the newest observed blocks. 0 means that a node lacks the chain. */
export function agreeObservedHeights(
  lists: readonly LastBlock[],
  quorum: Quorum,
  { chains }: Preset,
): ReadonlyMap<string, number | null> {
  const observedLists = lists.map((rows) => rows.filter((row) => row.lastObservedIn > 0));
  const heightsByChain = new Map<string, number | null>();
  for (const [code, rows] of groupBy(observedLists, ({ chain }) => chain)) {
    const chainRow = findChainRow(code, { chains });
    const blockSeconds = chainRow?.blockSeconds ?? PROTOCOL_BLOCK_SECONDS;
    const heights = rows.map(({ lastObservedIn }) => lastObservedIn);
    const agree = (subset: readonly number[]) => agreeOnLowest(subset, quorum, blockSeconds);
    heightsByChain.set(code, agreeOfTwo(heights, agree));
  }
  return heightsByChain;
}

function agreeOnLowest(
  heights: readonly number[],
  quorum: Quorum,
  blockSeconds: number,
): number | null {
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const apartSeconds = (highest - lowest - 1) * blockSeconds;
  return heights.length >= quorum && apartSeconds <= OBSERVED_APART_SECONDS ? lowest : null;
}

/** Items come and go with each block: answers may differ by half, and 20 items. */
const QUEUE = { slack: 20n, withinBps: 5_000n } as const;

export function agreeQueue(answers: readonly Queue[], quorum: Quorum): QueueReading | null {
  if (answers.length < quorum) return null;
  const worstOf = (figureOf: (answer: Queue) => bigint | undefined, within: Within) =>
    agreeOfTwo(answers, (subset) => agreeOnWorst(subset.map(figureOf), quorum, within));
  const countOf = (name: "swap" | "outbound" | "internal") => {
    const longest = worstOf((answer) => BigInt(answer[name]), QUEUE);
    return longest === null ? null : Number(longest);
  };
  return {
    swap: countOf("swap"),
    outbound: countOf("outbound"),
    internal: countOf("internal"),
    scheduledOutboundValue: worstOf((answer) => answer.scheduled_outbound_value, {
      withinBps: QUEUE.withinBps,
    }),
  };
}

/**
 * By name: the value on which all answers agree, or "unset" where none has one.
 * A name in dispute is absent.
 */
export type AgreedParameters = ReadonlyMap<string, Agreed<number> | "unset">;

export function agreeParameters(
  answers: readonly Mimir[],
  quorum: Quorum,
  names: readonly string[],
): AgreedParameters {
  if (answers.length < quorum) return new Map();
  const agreed = new Map<string, Agreed<number> | "unset">();
  for (const name of names) {
    const values = answers.flatMap((answer) => answer[name] ?? []);
    const value = values.length === answers.length ? agreeOn(values, quorum) : null;
    if (values.length === 0) agreed.set(name, "unset");
    else if (value !== null) agreed.set(name, value);
  }
  return agreed;
}

/** As `agreeParameters`, but a third answer decides. */
export function agreeDefaults(
  answers: readonly Constants[],
  quorum: Quorum,
  names: readonly string[],
): AgreedParameters {
  const defaults = answers.map(getDefaults);
  const agreed = new Map<string, Agreed<number> | "unset">();
  for (const name of names) {
    const agree = (subset: readonly Mimir[]) =>
      agreeParameters(subset, quorum, [name]).get(name) ?? null;
    const value = agreeOfTwo(defaults, agree);
    if (value !== null) agreed.set(name, value);
  }
  return agreed;
}

/** With names in capitals. Cached, because a node may list thousands. */
const getDefaults = onceFor((constants: Constants): Mimir => {
  const values = Object.entries(constants.int_64_values);
  return Object.fromEntries(values.map(([name, value]) => [name.toUpperCase(), value]));
});

/** Takes the first item of each key from each list. */
function groupBy<T>(
  lists: readonly (readonly T[])[],
  keyOf: (item: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const list of lists) {
    const firstItems = new Map([...list].reverse().map((item) => [keyOf(item), item]));
    for (const [key, item] of firstItems) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function valuesOf<T, K extends keyof T>(items: readonly T[], key: K): NonNullable<T[K]>[] {
  return items.flatMap((item) => item[key] ?? []) as NonNullable<T[K]>[];
}
