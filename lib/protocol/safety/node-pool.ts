// Reads and compares two nodes of two operators. Another node replaces a node that fails. A third
// operator's node decides if two nodes disagree.

import { countOperators } from "../model/agreed.ts";
import { interruptedSignals } from "../upstream/deadline.ts";
import type { Provider } from "../upstream/provider.ts";
import { createRetryBudget } from "../upstream/retry-budget.ts";
import { areNear, HEADER_DUE_MS, SKEW_MS } from "./freshness.ts";
import { areNodesAlike, findPair } from "./node-agreement.ts";
import { createNodeSpeeds, type NodeSpeeds } from "./node-pace.ts";
import {
  createSeenNodes,
  isUsable,
  type NodeReading,
  type NodeSetup,
  readNode,
} from "./node-reading.ts";
import { createNodeFailures, isRecent, type NodeFailures } from "./resting-nodes.ts";

export interface NodesRead {
  /**
   * Nodes whose data decides the verdicts. A node with missing answers may be among them, because
   * its other answers may report a halt.
   */
  readonly nodes: readonly NodeReading[];
  /**
   * Nodes whose last reading failed, is too old, or is at another height. The answer lists these
   * nodes, but no verdict uses their data.
   */
  readonly droppedNodes: readonly NodeReading[];
  /**
   * Nodes whose data contradicts two agreeing nodes of other operators. The answer warns about
   * these nodes, but no verdict uses their data.
   */
  readonly outvotedNodes: readonly NodeReading[];
}

export type NodesReader = (
  signal: AbortSignal,
  newestHeightPromise: Promise<number | null>,
) => Promise<NodesRead>;

export interface NodesSetup extends NodeSetup {
  readonly nodes: readonly Provider[];
}

interface ReadingPlan {
  readonly nodeOrder: readonly Provider[];
  /**
   * Slow nodes. They are read in the background to measure their speed again. A slow node may also
   * replace a failed node.
   */
  readonly slowNodes: readonly Provider[];
  readonly nodesToRead: readonly Provider[];
  readonly thirdNode: Provider | undefined;
}

