import { expect, test } from "@playwright/test";
import { formatInstant, toIsoTime } from "../../../../lib/protocol/values/instants.ts";

const rows: [timeMs: number | null, iso: string | null, text: string][] = [
  [0, "1970-01-01T00:00:00Z", "1970-01-01 00:00:00 UTC"],
  [1_795_144_350_999, "2026-11-20T03:12:30Z", "2026-11-20 03:12:30 UTC"],
  [253_402_300_799_000, "9999-12-31T23:59:59Z", "9999-12-31 23:59:59 UTC"],
  [253_402_300_800_000, null, "unknown"],
  [-1, null, "unknown"],
  [Number.NaN, null, "unknown"],
  [null, null, "unknown"],
];
for (const [timeMs, iso, text] of rows) {
  test(`${timeMs} ms → ${text}`, () => {
    expect(toIsoTime(timeMs)).toBe(iso);
    expect(formatInstant(timeMs)).toBe(text);
  });
}
