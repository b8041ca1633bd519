// Judges how old the newest block is. Ages count from the block's own time, not from our fetch.

import { because, type Reason } from "../model/reasons.ts";
import { type Clock, MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";

export const FRESH_MS = 30_000;
export const STALE_MS = 60_000;
export const SKEW_MS = 5_000;
export const REPEAT_HALTED_MS = 600_000;

export interface DatedBlock {
  readonly height: number;
  readonly timeMs: number;
  readonly hasRolledBack: boolean;
}

export interface SeenHeight {
  readonly height: number;
  readonly firstSeenMs: number;
  readonly receivedAtMs: number;
  /**
   * Last time in epoch ms at which the node or indexer reported a lower height, so the block was
   * made after that time. Null if no lower height was seen.
   */
  readonly madeAfterMs: number | null;
}

/**
 * True if a node or indexer reports a much lower height than before. A small drop is normal,
 * because several machines may answer at one address. An earlier height expires after 10 minutes,
 * so that one false, very high height does not exclude the node for ever.
 */
export function isRollback(
  seenHeight: SeenHeight | undefined,
  height: number,
  receivedAtMs: number,
): boolean {
  if (seenHeight === undefined || height >= seenHeight.height - MAX_LAG_BLOCKS) return false;
  const elapsedMs = receivedAtMs - seenHeight.receivedAtMs;
  return elapsedMs >= 0 && elapsedMs <= REPEAT_HALTED_MS;
}

export function rememberHeight(
  seenHeight: SeenHeight | undefined,
  height: number,
  receivedAtMs: number,
): SeenHeight {
  const isSeenHeightExpired =
    seenHeight !== undefined && receivedAtMs - seenHeight.receivedAtMs > REPEAT_HALTED_MS;
  if (
    seenHeight === undefined ||
    height > seenHeight.height ||
    (isSeenHeightExpired && height !== seenHeight.height)
  ) {
    const isHigherBlock = seenHeight !== undefined && height > seenHeight.height;
    return {
      height,
      firstSeenMs: receivedAtMs,
      receivedAtMs,
      madeAfterMs: isHigherBlock ? seenHeight.receivedAtMs : null,
    };
  }
  if (height < seenHeight.height) return seenHeight;
  return { ...seenHeight, receivedAtMs: Math.max(seenHeight.receivedAtMs, receivedAtMs) };
}

/**
 * Finds the newest block and its age. Ignores sources that rolled back. `heightUnchangedMs`: the
 * longest time in ms since a node's height was first seen. Over 60 s proves stale data. A short
 * time proves nothing, because we may just have begun to read.
 */
export function judgeClock(
  blocks: readonly DatedBlock[],
  heightUnchangedMs: number,
  nowMs: number,
): Clock {
  const usableBlocks = blocks
    .filter((block) => !block.hasRolledBack)
    .sort((a, b) => b.timeMs - a.timeMs);
  // Prefers a block whose time is not in the future, because a source with a false time must not
  // hide a source with a correct time.
  const newestBlock =
    usableBlocks.find((block) => nowMs - block.timeMs >= -SKEW_MS) ?? usableBlocks[0];
  if (!newestBlock) {
    const reason =
      blocks.length > 0 ? because("newest_block_rolled_back") : because("clock_not_read");
    return { freshness: "unknown", height: null, blockTimeMs: null, ageMs: null, reason };
  }
  const ageMs = nowMs - newestBlock.timeMs;
  return {
    height: newestBlock.height,
    blockTimeMs: newestBlock.timeMs,
    ageMs,
    ...judgeFreshness(ageMs, heightUnchangedMs),
  };
}

function judgeFreshness(
  ageMs: number,
  heightUnchangedMs: number,
): Pick<Clock, "freshness" | "reason"> {
  const unknownBecause = (reason: Reason) => ({ freshness: "unknown", reason }) as const;
  if (ageMs < -SKEW_MS)
    return unknownBecause(because("newest_block_ahead", { seconds: toSeconds(-ageMs) }));
  if (ageMs > STALE_MS)
    return unknownBecause(because("newest_block_very_late", { seconds: toSeconds(ageMs) }));
  if (heightUnchangedMs > STALE_MS)
    return unknownBecause(because("no_new_block", { seconds: toSeconds(heightUnchangedMs) }));
  if (ageMs > FRESH_MS)
    return {
      freshness: "stale",
      reason: because("newest_block_late", { seconds: toSeconds(ageMs) }),
    };
  return { freshness: "fresh", reason: null };
}

export function areNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MAX_LAG_BLOCKS;
}

/**
 * Age of a node's data in ms: the age of the newest block, plus 6 s for each block that the node
 * lacks, if it lacks more than five. Null if a height or the block's age is unknown, if the newest
 * block's time is in the future, or if the node is far ahead.
 */
export function dataAgeMs(clock: Clock, nodeHeight: number | null): number | null {
  const { height: clockHeight, ageMs: clockAgeMs } = clock;
  if (clockHeight === null || clockAgeMs === null || nodeHeight === null || clockAgeMs < -SKEW_MS)
    return null;
  if (areNear(clockHeight, nodeHeight)) return clockAgeMs;
  if (nodeHeight > clockHeight) return null;
  return clockAgeMs + (clockHeight - nodeHeight) * PROTOCOL_BLOCK_SECONDS * 1000;
}

/** Rounds up, so that an age above a limit is never shown as equal to the limit. */
export function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
