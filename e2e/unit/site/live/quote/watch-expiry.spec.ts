import { expect, test } from "@playwright/test";
import { isExpired } from "../../../../../lib/site/live/quote/watch-expiry.ts";

const fresh = { endMs: 1_000_000, leftMs: 60_000, startMs: 940_000, awakeMs: 0, nowMs: 940_000 };

for (const [what, changes, expired] of [
  ["as it arrives", {}, false],
  ["just before its end", { nowMs: 999_999 }, false],
  ["at its end by the device's clock", { nowMs: 1_000_000 }, true],
  ["on a device whose clock is behind, when its time is over", { startMs: 0, nowMs: 60_000 }, true],
  ["on a device whose clock is behind, before that", { startMs: 0, nowMs: 59_999 }, false],
  [
    "on a device whose clock was set back, when its time is over",
    { nowMs: 0, awakeMs: 60_000 },
    true,
  ],
  ["on a device whose clock was set back, before that", { nowMs: 0, awakeMs: 59_999 }, false],
  ["on a device that slept", { nowMs: 999_999, startMs: 939_999, awakeMs: 5 }, true],
  ["on a device whose clock is ahead", { startMs: 2_000_000, nowMs: 2_000_000 }, true],
  ["with an end that nobody can read", { endMs: Number.NaN }, true],
  ["with a time left that nobody can read", { leftMs: Number.NaN }, true],
] as const) {
  test(`a quote ${what} is ${expired ? "expired" : "not expired"}`, () =>
    expect(isExpired({ ...fresh, ...changes })).toBe(expired));
}
