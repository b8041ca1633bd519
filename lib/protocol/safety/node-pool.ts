// Which nodes are read and compared: two of two operators. A third operator's node replaces one
// that fails, and decides where two disagree.

import { countOperators } from "../model/agreed.ts";
import { interruptedSignals } from "../upstream/deadline.ts";
import type { Provider } from "../upstream/provider.ts";
import { createRetryBudget } from "../upstream/retry-budget.ts";
import type { Preset } from "../values/chains.ts";
import { findPair } from "./evidence.ts";
import { isNear } from "./freshness.ts";
import { areAlike } from "./node-agreement.ts";
import { createPace, type Pace } from "./node-pace.ts";
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

export type NodesReader = (
  signal: AbortSignal,
  freshClockHeight: Promise<number | null>,
) => Promise<NodesRead>;

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
}): NodesReader {
  const { now } = setup;
  const memory: SeenHeights = new WeakMap();
  const budget = createRetryBudget();
  const pace = createPace(now);
  const mayOutvote = countOperators(setup.nodes) > 2;
  const resting = createRestingNodes(now);
  let disputedAtMs = Number.NEGATIVE_INFINITY;

  return async (signal, freshClockHeight) => {
    // Before any await: another reading may change the order meanwhile.
    const { order, slow } = orderNodes(setup.nodes, resting, pace, now());
    for (const node of slow) void read(node, new AbortController().signal);
    const pair = pickPair(order);
    const third = order.find((node) => !hasOperatorOf(node, pair));
    const isDisputed =
      mayOutvote && isRecent(disputedAtMs, now()) && third !== undefined && !resting.has(third);
    const askedNodes = isDisputed ? [...pair, third] : pair;
    const readings = await Promise.all(askedNodes.map((node) => read(node, signal)));
    const clockHeight = await freshClockHeight;
    // A caller who left says nothing about a node. A process that stood still asks nobody else.
    const isInterrupted = () => interruptedSignals.has(signal);
    if (signal.aborted || isInterrupted())
      return { nodes: isInterrupted() ? [] : readings, dropped: [], outvoted: [] };
    const isGood = isGoodAt(referenceHeight(readings, clockHeight));
    const good = readings.filter(isGood);
    const areAllGood = good.length === readings.length;
    for (const reading of readings) resting.note(reading, isGood(reading));
    if (good.length > 0) budget.earn();
    if (areAllGood && mayOutvote && !isUnanimous(readings)) disputedAtMs = now();
    if (areAllGood && (isUnanimous(readings) || !mayOutvote)) return toRead(readings.slice(0, 2));
    const spare = areAllGood ? third : findSpare([...order, ...slow], askedNodes, good);
    const mayRead = spare && !askedNodes.includes(spare) && (!resting.has(spare) || budget.spend());
    const spareReading = mayRead ? await read(spare, signal) : null;
    return decide(readings, spareReading, clockHeight, signal.aborted || isInterrupted());
  };

  async function read(node: Provider, signal: AbortSignal): Promise<NodeReading> {
    const reading = await readNode(node, setup, memory, signal);
    pace.note(reading);
    return reading;
  }

  function decide(
    readings: readonly NodeReading[],
    spareReading: NodeReading | null,
    clockHeight: number | null,
    isEnded: boolean,
  ): NodesRead {
    const three = spareReading ? [...readings, spareReading] : readings;
    // The spare may reveal that another node is the bad one.
    const height = referenceHeight(three, clockHeight);
    const isGood = isGoodAt(height);
    if (!isEnded && spareReading)
      for (const reading of three) resting.note(reading, isGood(reading));
    if (three.length < 3 || !isGood(three[2] as NodeReading)) return toRead(readings.slice(0, 2));
    const { nodes, outvoted } = judgeThree(three, height, mayOutvote);
    // Two nodes of one operator must not outvote another operator's node.
    return operatorCount(nodes) === 1 && operatorCount(readings) !== 1
      ? toRead(readings.slice(0, 2))
      : toRead(nodes, outvoted);
  }

  function toRead(nodes: readonly NodeReading[], outvoted: readonly NodeReading[] = []): NodesRead {
    return { nodes, dropped: resting.listUnheard([...nodes, ...outvoted]), outvoted };
  }
}

const operatorCount = (readings: readonly NodeReading[]) =>
  countOperators(readings.map(({ provider }) => provider));

/**
 * As configured, then slow nodes, then failed ones, the longest waiting first, so that each gets
 * its turn. Slow nodes are left out where the others are of two operators.
 */
