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

/** Each kind of reading has its own, because they are not made at the same moment. */
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

interface NodeSetup {
  readonly preset: Preset;
  /** A mimir with fewer keys was cut off: a halt may be missing in it. */
  readonly leastParameters: number;
  readonly now: () => number;
}

/** Never throws: a part that fails is null. */
export async function readNode(
  provider: Provider,
  { preset, leastParameters, now }: NodeSetup,
  memory: SeenHeights,
  signal: AbortSignal,
): Promise<NodeReading> {
  const startMs = now();
  const options = { signal, keepMs: SAFETY_KEEP_MS };
  const [mimir, rows, blocks] = await Promise.allSettled([
    getWithRetry(provider, `/${preset.segment}/mimir`, Mimir, options),
    getWithRetry(provider, `/${preset.segment}/inbound_addresses`, InboundAddresses, options),
    getWithRetry(provider, `/${preset.segment}/lastblock`, LastBlock, options),
  ]);
  const results = [mimir, rows, blocks];
  const answers = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const errors = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  const lastBlock = fulfilledValue(blocks);
  const parameters = fulfilledValue(mimir);
  const isTruncated = parameters !== null && Object.keys(parameters).length < leastParameters;
  const height = lastBlock && Math.max(...lastBlock.map((row) => row.height));
  const heightRecord =
    height === null ? null : recordHeight(memory, provider, height, receivedAtMs(blocks));
  return {
    provider,
    facts: {
      operator: provider.operator,
      height,
      mimir: isTruncated ? null : parameters,
      rows: fulfilledValue(rows),
      rowsHeight: rows.status === "fulfilled" ? rows.value.height : null,
      rolledBack: heightRecord?.rolledBack ?? false,
    },
    heightUnchangedMs: heightRecord?.heightUnchangedMs ?? 0,
    madeAfterMs: heightRecord?.madeAfterMs ?? null,
    askedAtMs: Math.min(startMs, ...answers.map(({ askedAtMs }) => askedAtMs)),
    calls: answers.map(({ askedAtMs, receivedAtMs }) => {
      return { askedAtMs, tookMs: receivedAtMs - askedAtMs };
    }),
    observedAtMs: height === null ? null : receivedAtMs(blocks),
    isShapeWrong: isTruncated || errors.some((error) => error instanceof ShapeError),
    faults: errors.flatMap((error) => (error instanceof UpstreamError ? error.fault : [])),
  };
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

export async function readIndexer(
  provider: Provider,
  memory: SeenHeights,
  signal: AbortSignal,
): Promise<IndexerReading> {
  try {
    const answer = await provider.get("/v2/health", Health, { signal, keepMs: SAFETY_KEEP_MS });
    const { lastThorNode, lastCommitted, inSync } = answer.value;
    const { rolledBack } = recordHeight(memory, provider, lastThorNode.height, answer.receivedAtMs);
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
    return {
      provider,
      mark: null,
      inSync: false,
      height: null,
      lagBlocks: null,
      observedAtMs: null,
    };
  }
}

export async function readBlock(
  provider: Provider,
  preset: Preset,
  memory: SeenHeights,
  signal: AbortSignal,
): Promise<BlockMark | null> {
  try {
    const answer = await getWithRetry(provider, `/${preset.segment}/block`, Block, {
      signal,
      keepMs: SAFETY_KEEP_MS,
    });
    const { height, time } = answer.value.header;
    const { rolledBack } = recordHeight(memory, provider, height, answer.receivedAtMs);
    return { height, timeMs: time, rolledBack };
  } catch {
    return null;
  }
}

function recordHeight(
  memory: SeenHeights,
  provider: Provider,
  height: number,
  receivedAtMs: number,
) {
  const before = memory.get(provider);
  const rolledBack = isRollback(before, height, receivedAtMs);
  const seen = rememberHeight(before, height, receivedAtMs);
  memory.set(provider, seen);
  const { firstSeenMs, madeAfterMs } = seen;
  return { rolledBack, heightUnchangedMs: Math.max(0, receivedAtMs - firstSeenMs), madeAfterMs };
}

function fulfilledValue<T>(result: PromiseSettledResult<Answer<T>>): T | null {
  return result.status === "fulfilled" ? result.value.value : null;
}

function receivedAtMs(result: PromiseSettledResult<Answer<unknown>>): number {
  return result.status === "fulfilled" ? result.value.receivedAtMs : 0;
}
