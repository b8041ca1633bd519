// Judges whether it is safe to send now, from data that was read at one moment.

import { quorumOf } from "../model/agreed.ts";
import {
  type Advice,
  type DatedEnvelope,
  type Failure,
  type Warning,
  warnOf,
} from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { ProviderReading } from "../model/network-status.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { ChainJudgement } from "../model/verdicts.ts";
import type { UpstreamFault } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import { verdictsOf } from "./chain-verdicts.ts";
import { findDoubt } from "./doubts.ts";
import { clockOf, type Evidence, type Verdicts } from "./evidence.ts";
import {
  areFactsTimely,
  createFactsReader,
  currentHeight,
  type Facts,
  type FactsSetup,
} from "./facts.ts";
import { areNear } from "./freshness.ts";
import { isNewer, withoutOpen } from "./judgements.ts";
import { chainNames } from "./network-warnings.ts";
import { findThirdNode } from "./node-pool.ts";
import {
  createSeenNodes,
  isUsable,
  type NodeReading,
  readNode,
  type SeenNodes,
} from "./node-reading.ts";

export interface Safety {
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  /** Why no verdict may be `open`. Null if enough nodes are complete, fresh and at near heights. */
  readonly doubt: Reason | null;
  readonly outvotedWarning: Warning | null;
  readonly facts: Facts;
  readonly providers: readonly ProviderReading[];
  readonly nodes: readonly Provider[];
  readonly indexers: readonly Provider[];
}

export function withOutvotedWarning(safety: Safety, outvotedWarning: Warning | null): Safety {
  return safety.outvotedWarning === null && outvotedWarning !== null
    ? { ...safety, outvotedWarning }
    : safety;
}

export type ToEnvelope = (safety: Safety, advice: Advice, failure: Failure | null) => DatedEnvelope;

export interface SafetyReader {
  read(signal: AbortSignal): Promise<Safety>;
  renew(safety: Safety, signal: AbortSignal): Promise<Safety>;
  /**
   * Reads a node of a third operator, if nodes state different figures or one does not answer. Null
   * if there is none, if its data is incomplete or at another height, or contradicts an `open`
   * verdict.
   */
  findThirdNode(safety: Safety, signal: AbortSignal): Promise<Provider | null>;
}

export interface SafetySetup extends FactsSetup {
  /**
   * Time in ms for which a cache may show the answer. The age of the newest block is judged as if
   * this time had passed, so that a cached answer is not too old either.
   */
  readonly shownMs?: number | undefined;
}

export interface ReaderSetup extends Pick<SafetySetup, "preset" | "nodes" | "indexers" | "now"> {
  readonly safetyReader: SafetyReader;
  readonly toEnvelope: ToEnvelope;
  readonly toDoubted: (safety: Safety, doubt: Reason) => DatedEnvelope;
}

/** The returned reader never throws. If too little can be read, `doubt` in `Safety` says why. */
export function createSafetyReader(setup: SafetySetup): SafetyReader {
  const { preset, now } = setup;
  const quorum = quorumOf(setup.nodes);
  const readFacts = createFactsReader(setup);
  const seenThirdNodes = createSeenNodes();
  let previousVerdicts: Verdicts | null = null;

  function judgeSafety(facts: Facts): Safety {
    const nowMs = now();
    const answeringNodes = facts.nodes.filter((node) => countReadAnswers(node) > 0);
    const nodes = answeringNodes.map((node) => node.facts);
    const { shownMs = 0 } = setup;
    const shownUntilMs = nowMs + shownMs;
    const clock = clockOf({ nodes, quorum, shownUntilMs });
    const evidence: Evidence = {
      preset,
      nodes,
      quorum,
      noNodesReason: explainNoNodes(facts.nodes),
      clock,
      nowMs,
      shownUntilMs,
      indexerHeight: newestIndexerHeight(facts, nowMs),
      previousVerdicts,
    };
    const verdicts = verdictsOf(evidence);
    if (verdicts.blockTimeMs !== null && isNewer(verdicts, evidence)) previousVerdicts = verdicts;
    return safetyOf(facts, evidence, verdicts);
  }

  return {
    read: async (signal) => judgeSafety(await readFacts(signal)),
    renew: async ({ facts }, signal) =>
      judgeSafety(areFactsTimely(facts, now()) ? facts : await readFacts(signal)),
    findThirdNode: (safety, signal) => readThirdNode(setup, seenThirdNodes, safety, signal),
  };
}

function safetyOf(facts: Facts, evidence: Evidence, verdicts: Verdicts): Safety {
  const doubtReason = findDoubt(evidence, true);
  return {
    evidence,
    verdicts: doubtReason === null ? verdicts : withoutOpen(verdicts, doubtReason),
    doubt: doubtReason,
    outvotedWarning: findOutvotedWarning(facts.outvotedNodes, evidence, verdicts),
    facts,
    providers: providerReadings(facts),
    nodes: facts.nodes.filter(isUsable).map((node) => node.provider),
    indexers: facts.indexers.filter(({ inSync }) => inSync).map(({ provider }) => provider),
  };
}

