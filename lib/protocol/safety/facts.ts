// Reads what nodes and indexers say now, and the newest block. Old data is read again or withheld.

import { type Quorum, quorumOf } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import { areNear, type BlockMark, FRESH_MS, judgeClock } from "./freshness.ts";
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

/** Maximum age of the node data in an answer, in ms. */
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

export const areFactsTimely = ({ askedAtMs }: Facts, nowMs: number) =>
  nowMs - askedAtMs <= FACTS_LAST_MS;

async function readTimely(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const areTimelyNow = (facts: Facts) => areFactsTimely(facts, reader.now());
  const facts = await readFacts(reader, signal);
  const latestFacts =
    areTimelyNow(facts) || signal.aborted ? facts : await readFacts(reader, signal);
  return areTimelyNow(latestFacts) ? latestFacts : withoutNodes(latestFacts);
}

async function readFacts(reader: Reader, signal: AbortSignal): Promise<Facts> {
  const { now, quorum, indexerHeights } = reader;
  const startMs = now();
  const [firstIndexer, secondIndexer] = reader.indexers;
  const firstPromise = firstIndexer ? readIndexer(firstIndexer, indexerHeights, signal) : null;
  const readClockHeight = async () => freshHeight((await firstPromise)?.mark, now());
  const [nodesRead, firstReading] = await Promise.all([
    reader.readNodes(signal, readClockHeight()),
    firstPromise,
  ]);
  const indexers = firstReading ? [firstReading] : [];
  const askedAtMs = Math.min(startMs, ...nodesRead.nodes.map((node) => node.askedAtMs));
  const facts: Facts = { ...nodesRead, indexers, marks: marksOf(indexers), askedAtMs };
  const usableNodes = nodesRead.nodes.filter(isUsable);
  const hasTwoNodes = quorum > 1 && usableNodes.length >= quorum;
  if (isClockConfirmed(firstReading, hasTwoNodes ? usableNodes : [], now())) return facts;
  const [secondReading, nodeBlock] = await Promise.all([
    secondIndexer ? readIndexer(secondIndexer, indexerHeights, signal) : null,
    readNodeBlock({ ...reader, seenHeights: reader.blockHeights }, usableNodes, signal),
  ]);
  const allIndexers = secondReading ? [...indexers, secondReading] : indexers;
  // If two nodes are usable, only their block counts: an indexer's time alone has one source.
  const marks = hasTwoNodes ? [] : marksOf(allIndexers);
  return { ...facts, indexers: allIndexers, marks: nodeBlock ? [...marks, nodeBlock] : marks };
}

const marksOf = (indexers: readonly IndexerReading[]) => indexers.flatMap(({ mark }) => mark ?? []);

function isClockConfirmed(
  indexer: IndexerReading | null,
  witnesses: readonly NodeReading[],
  nowMs: number,
): boolean {
  const indexerHeight = freshHeight(indexer?.mark, nowMs);
  if (indexerHeight === null || !indexer?.inSync) return false;
  return witnesses.every((node) => confirmsHeight(node, indexerHeight, nowMs));
}

/**
 * Whether this node proves that the indexer's block is new: it showed a lower height a moment ago.
 * Callers ask each node, because one node and the indexer could lie together.
 */
function confirmsHeight(
  { facts, madeAfterMs }: NodeReading,
  height: number,
  nowMs: number,
): boolean {
  const isBlockNew = madeAfterMs !== null && nowMs - madeAfterMs <= FRESH_MS;
  return isBlockNew && facts.height !== null && areNear(facts.height, height);
}

function freshHeight(mark: BlockMark | null | undefined, nowMs: number): number | null {
  return mark && judgeClock([mark], 0, nowMs).freshness === "fresh" ? mark.height : null;
}

const withoutNodes = (facts: Facts): Facts => ({
  ...facts,
  nodes: [],
  droppedNodes: [...facts.nodes, ...facts.outvotedNodes, ...facts.droppedNodes],
  outvotedNodes: [],
});
