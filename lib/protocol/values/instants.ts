// Checks and formats times in epoch ms. A time before 1970 or after 9999 becomes null.

/** 9999-12-31T23:59:59Z, the last second that ISO 8601 can write with four digits for the year. */
const LAST_INSTANT_MS = 253_402_300_799_000;

export function toInstant(timeMs: number): number | null {
  return Number.isFinite(timeMs) && timeMs >= 0 && timeMs <= LAST_INSTANT_MS ? timeMs : null;
}

export function toIsoTime(timeMs: number | null): string | null {
  const validTimeMs = timeMs === null ? null : toInstant(timeMs);
  return validTimeMs === null
    ? null
    : new Date(validTimeMs).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** UTC date such as "2026-11-30", or "" if `timeMs` is not valid. */
export const dayOf = (timeMs: number): string => toIsoTime(timeMs)?.slice(0, 10) ?? "";
