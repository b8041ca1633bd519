// Computes how old the data of an open /status page is. All times are arguments.

/** Time between requests. With server data up to 5 s old, a halt is shown within 20 s. */
export const PAUSE_MS = 13_000;
export const LONGEST_PAUSE_MS = 120_000;

/** Time in ms for which an answer may be on its way before what is shown is out of date. */
const LEAD_MS = 3_000;

/**
 * Time in ms from one request to the next: earlier than `pauseMs` if what is shown would be out of
 * date by then. No earlier once it is out of date, because the server then does not answer, or if
 * its age is not known.
 */
export function pauseBeforeStale(pauseMs: number, ageMs: number | null, freshMs: number): number {
  if (ageMs === null || ageMs > freshMs) return pauseMs;
  return Math.min(pauseMs, Math.max(LEAD_MS, freshMs - LEAD_MS - ageMs));
}

/** A larger step back shows that the device's clock was set back. A smaller one corrects it. */
const MAX_CORRECTION_MS = 1000;

export const isSetBack = (lastSeenMs: number, nowMs: number) =>
  nowMs < lastSeenMs - MAX_CORRECTION_MS;

interface AgeClocks {
  /**
   * The age counts from this time. If trading is open, it is the time of the newest block. Else it
   * is the time, by the server's clock, at which the server built this part.
   */
  readonly observedMs: number;
  /** When the server answered, by the server's clock. */
  readonly serverMs: number;
  /** When the request was sent, by the device's clock. */
  readonly readMs: number;
  /** True after the first answer to this script's requests. */
  readonly isConfirmed: boolean;
  readonly nowMs: number;
}

/**
 * Age of the data: the age when the server answered (server's clock) plus the time since the
 * request (device's clock). Before the first answer, the HTML may be an old copy. So the result is
 * then at least the time since `observedMs` by the device's clock.
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
