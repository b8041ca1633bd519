import { expect, test } from "@playwright/test";
import type { Reason } from "../../../../lib/protocol/model/verdicts.ts";
import {
  type BlockMark,
  dataAgeMs,
  isNear,
  isRollback,
  judgeClock,
  rememberHeight,
  toSeconds,
} from "../../../../lib/protocol/safety/freshness.ts";
import { clockReasons } from "../../../../lib/protocol/safety/reasons.ts";

const NOW = 1_800_000_000_000;
const mark = (ageMs: number, more: Partial<BlockMark> = {}): BlockMark => ({
  height: 1000,
  timeMs: NOW - ageMs,
  rolledBack: false,
  ...more,
});

const ages: [string, number, "fresh" | "stale" | "unknown", Reason | null][] = [
  ["a block of this instant", 0, "fresh", null],
  ["30 s exactly", 30_000, "fresh", null],
  ["30.001 s", 30_001, "stale", clockReasons.late(31)],
  ["42 s", 42_000, "stale", clockReasons.late(42)],
  ["60 s exactly", 60_000, "stale", clockReasons.late(60)],
  ["60.001 s", 60_001, "unknown", clockReasons.stopped(61)],
  ["an hour", 3_600_000, "unknown", clockReasons.stopped(3600)],
  ["5 s in the future exactly", -5_000, "fresh", null],
  ["5.001 s in the future", -5_001, "unknown", clockReasons.ahead(6)],
];
for (const [name, ageMs, freshness, reason] of ages) {
  test(`a block clock of age ${name} is ${freshness}`, () => {
    const clock = judgeClock([mark(ageMs)], 0, NOW);
    expect(clock).toEqual({ freshness, height: 1000, blockTimeMs: NOW - ageMs, ageMs, reason });
  });
}

test("the newest block of several sources counts, whatever their order", () => {
  for (const marks of [
    [mark(45_000, { height: 990 }), mark(3_000)],
    [mark(3_000), mark(45_000, { height: 990 })],
  ]) {
    expect(judgeClock(marks, 0, NOW)).toMatchObject({
      freshness: "fresh",
      height: 1000,
      ageMs: 3_000,
    });
  }
});

test("a source whose height went back is not used; alone it leaves the clock unknown", () => {
  const back = mark(1_000, { height: 900, rolledBack: true });
  expect(judgeClock([back, mark(8_000)], 0, NOW)).toMatchObject({
    freshness: "fresh",
    height: 1000,
  });
  expect(judgeClock([back], 0, NOW)).toEqual({
    freshness: "unknown",
    height: null,
    blockTimeMs: null,
    ageMs: null,
    reason: clockReasons.rolledBack,
  });
});

test("a source whose clock runs ahead does not silence one that is right; alone it is a skew", () => {
  const ahead = (ms: number) => mark(-ms, { height: 1001 });
  expect(judgeClock([ahead(5_001), mark(3_000)], 0, NOW)).toMatchObject({
    freshness: "fresh",
    height: 1000,
  });
  expect(judgeClock([ahead(5_000), mark(3_000)], 0, NOW)).toMatchObject({
    freshness: "fresh",
    height: 1001,
  });
  expect(judgeClock([ahead(5_001)], 0, NOW)).toMatchObject({ freshness: "unknown", height: 1001 });
});

test("no source at all is unknown", () => {
  expect(judgeClock([], 0, NOW)).toMatchObject({
    freshness: "unknown",
    reason: clockReasons.unread,
  });
});

test("a node's height that stands still for more than 60 s proves staleness, whatever the clock says", () => {
  expect(judgeClock([mark(1_000)], 60_000, NOW).freshness).toBe("fresh");
  expect(judgeClock([mark(1_000)], 60_001, NOW)).toMatchObject({
    freshness: "unknown",
    reason: {
      code: "stale",
      text: "the node has shown no new block for 61 seconds, so the network may have stopped",
    },
  });
  expect(judgeClock([mark(31_000)], 60_001, NOW).freshness).toBe("unknown");
  expect(judgeClock([mark(31_000)], 60_000, NOW).freshness).toBe("stale");
});

