import { expect, test } from "@playwright/test";
import { toIsoTime } from "../../../../lib/protocol/values/instants.ts";

const rows: [timeMs: number | null, iso: string | null][] = [
  [0, "1970-01-01T00:00:00Z"],
  [1_795_144_350_999, "2026-11-20T03:12:30Z"],
  [253_402_300_799_000, "9999-12-31T23:59:59Z"],
  [253_402_300_800_000, null],
  [-1, null],
  [Number.NaN, null],
  [null, null],
];
for (const [timeMs, iso] of rows) test(`${timeMs} ms → ${iso}`, () => expect(toIsoTime(timeMs)).toBe(iso));
