// Reads what one node or indexer says about safety: flags, parameters, newest block.

import type { Answer } from "../upstream/answer.ts";
import { getWithRetry } from "../upstream/client.ts";
import { ShapeError, UpstreamError, type UpstreamFault } from "../upstream/errors.ts";
import { Block, Health, InboundAddresses, LastBlock, Mimir } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { hasBlock, isWhole, type NodeEvidence } from "./evidence.ts";
import {
  areNear,
  blockAtHeight,
  type DatedBlock,
  FRESH_MS,
  HEADER_DUE_MS,
  isRollback,
  rememberHeight,
  type SeenHeight,
} from "./freshness.ts";

/** Maximum age of a usable cached answer, in ms. A failed call never falls back to the cache. */
export const SAFETY_KEEP_MS = 5_000;

export type SeenHeights = Map<Provider, SeenHeight>;

/** What nodes told before. The block is the last one, for when the next call fails. */
export interface SeenNodes {
  readonly heights: SeenHeights;
  readonly blocks: Map<Provider, DatedBlock>;
}

export const createSeenNodes = (): SeenNodes => ({ heights: new Map(), blocks: new Map() });

export interface NodeReading {
  readonly provider: Provider;
  readonly facts: NodeEvidence;
  /** Epoch ms at which the oldest answer in `facts` was asked for. The header has its own time. */
  readonly askedAtMs: number;
  readonly calls: readonly { readonly askedAtMs: number; readonly tookMs: number }[];
  readonly observedAtMs: number | null;
  readonly isAnswerUnreadable: boolean;
  readonly faults: readonly UpstreamFault[];
}

export interface NodeSetup {
  readonly preset: Preset;
  /**
   * Minimum number of keys in an answer of the mimir endpoint. An answer with fewer keys counts as
   * unreadable, because an incomplete answer may lack a halt.
   */
  readonly leastParameters?: number | undefined;
  readonly now: () => number;
}

/**
 * Reads mimir, `inbound_addresses`, `lastblock` and a block header of one node. Never throws. If an
 * endpoint fails, its value in `facts` is null.
 */
export async function readNode(
  provider: Provider,
  { preset, leastParameters = 1, now }: NodeSetup,
  seenNodes: SeenNodes,
  signal: AbortSignal,
): Promise<NodeReading> {
  const readStartMs = now();
  const callOptions = { signal, keepMs: SAFETY_KEEP_MS };
  const blockReader = createBlockReader(provider, preset, now, seenNodes, signal);
  const [mimirResult, inboundResult, lastBlockResult, blockResult] = await Promise.allSettled([
    getWithRetry(provider, `/${preset.segment}/mimir`, Mimir, callOptions),
    getWithRetry(provider, `/${preset.segment}/inbound_addresses`, InboundAddresses, callOptions),
    getWithRetry(provider, `/${preset.segment}/lastblock`, LastBlock, callOptions),
    blockReader.readCurrentBlock(),
  ]);
  const mimirAnswer = answerOf(mimirResult);
  const inboundAnswer = answerOf(inboundResult);
  const lastBlockAnswer = answerOf(lastBlockResult);
  const answers = [mimirAnswer, inboundAnswer, lastBlockAnswer].filter((answer) => answer !== null);
  const results = [mimirResult, inboundResult, lastBlockResult, blockResult];
  const errors = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  const isMimirTruncated =
    mimirAnswer !== null && Object.keys(mimirAnswer.value).length < leastParameters;
  const height = lastBlockAnswer && Math.max(...lastBlockAnswer.value.map((row) => row.height));
  const block = blockResult.status === "fulfilled" ? blockResult.value : null;
  const hasRolledBack =
    lastBlockAnswer !== null &&
    height !== null &&
    recordHeight(seenNodes.heights, provider, height, lastBlockAnswer.receivedAtMs);
  return {
    provider,
    facts: {
      operator: provider.operator,
      height,
      mimir: isMimirTruncated ? null : (mimirAnswer?.value ?? null),
      rows: inboundAnswer?.value ?? null,
      rowsHeight: inboundAnswer?.height ?? null,
      hasRolledBack,
      block: block && height !== null ? await blockReader.findBlockAt(block, height) : null,
    },
    askedAtMs: Math.min(readStartMs, ...answers.map(({ askedAtMs }) => askedAtMs)),
    calls: answers.map(({ askedAtMs, receivedAtMs }) => {
      return { askedAtMs, tookMs: receivedAtMs - askedAtMs };
    }),
    observedAtMs: lastBlockAnswer?.receivedAtMs ?? null,
    isAnswerUnreadable: isMimirTruncated || errors.some((error) => error instanceof ShapeError),
    faults: errors.flatMap((error) => (error instanceof UpstreamError ? error.fault : [])),
  };
}

