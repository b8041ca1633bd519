// Instants of upstreams and of answers. Outside 1970 to 9999 they are null, not a RangeError.

/** 9999-12-31T23:59:59Z: ISO 8601 has four digits for a year. */
const LAST_MS = 253_402_300_799_000;

/** Null outside 1970 to 9999. */
export function toInstant(timeMs: number): number | null {
  return Number.isFinite(timeMs) && timeMs >= 0 && timeMs <= LAST_MS ? timeMs : null;
}

/** "2026-11-20T03:12:30Z", rounded down. */
export function toIsoTime(timeMs: number | null): string | null {
  const instant = timeMs === null ? null : toInstant(timeMs);
  return instant === null ? null : new Date(instant).toISOString().replace(/\.\d{3}Z$/, "Z");
}