export function createNodesReader(setup: NodesSetup): NodesReader {
  const { now } = setup;
  const seenNodes = createSeenNodes();
  const retryBudget = createRetryBudget();
  const nodeSpeeds = createNodeSpeeds(now);
  const mayOutvote = countOperators(setup.nodes) > 2;
  const nodeFailures = createNodeFailures(now);
  let lastDisputeAtMs = Number.NEGATIVE_INFINITY;

  return async (signal, newestHeightPromise) => {
    // The plan is made before any `await`. During an `await`, a parallel call may change the node
    // order.
    const plan = planReading();
    for (const node of plan.slowNodes) void readAndTimeNode(node, new AbortController().signal);
    const readings = await Promise.all(
      plan.nodesToRead.map((node) => readAndTimeNode(node, signal)),
    );
    const newestHeight = await newestHeightPromise;
    // If the reading was aborted (by the caller or at the deadline) or this process was suspended,
    // an answer may be missing through no fault of the node, so no failure is recorded.
    if (isSignalEnded(signal)) {
      const keptReadings = interruptedSignals.has(signal) ? [] : readings;
      return { nodes: keptReadings, droppedNodes: [], outvotedNodes: [] };
    }
    const currentReadings = recordReadings(readings, newestHeight);
    const areAllCurrent = currentReadings.length === readings.length;
    const isTimely = isTimelyAt(now());
    const doNodesDisagree = mayOutvote && !(isUnanimous(readings) && readings.every(isTimely));
    if (areAllCurrent && !doNodesDisagree) return toNodesRead(readings.slice(0, 2));
    if (areAllCurrent) lastDisputeAtMs = now();
    const spareNode = areAllCurrent
      ? plan.thirdNode
      : findSpareNode([...plan.nodeOrder, ...plan.slowNodes], plan.nodesToRead, currentReadings);
    const spareReading = spareNode ? await readSpare(spareNode, plan, signal) : null;
    return chooseReadings(readings, spareReading, newestHeight, isSignalEnded(signal));
  };

  function planReading(): ReadingPlan {
    const { nodeOrder, slowNodes } = orderNodes(setup.nodes, nodeFailures, nodeSpeeds, now());
    const nodePair = pickPair(nodeOrder);
    const thirdNode = nodeOrder.find((node) => !hasOperatorOf(node, nodePair));
    const isDisputeRecent = mayOutvote && isRecent(lastDisputeAtMs, now());
    const readsThirdNode =
      isDisputeRecent && thirdNode !== undefined && !nodeFailures.has(thirdNode);
    const nodesToRead = readsThirdNode ? [...nodePair, thirdNode] : nodePair;
    return { nodeOrder, slowNodes, nodesToRead, thirdNode };
  }

  async function readAndTimeNode(node: Provider, signal: AbortSignal): Promise<NodeReading> {
    const reading = await readNode(node, setup, seenNodes, signal);
    nodeSpeeds.record(reading);
    return reading;
  }

  function recordReadings(
    readings: readonly NodeReading[],
    newestHeight: number | null,
  ): readonly NodeReading[] {
    const isCurrent = isCurrentAt(findReferenceHeight(readings, newestHeight));
    for (const reading of readings) nodeFailures.record(reading, isCurrent(reading));
    const currentReadings = readings.filter(isCurrent);
    if (currentReadings.length > 0) retryBudget.earn();
    return currentReadings;
  }

  async function readSpare(
    spareNode: Provider,
    plan: ReadingPlan,
    signal: AbortSignal,
  ): Promise<NodeReading | null> {
    if (plan.nodesToRead.includes(spareNode)) return null;
    const mayReadSpare = !nodeFailures.has(spareNode) || retryBudget.spend();
    return mayReadSpare ? await readAndTimeNode(spareNode, signal) : null;
  }

  function chooseReadings(
    readings: readonly NodeReading[],
    spareReading: NodeReading | null,
    newestHeight: number | null,
    isReadingEnded: boolean,
  ): NodesRead {
    const allReadings = spareReading ? [...readings, spareReading] : readings;
    const referenceHeight = findReferenceHeight(allReadings, newestHeight);
    const isCurrent = isCurrentAt(referenceHeight);
    if (!isReadingEnded && spareReading)
      for (const reading of allReadings) nodeFailures.record(reading, isCurrent(reading));
    const twoNodesResult = toNodesRead(readings.slice(0, 2));
    const [, , thirdReading] = allReadings;
    if (thirdReading === undefined || !isCurrent(thirdReading)) return twoNodesResult;
    const isTimely = isTimelyAt(now());
    const { nodes, outvotedNodes } = mayOutvote
      ? judgeThree(allReadings, referenceHeight, isTimely)
      : { nodes: listNear(allReadings, referenceHeight), outvotedNodes: [] };
    // Two nodes of one operator must not outvote another operator's node.
    const isOneOperatorLeft = countOperatorsOf(nodes) === 1 && countOperatorsOf(readings) !== 1;
    return isOneOperatorLeft ? twoNodesResult : toNodesRead(nodes, outvotedNodes);
  }

  function toNodesRead(
    nodes: readonly NodeReading[],
    outvotedNodes: readonly NodeReading[] = [],
  ): NodesRead {
    const droppedNodes = nodeFailures.listOtherFailedReadings([...nodes, ...outvotedNodes]);
    return { nodes, droppedNodes, outvotedNodes };
  }
}

const isSignalEnded = (signal: AbortSignal) => signal.aborted || interruptedSignals.has(signal);

const countOperatorsOf = (readings: readonly NodeReading[]) =>
  countOperators(readings.map(({ provider }) => provider));

/**
 * Orders the nodes: quick nodes, slow nodes, then nodes that failed in the last 30 s, the oldest
 * failure first. If the quick nodes have two operators, the slow nodes are not in the order, but
 * returned in `slowNodes`.
 */
function orderNodes(
  nodes: readonly Provider[],
  { getFailedAtMs }: NodeFailures,
  { isSlow }: NodeSpeeds,
  nowMs: number,
): Pick<ReadingPlan, "nodeOrder" | "slowNodes"> {
  const hasFailedRecently = (node: Provider) => isRecent(getFailedAtMs(node), nowMs);
  const failedNodes = nodes
    .filter(hasFailedRecently)
    .sort((a, b) => getFailedAtMs(a) - getFailedAtMs(b));
  const workingNodes = nodes.filter((node) => !hasFailedRecently(node));
  const slowNodes = workingNodes.filter(isSlow);
  const quickNodes = workingNodes.filter((node) => !slowNodes.includes(node));
  if (countOperators(quickNodes) > 1)
    return { nodeOrder: [...quickNodes, ...failedNodes], slowNodes };
  return { nodeOrder: [...quickNodes, ...slowNodes, ...failedNodes], slowNodes: [] };
}