function answerOf<T>(result: PromiseSettledResult<Answer<T>>): Answer<T> | null {
  return result.status === "fulfilled" ? result.value : null;
}

export function isUsable(reading: NodeReading): boolean {
  return isWhole(reading.facts) && hasBlock(reading.facts);
}

export interface IndexerReading {
  readonly provider: Provider;
  /** Null if the indexer did not answer, or tells a much lower height than before. */
  readonly newestBlock: DatedBlock | null;
  readonly inSync: boolean;
  readonly height: number | null;
  readonly lagBlocks: number | null;
  readonly observedAtMs: number | null;
}

const unreadIndexer = {
  newestBlock: null,
  inSync: false,
  height: null,
  lagBlocks: null,
  observedAtMs: null,
} as const;

export async function readIndexer(
  provider: Provider,
  seenHeights: SeenHeights,
  signal: AbortSignal,
): Promise<IndexerReading> {
  try {
    const healthAnswer = await provider.get("/v2/health", Health, {
      signal,
      keepMs: SAFETY_KEEP_MS,
    });
    const { lastThorNode, lastCommitted, inSync } = healthAnswer.value;
    const hasRolledBack = recordHeight(
      seenHeights,
      provider,
      lastThorNode.height,
      healthAnswer.receivedAtMs,
    );
    const committedHeight = lastCommitted?.height ?? lastThorNode.height;
    return {
      provider,
      newestBlock: hasRolledBack
        ? null
        : { height: lastThorNode.height, timeMs: lastThorNode.timestamp * 1000 },
      inSync: inSync && !hasRolledBack,
      height: committedHeight,
      lagBlocks: Math.max(0, lastThorNode.height - committedHeight),
      observedAtMs: healthAnswer.receivedAtMs,
    };
  } catch {
    return { ...unreadIndexer, provider };
  }
}

/**
 * Reads the header of the block that a node says is its newest. It also dates the node's later
 * blocks, so an earlier header is used until it is old: a whole block is a large answer.
 */
function createBlockReader(
  provider: Provider,
  { segment }: Preset,
  now: () => number,
  { blocks: seenBlocks }: SeenNodes,
  signal: AbortSignal,
) {
  const readBlock = async (keepMs: number): Promise<DatedBlock> => {
    const { value } = await getWithRetry(provider, `/${segment}/block`, Block, { signal, keepMs });
    const block = { height: value.header.height, timeMs: value.header.time };
    seenBlocks.set(provider, block);
    return block;
  };
  const readNewBlock = (keptBlock: DatedBlock) => readBlock(SAFETY_KEEP_MS).catch(() => keptBlock);
  const readKeptBlock = () =>
    readBlock(FRESH_MS).catch((error: unknown) => {
      const seenBlock = seenBlocks.get(provider);
      if (seenBlock === undefined) throw error;
      return seenBlock;
    });
  return {
    /** The newest block, or the last one of which the node told: its age says how old that is. */
    async readCurrentBlock(): Promise<DatedBlock> {
      const keptBlock = await readKeptBlock();
      const isOld = now() - keptBlock.timeMs > HEADER_DUE_MS;
      return isOld ? await readNewBlock(keptBlock) : keptBlock;
    },
    /** Null if the node's block is far from its height, and so does not date what the node says. */
    async findBlockAt(keptBlock: DatedBlock, height: number): Promise<DatedBlock | null> {
      const block = areNear(keptBlock.height, height) ? keptBlock : await readNewBlock(keptBlock);
      return areNear(block.height, height) ? blockAtHeight(block, height) : null;
    },
  };
}

/** Remembers the height. Returns whether it is much lower than before: see `isRollback`. */
function recordHeight(
  seenHeights: SeenHeights,
  provider: Provider,
  height: number,
  receivedAtMs: number,
): boolean {
  const seenHeight = seenHeights.get(provider);
  seenHeights.set(provider, rememberHeight(seenHeight, height, receivedAtMs));
  return isRollback(seenHeight, height, receivedAtMs);
}
