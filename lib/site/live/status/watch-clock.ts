// The age of an open /status. Pure: clocks are arguments.

/** A server reads the network every 5 s, so an open page shows a halt within 20 s. */
export const PAUSE_MS = 13_000;
export const LONGEST_PAUSE_MS = 120_000;

/** Clocks are corrected by up to this much. */
const STEP_MS = 1000;

export const isSetBack = (seenMs: number, nowMs: number) => nowMs < seenMs - STEP_MS;

interface Confirmation {
  /** The block's time, or the reading's time if it says not to send. */
  readonly observedMs: number;
  /** The server's clock at the answer. `readMs`: the device's clock at the request. */
  readonly serverMs: number;
  readonly readMs: number;
  /** False until the page has read an answer itself: it may be an old copy. */
  readonly isConfirmed: boolean;
  readonly nowMs: number;
}

/**
 * The age by the server's clock, plus the time since by the device's. For a copy that may be old,
 * the device's clock alone counts too. Infinite after the clock was set back.
 */
export function blockAgeMs({
  observedMs,
  serverMs,
  readMs,
  isConfirmed,
  nowMs,
}: Confirmation): number {
  return Math.max(serverMs - observedMs + nowMs - readMs, isConfirmed ? 0 : nowMs - observedMs);
}
