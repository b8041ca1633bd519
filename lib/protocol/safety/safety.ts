// Reads the nodes and the block clock, and judges them. Older facts are read again or withheld.

import { countOperators, quorumOf } from "../model/agreed.ts";
import {
  type Advice,
  type Envelope,
  type Failure,
  type Warning,
  warnOf,
} from "../model/envelope.ts";
import type { ProviderReading } from "../model/network-status.ts";
import type { ChainJudgement, Reason } from "../model/verdicts.ts";
import type { UpstreamFault } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import {
  type Evidence,
  findDoubt,
  firstPair,
  isNewer,
  type Verdicts,
  withoutOpen,
} from "./evidence.ts";
import { type BlockMark, FRESH_MS, isNear, judgeClock } from "./freshness.ts";
import { judge } from "./halts.ts";
import { createNodesReader, type NodesRead } from "./node-pool.ts";
import {
  type IndexerReading,
  isUsable,
  type NodeReading,
  readBlock,
  readIndexer,
  readNode,
  type SeenHeights,
} from "./node-reading.ts";
import { nodeReasons } from "./reasons.ts";
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

type Reader = ReturnType<typeof readerOf>;

function readerOf({ preset, nodes, indexers, now, leastParameters = 1 }: SafetySetup) {
  const createSeen = (): SeenHeights => new WeakMap();
  return {
    ...{ preset, nodes, indexers, now, leastParameters },
    quorum: quorumOf(nodes),
    readNodes: createNodesReader({ preset, nodes, now, leastParameters }),
    seen: { indexers: createSeen(), blocks: createSeen(), thirds: createSeen() },
  };
}

/** Never throws: what could not be read is a doubt. */
export function createSafetyReader(setup: SafetySetup): SafetyReader {
  const reader = readerOf(setup);
  const { preset, now, quorum } = reader;
  const factsOf = new WeakMap<Safety, Facts>();
  let previous: Verdicts | null = null;

  function judgeSafety(facts: Facts): Safety {
    const nowMs = now();
    const standing = facts.nodes.filter((node) => countReadParts(node) > 0);
    const usable = standing.filter(isUsable);
    const heightUnchangedMs =
      usable.length > 0 ? Math.max(...usable.map((node) => node.heightUnchangedMs)) : 0;
    const clock = judgeClock(facts.marks, heightUnchangedMs, nowMs + (setup.shownMs ?? 0));
    const noNodesReason = explainNoNodes(facts.nodes);
    const nodes = standing.map((node) => node.facts);
    const evidence: Evidence = { preset, nodes, quorum, noNodesReason, clock, nowMs, previous };
    const verdicts = judge(evidence);
    if (clock.freshness === "fresh" && usable.length > 0 && isNewer(verdicts, previous, nowMs))
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
    indexers: facts.indexers.filter((one) => one.inSync).map((one) => one.provider),
  };
}

const isTimely = ({ askedAtMs }: Facts, nowMs: number) => nowMs - askedAtMs <= FACTS_LAST_MS;

/** Twice at most: kept facts may expire while others are read. */
async function readTimely(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const isOfNow = (facts: Facts) => isTimely(facts, reader.now());
  const facts = await readFacts(reader, signal);
  const again = isOfNow(facts) || signal.aborted ? facts : await readFacts(reader, signal);
  return isOfNow(again) ? again : withoutNodes(again);
}

async function readFacts(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const { now, quorum, seen } = reader;
  const startMs = now();
  const [first, ...others] = reader.indexers;
  const clock = first ? readIndexer(first, seen.indexers, signal) : Promise.resolve(null);
  const freshClockHeight = clock.then((one) => freshHeight(one?.mark ?? null, now()));
  const [read, leading] = await Promise.all([reader.readNodes(signal, freshClockHeight), clock]);
  const indexers = leading ? [leading] : [];
  const marks = leading?.mark ? [leading.mark] : [];
  const askedAtMs = Math.min(startMs, ...read.nodes.map((node) => node.askedAtMs));
  const usable = read.nodes.filter(isUsable);
  const heights = usable.map(({ facts }) => facts.height as number);
  const clockHeight = freshHeight(marks[0] ?? null, now());
  const isTwoNodes = quorum > 1 && heights.length >= quorum;
  // An indexer out of sync may lack the latest swaps.
  const isBorneOut =
    leading?.inSync === true &&
    clockHeight !== null &&
    (!isTwoNodes || usable.every((one) => bearsOut(one, clockHeight, now())));
  if (isBorneOut) return { ...read, indexers, marks, askedAtMs };
  const [more, block] = await Promise.all([
    others[0] ? readIndexer(others[0], seen.indexers, signal) : null,
    readNodeBlock(reader, usable, signal),
  ]);
  if (more) indexers.push(more);
  // An indexer's unconfirmed time is one witness. Two nodes are two: their block alone counts.
  const told = isTwoNodes ? [block] : [...marks, more?.mark, block];
  return { ...read, indexers, marks: told.filter((mark) => mark != null), askedAtMs };
}