/** The current readings, then those that are not known to be far from the height. */
function listNear(readings: readonly NodeReading[], referenceHeight: number): NodeReading[] {
  const isCurrent = isCurrentAt(referenceHeight);
  const isNearReference = ({ facts }: NodeReading) =>
    facts.height === null || areNear(facts.height, referenceHeight);
  const otherReadings = readings.filter((reading) => !isCurrent(reading));
  return [...readings.filter(isCurrent), ...otherReadings.filter(isNearReference)];
}

/** Two operators that agree decide, and first those whose blocks are of now. */
function judgeThree(
  readings: readonly NodeReading[],
  referenceHeight: number,
  isTimely: (reading: NodeReading) => boolean,
): Omit<NodesRead, "droppedNodes"> {
  const currentReadings = readings.filter(isCurrentAt(referenceHeight));
  const nearReadings = listNear(readings, referenceHeight);
  const agreeingPair =
    findPair(currentReadings.filter(isTimely), isAgreeingPair) ??
    findPair(currentReadings, isAgreeingPair);
  if (agreeingPair === null) return { nodes: nearReadings, outvotedNodes: [] };
  const agreeingNodes = agreeingPair.map(({ provider }) => provider);
  const contraryReadings = nearReadings.filter(
    (reading) =>
      !agreeingPair.includes(reading) &&
      agreeingPair.some(({ facts }) => !areNodesAlike(reading.facts, facts)),
  );
  const isOutvoted = ({ provider }: NodeReading) => !hasOperatorOf(provider, agreeingNodes);
  return {
    nodes: [...agreeingPair, ...contraryReadings.filter((reading) => !isOutvoted(reading))],
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
  currentReadings: readonly NodeReading[],
): Provider | undefined {
  const unreadNodes = nodeOrder.filter((node) => !askedNodes.includes(node));
  if (countOperators(nodeOrder) < 2) return unreadNodes[0];
  const currentNodes = currentReadings.map(({ provider }) => provider);
  return unreadNodes.find((node) => !hasOperatorOf(node, currentNodes));
}

function isUnanimous([firstReading, ...otherReadings]: readonly NodeReading[]): boolean {
  return (
    firstReading === undefined ||
    otherReadings.every((reading) => areNodesAlike(firstReading.facts, reading.facts))
  );
}

/**
 * A node's block has just been read again if it was older than `HEADER_DUE_MS`. So one that is
 * still older is behind, and one from the future has a wrong clock: a third operator is asked.
 */
const isTimelyAt =
  (nowMs: number) =>
  ({ facts: { block } }: NodeReading): boolean => {
    if (block === null) return false;
    const ageMs = nowMs - block.timeMs;
    return ageMs >= -SKEW_MS && ageMs <= HEADER_DUE_MS;
  };

const isAgreeingPair = (a: NodeReading, b: NodeReading) =>
  a.provider.operator !== b.provider.operator && areNodesAlike(a.facts, b.facts);

/**
 * Returns the height near which a node must be to count as current: the highest height near another
 * node and the newest block, else the highest near another node, else near the newest block, else
 * the highest of all. So a single node far ahead excludes no other node, even if an indexer of the
 * same operator is as far ahead.
 */
function findReferenceHeight(
  readings: readonly NodeReading[],
  newestHeight: number | null,
): number {
  const heights = readings.filter(isUsable).map(({ facts }) => facts.height as number);
  const isNearNewestBlock = (height: number) =>
    newestHeight === null || areNear(height, newestHeight);
  const isNearAnotherNode = (height: number, index: number) =>
    heights.some((otherHeight, otherIndex) => otherIndex !== index && areNear(otherHeight, height));
  const heightsOfTwo = heights.filter(isNearAnotherNode);
  const candidateHeightLists = [
    heightsOfTwo.filter(isNearNewestBlock),
    heightsOfTwo,
    heights.filter(isNearNewestBlock),
    heights,
  ];
  return Math.max(0, ...(candidateHeightLists.find((list) => list.length > 0) ?? []));
}

const isCurrentAt = (height: number) => (reading: NodeReading) =>
  isUsable(reading) && (height === 0 || areNear(reading.facts.height as number, height));
