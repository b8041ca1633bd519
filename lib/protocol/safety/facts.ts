// What the nodes, the indexers and the block clock say now. Older facts are read again or withheld.

import { type Quorum, quorumOf } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import { type BlockMark, FRESH_MS, isNear, judgeClock } from "./freshness.ts";
import { readNodeBlock } from "./node-block.ts";
import {
  createNodesReader,
  type NodesRead,
  type NodesReader,
  type NodesSetup,
} from "./node-pool.ts";
import {
  type IndexerReading,
  isUsable,
  type NodeReading,
  readIndexer,
  type SeenHeights,
} from "./node-reading.ts";

/** No answer may use an older fact. */
export const FACTS_LAST_MS = 6_000;

export interface Facts extends NodesRead {
  readonly indexers: readonly IndexerReading[];
  readonly marks: readonly BlockMark[];
  readonly askedAtMs: number;
}

export interface FactsSetup extends NodesSetup {
  readonly indexers: readonly Provider[];
}

interface Reader extends FactsSetup {
  readonly quorum: Quorum;
  readonly readNodes: NodesReader;
  readonly indexerHeights: SeenHeights;
  readonly blockHeights: SeenHeights;
}

export type FactsReader = (signal: AbortSignal) => Promise<Facts>;

export function createFactsReader(setup: FactsSetup): FactsReader {
  const reader: Reader = {
    ...setup,
    quorum: quorumOf(setup.nodes),
    readNodes: createNodesReader(setup),
    indexerHeights: new WeakMap(),
    blockHeights: new WeakMap(),
  };
  return (signal) => readTimely(reader, signal);
}

export const isTimely = ({ askedAtMs }: Facts, nowMs: number) => nowMs - askedAtMs <= FACTS_LAST_MS;

/** Reads twice at most: kept facts may expire while others are read. */
async function readTimely(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const isTimelyNow = (facts: Facts) => isTimely(facts, reader.now());
  const facts = await readFacts(reader, signal);
  const latest = isTimelyNow(facts) || signal.aborted ? facts : await readFacts(reader, signal);
  return isTimelyNow(latest) ? latest : withoutNodes(latest);
}

async function readFacts(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const { now, quorum, indexerHeights } = reader;
  const startMs = now();
  const [leading, second] = reader.indexers;
  const leadingRead = leading ? readIndexer(leading, indexerHeights, signal) : null;
  const readClockHeight = async () => freshHeight((await leadingRead)?.mark, now());
  const [nodesRead, leadingReading] = await Promise.all([
    reader.readNodes(signal, readClockHeight()),
    leadingRead,
  ]);
  const indexers = leadingReading ? [leadingReading] : [];
  const askedAtMs = Math.min(startMs, ...nodesRead.nodes.map((node) => node.askedAtMs));
  const facts: Facts = { ...nodesRead, indexers, marks: marksOf(indexers), askedAtMs };
  const usable = nodesRead.nodes.filter(isUsable);
  const isTwoNodes = quorum > 1 && usable.length >= quorum;
  if (isClockConfirmed(leadingReading, isTwoNodes ? usable : [], now())) return facts;
  const [secondReading, block] = await Promise.all([
    second ? readIndexer(second, indexerHeights, signal) : null,
    readNodeBlock({ ...reader, seenHeights: reader.blockHeights }, usable, signal),
  ]);
  const allIndexers = secondReading ? [...indexers, secondReading] : indexers;
  // An indexer's unconfirmed time is one witness. Two nodes are two: their block alone counts.
  const marks = isTwoNodes ? [] : marksOf(allIndexers);
  return { ...facts, indexers: allIndexers, marks: block ? [...marks, block] : marks };
}

const marksOf = (indexers: readonly IndexerReading[]) => indexers.flatMap(({ mark }) => mark ?? []);

/** `witnesses`: the nodes that have to confirm an indexer's block. */
function isClockConfirmed(
  indexer: IndexerReading | null,
  witnesses: readonly NodeReading[],
  nowMs: number,
): boolean {
  const height = freshHeight(indexer?.mark, nowMs);
  // An indexer out of sync may lack the latest swaps.
  if (height === null || !indexer?.inSync) return false;
  return witnesses.every((node) => confirmsHeight(node, height, nowMs));
}

/**
 * A node that showed a lower height a moment ago proves that this block is new. Every node has to
 * prove it: one node and the indexer may lie together.
 */
function confirmsHeight(
  { facts, madeAfterMs }: NodeReading,
  height: number,
  nowMs: number,
): boolean {
  const isNew = madeAfterMs !== null && nowMs - madeAfterMs <= FRESH_MS;
  return isNew && facts.height !== null && isNear(facts.height, height);
}

function freshHeight(mark: BlockMark | null | undefined, nowMs: number): number | null {
  return mark && judgeClock([mark], 0, nowMs).freshness === "fresh" ? mark.height : null;
}

const withoutNodes = (facts: Facts): Facts => ({
  ...facts,
  nodes: [],
  dropped: [...facts.nodes, ...facts.outvoted, ...facts.dropped],
  outvoted: [],
});
