// Reads and compares two nodes of two operators. A third operator's node replaces a node that
// fails, and decides if two nodes disagree.

import { countOperators } from "../model/agreed.ts";
import { interruptedSignals } from "../upstream/deadline.ts";
import type { Provider } from "../upstream/provider.ts";
import { createRetryBudget } from "../upstream/retry-budget.ts";
import { areNear } from "./freshness.ts";
import { areNodesAlike, findPair } from "./node-agreement.ts";
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
  /** Nodes that are judged: two, and a replaced node near their height, which may say halted. */
  readonly nodes: readonly NodeReading[];
  /** Nodes that failed recently: listed in the answer, but not judged. */
  readonly droppedNodes: readonly NodeReading[];
  /** Nodes that two agreeing operators contradict: reported in a warning, but not judged. */
  readonly outvotedNodes: readonly NodeReading[];
}

export type NodesReader = (
  signal: AbortSignal,
  freshClockHeight: Promise<number | null>,
) => Promise<NodesRead>;

export interface NodesSetup extends NodeSetup {
  readonly nodes: readonly Provider[];
}

interface ReadingPlan {
  readonly nodeOrder: readonly Provider[];
  /** Read in the background to measure their speed. A slow node may also replace a failed node. */
  readonly slowNodes: readonly Provider[];
  readonly nodes: readonly Provider[];
  readonly thirdNode: Provider | undefined;
}

export function createNodesReader(setup: NodesSetup): NodesReader {
  const { now } = setup;
  const seenHeights: SeenHeights = new WeakMap();
  const retryBudget = createRetryBudget();
  const pace = createPace(now);
  const mayOutvote = countOperators(setup.nodes) > 2;
  const restingNodes = createRestingNodes(now);
  let disputedAtMs = Number.NEGATIVE_INFINITY;

  return async (signal, freshClockHeight) => {
    // Plans before any await: another reading may change the order of nodes meanwhile.
    const plan = planReading();
    for (const node of plan.slowNodes) void read(node, new AbortController().signal);
    const readings = await Promise.all(plan.nodes.map((node) => read(node, signal)));
    const clockHeight = await freshClockHeight;
    // If the caller left, or this process was frozen, missing answers are not the nodes' fault.
    if (isSignalEnded(signal)) {
      const keptReadings = interruptedSignals.has(signal) ? [] : readings;
      return { nodes: keptReadings, droppedNodes: [], outvotedNodes: [] };
    }
    const goodReadings = noteReadings(readings, clockHeight);
    const areAllGood = goodReadings.length === readings.length;
    const needsDecision = mayOutvote && !isUnanimous(readings);
    if (areAllGood && !needsDecision) return toNodesRead(readings.slice(0, 2));
    if (areAllGood) disputedAtMs = now();
    const spareNode = areAllGood
      ? plan.thirdNode
      : findSpareNode([...plan.nodeOrder, ...plan.slowNodes], plan.nodes, goodReadings);
    const spareReading = spareNode ? await readSpare(spareNode, plan, signal) : null;
    return decide(readings, spareReading, clockHeight, isSignalEnded(signal));
  };

  function planReading(): ReadingPlan {
    const { nodeOrder, slowNodes } = orderNodes(setup.nodes, restingNodes, pace, now());
    const nodePair = pickPair(nodeOrder);
    const thirdNode = nodeOrder.find((node) => !hasOperatorOf(node, nodePair));
    const isDisputed = mayOutvote && isRecent(disputedAtMs, now());
    const isThirdRead = isDisputed && thirdNode !== undefined && !restingNodes.has(thirdNode);
    const nodes = isThirdRead ? [...nodePair, thirdNode] : nodePair;
    return { nodeOrder, slowNodes, nodes, thirdNode };
  }

  async function read(node: Provider, signal: AbortSignal): Promise<NodeReading> {
    const reading = await readNode(node, setup, seenHeights, signal);
    pace.note(reading);
    return reading;
  }

  function noteReadings(
    readings: readonly NodeReading[],
    clockHeight: number | null,
  ): readonly NodeReading[] {
    const isGood = isGoodAt(findReferenceHeight(readings, clockHeight));
    for (const reading of readings) restingNodes.note(reading, isGood(reading));
    const goodReadings = readings.filter(isGood);
    if (goodReadings.length > 0) retryBudget.earn();
    return goodReadings;
  }

  async function readSpare(
    spareNode: Provider,
    plan: ReadingPlan,
    signal: AbortSignal,
  ): Promise<NodeReading | null> {
    if (plan.nodes.includes(spareNode)) return null;
    const mayRead = !restingNodes.has(spareNode) || retryBudget.spend();
    return mayRead ? await read(spareNode, signal) : null;
  }

  function decide(
    readings: readonly NodeReading[],
    spareReading: NodeReading | null,
    clockHeight: number | null,
    isReadingEnded: boolean,
  ): NodesRead {
    const allReadings = spareReading ? [...readings, spareReading] : readings;
    const sharedHeight = findReferenceHeight(allReadings, clockHeight);
    const isGood = isGoodAt(sharedHeight);
    if (!isReadingEnded && spareReading)
      for (const reading of allReadings) restingNodes.note(reading, isGood(reading));
    const twoNodesRead = toNodesRead(readings.slice(0, 2));
    const [, , thirdReading] = allReadings;
    if (thirdReading === undefined || !isGood(thirdReading)) return twoNodesRead;
    const { nodes, outvotedNodes } = judgeThree(allReadings, sharedHeight, mayOutvote);
    // Two nodes of one operator must not outvote another operator's node.
    const isOneOperatorLeft = countOperatorsOf(nodes) === 1 && countOperatorsOf(readings) !== 1;
    return isOneOperatorLeft ? twoNodesRead : toNodesRead(nodes, outvotedNodes);
  }

  function toNodesRead(
    nodes: readonly NodeReading[],
    outvotedNodes: readonly NodeReading[] = [],
  ): NodesRead {
    const droppedNodes = restingNodes.listUnheardReadings([...nodes, ...outvotedNodes]);
    return { nodes, droppedNodes, outvotedNodes };
  }
}

