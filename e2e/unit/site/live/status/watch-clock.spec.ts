// How old an open page says that it is: never younger than the server's clock, and for an unconfirmed copy the device's clock, allow.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { blockAgeMs } from "../../../../../lib/site/live/status/watch-clock.ts";

const confirmed = {
  observedMs: 1_000_000,
  serverMs: 1_004_000,
  readMs: 50_000,
  isConfirmed: true,
  nowMs: 50_000,
};

for (const [what, changes, ageMs] of [
  ["at the answer", {}, 4_000],
  ["ten seconds later", { nowMs: 60_000 }, 14_000],
  ["by a device whose clock is hours ahead", { readMs: 9_000_000, nowMs: 9_002_000 }, 6_000],
  [
    "a copy that may be old, by the device's clock",
    { isConfirmed: false, readMs: 1_500_000, nowMs: 1_500_000 },
    500_000,
  ],
  ["a copy that may be old, by a device whose clock is behind", { isConfirmed: false }, 4_000],
  ["after the clock was set back", { readMs: Number.NEGATIVE_INFINITY }, Number.POSITIVE_INFINITY],
] as const) {
  test(`the age of the block: ${what}`, () =>
    expect(blockAgeMs({ ...confirmed, ...changes })).toBe(ageMs));
}

test("time that passes on the device makes the block exactly as much older", () => {
  const ms = fc.integer({ min: 0, max: 2_000_000_000_000 });
  fc.assert(
    fc.property(ms, ms, ms, fc.nat(10_000_000), (observedMs, serverMs, readMs, passedMs) => {
      const known = { observedMs, serverMs, readMs, isConfirmed: true };
      const first = blockAgeMs({ ...known, nowMs: readMs });
      const later = blockAgeMs({ ...known, nowMs: readMs + passedMs });
      expect(later).toBe(Math.max(0, serverMs - observedMs + passedMs));
      expect(later).toBeGreaterThanOrEqual(first);
    }),
  );
});