async function readThirdNode(
  setup: SafetySetup,
  seenNodes: SeenNodes,
  { nodes, evidence, verdicts }: Safety,
  signal: AbortSignal,
): Promise<Provider | null> {
  const thirdNode = findThirdNode(nodes, setup.nodes);
  if (!thirdNode || signal.aborted) return null;
  const thirdReading = await readNode(thirdNode, setup, seenNodes, signal);
  const topNodeHeight = Math.max(...evidence.nodes.map(({ height }) => height ?? 0));
  if (!isUsable(thirdReading) || !areNear(thirdReading.facts.height as number, topNodeHeight))
    return null;
  // Rejects the third node if its data would change an `open` verdict of the first two nodes.
  const verdictsWithThirdNode = verdictsOf({
    ...evidence,
    nodes: [...evidence.nodes, thirdReading.facts],
  });
  const confirmsAllOpen = [...verdicts.chains.values()].every(
    ({ chain, trading }) =>
      trading.verdict !== "open" ||
      verdictsWithThirdNode.chains.get(chain)?.trading.verdict === "open",
  );
  return confirmsAllOpen ? thirdNode : null;
}

function newestIndexerHeight({ indexers }: Facts, nowMs: number): number | null {
  const heights = indexers
    .map((indexer) => currentHeight(indexer, nowMs))
    .filter((height) => height !== null);
  return heights.length === 0 ? null : Math.max(...heights);
}

const countReadAnswers = ({ facts }: NodeReading) =>
  [facts.height, facts.mimir, facts.rows].filter((answer) => answer !== null).length;

function explainNoNodes(nodes: readonly NodeReading[]): Reason {
  if (nodes.some(({ facts }) => facts.hasRolledBack)) return because("node_rolled_back");
  if (nodes.some((node) => node.isAnswerUnreadable)) return because("answers_unreadable");
  const nodeFaults = nodes.flatMap((node) => node.faults).filter((fault) => fault !== "skipped");
  const [firstFault, ...otherFaults] = new Set(nodeFaults);
  const hasSingleFault = firstFault !== undefined && otherFaults.length === 0;
  return (hasSingleFault && noNodesReasons[firstFault]) || because("no_node_usable");
}

const noNodesReasons: Partial<Readonly<Record<UpstreamFault, Reason>>> = {
  connect: because("no_node_reached"),
  tls: because("no_node_secure"),
  timeout: because("no_node_in_time"),
};

function providerReadings({
  nodes,
  outvotedNodes,
  droppedNodes,
  indexers,
}: Facts): ProviderReading[] {
  const heightByOperator = new Map<string, number>();
  const recordHeight = ({ operator }: Provider, height: number | null | undefined) => {
    const earlierHeight = heightByOperator.get(operator);
    if (height != null && (earlierHeight === undefined || earlierHeight < height))
      heightByOperator.set(operator, height);
  };
  for (const { provider, facts } of nodes.filter(isUsable)) recordHeight(provider, facts.height);
  for (const { provider, newestBlock } of indexers) recordHeight(provider, newestBlock?.height);
  // The highest height that two operators reached: one alone could tell any height.
  const [highest, secondHighest] = [...heightByOperator.values()].sort((a, b) => b - a);
  const newestHeight = secondHighest ?? highest;
  const blocksBehind = (height: number | null) =>
    height === null || newestHeight === undefined ? null : Math.max(0, newestHeight - height);
  const nodeReadings = [...nodes, ...outvotedNodes, ...droppedNodes]
    .sort((a, b) => a.provider.index - b.provider.index)
    .map((node) => ({
      kind: "node" as const,
      operator: node.provider.operator,
      ok: isUsable(node),
      height: node.facts.height,
      lagBlocks: blocksBehind(node.facts.height),
      observedAtMs: node.observedAtMs,
    }));
  const indexerReadings = indexers.map((indexer) => ({
    kind: "indexer" as const,
    operator: indexer.provider.operator,
    ok: indexer.inSync,
    height: indexer.height,
    lagBlocks: indexer.lagBlocks,
    observedAtMs: indexer.observedAtMs,
  }));
  return [...nodeReadings, ...indexerReadings];
}

function findOutvotedWarning(
  outvotedNodes: readonly NodeReading[],
  evidence: Evidence,
  { chains }: Verdicts,
): Warning | null {
  if (outvotedNodes.length === 0) return null;
  const outvotedVerdicts = verdictsOf({
    ...evidence,
    nodes: outvotedNodes.map(({ facts }) => facts),
    quorum: 1,
    previousVerdicts: null,
  });
  const isHaltContradicted = ({ chain, trading }: ChainJudgement) =>
    trading.verdict === "halted" &&
    chains.has(chain) &&
    chains.get(chain)?.trading.verdict !== "halted";
  const contradictedChains = [...outvotedVerdicts.chains.values()].filter(isHaltContradicted);
  const outvotedWarningOf = warnOf("outvoted");
  if (contradictedChains.length === 0) return outvotedWarningOf(message("outvoted"));
  const haltedChainNames = chainNames(contradictedChains, [...chains.values()], evidence.preset);
  return outvotedWarningOf(message("outvoted_halt", { chains: haltedChainNames }));
}
