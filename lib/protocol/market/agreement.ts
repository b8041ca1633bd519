// Figures of several nodes → what they agree on; null where too few agree.
// Where two nodes do not settle a figure, a node of a third operator decides.
// One node that says that a pool is halted is enough against `open`.

import {
  type Agreed,
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
import type { Reason } from "../model/verdicts.ts";
import { isGasUnknown } from "../safety/evidence.ts";
import { poolReasons } from "../safety/reasons.ts";
import type {
  Constants,
  InboundAddress,
  LastBlock,
  Mimir,
  NodeNetwork,
  OutboundFees,
  Pool,
  Queue,
} from "../upstream/network-schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import { onceFor } from "../values/once.ts";

/** Prices and depths move with each block, and two nodes are up to five blocks apart. */
const PRICE_BPS = 100n;

/** Amounts in base units of the chain's gas asset; rate and size as nodes write them. */
export interface ChainCosts {
  readonly dustThreshold: Agreed<bigint> | null;
  readonly outboundFee: Agreed<bigint> | null;
  readonly gasRate: Agreed<string> | null;
  readonly gasRateUnits: Agreed<string> | null;
  readonly outboundSize: Agreed<string> | null;
}

/** By chain code. `lists`: one list of rows a node. */
export function agreeChainCosts(
  lists: readonly (readonly InboundAddress[])[],
  quorum: Quorum,
  within: Within = {},
): ReadonlyMap<string, ChainCosts> {
  const costsOf = (rows: readonly InboundAddress[]): ChainCosts => {
    const isKnown = !rows.some(isGasUnknown);
    return {
      dustThreshold: agreeOn(stated(rows, "dust_threshold"), quorum),
      outboundFee: isKnown ? agreeOnWorst(stated(rows, "outbound_fee"), quorum, within) : null,
      gasRate: isKnown ? agreeOnRate(stated(rows, "gas_rate"), quorum, within) : null,
      gasRateUnits: agreeOn(stated(rows, "gas_rate_units"), quorum),
      outboundSize: agreeOn(stated(rows, "outbound_tx_size"), quorum),
    };
  };
  return new Map(
    [...groupBy(lists, (row) => row.chain)].map(([chain, rows]) => [chain, costsOf(rows)]),
  );
}

/** The higher rate, because too little gas leaves a deposit stuck. */
function agreeOnRate(
  rates: readonly string[],
  quorum: Quorum,
  within: Within,
): Agreed<string> | null {
  if (!rates.every((rate) => /^\d{1,30}$/.test(rate))) return null;
  const most = agreeOnWorst(rates.map(BigInt), quorum, within);
  return most === null ? null : deriveAgreed([most], String);
}

/** Height of each answer's state. */
export type Heights = readonly (number | null)[];
const withinOf = (some: Parameters<typeof areOfOneHeight>[0]): Within => ({
  isOneHeight: areOfOneHeight(some),
});

/**
 * By asset, in its base units; null where the nodes differ. Absent where too few list the asset.
 */
export function agreeOutboundFees(
  lists: readonly OutboundFees[],
  quorum: Quorum,
  heights: Heights = [],
): ReadonlyMap<string, Agreed<bigint> | null> {
  const dated = lists.map((list, at) => list.map((fee) => ({ ...fee, height: heights[at] })));
  const fees = [...groupBy(dated, (fee) => fee.asset.toUpperCase())];
  return new Map(
    fees.flatMap(([asset, rows]) => {
      const all = rows.filter((row) => row.outbound_fee !== null);
      const agree = (some: readonly (typeof all)[number][]) =>
        agreeOnWorst(stated(some, "outbound_fee"), quorum, withinOf(some));
      return all.length < quorum ? [] : [[asset, agreeOfTwo(all, agree)]];
    }),
  );
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

export function agreeNetworkFigures(
  answers: readonly NodeNetwork[],
  quorum: Quorum,
  heights: Heights = [],
): NetworkFigures | null {
  if (answers.length < quorum) return null;
  type Figure =
    | "native_tx_fee_rune"
    | "native_outbound_fee_rune"
    | "outbound_fee_multiplier"
    | "rune_price_in_tor";
  const dated = answers.map((answer, at) => ({ ...answer, height: heights[at] }));
  const agree = (
    name: Figure,
    agreed: (figures: readonly bigint[], within: Within) => Agreed<bigint> | null,
  ) => agreeOfTwo(dated, (some) => agreed(stated(some, name), withinOf(some)));
  const equal = (figures: readonly bigint[]) => agreeOn(figures, quorum);
  return {
    nativeTransactionFee: agree("native_tx_fee_rune", equal),
    nativeOutboundFee: agree("native_outbound_fee_rune", equal),
    outboundMultiplierBps: agree("outbound_fee_multiplier", (figures, within) =>
      agreeOnWorst(figures, quorum, within),
    ),
    nativePriceUsd: agree("rune_price_in_tor", (figures) =>
      agreeOnLeast(figures, quorum, PRICE_BPS),
    ),
    isPriceHalted:
      answers.filter((answer) => answer.tor_price_halted === true).length >
      (answers.length > 2 ? 1 : 0),
  };
}

/** Nodes observe a chain in bursts, and are up to this far apart. */
const OBSERVED_APART_SECONDS = 60;

/**
 * By chain code: the lower of the newest observed blocks. A node that does not know a chain says
 * 0.
 */
export function agreeObservedHeights(
  lists: readonly LastBlock[],
  quorum: Quorum,
  { chains }: Preset,
): ReadonlyMap<string, number | null> {
  const known = lists.map((rows) => rows.filter(({ lastObservedIn }) => lastObservedIn > 0));
  const agreed = [...groupBy(known, ({ chain }) => chain)].map(([code, rows]) => {
    const { blockSeconds = PROTOCOL_BLOCK_SECONDS } =
      chains.find((chain) => chain.code === code) ?? {};
    const agree = (some: readonly LastBlock[number][]): number | null => {
      const heights = some.map(({ lastObservedIn }) => lastObservedIn);
      const [least, most] = [Math.min(...heights), Math.max(...heights)];
      return heights.length >= quorum && (most - least - 1) * blockSeconds <= OBSERVED_APART_SECONDS
        ? least
        : null;
    };
    return [code, agreeOfTwo(rows, agree)] as const;
  });
  return new Map(agreed);
}

/** Items come and go with each block: answers may differ by half, and 20 items. */
const QUEUE = { slack: 20n, withinBps: 5_000n } as const;

export function agreeQueue(answers: readonly Queue[], quorum: Quorum): QueueReading | null {
  if (answers.length < quorum) return null;
  const worst = (
    read: (answer: Queue) => bigint | undefined,
    within: Parameters<typeof agreeOnWorst>[2],
  ) => agreeOfTwo(answers, (some) => agreeOnWorst(some.map(read), quorum, within));
  const count = (name: "swap" | "outbound" | "internal") => {
    const most = worst((answer) => BigInt(answer[name]), QUEUE);
    return most === null ? null : Number(most);
  };
  return {
    swap: count("swap"),
    outbound: count("outbound"),
    internal: count("internal"),
    scheduledOutboundValue: worst((answer) => answer.scheduled_outbound_value, {
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
  const agreed = names.flatMap((name): [string, Agreed<number> | "unset"][] => {
    const named = answers.flatMap((answer) => answer[name] ?? []);
    if (named.length === 0) return [[name, "unset"]];
    const value = named.length === answers.length ? agreeOn(named, quorum) : null;
    return value === null ? [] : [[name, value]];
  });
  return new Map(agreed);
}

/** As `agreeParameters`, but a third answer decides. */
export function agreeDefaults(
  answers: readonly Constants[],
  quorum: Quorum,
  names: readonly string[],
): AgreedParameters {
  const defaults = answers.map(readDefaults);
  return new Map(
    names.flatMap((name) => {
      const value = agreeOfTwo(
        defaults,
        (some) => agreeParameters(some, quorum, [name]).get(name) ?? null,
      );
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** With names in capitals. Cached, because a node may list thousands. */
const readDefaults = onceFor((constants: Constants): Mimir => {
  const named = Object.entries(constants.int_64_values).map(([name, value]) => [
    name.toUpperCase(),
    value,
  ]);
  return Object.fromEntries(named);
});

/** Takes the first item of each key from each list. */
function groupBy<T>(
  lists: readonly (readonly T[])[],
  keyOf: (item: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const list of lists) {
    const firsts = new Map([...list].reverse().map((item) => [keyOf(item), item]));
    for (const [key, item] of firsts) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function stated<T, K extends keyof T>(items: readonly T[], key: K): NonNullable<T[K]>[] {
  return items.flatMap((item) => item[key] ?? []) as NonNullable<T[K]>[];
}

export interface AgreedPool extends Pick<Pool, "trading_halted"> {
  /** In capitals. */
  readonly asset: string;
  readonly status: string | null;
  /** Base units; the smallest answer. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  /** Nodes state them up to eight. Null where they do not, or differ. */
  readonly decimals: Agreed<number> | null;
  /** US dollars (1e8) a whole unit. */
  readonly priceUsd: Agreed<bigint> | null;
  /** Why the pool cannot be `open`; null where all nodes say that it does not trade. */
  readonly doubt: Reason | null;
}

type PoolRows = ReadonlyMap<string, readonly (readonly Pool[])[]>;

/**
 * Deepest first, then by asset. A pool that one list lacks is left out: one node alone could have
 * invented it. `third` decides where the two lists differ and it confirms one of them.
 */
export function agreePools(
  lists: readonly (readonly Pool[])[],
  quorum: Quorum,
  third: readonly Pool[] | null = null,
): AgreedPool[] | null {
  if (lists.length < quorum) return null;
  return [...decideRows(lists, third)]
    .filter(([, perList]) => perList.every((found) => found.length > 0))
    .map(([asset, perList]) => agreePool(asset, perList, quorum))
    .sort(compareDepth);
}

/** Assets in capitals that some lists have and others lack. */
export function findDoubtedAssets(
  lists: readonly (readonly Pool[])[],
  third: readonly Pool[] | null = null,
): string[] {
  const isDoubted = (perList: readonly (readonly Pool[])[]) =>
    perList.some((found) => found.length > 0) && !perList.every((found) => found.length > 0);
  return [...decideRows(lists, third)].flatMap(([asset, perList]) =>
    isDoubted(perList) ? asset : [],
  );
}

/** Assets in capitals on which the lists differ. */
export function findDisputed(lists: readonly (readonly Pool[])[]): string[] {
  return [...groupRows(lists)].flatMap(([asset, perList]) => (isSame(perList) ? [] : asset));
}

/** Assets in capitals for which `third` confirms one of two lists that differ. */
export function findOutvoted(
  lists: readonly (readonly Pool[])[],
  third: readonly Pool[],
): string[] {
  const decided = decideRows(lists, third);
  return findDisputed(lists).filter((asset) => isSame(decided.get(asset) ?? []));
}

/** The two lists' rows of each asset, or those of `third` and the one list that it confirms. */
function decideRows(lists: readonly (readonly Pool[])[], third: readonly Pool[] | null): PoolRows {
  const rows = groupRows(lists);
  if (third === null || lists.length !== 2) return rows;
  const thirdRows = groupRows([third]);
  for (const [asset, perList] of rows) {
    if (isSame(perList)) continue;
    const [other = []] = thirdRows.get(asset) ?? [];
    const borneOut = perList.find((found) => isSame([found, other]));
    if (borneOut) rows.set(asset, [borneOut, other]);
  }
  return rows;
}

function groupRows(lists: readonly (readonly Pool[])[]): Map<string, (readonly Pool[])[]> {
  const rows = new Map<string, Pool[][]>();
  lists.forEach((list, index) => {
    for (const pool of list) {
      const asset = pool.asset.toUpperCase();
      const perList = rows.get(asset) ?? lists.map(() => []);
      perList[index]?.push(pool);
      rows.set(asset, perList);
    }
  });
  return rows;
}

function isSame(perList: readonly (readonly Pool[])[]): boolean {
  if (perList.some((found) => found.length > 1)) return false;
  const pools = perList.flat();
  const [first] = pools;
  if (first === undefined) return true;
  const isNear = (read: (pool: Pool) => bigint | null | undefined) => {
    const figures = pools.flatMap((pool) => read(pool) ?? []);
    return (
      figures.length === 0 ||
      (figures.length === pools.length && agreeOnLeast(figures, 1, PRICE_BPS) !== null)
    );
  };
  return (
    pools.length === perList.length &&
    pools.every(
      (pool) =>
        isAvailable(pool) === isAvailable(first) && pool.trading_halted === first.trading_halted,
    ) &&
    [assetDepth, nativeDepth, priceUsd].every(isNear)
  );
}

const assetDepth = (pool: Pool) => pool.balance_asset;
const nativeDepth = (pool: Pool) => pool.balance_rune ?? pool.balance_cacao;
const priceUsd = (pool: Pool) => pool.asset_tor_price;

function agreePool(
  asset: string,
  perList: readonly (readonly Pool[])[],
  quorum: Quorum,
): AgreedPool {
  const all = perList.flat();
  const firsts = perList.flatMap(([first]) => first ?? []);
  const figure = (read: (pool: Pool) => bigint | null | undefined) =>
    agreeOnLeast(
      firsts.flatMap((pool) => read(pool) ?? []),
      quorum,
      PRICE_BPS,
    );
  const flags = new Set(all.map((pool) => pool.trading_halted));
  const statuses = new Set(all.map((pool) => pool.status.toLowerCase()));
  const agreed = {
    asset,
    status: statuses.size > 1 ? null : (all[0] as Pool).status,
    ...(flags.has(true) && { trading_halted: true }),
    assetDepth: figure(assetDepth),
    nativeDepth: figure(nativeDepth),
    decimals: agreeOn(
      firsts.flatMap((pool) => pool.decimals ?? []),
      quorum,
    ),
    priceUsd: figure(priceUsd),
  };
  if (all.every(isClosed)) return { ...agreed, doubt: null };
  if (perList.some((rows) => rows.length > 1)) return { ...agreed, doubt: poolReasons.manyRows };
  if (statuses.size > 1 || flags.size > 1)
    return { ...agreed, doubt: poolReasons.differs("trading_halted") };
  const isDeep = agreed.assetDepth !== null && agreed.nativeDepth !== null;
  return { ...agreed, doubt: isDeep ? null : poolReasons.differs("depth") };
}

function compareDepth(a: AgreedPool, b: AgreedPool): number {
  const [depthA, depthB] = [a.nativeDepth ?? 0n, b.nativeDepth ?? 0n];
  if (depthA !== depthB) return depthA < depthB ? 1 : -1;
  return a.asset < b.asset ? -1 : 1;
}

const isClosed = (pool: Pool) => !isAvailable(pool) || pool.trading_halted === true;

function isAvailable(pool: Pick<Pool, "status">): boolean {
  return pool.status.toLowerCase() === "available";
}
