// Which nodes are read and compared: two of two operators. A third operator's node replaces one
// that fails, and decides where two disagree.

import { countOperators } from "../model/agreed.ts";
import { interruptedSignals } from "../upstream/deadline.ts";
import type { Provider } from "../upstream/provider.ts";
import { createRetryBudget } from "../upstream/retry-budget.ts";
import { isNear } from "./freshness.ts";
import { areAlike, findPair } from "./node-agreement.ts";
import { createPace, type Pace } from "./node-pace.ts";
import {
  isUsable,
  type NodeReading,
  type NodeSetup,
  readNode,
  type SeenHeights,
} from "./node-reading.ts";
import { createRestingNodes, isRecent, type RestingNodes } from "./resting-nodes.ts";

export interface NodesRead {
  /** Judged: two that are compared, and one just replaced that is not behind them. */
  readonly nodes: readonly NodeReading[];
  /** Failed nodes: shown, not judged. */
  readonly dropped: readonly NodeReading[];
  /** Contradicted by two operators that agree: reported, not judged. */
  readonly outvoted: readonly NodeReading[];
}

/** `freshClockHeight`: null where the block clock is not fresh. */
export type NodesReader = (
  signal: AbortSignal,
  freshClockHeight: Promise<number | null>,
) => Promise<NodesRead>;

export interface NodesSetup extends NodeSetup {
  /** All configured nodes. */
  readonly nodes: readonly Provider[];
}

/** Which nodes are read, in which order. */
interface ReadingPlan {
  readonly order: readonly Provider[];
  /** Read for their pace alone: nobody waits for them. */
  readonly slow: readonly Provider[];
  /** Read at once: two, or three after a disagreement. */
  readonly nodes: readonly Provider[];
  readonly third: Provider | undefined;
}

/**
 * A third node replaces one that is down, behind or rolled back. Without a third, one node is
 * left and nothing is `open`. The replaced node's current facts still count: it may have said
 * halted.
 */
export function createNodesReader(setup: NodesSetup): NodesReader {
  const { now } = setup;
  const seenHeights: SeenHeights = new WeakMap();
  const budget = createRetryBudget();
  const pace = createPace(now);
  const mayOutvote = countOperators(setup.nodes) > 2;
  const resting = createRestingNodes(now);
  let disputedAtMs = Number.NEGATIVE_INFINITY;

  return async (signal, freshClockHeight) => {
    // Before any await: another reading may change the order meanwhile.
    const plan = planReading();
    for (const node of plan.slow) void read(node, new AbortController().signal);
    const readings = await Promise.all(plan.nodes.map((node) => read(node, signal)));
    const clockHeight = await freshClockHeight;
    // A caller who left says nothing about a node. A process that stood still asks nobody else.
    if (hasEnded(signal)) {
      const nodes = interruptedSignals.has(signal) ? [] : readings;
      return { nodes, dropped: [], outvoted: [] };
    }
    const good = noteReadings(readings, clockHeight);
    const areAllGood = good.length === readings.length;
    const needsDecision = mayOutvote && !isUnanimous(readings);
    if (areAllGood && !needsDecision) return toRead(readings.slice(0, 2));
    if (areAllGood) disputedAtMs = now();
    const spare = areAllGood
      ? plan.third
      : findSpare([...plan.order, ...plan.slow], plan.nodes, good);
    const spareReading = spare ? await readSpare(spare, plan, signal) : null;
    return decide(readings, spareReading, clockHeight, hasEnded(signal));
  };

  function planReading(): ReadingPlan {
    const { order, slow } = orderNodes(setup.nodes, resting, pace, now());
    const pair = pickPair(order);
    const third = order.find((node) => !hasOperatorOf(node, pair));
    const isDisputed = mayOutvote && isRecent(disputedAtMs, now());
    const isThirdAsked = isDisputed && third !== undefined && !resting.has(third);
    return { order, slow, nodes: isThirdAsked ? [...pair, third] : pair, third };
  }

  async function read(node: Provider, signal: AbortSignal): Promise<NodeReading> {
    const reading = await readNode(node, setup, seenHeights, signal);
    pace.note(reading);
    return reading;
  }

  /** Remembers which nodes failed, and returns the good readings. */
  function noteReadings(
    readings: readonly NodeReading[],
    clockHeight: number | null,
  ): readonly NodeReading[] {
    const isGood = isGoodAt(referenceHeight(readings, clockHeight));
    for (const reading of readings) resting.note(reading, isGood(reading));
    const good = readings.filter(isGood);
    if (good.length > 0) budget.earn();
    return good;
  }

  /** Null where the node was read already, or failed and may not be tried again yet. */
  async function readSpare(
    spare: Provider,
    plan: ReadingPlan,
    signal: AbortSignal,
  ): Promise<NodeReading | null> {
    if (plan.nodes.includes(spare)) return null;
    const mayRead = !resting.has(spare) || budget.spend();
    return mayRead ? await read(spare, signal) : null;
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
    const twoRead = toRead(readings.slice(0, 2));
    const [, , third] = three;
    if (third === undefined || !isGood(third)) return twoRead;
    const { nodes, outvoted } = judgeThree(three, height, mayOutvote);
    // Two nodes of one operator must not outvote another operator's node.
    const isOneOperatorLeft = operatorCount(nodes) === 1 && operatorCount(readings) !== 1;
    return isOneOperatorLeft ? twoRead : toRead(nodes, outvoted);
  }

  function toRead(nodes: readonly NodeReading[], outvoted: readonly NodeReading[] = []): NodesRead {
    return { nodes, dropped: resting.listUnheard([...nodes, ...outvoted]), outvoted };
  }
}

