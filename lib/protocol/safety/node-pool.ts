// Which nodes are read and compared: two of two operators, where they are configured. A third replaces one that fails, and decides where two
// disagree. The failed node is shown as failed, and what an outvoted one says is told.

import { countOperators } from "../model/agreed.ts";
import { interrupted } from "../upstream/deadline.ts";
import { createRetryBudget } from "../upstream/limits.ts";
import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { firstPair, type NodeEvidence, rowsOf } from "./evidence.ts";
import { isNear } from "./freshness.ts";
import { isUsable, type NodeReading, readNode, type SeenHeights } from "./node-reading.ts";

/** For this long, a node that failed is asked after the others, and three are read at once after two have disagreed. */
const REST_MS = 30_000;

export interface NodesRead {
  /** What is judged: two that are compared, and one that was replaced in this reading and is not behind them. */
  readonly nodes: readonly NodeReading[];
  /** What the other nodes said when they failed. It is shown, not judged. */
  readonly dropped: readonly NodeReading[];
  /** What two operators that agree contradict now. It is told, not judged. */
  readonly outvoted: readonly NodeReading[];
}

/**
 * Reads nodes of two operators where there are two. A third takes the place of one that is down, behind or running backwards. Where none
 * can take it, one node is left, and nothing is called open. What the replaced one still said of now counts: it may have said halted.
 * Of three operators, two that agree decide. One that is slow for long is read in the background, where two others are left.
 * `freshClockHeight`: of the block clock; null where it is not fresh.
 */
export function createNodesReader(setup: {
  readonly preset: Preset;
  readonly nodes: readonly Provider[];
  readonly now: () => number;
  readonly leastParameters: number;
}): (signal: AbortSignal, freshClockHeight: Promise<number | null>) => Promise<NodesRead> {
  const { now } = setup;
  const memory: SeenHeights = new WeakMap();
  const budget = createRetryBudget();
  const pace = createPace(now);
  const mayOutvote = countOperators(setup.nodes) > 2;
  const resting = createRestingNodes(now);
  let disputedAtMs = Number.NEGATIVE_INFINITY;

  return async (signal, freshClockHeight) => {
    // Chosen before anything is awaited: another reading may change the order meanwhile.
    const { order, slow } = askingOrder(setup.nodes, resting, pace, now());
    for (const node of slow) void read(node, new AbortController().signal);
    const pair = pickPair(order);
    const judge = order.find((node) => !isOf(node, pair));
    const isDisputed =
      mayOutvote && isRecent(disputedAtMs, now()) && judge !== undefined && !resting.has(judge);
    const asked = isDisputed ? [...pair, judge] : pair;
    const readings = await Promise.all(asked.map((node) => read(node, signal)));
    const clockHeight = await freshClockHeight;
    // A caller who left says nothing about a node. A process that stood still reads once more, and asks nobody else before.
    const isVoid = () => interrupted.has(signal);
    if (signal.aborted || isVoid())
      return { nodes: isVoid() ? [] : readings, dropped: [], outvoted: [] };
    const isGood = isGoodAt(referenceHeight(readings, clockHeight));
    const bad = readings.filter((reading) => !isGood(reading));
    for (const reading of readings) resting.note(reading, isGood(reading));
    if (bad.length < readings.length) budget.earn();
    if (bad.length === 0 && mayOutvote && !isUnanimous(readings)) disputedAtMs = now();
    if (bad.length === 0 && (isUnanimous(readings) || !mayOutvote))
      return toRead(readings.slice(0, 2));
    // Where one failed, the slow are waited for.
    const spare =
      bad.length === 0 ? judge : findSpare([...order, ...slow], asked, readings.filter(isGood));
    // A spare that failed as well is retried within the retry budget only.
    const mayAsk = spare && !asked.includes(spare) && (!resting.has(spare) || budget.spend());
    const other = mayAsk ? await read(spare, signal) : null;
    return settle(readings, other, clockHeight, signal.aborted || isVoid());
  };

  async function read(node: Provider, signal: AbortSignal): Promise<NodeReading> {
    const reading = await readNode(node, setup, memory, signal);
    pace.note(reading);
    return reading;
  }

  /** What is judged of two readings, or three, that fail or differ. */
  function settle(
    readings: readonly NodeReading[],
    other: NodeReading | null,
    clockHeight: number | null,
    isVoid: boolean,
  ): NodesRead {
    const all = other ? [...readings, other] : readings;
    // The spare may show that another one is the bad one.
    const best = referenceHeight(all, clockHeight);
    const isGood = isGoodAt(best);
    if (!isVoid && other) for (const reading of all) resting.note(reading, isGood(reading));
    // Without a third that is good, what the two say stands as it is.
    if (all.length < 3 || !isGood(all[2] as NodeReading)) return toRead(readings.slice(0, 2));
    const { nodes, outvoted } = judgeThree(all, best, mayOutvote);
    // Two nodes of one operator are one witness: they put nobody else's out of the comparison.
    const [left, asked] = [nodes, readings].map((some) =>
      countOperators(some.map(({ provider }) => provider)),
    );
    return left === 1 && asked !== 1 ? toRead(readings.slice(0, 2)) : toRead(nodes, outvoted);
  }

  function toRead(nodes: readonly NodeReading[], outvoted: readonly NodeReading[] = []): NodesRead {
    return { nodes, dropped: resting.listUnheard([...nodes, ...outvoted]), outvoted };
  }
}

