// How old the newest block is. An age is counted from the block's own time, never from when we fetched it.

import { type Clock, MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { clockReasons } from "./reasons.ts";

export const FRESH_MS = 30_000;
export const STALE_MS = 60_000;
export const SKEW_MS = 5_000;
/** How long a `halted` may be repeated after the block that it was read at. */
export const REPEAT_HALTED_MS = 600_000;

/** The newest block that one source knows. */
export interface BlockMark {
  readonly height: number;
  readonly timeMs: number;
  /** The source has shown a higher block before, so it is not used. */
  readonly rolledBack: boolean;
}

/** The highest block seen from one source, and when it was first seen. */
export interface SeenHeight {
  readonly height: number;
  readonly firstSeenMs: number;
  readonly receivedAtMs: number;
  /** When the source last told a lower height, after which this block was made; null where it told none. */
  readonly madeAfterMs: number | null;
}

/**
 * A later answer of the same source with a lower height. A drop within the lag bound is ordinary: a gateway with two machines
 * answers so. After REPEAT_HALTED_MS the height is forgotten: by then block time and lag decide, and one absurd height must not
 * exclude a source for ever.
 */
export function isRollback(
  seen: SeenHeight | undefined,
  height: number,
  receivedAtMs: number,
): boolean {
  if (seen === undefined || height >= seen.height - MAX_LAG_BLOCKS) return false;
  const sinceMs = receivedAtMs - seen.receivedAtMs;
  return sinceMs >= 0 && sinceMs <= REPEAT_HALTED_MS;
}

/** What to remember of a source after an answer: the highest height, and the first sight of an unchanged one. */
export function rememberHeight(
  seen: SeenHeight | undefined,
  height: number,
  receivedAtMs: number,
): SeenHeight {
  const isForgotten = seen !== undefined && receivedAtMs - seen.receivedAtMs > REPEAT_HALTED_MS;
  if (seen === undefined || height > seen.height || (isForgotten && height !== seen.height)) {
    const isHigher = seen !== undefined && height > seen.height;
    return {
      height,
      firstSeenMs: receivedAtMs,
      receivedAtMs,
      madeAfterMs: isHigher ? seen.receivedAtMs : null,
    };
  }
  if (height < seen.height) return seen;
  return { ...seen, receivedAtMs: Math.max(seen.receivedAtMs, receivedAtMs) };
}

/**
 * The block clock from the sources that were read: the newest block of those that did not roll back.
 * `heightUnchangedMs` is how long the nodes' own height has not moved: it proves staleness, never freshness.
 */
export function judgeClock(
  marks: readonly BlockMark[],
  heightUnchangedMs: number,
  nowMs: number,
): Clock {
  const usable = marks.filter((mark) => !mark.rolledBack).sort((a, b) => b.timeMs - a.timeMs);
  // A source whose clock runs ahead must not hide another that is right.
  const newest = usable.find((mark) => nowMs - mark.timeMs >= -SKEW_MS) ?? usable[0];
  if (!newest) {
    const reason = marks.length > 0 ? clockReasons.rolledBack : clockReasons.unread;
    return { freshness: "unknown", height: null, blockTimeMs: null, ageMs: null, reason };
  }
  const ageMs = nowMs - newest.timeMs;
  return {
    height: newest.height,
    blockTimeMs: newest.timeMs,
    ageMs,
    ...judgeFreshness(ageMs, heightUnchangedMs),
  };
}

function judgeFreshness(
  ageMs: number,
  heightUnchangedMs: number,
): Pick<Clock, "freshness" | "reason"> {
  if (ageMs < -SKEW_MS)
    return { freshness: "unknown", reason: clockReasons.ahead(toSeconds(-ageMs)) };
  if (ageMs > STALE_MS)
    return { freshness: "unknown", reason: clockReasons.stopped(toSeconds(ageMs)) };
  if (heightUnchangedMs > STALE_MS) {
    return {
      freshness: "unknown",
      reason: clockReasons.heightUnchanged(toSeconds(heightUnchangedMs)),
    };
  }
  if (ageMs > FRESH_MS) return { freshness: "stale", reason: clockReasons.late(toSeconds(ageMs)) };
  return { freshness: "fresh", reason: null };
}

/** Whether two heights count as the same moment. */
export function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MAX_LAG_BLOCKS;
}

/**
 * Age of what a node says, in milliseconds: the clock's age, and the blocks that the node is behind it.
 * Null when it cannot be told: no height, no clock, a block in the future, or a node far ahead of the clock.
 */
export function dataAgeMs(clock: Clock, nodeHeight: number | null): number | null {
  if (
    clock.height === null ||
    clock.ageMs === null ||
    nodeHeight === null ||
    clock.ageMs < -SKEW_MS
  )
    return null;
  if (isNear(clock.height, nodeHeight)) return clock.ageMs;
  if (nodeHeight > clock.height) return null;
  return clock.ageMs + (clock.height - nodeHeight) * PROTOCOL_BLOCK_SECONDS * 1000;
}

/** Whole seconds, rounded up: an age is never shown below a limit that it has passed. */
export function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
