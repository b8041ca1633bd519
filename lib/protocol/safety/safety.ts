// Reads the nodes and the block clock, and judges them. Older facts are read again or withheld.

import { countOperators, type Quorum, quorumOf } from "../model/agreed.ts";
import {
  type Advice,
  type Envelope,
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
import type { Preset } from "../values/chains.ts";
import {
  type Evidence,
  findDoubt,
  findPair,
  isNewer,
  type Verdicts,
  withoutOpen,
} from "./evidence.ts";
import { type BlockMark, FRESH_MS, isNear, judgeClock } from "./freshness.ts";
import { judge } from "./halts.ts";
import { createNodesReader, type NodesRead, type NodesReader } from "./node-pool.ts";
import {
  type IndexerReading,
  isUsable,
  type NodeReading,
  readBlock,
  readIndexer,
  readNode,
  type SeenHeights,
} from "./node-reading.ts";
import { chainNames } from "./sign.ts";

/** No older fact may be used in an answer. */
export const FACTS_LAST_MS = 6_000;

export interface Safety {
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  /** Why nothing is `open`; null when enough facts agree. */
  readonly doubt: Reason | null;
  /** What one source says and two others contradict. */
  readonly dissent: Warning | null;
  readonly askedAtMs: number;
  readonly providers: readonly ProviderReading[];
  readonly nodes: readonly Provider[];
  readonly indexers: readonly Provider[];
}

/** Adds the warning about an outvoted source, unless there is one. */
export function withOutvotedWarning(safety: Safety, dissent: Warning | null): Safety {
  return safety.dissent === null && dissent !== null ? { ...safety, dissent } : safety;
}

export type ToEnvelope = (safety: Safety, advice: Advice, failure: Failure | null) => Envelope;

interface Facts extends NodesRead {
  readonly indexers: readonly IndexerReading[];
  readonly marks: readonly BlockMark[];
  readonly askedAtMs: number;
}

export interface SafetyReader {
  read(signal: AbortSignal): Promise<Safety>;
  /** Judges again now. Reads again where the facts have expired. */
  renew(safety: Safety, signal: AbortSignal): Promise<Safety>;
  /**
   * A third operator's node, read now, whole and at the others' height. It may decide where they
   * differ.
   */
  findThird(safety: Safety, signal: AbortSignal): Promise<Provider | null>;
}

export interface SafetySetup {
  readonly preset: Preset;
  readonly nodes: readonly Provider[];
  readonly indexers: readonly Provider[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly leastParameters?: number | undefined;
  /** How long the reading may be shown: this counts into its age. */
  readonly shownMs?: number | undefined;
}

export interface ReaderSetup extends Pick<SafetySetup, "preset" | "nodes" | "indexers" | "now"> {
  readonly safetyReader: SafetyReader;
  readonly toEnvelope: ToEnvelope;
  readonly toDoubted: (safety: Safety, doubt: Reason) => Envelope;
}

interface Reader extends Pick<SafetySetup, "preset" | "nodes" | "indexers" | "now"> {
  readonly leastParameters: number;
  readonly quorum: Quorum;
  readonly readNodes: NodesReader;
  readonly seen: Readonly<Record<"indexers" | "blocks" | "thirds", SeenHeights>>;
}

function createReader(setup: SafetySetup): Reader {
  const { preset, nodes, indexers, now, leastParameters = 1 } = setup;
  return {
    ...{ preset, nodes, indexers, now, leastParameters },
    quorum: quorumOf(nodes),
    readNodes: createNodesReader({ preset, nodes, now, leastParameters }),
    seen: { indexers: new WeakMap(), blocks: new WeakMap(), thirds: new WeakMap() },
  };
}

/** Never throws: what could not be read is a doubt. */
export function createSafetyReader(setup: SafetySetup): SafetyReader {
  const reader = createReader(setup);
  const { preset, now, quorum } = reader;
  const factsOf = new WeakMap<Safety, Facts>();
  let previous: Verdicts | null = null;

  function judgeSafety(facts: Facts): Safety {
    const nowMs = now();
    const answeringNodes = facts.nodes.filter((node) => countReadParts(node) > 0);
    const usableNodes = answeringNodes.filter(isUsable);
    const heightUnchangedMs =
      usableNodes.length > 0 ? Math.max(...usableNodes.map((node) => node.heightUnchangedMs)) : 0;
    const clock = judgeClock(facts.marks, heightUnchangedMs, nowMs + (setup.shownMs ?? 0));
    const noNodesReason = explainNoNodes(facts.nodes);
    const nodes = answeringNodes.map((node) => node.facts);
    const evidence: Evidence = { preset, nodes, quorum, noNodesReason, clock, nowMs, previous };
    const verdicts = judge(evidence);
    if (clock.freshness === "fresh" && usableNodes.length > 0 && isNewer(verdicts, previous, nowMs))
      previous = verdicts;
    const safety = safetyOf(facts, evidence, verdicts);
    factsOf.set(safety, facts);
    return safety;
  }

  return {
    read: async (signal) => judgeSafety(await readTimely(reader, signal)),
    async renew(safety, signal) {
      const facts = factsOf.get(safety);
      return judgeSafety(
        facts && isTimely(facts, now()) ? facts : await readTimely(reader, signal),
      );
    },
    findThird: (safety, signal) => findThird(reader, safety, signal),
  };
}

function safetyOf(facts: Facts, evidence: Evidence, verdicts: Verdicts): Safety {
  const doubt = findDoubt(evidence, true);
  return {
    evidence,
    verdicts: doubt === null ? verdicts : withoutOpen(verdicts, doubt),
    doubt,
    dissent: findDissent(facts.outvoted, evidence, verdicts),
    askedAtMs: facts.askedAtMs,
    providers: providerReadings(facts, evidence.clock.height),
    nodes: facts.nodes.filter(isUsable).map((node) => node.provider),
    indexers: facts.indexers.filter(({ inSync }) => inSync).map(({ provider }) => provider),
  };
}

const isTimely = ({ askedAtMs }: Facts, nowMs: number) => nowMs - askedAtMs <= FACTS_LAST_MS;

/** Twice at most: kept facts may expire while others are read. */
async function readTimely(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const isTimelyNow = (facts: Facts) => isTimely(facts, reader.now());
  const facts = await readFacts(reader, signal);
  const latest = isTimelyNow(facts) || signal.aborted ? facts : await readFacts(reader, signal);
  return isTimelyNow(latest) ? latest : withoutNodes(latest);
}

async function readFacts(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const { now, quorum, seen } = reader;
  const startMs = now();
  const [leading, second] = reader.indexers;
  const leadingRead = leading ? readIndexer(leading, seen.indexers, signal) : Promise.resolve(null);
  const freshClockHeight = leadingRead.then((reading) => freshHeight(reading?.mark ?? null, now()));
  const [nodesRead, leadingReading] = await Promise.all([
    reader.readNodes(signal, freshClockHeight),
    leadingRead,
  ]);
  const indexers = leadingReading ? [leadingReading] : [];
  const marks = leadingReading?.mark ? [leadingReading.mark] : [];
  const askedAtMs = Math.min(startMs, ...nodesRead.nodes.map((node) => node.askedAtMs));
  const usable = nodesRead.nodes.filter(isUsable);
  const clockHeight = freshHeight(marks[0] ?? null, now());
  const isTwoNodes = quorum > 1 && usable.length >= quorum;
  // An indexer out of sync may lack the latest swaps.
  const isConfirmed =
    leadingReading?.inSync === true &&
    clockHeight !== null &&
    (!isTwoNodes || usable.every((node) => confirmsHeight(node, clockHeight, now())));
  if (isConfirmed) return { ...nodesRead, indexers, marks, askedAtMs };
  const [secondReading, block] = await Promise.all([
    second ? readIndexer(second, seen.indexers, signal) : null,
    readNodeBlock(reader, usable, signal),
  ]);
  if (secondReading) indexers.push(secondReading);
  // An indexer's unconfirmed time is one witness. Two nodes are two: their block alone counts.
  const allMarks = isTwoNodes ? [block] : [...marks, secondReading?.mark, block];
  return { ...nodesRead, indexers, marks: allMarks.filter((mark) => mark != null), askedAtMs };
}

/**
 * A node that showed a lower height a moment ago proves that this block is new. Every node has
 * to: one node and the indexer may lie together.
 */
function confirmsHeight(
  { facts, madeAfterMs }: NodeReading,
  height: number,
  nowMs: number,
): boolean {
  const isNew = madeAfterMs !== null && nowMs - madeAfterMs <= FRESH_MS;
  return isNew && facts.height !== null && isNear(facts.height, height);
}

/**
 * The older of two nodes' blocks: one node alone could invent a time. Where the two differ, or
 * one is missing, a third operator's node is read, and two that agree decide.
 */
async function readNodeBlock(
  { preset, nodes: configured, quorum, seen }: Reader,
  nodes: readonly NodeReading[],
  signal: AbortSignal,
): Promise<BlockMark | null> {
  const isAtHeight = ({ height }: BlockMark) =>
    nodes.some(({ facts }) => isNear(facts.height as number, height));
  const judged = nodes.map(({ provider }) => provider);
  const third = findThirdOperator(judged, configured);
  const readMarks = async (providers: readonly Provider[]) => {
    const marks = await Promise.all(
      providers.map((node) => readBlock(node, preset, seen.blocks, signal)),
    );
    // Where a third can decide, a node that rolled back is ignored.
    const isHeard = ({ rolledBack }: BlockMark) => third === undefined || !rolledBack;
    return marks.filter(
      (mark) => mark !== null && isAtHeight(mark) && isHeard(mark),
    ) as BlockMark[];
  };
  const marks = await readMarks(judged);
  const needsThird = third !== undefined && findAlikeMarks(marks) === null;
  const allMarks = needsThird ? [...marks, ...(await readMarks([third]))] : marks;
  // Two times of one height: the older. For two heights nobody knows which one is right.
  const isOneHeight = marks.every(({ height }) => isNear(height, marks[0]?.height ?? height));
  const chosen = findAlikeMarks(allMarks) ?? (isOneHeight ? marks : []);
  const [oldest = null] = chosen.toSorted((a, b) => a.timeMs - b.timeMs);
  return chosen.length < quorum ? null : oldest;
}

function findThirdOperator(
  nodes: readonly Provider[],
  configured: readonly Provider[],
): Provider | undefined {
  if (countOperators(nodes) < 2) return undefined;
  return configured.find(({ operator }) => nodes.every((node) => node.operator !== operator));
}

async function findThird(
  reader: Reader,
  { nodes, evidence, verdicts }: Safety,
  signal: AbortSignal,
): Promise<Provider | null> {
  const third = findThirdOperator(nodes, reader.nodes);
  if (!third || signal.aborted) return null;
  const reading = await readNode(third, reader, reader.seen.thirds, signal);
  const topHeight = Math.max(...evidence.nodes.map(({ height }) => height ?? 0));
  if (!isUsable(reading) || !isNear(reading.facts.height as number, topHeight)) return null;
  // A node that contradicts an `open` verdict may not be the third source.
  const withThird = judge({ ...evidence, nodes: [...evidence.nodes, reading.facts] });
  const isConfirmed = [...verdicts.chains.values()].every(
    ({ chain, trading }) =>
      trading.verdict !== "open" || withThird.chains.get(chain)?.trading.verdict === "open",
  );
  return isConfirmed ? third : null;
}

/** Both can be the newest block of an honest node at one moment. */
const findAlikeMarks = (marks: readonly BlockMark[]) =>
  findPair(
    marks,
    (a, b) => isNear(a.height, b.height) && Math.abs(a.timeMs - b.timeMs) <= FRESH_MS,
  );

function freshHeight(mark: BlockMark | null, nowMs: number): number | null {
  return mark !== null && judgeClock([mark], 0, nowMs).freshness === "fresh" ? mark.height : null;
}

const withoutNodes = (facts: Facts): Facts => ({
  ...facts,
  nodes: [],
  dropped: [...facts.nodes, ...facts.outvoted, ...facts.dropped],
  outvoted: [],
});

const countReadParts = ({ facts }: NodeReading) =>
  [facts.height, facts.mimir, facts.rows].filter((part) => part !== null).length;

function explainNoNodes(nodes: readonly NodeReading[]): Reason {
  if (nodes.some(({ facts }) => facts.rolledBack)) return because("node_rolled_back");
  if (nodes.some((node) => node.isShapeWrong)) return because("answers_unreadable");
  const faults = nodes.flatMap((node) => node.faults).filter((fault) => fault !== "skipped");
  const [fault, ...others] = new Set(faults);
  return (others.length === 0 && fault && noNodesReasons[fault]) || because("no_node_usable");
}

const noNodesReasons: Partial<Readonly<Record<UpstreamFault, Reason>>> = {
  connect: because("no_node_reached"),
  tls: because("no_node_secure"),
  timeout: because("no_node_in_time"),
};

function providerReadings(facts: Facts, clockHeight: number | null): ProviderReading[] {
  const heights = facts.nodes.filter(isUsable).map((node) => node.facts.height as number);
  const top = clockHeight ?? (heights.length > 0 ? Math.max(...heights) : null);
  const blocksBehind = (height: number | null) =>
    height === null || top === null ? null : Math.max(0, top - height);
  return [
    ...[...facts.nodes, ...facts.outvoted, ...facts.dropped]
      .sort((a, b) => a.provider.index - b.provider.index)
      .map((node) => ({
        kind: "node" as const,
        operator: node.provider.operator,
        ok: isUsable(node),
        height: node.facts.height,
        lagBlocks: blocksBehind(node.facts.height),
        observedAtMs: node.observedAtMs,
      })),
    ...facts.indexers.map(({ provider: { operator }, inSync: ok, ...reading }) => {
      const { height, lagBlocks, observedAtMs } = reading;
      return { kind: "indexer" as const, operator, ok, height, lagBlocks, observedAtMs };
    }),
  ];
}

function findDissent(
  outvoted: readonly NodeReading[],
  evidence: Evidence,
  { chains }: Verdicts,
): Warning | null {
  if (outvoted.length === 0) return null;
  const outvotedVerdicts = judge({
    ...evidence,
    nodes: outvoted.map(({ facts }) => facts),
    quorum: 1,
    previous: null,
  });
  // Two sources do not confirm a chain that one alone lists.
  const isHalted = ({ chain, trading }: ChainJudgement) =>
    trading.verdict === "halted" &&
    chains.has(chain) &&
    chains.get(chain)?.trading.verdict !== "halted";
  const halted = [...outvotedVerdicts.chains.values()].filter(isHalted);
  const warn = warnOf("outvoted");
  if (halted.length === 0) return warn(message("outvoted"));
  const names = chainNames(halted, [...chains.values()], evidence.preset);
  return warn(message("outvoted_halt", { chains: names }));
}