const isSignalEnded = (signal: AbortSignal) => signal.aborted || interruptedSignals.has(signal);

const countOperatorsOf = (readings: readonly NodeReading[]) =>
  countOperators(readings.map(({ provider }) => provider));

/**
 * Order: quick nodes, slow nodes, then nodes that failed in the last 30 s, oldest failure first.
 * Slow nodes are left out if the quick nodes have two operators.
 */
function orderNodes(
  nodes: readonly Provider[],
  { getFailedAtMs }: RestingNodes,
  { isSlow }: Pace,
  nowMs: number,
): Pick<ReadingPlan, "nodeOrder" | "slowNodes"> {
  const isResting = (node: Provider) => isRecent(getFailedAtMs(node), nowMs);
  const restingNodes = nodes.filter(isResting).sort((a, b) => getFailedAtMs(a) - getFailedAtMs(b));
  const awakeNodes = nodes.filter((node) => !isResting(node));
  const slowNodes = awakeNodes.filter(isSlow);
  const quickNodes = awakeNodes.filter((node) => !slowNodes.includes(node));
  if (countOperators(quickNodes) > 1)
    return { nodeOrder: [...quickNodes, ...restingNodes], slowNodes };
  return { nodeOrder: [...quickNodes, ...slowNodes, ...restingNodes], slowNodes: [] };
}

function judgeThree(
  readings: readonly NodeReading[],
  sharedHeight: number,
  mayOutvote: boolean,
): Omit<NodesRead, "droppedNodes"> {
  const isGood = isGoodAt(sharedHeight);
  const goodReadings = readings.filter(isGood);
  const isNearShared = ({ facts }: NodeReading) =>
    facts.height === null || areNear(facts.height, sharedHeight);
  const heardReadings = [
    ...goodReadings,
    ...readings.filter((reading) => !isGood(reading) && isNearShared(reading)),
  ];
  const agreedPair = mayOutvote ? findPair(goodReadings, isAgreedPair) : null;
  if (agreedPair === null) return { nodes: heardReadings, outvotedNodes: [] };
  const decidingNodes = agreedPair.map(({ provider }) => provider);
  const contraryReadings = heardReadings.filter(
    (reading) =>
      !agreedPair.includes(reading) &&
      agreedPair.some(({ facts }) => !areNodesAlike(reading.facts, facts)),
  );
  const isOutvoted = ({ provider }: NodeReading) => !hasOperatorOf(provider, decidingNodes);
  return {
    nodes: [...agreedPair, ...contraryReadings.filter((reading) => !isOutvoted(reading))],
    outvotedNodes: contraryReadings.filter(isOutvoted),
  };
}

export function findThirdNode(
  nodes: readonly Provider[],
  configuredNodes: readonly Provider[],
): Provider | undefined {
  if (countOperators(nodes) < 2) return undefined;
  return configuredNodes.find((node) => !hasOperatorOf(node, nodes));
}

const hasOperatorOf = ({ operator }: Provider, nodes: readonly Provider[]) =>
  nodes.some((node) => node.operator === operator);

function pickPair(nodeOrder: readonly Provider[]): readonly Provider[] {
  const [firstNode, nextNode] = nodeOrder;
  if (!firstNode) return [];
  const secondNode = nodeOrder.find((node) => !hasOperatorOf(node, [firstNode])) ?? nextNode;
  return secondNode ? [firstNode, secondNode] : [firstNode];
}

function findSpareNode(
  nodeOrder: readonly Provider[],
  askedNodes: readonly Provider[],
  goodReadings: readonly NodeReading[],
): Provider | undefined {
  const unreadNodes = nodeOrder.filter((node) => !askedNodes.includes(node));
  if (countOperators(nodeOrder) < 2) return unreadNodes[0];
  const goodNodes = goodReadings.map(({ provider }) => provider);
  return unreadNodes.find((node) => !hasOperatorOf(node, goodNodes));
}

function isUnanimous([firstReading, ...otherReadings]: readonly NodeReading[]): boolean {
  return (
    firstReading === undefined ||
    otherReadings.every((reading) => areNodesAlike(firstReading.facts, reading.facts))
  );
}

const isAgreedPair = (a: NodeReading, b: NodeReading) =>
  a.provider.operator !== b.provider.operator && areNodesAlike(a.facts, b.facts);

/**
 * The height near which a node must be. Takes the highest height that two nodes share and the
 * newest block confirms. Else the highest that the newest block confirms, else the highest. So a
 * single node far ahead excludes no other node.
 */
function findReferenceHeight(readings: readonly NodeReading[], clockHeight: number | null): number {
  const heights = readings.filter(isUsable).map(({ facts }) => facts.height as number);
  const isConfirmed = (height: number) => clockHeight === null || areNear(height, clockHeight);
  const isShared = (height: number, index: number) =>
    heights.some((otherHeight, otherIndex) => otherIndex !== index && areNear(otherHeight, height));
  const heightCandidates = [
    heights.filter(isShared).filter(isConfirmed),
    heights.filter(isConfirmed),
    heights,
  ];
  return Math.max(0, ...(heightCandidates.find((list) => list.length > 0) ?? []));
}

const isGoodAt = (height: number) => (reading: NodeReading) =>
  isUsable(reading) && (height === 0 || areNear(reading.facts.height as number, height));
