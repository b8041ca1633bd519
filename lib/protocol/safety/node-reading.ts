// Reads what one node or indexer says about safety: flags, parameters, newest block.

import type { Answer } from "../upstream/answer.ts";
import { getWithRetry } from "../upstream/client.ts";
import { ShapeError, UpstreamError, type UpstreamFault } from "../upstream/errors.ts";
import { Block, Health, InboundAddresses, LastBlock, Mimir } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { isWhole, type NodeEvidence } from "./evidence.ts";
import { type DatedBlock, isRollback, rememberHeight, type SeenHeight } from "./freshness.ts";

/** Maximum age of a usable cached answer, in ms. A failed call never falls back to the cache. */
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
 * Reads mimir, `inbound_addresses` and `lastblock` of one node. Never throws. If an endpoint fails,
 * its value in `facts` is null.
 */
export async function readNode(
  provider: Provider,
  { preset, leastParameters = 1, now }: NodeSetup,
  seenHeights: SeenHeights,
  signal: AbortSignal,
): Promise<NodeReading> {
  const readStartMs = now();
  const callOptions = { signal, keepMs: SAFETY_KEEP_MS };
  const [mimirResult, inboundResult, lastBlockResult] = await Promise.allSettled([
    getWithRetry(provider, `/${preset.segment}/mimir`, Mimir, callOptions),
    getWithRetry(provider, `/${preset.segment}/inbound_addresses`, InboundAddresses, callOptions),
    getWithRetry(provider, `/${preset.segment}/lastblock`, LastBlock, callOptions),
  ]);
  const mimirAnswer = answerOf(mimirResult);
  const inboundAnswer = answerOf(inboundResult);
  const lastBlockAnswer = answerOf(lastBlockResult);
  const answers = [mimirAnswer, inboundAnswer, lastBlockAnswer].filter((answer) => answer !== null);
  const errors = [mimirResult, inboundResult, lastBlockResult].flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  const isMimirTruncated =
    mimirAnswer !== null && Object.keys(mimirAnswer.value).length < leastParameters;
  const height = lastBlockAnswer && Math.max(...lastBlockAnswer.value.map((row) => row.height));
  const heightHistory =
    lastBlockAnswer === null || height === null
      ? null
      : recordHeight(seenHeights, provider, height, lastBlockAnswer.receivedAtMs);
  return {
    provider,
    facts: {
      operator: provider.operator,
      height,
      mimir: isMimirTruncated ? null : (mimirAnswer?.value ?? null),
      rows: inboundAnswer?.value ?? null,
      rowsHeight: inboundAnswer?.height ?? null,
      hasRolledBack: heightHistory?.hasRolledBack ?? false,
    },
    heightUnchangedMs: heightHistory?.heightUnchangedMs ?? 0,
    madeAfterMs: heightHistory?.madeAfterMs ?? null,
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
  return isWhole(reading.facts);
}

export interface IndexerReading {
  readonly provider: Provider;
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
    const { hasRolledBack } = recordHeight(
      seenHeights,
      provider,
      lastThorNode.height,
      healthAnswer.receivedAtMs,
    );
    const committedHeight = lastCommitted?.height ?? lastThorNode.height;
    return {
      provider,
      newestBlock: {
        height: lastThorNode.height,
        timeMs: lastThorNode.timestamp * 1000,
        hasRolledBack,
      },
      inSync: inSync && !hasRolledBack,
      height: committedHeight,
      lagBlocks: Math.max(0, lastThorNode.height - committedHeight),
      observedAtMs: healthAnswer.receivedAtMs,
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
): Promise<DatedBlock | null> {
  try {
    const blockAnswer = await getWithRetry(provider, `/${preset.segment}/block`, Block, {
      signal,
      keepMs: SAFETY_KEEP_MS,
    });
    const { height, time: timeMs } = blockAnswer.value.header;
    const { hasRolledBack } = recordHeight(seenHeights, provider, height, blockAnswer.receivedAtMs);
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
  const previousSeenHeight = seenHeights.get(provider);
  const hasRolledBack = isRollback(previousSeenHeight, height, receivedAtMs);
  const seenHeight = rememberHeight(previousSeenHeight, height, receivedAtMs);
  seenHeights.set(provider, seenHeight);
  const { firstSeenMs, madeAfterMs } = seenHeight;
  const heightUnchangedMs = Math.max(0, receivedAtMs - firstSeenMs);
  return { hasRolledBack, heightUnchangedMs, madeAfterMs };
}
