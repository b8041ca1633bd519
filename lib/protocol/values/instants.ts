// Instants that an upstream names. Those outside 1970 to 9999 are null, so that no RangeError is thrown.

/** 9999-12-31T23:59:59Z: ISO 8601 has four digits for a year. */
const LAST_MS = 253_402_300_799_000;

/** Epoch milliseconds, or null where they are not an instant between 1970 and 9999. */
export function toInstant(timeMs: number): number | null {
  return Number.isFinite(timeMs) && timeMs >= 0 && timeMs <= LAST_MS ? timeMs : null;
}

/** Epoch milliseconds → "2026-11-20T03:12:30Z", whole seconds rounded down; null for what is no instant. */
export function toIsoTime(timeMs: number | null): string | null {
  const instant = timeMs === null ? null : toInstant(timeMs);
  return instant === null ? null : new Date(instant).toISOString().replace(/\.\d{3}Z$/, "Z");
}
