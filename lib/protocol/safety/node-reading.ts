// What one upstream says about safety: a node's flags and parameters, a source's newest block.

import type { Answer } from "../upstream/answer.ts";
import { getWithRetry } from "../upstream/client.ts";
import { ShapeError, UpstreamError, type UpstreamFault } from "../upstream/errors.ts";
import { Block, Health, InboundAddresses, LastBlock, Mimir } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { isWhole, type NodeEvidence } from "./evidence.ts";
import { type BlockMark, isRollback, rememberHeight, type SeenHeight } from "./freshness.ts";

/** Verdicts rest on these facts. A kept one is never given after a failure. */
export const SAFETY_KEEP_MS = 5_000;

/** Each kind of reading has its own map: two kinds are not made at the same moment. */
export type SeenHeights = WeakMap<Provider, SeenHeight>;

export interface NodeReading {
  readonly provider: Provider;
  readonly facts: NodeEvidence;
  readonly heightUnchangedMs: number;
  /** When the node last showed a lower height: its newest block was made after that. */
  readonly madeAfterMs: number | null;
  readonly askedAtMs: number;
  readonly calls: readonly { readonly askedAtMs: number; readonly tookMs: number }[];
  readonly observedAtMs: number | null;
  readonly isShapeWrong: boolean;
  readonly faults: readonly UpstreamFault[];
}

export interface NodeSetup {
  readonly preset: Preset;
  /** A mimir with fewer keys was cut off: a halt may be missing in it. */
  readonly leastParameters?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Never throws: a part that fails is null. */
export async function readNode(
  provider: Provider,
  { preset, leastParameters = 1, now }: NodeSetup,
  seenHeights: SeenHeights,
  signal: AbortSignal,
): Promise<NodeReading> {
  const startMs = now();
  const options = { signal, keepMs: SAFETY_KEEP_MS };
  const [mimirRead, rowsRead, blocksRead] = await Promise.allSettled([
    getWithRetry(provider, `/${preset.segment}/mimir`, Mimir, options),
    getWithRetry(provider, `/${preset.segment}/inbound_addresses`, InboundAddresses, options),
    getWithRetry(provider, `/${preset.segment}/lastblock`, LastBlock, options),
  ]);
  const [mimir, rows, blocks] = [answerOf(mimirRead), answerOf(rowsRead), answerOf(blocksRead)];
  const answers = [mimir, rows, blocks].filter((answer) => answer !== null);
  const errors = [mimirRead, rowsRead, blocksRead].flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  const isTruncated = mimir !== null && Object.keys(mimir.value).length < leastParameters;
  const height = blocks && Math.max(...blocks.value.map((row) => row.height));
  const heightRecord =
    blocks === null || height === null
      ? null
      : recordHeight(seenHeights, provider, height, blocks.receivedAtMs);
  return {
    provider,
    facts: {
      operator: provider.operator,
      height,
      mimir: isTruncated ? null : (mimir?.value ?? null),
      rows: rows?.value ?? null,
      rowsHeight: rows?.height ?? null,
      rolledBack: heightRecord?.rolledBack ?? false,
    },
    heightUnchangedMs: heightRecord?.heightUnchangedMs ?? 0,
    madeAfterMs: heightRecord?.madeAfterMs ?? null,
    askedAtMs: Math.min(startMs, ...answers.map(({ askedAtMs }) => askedAtMs)),
    calls: answers.map(({ askedAtMs, receivedAtMs }) => {
      return { askedAtMs, tookMs: receivedAtMs - askedAtMs };
    }),
    observedAtMs: blocks?.receivedAtMs ?? null,
    isShapeWrong: isTruncated || errors.some((error) => error instanceof ShapeError),
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
    const answer = await provider.get("/v2/health", Health, { signal, keepMs: SAFETY_KEEP_MS });
    const { lastThorNode, lastCommitted, inSync } = answer.value;
    const { rolledBack } = recordHeight(
      seenHeights,
      provider,
      lastThorNode.height,
      answer.receivedAtMs,
    );
    const height = lastCommitted?.height ?? lastThorNode.height;
    return {
      provider,
      mark: { height: lastThorNode.height, timeMs: lastThorNode.timestamp * 1000, rolledBack },
      inSync: inSync && !rolledBack,
      height,
      lagBlocks: Math.max(0, lastThorNode.height - height),
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
    const { height, time } = answer.value.header;
    const { rolledBack } = recordHeight(seenHeights, provider, height, answer.receivedAtMs);
    return { height, timeMs: time, rolledBack };
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
  const seenBefore = seenHeights.get(provider);
  const rolledBack = isRollback(seenBefore, height, receivedAtMs);
  const seen = rememberHeight(seenBefore, height, receivedAtMs);
  seenHeights.set(provider, seen);
  const { firstSeenMs, madeAfterMs } = seen;
  return { rolledBack, heightUnchangedMs: Math.max(0, receivedAtMs - firstSeenMs), madeAfterMs };
}