/**
 * A node that showed a lower height a moment ago proves that this block is new. Every node has
 * to: one node and the indexer may lie together.
 */
function bearsOut({ facts, madeAfterMs }: NodeReading, height: number, nowMs: number): boolean {
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
  const readMarks = async (some: readonly Provider[]) => {
    const marks = await Promise.all(
      some.map((node) => readBlock(node, preset, seen.blocks, signal)),
    );
    return marks.filter((mark) => mark !== null && isAtHeight(mark)) as BlockMark[];
  };
  const judged = nodes.map(({ provider }) => provider);
  const third = findThirdOperator(judged, configured);
  // Where a third can decide, a node that rolled back is ignored.
  const isHeard = ({ rolledBack }: BlockMark) => third === undefined || !rolledBack;
  const marks = (await readMarks(judged)).filter(isHeard);
  const all =
    third && findAlike(marks) === null
      ? [...marks, ...(await readMarks([third])).filter(isHeard)]
      : marks;
  // Two times of one height: the older. For two heights nobody knows which one is right.
  const isOneHeight = marks.every(({ height }) => isNear(height, marks[0]?.height ?? height));
  const chosen = findAlike(all) ?? (isOneHeight ? marks : []);
  const [oldest = null] = chosen.toSorted((a, b) => a.timeMs - b.timeMs);
  return chosen.length < quorum ? null : oldest;
}

function findThirdOperator(
  nodes: readonly Provider[],
  all: readonly Provider[],
): Provider | undefined {
  if (countOperators(nodes) < 2) return undefined;
  return all.find(({ operator }) => nodes.every((node) => node.operator !== operator));
}

async function findThird(
  reader: Reader,
  { nodes, evidence, verdicts }: Safety,
  signal: AbortSignal,
): Promise<Provider | null> {
  const third = findThirdOperator(nodes, reader.nodes);
  if (!third || signal.aborted) return null;
  const read = await readNode(third, reader, reader.seen.thirds, signal);
  const top = Math.max(...evidence.nodes.map(({ height }) => height ?? 0));
  if (!isUsable(read) || !isNear(read.facts.height as number, top)) return null;
  // A node that contradicts an `open` verdict may not be the third source.
  const all = judge({ ...evidence, nodes: [...evidence.nodes, read.facts] });
  const isBorneOut = [...verdicts.chains.values()].every(
    ({ chain, trading }) =>
      trading.verdict !== "open" || all.chains.get(chain)?.trading.verdict === "open",
  );
  return isBorneOut ? third : null;
}

/** Both can be the newest block of an honest node at one moment. */
const findAlike = (marks: readonly BlockMark[]) =>
  firstPair(
    marks,
    (one, other) =>
      isNear(one.height, other.height) && Math.abs(one.timeMs - other.timeMs) <= FRESH_MS,
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
  [facts.height, facts.mimir, facts.rows].filter((one) => one !== null).length;

function explainNoNodes(nodes: readonly NodeReading[]): Reason {
  if (nodes.some(({ facts }) => facts.rolledBack)) return nodeReasons.rolledBack;
  if (nodes.some((node) => node.isShapeWrong)) return nodeReasons.wrongShape;
  const faults = nodes.flatMap((node) => node.faults).filter((fault) => fault !== "skipped");
  const [fault, ...others] = new Set(faults);
  return (others.length === 0 && fault && noNodesReasons[fault]) || nodeReasons.noneUsable;
}

const noNodesReasons: Partial<Readonly<Record<UpstreamFault, Reason>>> = {
  connect: nodeReasons.noneReached,
  tls: nodeReasons.noneSecure,
  timeout: nodeReasons.noneInTime,
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
    ...facts.indexers.map(({ provider, inSync: ok, height, lagBlocks, observedAtMs }) => {
      return {
        kind: "indexer" as const,
        operator: provider.operator,
        ok,
        height,
        lagBlocks,
        observedAtMs,
      };
    }),
  ];
}

function findDissent(
  outvoted: readonly NodeReading[],
  evidence: Evidence,
  { chains }: Verdicts,
): Warning | null {
  if (outvoted.length === 0) return null;
  const told = judge({
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
  const halted = [...told.chains.values()].filter(isHalted);
  const warn = warnOf("outvoted");
  return halted.length === 0
    ? warn(
        "One of three sources tells other facts than the two that agree.",
        "Their facts stand here.",
      )
    : warn(
        `One of three sources says that trading on ${chainNames(halted, [...chains.values()], evidence.preset)} is halted.`,
        "Two others agree that it is not.",
      );
}