/**
 * As configured, then the slow, then the nodes that failed lately, the one asked longest ago first: each gets its turn, so the first to
 * recover is found. Nobody waits for the slow where others are enough.
 */
function askingOrder(
  nodes: readonly Provider[],
  { failedAtMs }: RestingNodes,
  { isSlow }: Pace,
  nowMs: number,
) {
  const isResting = (node: Provider) => isRecent(failedAtMs(node), nowMs);
  const rested = nodes.filter(isResting).sort((a, b) => failedAtMs(a) - failedAtMs(b));
  const awake = nodes.filter((node) => !isResting(node));
  const slow = awake.filter(isSlow);
  const quick = awake.filter((node) => !slow.includes(node));
  if (countOperators(quick) > 1) return { order: [...quick, ...rested], slow };
  return { order: [...quick, ...slow, ...rested], slow: [] };
}

/** A clock that was set back makes nothing last longer. */
function isRecent(sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < REST_MS;
}

type RestingNodes = ReturnType<typeof createRestingNodes>;

/** Nodes that failed when last asked. */
function createRestingNodes(now: () => number) {
  const resting = new Map<Provider, { readonly reading: NodeReading; readonly sinceMs: number }>();
  return {
    has: (node: Provider) => resting.has(node),
    failedAtMs: (node: Provider) => resting.get(node)?.sinceMs ?? Number.NEGATIVE_INFINITY,
    /** A call that ended because this process stood still says nothing about the node. */
    note(reading: NodeReading, isGood: boolean): void {
      if (isGood) resting.delete(reading.provider);
      else if (!reading.faults.includes("aborted"))
        resting.set(reading.provider, { reading, sinceMs: now() });
    },
    listUnheard(heard: readonly NodeReading[]): NodeReading[] {
      const read = new Set(heard.map(({ provider }) => provider));
      return [...resting.values()].flatMap(({ reading }) =>
        read.has(reading.provider) ? [] : reading,
      );
    },
  };
}

/** Of three, two of two operators that agree decide where the third contradicts them. */
function judgeThree(
  all: readonly NodeReading[],
  best: number,
  mayOutvote: boolean,
): Omit<NodesRead, "dropped"> {
  const isGood = isGoodAt(best);
  const isHeard = ({ facts }: NodeReading) => facts.height === null || isNear(facts.height, best);
  const heard = [...all.filter(isGood), ...all.filter((one) => !isGood(one) && isHeard(one))];
  const agreed = mayOutvote ? firstPair(all.filter(isGood), isAgreedPair) : null;
  if (agreed === null) return { nodes: heard, outvoted: [] };
  const deciders = agreed.map(({ provider }) => provider);
  const isContrary = (one: NodeReading) =>
    agreed.some((other) => !areAlike(one.facts, other.facts));
  const others = heard.filter((one) => !agreed.includes(one) && isContrary(one));
  const isOutvoted = ({ provider }: NodeReading) => !isOf(provider, deciders);
  return {
    nodes: [...agreed, ...others.filter((one) => !isOutvoted(one))],
    outvoted: others.filter(isOutvoted),
  };
}

const isOf = ({ operator }: Provider, some: readonly Provider[]) =>
  some.some((one) => one.operator === operator);

/** The first, and the first of another operator; where there is one operator alone, two of its nodes. */
function pickPair(order: readonly Provider[]): readonly Provider[] {
  const [first, next] = order;
  if (!first) return [];
  const second = order.find((node) => !isOf(node, [first])) ?? next;
  return second ? [first, second] : [first];
}

/** Who may take the place of a node that failed: nobody of an operator that is heard already, where another one is configured. */
function findSpare(
  order: readonly Provider[],
  asked: readonly Provider[],
  good: readonly NodeReading[],
): Provider | undefined {
  const left = order.filter((node) => !asked.includes(node));
  if (countOperators(order) < 2) return left[0];
  const heard = good.map(({ provider }) => provider);
  return left.find((node) => !isOf(node, heard));
}

function isUnanimous([first, ...others]: readonly NodeReading[]): boolean {
  return first === undefined || others.every((other) => areAlike(first.facts, other.facts));
}

