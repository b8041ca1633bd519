// Which nodes are read and compared: two of two operators. A third operator's node replaces one
// that fails, and decides where two disagree.

import { countOperators } from "../model/agreed.ts";
import { interruptedSignals } from "../upstream/deadline.ts";
import { createRetryBudget } from "../upstream/limits.ts";
import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { firstPair, type NodeEvidence, rowsOf } from "./evidence.ts";
import { isNear } from "./freshness.ts";
import { isUsable, type NodeReading, readNode, type SeenHeights } from "./node-reading.ts";

/** How long a failed node is read last, and three are read at once after a disagreement. */
const REST_MS = 30_000;

export interface NodesRead {
  /** Judged: two that are compared, and one just replaced that is not behind them. */
  readonly nodes: readonly NodeReading[];
  /** Failed nodes: shown, not judged. */
  readonly dropped: readonly NodeReading[];
  /** Contradicted by two operators that agree: reported, not judged. */
  readonly outvoted: readonly NodeReading[];
}

/**
 * A third node replaces one that is down, behind or rolled back. Without a third, one node is
 * left and nothing is `open`. The replaced node's current facts still count: it may have said
 * halted. `freshClockHeight`: null where the block clock is not fresh.
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
    // Before any await: another reading may change the order meanwhile.
    const { order, slow } = askingOrder(setup.nodes, resting, pace, now());
    for (const node of slow) void read(node, new AbortController().signal);
    const pair = pickPair(order);
    const judge = order.find((node) => !isOf(node, pair));
    const isDisputed =
      mayOutvote && isRecent(disputedAtMs, now()) && judge !== undefined && !resting.has(judge);
    const asked = isDisputed ? [...pair, judge] : pair;
    const readings = await Promise.all(asked.map((node) => read(node, signal)));
    const clockHeight = await freshClockHeight;
    // A caller who left says nothing about a node. A process that stood still asks nobody else.
    const isVoid = () => interruptedSignals.has(signal);
    if (signal.aborted || isVoid())
      return { nodes: isVoid() ? [] : readings, dropped: [], outvoted: [] };
    const isGood = isGoodAt(referenceHeight(readings, clockHeight));
    const bad = readings.filter((reading) => !isGood(reading));
    for (const reading of readings) resting.note(reading, isGood(reading));
    if (bad.length < readings.length) budget.earn();
    if (bad.length === 0 && mayOutvote && !isUnanimous(readings)) disputedAtMs = now();
    if (bad.length === 0 && (isUnanimous(readings) || !mayOutvote))
      return toRead(readings.slice(0, 2));
    const spare =
      bad.length === 0 ? judge : findSpare([...order, ...slow], asked, readings.filter(isGood));
    const mayAsk = spare && !asked.includes(spare) && (!resting.has(spare) || budget.spend());
    const other = mayAsk ? await read(spare, signal) : null;
    return settle(readings, other, clockHeight, signal.aborted || isVoid());
  };

  async function read(node: Provider, signal: AbortSignal): Promise<NodeReading> {
    const reading = await readNode(node, setup, memory, signal);
    pace.note(reading);
    return reading;
  }

  function settle(
    readings: readonly NodeReading[],
    other: NodeReading | null,
    clockHeight: number | null,
    isVoid: boolean,
  ): NodesRead {
    const all = other ? [...readings, other] : readings;
    // The spare may reveal that another node is the bad one.
    const best = referenceHeight(all, clockHeight);
    const isGood = isGoodAt(best);
    if (!isVoid && other) for (const reading of all) resting.note(reading, isGood(reading));
    if (all.length < 3 || !isGood(all[2] as NodeReading)) return toRead(readings.slice(0, 2));
    const { nodes, outvoted } = judgeThree(all, best, mayOutvote);
    // Two nodes of one operator must not outvote another operator's node.
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
 * As configured, then slow nodes, then failed ones, the longest waiting first, so that each gets
 * its turn. Slow nodes are left out where the others are of two operators.
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

/** A clock that was set back prolongs nothing. */
function isRecent(sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < REST_MS;
}

type RestingNodes = ReturnType<typeof createRestingNodes>;

function createRestingNodes(now: () => number) {
  const resting = new Map<Provider, { readonly reading: NodeReading; readonly sinceMs: number }>();
  return {
    has: (node: Provider) => resting.has(node),
    failedAtMs: (node: Provider) => resting.get(node)?.sinceMs ?? Number.NEGATIVE_INFINITY,
    /** An aborted call says nothing about the node. */
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

/** Of three nodes, two of two operators that agree outvote one that contradicts them. */
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

function pickPair(order: readonly Provider[]): readonly Provider[] {
  const [first, next] = order;
  if (!first) return [];
  const second = order.find((node) => !isOf(node, [first])) ?? next;
  return second ? [first, second] : [first];
}

/** Not of an operator that answered well, where another one is configured. */
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

const isAgreedPair = (one: NodeReading, other: NodeReading) =>
  one.provider.operator !== other.provider.operator && areAlike(one.facts, other.facts);

/**
 * The highest that two nodes share and the clock does not contradict, else the highest that the
 * clock confirms, else the highest. A single node far ahead excludes no other.
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

/** Median within a minute from which on a node is slow, and no longer waited for. */
export const SLOW_MS = 1_000;
const WATCHED_MS = 60_000;
const LEAST_SAMPLES = 3;

type Pace = ReturnType<typeof createPace>;

export function createPace(now: () => number) {
  /** By node: when calls began → the slowest call of that moment. */
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

/** Gas rates and fees move with each block. */
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

export function areAlike(a: NodeEvidence, b: NodeEvidence): boolean {
  return (
    (a.mimir === null || b.mimir === null || hasSameVotes(a.mimir, b.mimir)) &&
    (!a.rows?.length || !b.rows?.length || hasSameRows(a, b))
  );
}

/** Some releases list a negative vote, others leave it out. */
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
  // An absent router means none.
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