test("a rollback is a lower height in a later answer of the same source", () => {
  const seen = { height: 100, firstSeenMs: NOW, receivedAtMs: NOW, madeAfterMs: null };
  expect(isRollback(undefined, 1, NOW)).toBe(false);
  expect(isRollback(seen, 100, NOW + 1)).toBe(false);
  expect(isRollback(seen, 101, NOW + 1)).toBe(false);
  expect(isRollback(seen, 95, NOW + 1), "within the lag bound").toBe(false);
  expect(isRollback(seen, 94, NOW + 1)).toBe(true);
  expect(isRollback(seen, 94, NOW)).toBe(true);
  expect(isRollback(seen, 94, NOW - 1), "an older answer that was kept").toBe(false);
  expect(isRollback(seen, 94, NOW + 600_000)).toBe(true);
  expect(
    isRollback(seen, 94, NOW + 600_001),
    "a height not seen for ten minutes is forgotten",
  ).toBe(false);
});

test("what is remembered of a source never goes down and keeps the first sight of a height", () => {
  const first = rememberHeight(undefined, 100, NOW);
  expect(first).toEqual({ height: 100, firstSeenMs: NOW, receivedAtMs: NOW, madeAfterMs: null });
  expect(rememberHeight(first, 100, NOW + 9)).toEqual({ ...first, receivedAtMs: NOW + 9 });
  expect(rememberHeight(first, 100, NOW - 9)).toEqual(first);
  const higher = { height: 101, firstSeenMs: NOW + 9, receivedAtMs: NOW + 9, madeAfterMs: NOW };
  expect(rememberHeight(first, 101, NOW + 9)).toEqual(higher);
  expect(rememberHeight(higher, 101, NOW + 12)).toEqual({ ...higher, receivedAtMs: NOW + 12 });
  expect(rememberHeight(first, 99, NOW + 600_000)).toEqual(first);
  const forgotten = {
    height: 99,
    firstSeenMs: NOW + 600_001,
    receivedAtMs: NOW + 600_001,
    madeAfterMs: null,
  };
  expect(rememberHeight(first, 99, NOW + 600_001)).toEqual(forgotten);
  expect(rememberHeight(first, 100, NOW + 600_001)).toEqual({
    ...first,
    receivedAtMs: NOW + 600_001,
  });
});

test("five blocks apart is one moment, six is not", () => {
  for (const [a, b, near] of [
    [100, 105, true],
    [105, 100, true],
    [100, 106, false],
    [106, 100, false],
  ] as const) {
    expect(isNear(a, b)).toBe(near);
  }
});

test("a node's data is as old as the clock, and 6 s more for each block that it is behind", () => {
  const clock = judgeClock([mark(10_000)], 0, NOW);
  expect(dataAgeMs(clock, 1000)).toBe(10_000);
  expect(dataAgeMs(clock, 995)).toBe(10_000);
  expect(dataAgeMs(clock, 1005)).toBe(10_000);
  expect(dataAgeMs(clock, 994)).toBe(10_000 + 36_000);
  expect(dataAgeMs(clock, 900)).toBe(10_000 + 600_000);
  expect(dataAgeMs(clock, 1006), "far ahead of every clock").toBeNull();
  expect(dataAgeMs(clock, null)).toBeNull();
  expect(dataAgeMs(judgeClock([], 0, NOW), 1000)).toBeNull();
  expect(dataAgeMs(judgeClock([mark(-5_000)], 0, NOW), 1000)).toBe(-5_000);
  expect(dataAgeMs(judgeClock([mark(-5_001)], 0, NOW), 1000)).toBeNull();
});

test("seconds in prose are rounded up, so that 30.001 s does not read as 30 s", () => {
  expect([toSeconds(30_000), toSeconds(30_001), toSeconds(0)]).toEqual([30, 31, 0]);
});