/** Whether two of two operators contradict each other in nothing. */
const isAgreedPair = (one: NodeReading, other: NodeReading) =>
  one.provider.operator !== other.provider.operator && areAlike(one.facts, other.facts);

/**
 * The height that nodes are held against: the highest that two share, where the clock does not contradict; else the highest that the
 * clock confirms, else the highest. So a node that is alone far ahead puts no other out of the comparison.
 */
function referenceHeight(readings: readonly NodeReading[], clockHeight: number | null): number {
  const heights = readings.filter(isUsable).map(({ facts }) => facts.height as number);
  const isTimely = (height: number) => clockHeight === null || isNear(height, clockHeight);
  const shared = heights.filter((height, index) =>
    heights.some((other, at) => at !== index && isNear(other, height)),
  );
  const [chosen = []] = [shared.filter(isTimely), heights.filter(isTimely), heights].filter(
    (list) => list.length > 0,
  );
  return Math.max(0, ...chosen);
}

const isGoodAt = (top: number) => (one: NodeReading) =>
  isUsable(one) && (top === 0 || isNear(one.facts.height as number, top));

/** Nobody waits for a node whose answers take longer than this at the median of a minute. */
export const SLOW_MS = 1_000;
const WATCHED_MS = 60_000;
const LEAST_SAMPLES = 3;

type Pace = ReturnType<typeof createPace>;

export function createPace(now: () => number) {
  /** By node: what the slowest of the calls took that were made at one instant. */
  const samples = new Map<Provider, ReadonlyMap<number, number>>();
  const listRecent = (node: Provider) =>
    [...(samples.get(node) ?? new Map<number, number>())].filter(
      ([askedAtMs]) => Math.abs(now() - askedAtMs) <= WATCHED_MS,
    );

  return {
    note({ provider, calls }: NodeReading): void {
      const own = new Map(listRecent(provider));
      for (const { askedAtMs, tookMs } of calls)
        own.set(askedAtMs, Math.max(tookMs, own.get(askedAtMs) ?? 0));
      samples.set(provider, own);
    },
    isSlow(node: Provider): boolean {
      const took = listRecent(node)
        .map(([, tookMs]) => tookMs)
        .sort((a, b) => a - b);
      return took.length >= LEAST_SAMPLES && (took[took.length >> 1] as number) > SLOW_MS;
    },
  };
}

/** Rates of gas, and what follows from them, move with each block. */
const MOVING_PERCENT = 10n;

const fixedFields = [
  "address",
  "router",
  "halted",
  "global_trading_paused",
  "chain_trading_paused",
  "chain_lp_actions_paused",
  "gas_rate_units",
  "outbound_tx_size",
  "dust_threshold",
] as const;

/** Whether neither says anything that the other contradicts. What one of them left out contradicts nothing. */
export function areAlike(a: NodeEvidence, b: NodeEvidence): boolean {
  return (
    (a.mimir === null || b.mimir === null || hasSameVotes(a.mimir, b.mimir)) &&
    (!a.rows?.length || !b.rows?.length || hasSameRows(a, b))
  );
}

/** A release lists a negative vote or leaves it out: both mean that there is none. */
function hasSameVotes(a: Mimir, b: Mimir): boolean {
  const isSame = (name: string) => Math.max(a[name] ?? -1, -1) === Math.max(b[name] ?? -1, -1);
  return Object.keys(a).every(isSame) && Object.keys(b).every(isSame);
}

function hasSameRows(a: NodeEvidence, b: NodeEvidence): boolean {
  const chains = new Set([...(a.rows ?? []), ...(b.rows ?? [])].map(({ chain }) => chain));
  return [...chains].every((chain) => {
    const [ofA, ofB] = [rowsOf(a, chain), rowsOf(b, chain)];
    return (
      ofA.length === ofB.length &&
      ofA.every((row, index) => isSameRow(row, ofB[index] as InboundAddress))
    );
  });
}

function isSameRow(a: InboundAddress, b: InboundAddress): boolean {
  // A router that is left out is none.
  const isSame = (field: (typeof fixedFields)[number]) => (a[field] ?? "") === (b[field] ?? "");
  return (
    fixedFields.every(isSame) &&
    isNearAmount(a.outbound_fee, b.outbound_fee) &&
    isNearRate(a.gas_rate, b.gas_rate)
  );
}

function isNearAmount(a: bigint | null | undefined, b: bigint | null | undefined): boolean {
  if (a == null || b == null) return a === b;
  const [less, more] = a < b ? [a, b] : [b, a];
  return (more - less) * 100n <= more * MOVING_PERCENT;
}

function isNearRate(a: string | undefined, b: string | undefined): boolean {
  const read = (rate: string | undefined) =>
    /^\d{1,30}$/.test(rate ?? "") ? BigInt(rate as string) : undefined;
  return a === b || isNearAmount(read(a), read(b));
}
