// Judges how old the nodes' data is. Ages count from a block's own time, not from our fetch.

import { because } from "../model/reasons.ts";
import { type Clock, MAX_LAG_BLOCKS, unreadClock } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";

export const FRESH_MS = 30_000;
export const STALE_MS = 60_000;
export const SKEW_MS = 5_000;
export const REPEAT_HALTED_MS = 600_000;

/** Maximum age of judged node data, in ms. Older data is read again once, and then withheld. */
export const FACTS_LAST_MS = 6_000;

/**
 * A block header of this age, in ms, is read again. The rest of `FRESH_MS` is left for the reading
 * (`FACTS_LAST_MS`) and for the time for which an answer is shown.
 */
export const HEADER_DUE_MS = FRESH_MS - FACTS_LAST_MS - 2_000;

/** The header of a block: what stands at this height or above is at most as old as `timeMs`. */
export interface DatedBlock {
  readonly height: number;
  readonly timeMs: number;
}

/**
 * The block as it dates a height near it. Several machines may answer at one address, so what is
 * told of a height below the block is older than the block, by the time between the two.
 */
export const blockAtHeight = (block: DatedBlock, height: number): DatedBlock =>
  block.height <= height
    ? block
    : { height, timeMs: block.timeMs - (block.height - height) * PROTOCOL_BLOCK_SECONDS * 1_000 };

export interface SeenHeight {
  readonly height: number;
  readonly receivedAtMs: number;
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
  if (seenHeight === undefined || height > seenHeight.height || isSeenHeightExpired)
    return { height, receivedAtMs };
  if (height < seenHeight.height) return seenHeight;
  return { height, receivedAtMs: Math.max(seenHeight.receivedAtMs, receivedAtMs) };
}

/**
 * Dates what nodes say by the oldest of their blocks, so that no single operator makes it younger.
 * A block whose time is in the future makes the age unknown: that time, or our clock, is wrong.
 */
export function judgeClock(blocks: readonly DatedBlock[], nowMs: number): Clock {
  const blocksByAge = blocks.toSorted((a, b) => a.timeMs - b.timeMs);
  const [oldestBlock] = blocksByAge;
  const newestBlock = blocksByAge.at(-1);
  if (!oldestBlock || !newestBlock) return unreadClock;
  const ageMs = nowMs - oldestBlock.timeMs;
  const datedBlock = { height: oldestBlock.height, blockTimeMs: oldestBlock.timeMs, ageMs };
  const aheadMs = newestBlock.timeMs - nowMs;
  if (aheadMs > SKEW_MS)
    return {
      ...datedBlock,
      freshness: "unknown",
      reason: because("newest_block_ahead", { seconds: toSeconds(aheadMs) }),
    };
  if (ageMs <= FRESH_MS) return { ...datedBlock, freshness: "fresh", reason: null };
  const seconds = toSeconds(ageMs);
  return ageMs <= STALE_MS
    ? { ...datedBlock, freshness: "stale", reason: because("newest_block_late", { seconds }) }
    : {
        ...datedBlock,
        freshness: "unknown",
        reason: because("newest_block_very_late", { seconds }),
      };
}

/** True if a block's time is at most 30 s old, and not in the future beyond an error of clocks. */
export function isFreshTime(timeMs: number, atMs: number): boolean {
  return atMs - timeMs >= -SKEW_MS && atMs - timeMs <= FRESH_MS;
}

export function areNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MAX_LAG_BLOCKS;
}

/** Rounds up, so that an age above a limit is never shown as equal to the limit. */
export function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
