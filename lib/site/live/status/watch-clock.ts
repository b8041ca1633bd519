// How old the facts of an open /status are. Pure: the clocks are arguments.

/** A server reads the network every 5 s, so an open page shows a halt within 20 s. */
export const PAUSE_MS = 13_000;
export const LONGEST_PAUSE_MS = 120_000;

/** A device's clock may be corrected by up to this much. */
const MAX_CORRECTION_MS = 1000;

export const isSetBack = (lastSeenMs: number, nowMs: number) =>
  nowMs < lastSeenMs - MAX_CORRECTION_MS;

interface AgeClocks {
  /** The block's time, or the reading's time if the advice is not to send. */
  readonly observedMs: number;
  /** The server's clock at the answer, and the device's clock at the request. */
  readonly serverMs: number;
  readonly readMs: number;
  /** False until the page has read an answer itself: the HTML may be an old copy. */
  readonly isConfirmed: boolean;
  readonly nowMs: number;
}

/**
 * The age by the server's clock at the answer, plus the time since the request by the device's
 * clock. An unconfirmed page is at least as old as the device's clock says.
 */
export function blockAgeMs({
  observedMs,
  serverMs,
  readMs,
  isConfirmed,
  nowMs,
}: AgeClocks): number {
  return Math.max(serverMs - observedMs + nowMs - readMs, isConfirmed ? 0 : nowMs - observedMs);
}