function orderNodes(
  nodes: readonly Provider[],
  { failedAtMs }: RestingNodes,
  { isSlow }: Pace,
  nowMs: number,
) {
  const isResting = (node: Provider) => isRecent(failedAtMs(node), nowMs);
  const restingNodes = nodes.filter(isResting).sort((a, b) => failedAtMs(a) - failedAtMs(b));
  const awake = nodes.filter((node) => !isResting(node));
  const slow = awake.filter(isSlow);
  const quick = awake.filter((node) => !slow.includes(node));
  if (countOperators(quick) > 1) return { order: [...quick, ...restingNodes], slow };
  return { order: [...quick, ...slow, ...restingNodes], slow: [] };
}

/** A clock that was set back prolongs nothing. */
function isRecent(sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < REST_MS;
}

interface RestingNodes {
  has(node: Provider): boolean;
  failedAtMs(node: Provider): number;
  /** An aborted call says nothing about the node. */
  note(reading: NodeReading, isGood: boolean): void;
  listUnheard(heard: readonly NodeReading[]): NodeReading[];
}

function createRestingNodes(now: () => number): RestingNodes {
  const resting = new Map<Provider, { readonly reading: NodeReading; readonly sinceMs: number }>();
  return {
    has: (node) => resting.has(node),
    failedAtMs: (node) => resting.get(node)?.sinceMs ?? Number.NEGATIVE_INFINITY,
    note(reading, isGood) {
      if (isGood) resting.delete(reading.provider);
      else if (!reading.faults.includes("aborted"))
        resting.set(reading.provider, { reading, sinceMs: now() });
    },
    listUnheard(heard) {
      const heardNodes = new Set(heard.map(({ provider }) => provider));
      const readings = [...resting.values()].map(({ reading }) => reading);
      return readings.filter(({ provider }) => !heardNodes.has(provider));
    },
  };
}

/** Of three nodes, two of two operators that agree outvote one that contradicts them. */
function judgeThree(
  readings: readonly NodeReading[],
  height: number,
  mayOutvote: boolean,
): Omit<NodesRead, "dropped"> {
  const isGood = isGoodAt(height);
  const good = readings.filter(isGood);
  const isHeard = ({ facts }: NodeReading) => facts.height === null || isNear(facts.height, height);
  const heard = [...good, ...readings.filter((reading) => !isGood(reading) && isHeard(reading))];
  const agreed = mayOutvote ? findPair(good, isAgreedPair) : null;
  if (agreed === null) return { nodes: heard, outvoted: [] };
  const deciders = agreed.map(({ provider }) => provider);
  const contrary = heard.filter(
    (reading) =>
      !agreed.includes(reading) && agreed.some(({ facts }) => !areAlike(reading.facts, facts)),
  );
  const isOutvoted = ({ provider }: NodeReading) => !hasOperatorOf(provider, deciders);
  return {
    nodes: [...agreed, ...contrary.filter((reading) => !isOutvoted(reading))],
    outvoted: contrary.filter(isOutvoted),
  };
}

const hasOperatorOf = ({ operator }: Provider, nodes: readonly Provider[]) =>
  nodes.some((node) => node.operator === operator);

function pickPair(order: readonly Provider[]): readonly Provider[] {
  const [first, next] = order;
  if (!first) return [];
  const second = order.find((node) => !hasOperatorOf(node, [first])) ?? next;
  return second ? [first, second] : [first];
}

/** Not of an operator that answered well, where another one is configured. */
function findSpare(
  order: readonly Provider[],
  askedNodes: readonly Provider[],
  good: readonly NodeReading[],
): Provider | undefined {
  const unread = order.filter((node) => !askedNodes.includes(node));
  if (countOperators(order) < 2) return unread[0];
  const heard = good.map(({ provider }) => provider);
  return unread.find((node) => !hasOperatorOf(node, heard));
}

function isUnanimous([first, ...others]: readonly NodeReading[]): boolean {
  return first === undefined || others.every((reading) => areAlike(first.facts, reading.facts));
}

const isAgreedPair = (a: NodeReading, b: NodeReading) =>
  a.provider.operator !== b.provider.operator && areAlike(a.facts, b.facts);

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
  const candidates = [shared.filter(isTimely), heights.filter(isTimely), heights];
  return Math.max(0, ...(candidates.find((list) => list.length > 0) ?? []));
}

const isGoodAt = (height: number) => (reading: NodeReading) =>
  isUsable(reading) && (height === 0 || isNear(reading.facts.height as number, height));
