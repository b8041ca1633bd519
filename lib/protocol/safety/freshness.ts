// How old the newest block is. Ages count from the block's own time, not from our fetch.

import { because, type Reason } from "../model/reasons.ts";
import { type Clock, MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";

export const FRESH_MS = 30_000;
export const STALE_MS = 60_000;
export const SKEW_MS = 5_000;
export const REPEAT_HALTED_MS = 600_000;

export interface BlockMark {
  readonly height: number;
  readonly timeMs: number;
  readonly rolledBack: boolean;
}

export interface SeenHeight {
  readonly height: number;
  readonly firstSeenMs: number;
  readonly receivedAtMs: number;
  /** When the source last showed a lower height: the block was made after that. */
  readonly madeAfterMs: number | null;
}

/**
 * Small drops are ordinary: a gateway may have two machines. After REPEAT_HALTED_MS the height is
 * forgotten, so that one absurd height does not exclude a source for ever.
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
 * The newest block of the sources that did not roll back. `heightUnchangedMs` of the nodes proves
 * staleness, never freshness.
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
    const reason =
      marks.length > 0 ? because("newest_block_rolled_back") : because("clock_not_read");
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
  const unknown = (reason: Reason) => ({ freshness: "unknown", reason }) as const;
  if (ageMs < -SKEW_MS)
    return unknown(because("newest_block_ahead", { seconds: toSeconds(-ageMs) }));
  if (ageMs > STALE_MS)
    return unknown(because("newest_block_very_late", { seconds: toSeconds(ageMs) }));
  if (heightUnchangedMs > STALE_MS)
    return unknown(because("no_new_block", { seconds: toSeconds(heightUnchangedMs) }));
  if (ageMs > FRESH_MS)
    return {
      freshness: "stale",
      reason: because("newest_block_late", { seconds: toSeconds(ageMs) }),
    };
  return { freshness: "fresh", reason: null };
}

export function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MAX_LAG_BLOCKS;
}

/**
 * Milliseconds: the clock's age, and the blocks by which the node is behind. Null where unknown,
 * for a block in the future, and for a node far ahead of the clock.
 */
export function dataAgeMs(clock: Clock, nodeHeight: number | null): number | null {
  const { height, ageMs } = clock;
  if (height === null || ageMs === null || nodeHeight === null || ageMs < -SKEW_MS) return null;
  if (isNear(height, nodeHeight)) return ageMs;
  if (nodeHeight > height) return null;
  return ageMs + (height - nodeHeight) * PROTOCOL_BLOCK_SECONDS * 1000;
}

/** Rounded up: an age is never shown below a limit that it has passed. */
export function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
