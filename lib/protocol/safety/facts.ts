// Reads what nodes and indexers say now. Data that is too old is read again or withheld.

import type { Provider } from "../upstream/provider.ts";
import { areNear, FACTS_LAST_MS, isFreshTime } from "./freshness.ts";
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

export interface Facts extends NodesRead {
  readonly indexers: readonly IndexerReading[];
  /** Epoch ms at which the oldest of the answers was asked for. */
  readonly askedAtMs: number;
}

export interface FactsSetup extends NodesSetup {
  readonly indexers: readonly Provider[];
}

interface ReadContext extends FactsSetup {
  readonly readNodes: NodesReader;
  readonly indexerHeights: SeenHeights;
}

export type FactsReader = (signal: AbortSignal) => Promise<Facts>;

export function createFactsReader(setup: FactsSetup): FactsReader {
  const context: ReadContext = {
    ...setup,
    readNodes: createNodesReader(setup),
    indexerHeights: new Map(),
  };
  return (signal) => readTimelyFacts(context, signal);
}

export const areFactsTimely = ({ askedAtMs }: Facts, nowMs: number) =>
  nowMs - askedAtMs <= FACTS_LAST_MS;

async function readTimelyFacts(context: ReadContext, signal: AbortSignal): Promise<Facts> {
  const areRecentEnough = (facts: Facts) => areFactsTimely(facts, context.now());
  const facts = await readFacts(context, signal);
  const latestFacts =
    areRecentEnough(facts) || signal.aborted ? facts : await readFacts(context, signal);
  return areRecentEnough(latestFacts) ? latestFacts : withoutNodes(latestFacts);
}

async function readFacts(context: ReadContext, signal: AbortSignal): Promise<Facts> {
  const { now, indexerHeights } = context;
  const readStartMs = now();
  const [firstIndexer, secondIndexer] = context.indexers;
  const firstIndexerPromise = firstIndexer
    ? readIndexer(firstIndexer, indexerHeights, signal)
    : null;
  const readNewestHeight = async () => currentHeight(await firstIndexerPromise, now());
  const [nodesRead, firstIndexerReading] = await Promise.all([
    context.readNodes(signal, readNewestHeight()),
    firstIndexerPromise,
  ]);
  const needsSecondIndexer =
    secondIndexer !== undefined && !isAtNodes(firstIndexerReading, nodesRead.nodes, now());
  const secondIndexerReading = needsSecondIndexer
    ? await readIndexer(secondIndexer, indexerHeights, signal)
    : null;
  return {
    ...nodesRead,
    indexers: [firstIndexerReading, secondIndexerReading].filter((reading) => reading !== null),
    askedAtMs: Math.min(readStartMs, ...nodesRead.nodes.map((node) => node.askedAtMs)),
  };
}

function isAtNodes(
  indexer: IndexerReading | null,
  nodes: readonly NodeReading[],
  nowMs: number,
): boolean {
  const indexerHeight = currentHeight(indexer, nowMs);
  if (indexerHeight === null || !indexer?.inSync) return false;
  return nodes
    .filter(isUsable)
    .every(({ facts }) => facts.height !== null && areNear(facts.height, indexerHeight));
}

/**
 * Height of an indexer's newest block, if its time is of the last 30 s. It says which nodes may be
 * behind. It never dates what nodes say, because the indexer's time is the word of one operator.
 */
export function currentHeight(indexer: IndexerReading | null, nowMs: number): number | null {
  const newestBlock = indexer?.newestBlock;
  return newestBlock && isFreshTime(newestBlock.timeMs, nowMs) ? newestBlock.height : null;
}

const withoutNodes = (facts: Facts): Facts => ({
  ...facts,
  nodes: [],
  droppedNodes: [...facts.nodes, ...facts.outvotedNodes, ...facts.droppedNodes],
  outvotedNodes: [],
});