const hasEnded = (signal: AbortSignal) => signal.aborted || interruptedSignals.has(signal);

const operatorCount = (readings: readonly NodeReading[]) =>
  countOperators(readings.map(({ provider }) => provider));

/**
 * Nodes as configured, then slow ones, then failed ones. The longest waiting is the first of
 * these, so that each gets its turn. Slow nodes are left out if the others are of two operators.
 */
function orderNodes(
  nodes: readonly Provider[],
  { failedAtMs }: RestingNodes,
  { isSlow }: Pace,
  nowMs: number,
): Pick<ReadingPlan, "order" | "slow"> {
  const isResting = (node: Provider) => isRecent(failedAtMs(node), nowMs);
  const restingNodes = nodes.filter(isResting).sort((a, b) => failedAtMs(a) - failedAtMs(b));
  const awake = nodes.filter((node) => !isResting(node));
  const slow = awake.filter(isSlow);
  const quick = awake.filter((node) => !slow.includes(node));
  if (countOperators(quick) > 1) return { order: [...quick, ...restingNodes], slow };
  return { order: [...quick, ...slow, ...restingNodes], slow: [] };
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

/** A configured node of an operator that is not among those of `nodes`, if these are two. */
export function findThirdOperator(
  nodes: readonly Provider[],
  configured: readonly Provider[],
): Provider | undefined {
  if (countOperators(nodes) < 2) return undefined;
  return configured.find((node) => !hasOperatorOf(node, nodes));
}

const hasOperatorOf = ({ operator }: Provider, nodes: readonly Provider[]) =>
  nodes.some((node) => node.operator === operator);

function pickPair(order: readonly Provider[]): readonly Provider[] {
  const [first, next] = order;
  if (!first) return [];
  const second = order.find((node) => !hasOperatorOf(node, [first])) ?? next;
  return second ? [first, second] : [first];
}

/** Where several operators are configured, the spare is not of one that answered well. */
function findSpare(
  order: readonly Provider[],
  askedNodes: readonly Provider[],
  good: readonly NodeReading[],
): Provider | undefined {
  const unread = order.filter((node) => !askedNodes.includes(node));
  if (countOperators(order) < 2) return unread[0];
  const goodNodes = good.map(({ provider }) => provider);
  return unread.find((node) => !hasOperatorOf(node, goodNodes));
}

function isUnanimous([first, ...otherReadings]: readonly NodeReading[]): boolean {
  return (
    first === undefined || otherReadings.every((reading) => areAlike(first.facts, reading.facts))
  );
}

const isAgreedPair = (a: NodeReading, b: NodeReading) =>
  a.provider.operator !== b.provider.operator && areAlike(a.facts, b.facts);

/**
 * The highest height that two nodes share and the clock does not contradict, else the highest that
 * the clock confirms, else the highest. A single node far ahead excludes no other.
 */
function referenceHeight(readings: readonly NodeReading[], clockHeight: number | null): number {
  const heights = readings.filter(isUsable).map(({ facts }) => facts.height as number);
  const isConfirmed = (height: number) => clockHeight === null || isNear(height, clockHeight);
  const isShared = (height: number, index: number) =>
    heights.some((otherHeight, otherIndex) => otherIndex !== index && isNear(otherHeight, height));
  const candidates = [
    heights.filter(isShared).filter(isConfirmed),
    heights.filter(isConfirmed),
    heights,
  ];
  return Math.max(0, ...(candidates.find((list) => list.length > 0) ?? []));
}

const isGoodAt = (height: number) => (reading: NodeReading) =>
  isUsable(reading) && (height === 0 || isNear(reading.facts.height as number, height));
