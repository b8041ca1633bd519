// How old an open /status is, and how often it asks. Pure: clocks are arguments.

/**
 * The pause between two requests, to which up to a tenth is added, and the longest one after failures. A server reads the network every
 * 5 s, so that an open page is told of a halt within 20 s.
 */
export const PAUSE_MS = 13_000;
export const LONGEST_PAUSE_MS = 120_000;

/** Clocks are corrected by up to this much. */
const STEP_MS = 1000;

/** Whether the device's clock was set back. The age of an earlier reading is then not known. */
export const isSetBack = (seenMs: number, nowMs: number) => nowMs < seenMs - STEP_MS;

interface Confirmation {
  /** The block's time, or that of the reading where it says not to send. */
  readonly observedMs: number;
  /** The server's clock when it answered, and the device's clock when it was asked. */
  readonly serverMs: number;
  readonly readMs: number;
  /** False while the page has no answer of its own: it may be an old copy. */
  readonly isConfirmed: boolean;
  readonly nowMs: number;
}

/**
 * The age by the server's clock, and since then by the device's. Of a copy that may be old, the age by the device's clock alone counts
 * too, if it is greater. Infinite where the device's clock was set back since.
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
