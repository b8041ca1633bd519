// Computes how old the data of an open /status page is. All times are arguments.

/** Time between requests. The server's data is up to 5 s old: a halt appears within 20 s. */
export const PAUSE_MS = 13_000;
export const LONGEST_PAUSE_MS = 120_000;

/** A smaller step back is a normal correction of the device's clock. */
const MAX_CORRECTION_MS = 1000;

export const isSetBack = (lastSeenMs: number, nowMs: number) =>
  nowMs < lastSeenMs - MAX_CORRECTION_MS;

interface AgeClocks {
  /** Time of the newest block if trading is open, else the server time of the reading. */
  readonly observedMs: number;
  /** `serverMs`: server time of the answer. `readMs`: device time of the request. */
  readonly serverMs: number;
  readonly readMs: number;
  /** False until the first answer, because the page's HTML may be an old copy. */
  readonly isConfirmed: boolean;
  readonly nowMs: number;
}

/**
 * Adds the age at the answer (server's clock) and the time since the request (device's clock).
 * An unconfirmed page is at least as old as the device's clock says.
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
