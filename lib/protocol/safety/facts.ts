// Reads what nodes and indexers say now, and the newest block. Old data is read again or withheld.

import { type Quorum, quorumOf } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import { areNear, type DatedBlock, FRESH_MS, judgeClock } from "./freshness.ts";
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

/** Maximum age of judged node data, in ms. Older data is read again once, and then withheld. */
export const FACTS_LAST_MS = 6_000;

export interface Facts extends NodesRead {
  readonly indexers: readonly IndexerReading[];
  readonly newestBlocks: readonly DatedBlock[];
  readonly askedAtMs: number;
}

export interface FactsSetup extends NodesSetup {
  readonly indexers: readonly Provider[];
}

interface ReadContext extends FactsSetup {
  readonly quorum: Quorum;
  readonly readNodes: NodesReader;
  readonly indexerHeights: SeenHeights;
  readonly blockHeights: SeenHeights;
}

export type FactsReader = (signal: AbortSignal) => Promise<Facts>;

export function createFactsReader(setup: FactsSetup): FactsReader {
  const context: ReadContext = {
    ...setup,
    quorum: quorumOf(setup.nodes),
    readNodes: createNodesReader(setup),
    indexerHeights: new WeakMap(),
    blockHeights: new WeakMap(),
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
  const { now, quorum, indexerHeights } = context;
  const readStartMs = now();
  const [firstIndexer, secondIndexer] = context.indexers;
  const firstIndexerPromise = firstIndexer
    ? readIndexer(firstIndexer, indexerHeights, signal)
    : null;
  const readNewestHeight = async () => freshHeight((await firstIndexerPromise)?.newestBlock, now());
  const [nodesRead, firstIndexerReading] = await Promise.all([
    context.readNodes(signal, readNewestHeight()),
    firstIndexerPromise,
  ]);
  const indexerReadings = firstIndexerReading ? [firstIndexerReading] : [];
  const askedAtMs = Math.min(readStartMs, ...nodesRead.nodes.map((node) => node.askedAtMs));
  const facts: Facts = {
    ...nodesRead,
    indexers: indexerReadings,
    newestBlocks: newestBlocksOf(indexerReadings),
    askedAtMs,
  };
  const usableNodes = nodesRead.nodes.filter(isUsable);
  const hasTwoUsableNodes = quorum > 1 && usableNodes.length >= quorum;
  if (isNewestBlockConfirmed(firstIndexerReading, hasTwoUsableNodes ? usableNodes : [], now()))
    return facts;
  const [secondIndexerReading, nodeBlock] = await Promise.all([
    secondIndexer ? readIndexer(secondIndexer, indexerHeights, signal) : null,
    readNodeBlock({ ...context, seenHeights: context.blockHeights }, usableNodes, signal),
  ]);
  const allIndexerReadings = secondIndexerReading
    ? [...indexerReadings, secondIndexerReading]
    : indexerReadings;
  // The first indexer's block is not confirmed. If two nodes are usable, only the nodes' block
  // counts, because an indexer alone is a single source.
  const indexerBlocks = hasTwoUsableNodes ? [] : newestBlocksOf(allIndexerReadings);
  return {
    ...facts,
    indexers: allIndexerReadings,
    newestBlocks: nodeBlock ? [...indexerBlocks, nodeBlock] : indexerBlocks,
  };
}

const newestBlocksOf = (indexerReadings: readonly IndexerReading[]) =>
  indexerReadings.flatMap(({ newestBlock }) => newestBlock ?? []);

function isNewestBlockConfirmed(
  indexer: IndexerReading | null,
  witnesses: readonly NodeReading[],
  nowMs: number,
): boolean {
  const indexerHeight = freshHeight(indexer?.newestBlock, nowMs);
  if (indexerHeight === null || !indexer?.inSync) return false;
  return witnesses.every((node) => confirmsHeight(node, indexerHeight, nowMs));
}

/**
 * True if this node's height rose, within the last 30 s, to about the indexer's height. Every node
 * must confirm, because one node and the indexer could report the same false block.
 */
function confirmsHeight(
  { facts, madeAfterMs }: NodeReading,
  height: number,
  nowMs: number,
): boolean {
  const isBlockNew = madeAfterMs !== null && nowMs - madeAfterMs <= FRESH_MS;
  return isBlockNew && facts.height !== null && areNear(facts.height, height);
}

function freshHeight(block: DatedBlock | null | undefined, nowMs: number): number | null {
  return block && judgeClock([block], 0, nowMs).freshness === "fresh" ? block.height : null;
}

const withoutNodes = (facts: Facts): Facts => ({
  ...facts,
  nodes: [],
  droppedNodes: [...facts.nodes, ...facts.outvotedNodes, ...facts.droppedNodes],
  outvotedNodes: [],
});
