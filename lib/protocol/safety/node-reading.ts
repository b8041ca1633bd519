// Reads what one node or indexer says about safety: flags, parameters, newest block.

import type { Answer } from "../upstream/answer.ts";
import { getWithRetry } from "../upstream/client.ts";
import { ShapeError, UpstreamError, type UpstreamFault } from "../upstream/errors.ts";
import { Block, Health, InboundAddresses, LastBlock, Mimir } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { isWhole, type NodeEvidence } from "./evidence.ts";
import { type BlockMark, isRollback, rememberHeight, type SeenHeight } from "./freshness.ts";

/** Age up to which a cached answer is used, in ms. A failed call never falls back to the cache. */
export const SAFETY_KEEP_MS = 5_000;

export type SeenHeights = WeakMap<Provider, SeenHeight>;

export interface NodeReading {
  readonly provider: Provider;
  readonly facts: NodeEvidence;
  readonly heightUnchangedMs: number;
  readonly madeAfterMs: number | null;
  readonly askedAtMs: number;
  readonly calls: readonly { readonly askedAtMs: number; readonly tookMs: number }[];
  readonly observedAtMs: number | null;
  readonly isShapeWrong: boolean;
  readonly faults: readonly UpstreamFault[];
}

export interface NodeSetup {
  readonly preset: Preset;
  /** A mimir with fewer keys counts as unreadable: a truncated answer may lack a halt. */
  readonly leastParameters?: number | undefined;
  /** The current time in epoch ms. */
  readonly now: () => number;
}

/** Never throws. If an endpoint fails, its answer in `facts` is null. */
export async function readNode(
  provider: Provider,
  { preset, leastParameters = 1, now }: NodeSetup,
  seenHeights: SeenHeights,
  signal: AbortSignal,
): Promise<NodeReading> {
  const startMs = now();
  const options = { signal, keepMs: SAFETY_KEEP_MS };
  const [mimirResult, rowsResult, blocksResult] = await Promise.allSettled([
    getWithRetry(provider, `/${preset.segment}/mimir`, Mimir, options),
    getWithRetry(provider, `/${preset.segment}/inbound_addresses`, InboundAddresses, options),
    getWithRetry(provider, `/${preset.segment}/lastblock`, LastBlock, options),
  ]);
  const mimirAnswer = answerOf(mimirResult);
  const rowsAnswer = answerOf(rowsResult);
  const blocksAnswer = answerOf(blocksResult);
  const answers = [mimirAnswer, rowsAnswer, blocksAnswer].filter((answer) => answer !== null);
  const errors = [mimirResult, rowsResult, blocksResult].flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  const isMimirTruncated =
    mimirAnswer !== null && Object.keys(mimirAnswer.value).length < leastParameters;
  const height = blocksAnswer && Math.max(...blocksAnswer.value.map((row) => row.height));
  const heightRecord =
    blocksAnswer === null || height === null
      ? null
      : recordHeight(seenHeights, provider, height, blocksAnswer.receivedAtMs);
  return {
    provider,
    facts: {
      operator: provider.operator,
      height,
      mimir: isMimirTruncated ? null : (mimirAnswer?.value ?? null),
      rows: rowsAnswer?.value ?? null,
      rowsHeight: rowsAnswer?.height ?? null,
      hasRolledBack: heightRecord?.hasRolledBack ?? false,
    },
    heightUnchangedMs: heightRecord?.heightUnchangedMs ?? 0,
    madeAfterMs: heightRecord?.madeAfterMs ?? null,
    askedAtMs: Math.min(startMs, ...answers.map(({ askedAtMs }) => askedAtMs)),
    calls: answers.map(({ askedAtMs, receivedAtMs }) => {
      return { askedAtMs, tookMs: receivedAtMs - askedAtMs };
    }),
    observedAtMs: blocksAnswer?.receivedAtMs ?? null,
    isShapeWrong: isMimirTruncated || errors.some((error) => error instanceof ShapeError),
    faults: errors.flatMap((error) => (error instanceof UpstreamError ? error.fault : [])),
  };
}

function answerOf<T>(result: PromiseSettledResult<Answer<T>>): Answer<T> | null {
  return result.status === "fulfilled" ? result.value : null;
}

export function isUsable(reading: NodeReading): boolean {
  return isWhole(reading.facts);
}

export interface IndexerReading {
  readonly provider: Provider;
  readonly mark: BlockMark | null;
  readonly inSync: boolean;
  readonly height: number | null;
  readonly lagBlocks: number | null;
  readonly observedAtMs: number | null;
}

const unreadIndexer = {
  mark: null,
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
    const answer = await provider.get("/v2/health", Health, {
      signal,
      keepMs: SAFETY_KEEP_MS,
    });
    const { lastThorNode, lastCommitted, inSync } = answer.value;
    const { hasRolledBack } = recordHeight(
      seenHeights,
      provider,
      lastThorNode.height,
      answer.receivedAtMs,
    );
    const committedHeight = lastCommitted?.height ?? lastThorNode.height;
    return {
      provider,
      mark: { height: lastThorNode.height, timeMs: lastThorNode.timestamp * 1000, hasRolledBack },
      inSync: inSync && !hasRolledBack,
      height: committedHeight,
      lagBlocks: Math.max(0, lastThorNode.height - committedHeight),
      observedAtMs: answer.receivedAtMs,
    };
  } catch {
    return { ...unreadIndexer, provider };
  }
}

export async function readBlock(
  provider: Provider,
  preset: Preset,
  seenHeights: SeenHeights,
  signal: AbortSignal,
): Promise<BlockMark | null> {
  try {
    const answer = await getWithRetry(provider, `/${preset.segment}/block`, Block, {
      signal,
      keepMs: SAFETY_KEEP_MS,
    });
    const { height, time: timeMs } = answer.value.header;
    const { hasRolledBack } = recordHeight(seenHeights, provider, height, answer.receivedAtMs);
    return { height, timeMs, hasRolledBack };
  } catch {
    return null;
  }
}

function recordHeight(
  seenHeights: SeenHeights,
  provider: Provider,
  height: number,
  receivedAtMs: number,
) {
  const previousSeen = seenHeights.get(provider);
  const hasRolledBack = isRollback(previousSeen, height, receivedAtMs);
  const seenHeight = rememberHeight(previousSeen, height, receivedAtMs);
  seenHeights.set(provider, seenHeight);
  const { firstSeenMs, madeAfterMs } = seenHeight;
  const heightUnchangedMs = Math.max(0, receivedAtMs - firstSeenMs);
  return { hasRolledBack, heightUnchangedMs, madeAfterMs };
}
