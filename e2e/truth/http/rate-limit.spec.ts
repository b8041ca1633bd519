// The arithmetic of the rate limit, and its memory of clients. Its use in the guard: e2e/mcp/limit.spec.ts.
import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  createBuckets,
  createMemoryLimiter,
  remainingTokens,
  takeMessages,
  WINDOW_MS,
  waitSeconds,
} from "../../../lib/http/rate-limit.ts";

/** A bucket as a function: whether that many messages fit at that time. */
function createBucket(limit: number) {
  let fullAtMs = 0;
  return (nowMs: number, messages = 1) => {
    const verdict = takeMessages(fullAtMs, nowMs, messages, limit);
    fullAtMs = nowMs + verdict.debtMs;
    return verdict.allowed;
  };
}
/** `at messages ok`, where that many fit. */
const scripts: Readonly<Record<string, readonly [limit: number, takes: string]>> = {
  "a new bucket gives its limit at once, then one message per refill": [
    120,
    "1000 120 ok, 1000 1, 1490 1, 1500 1 ok, 1500 1, 2000 1 ok",
  ],
  "a refused take costs nothing, and a batch takes all or nothing": [
    5,
    "0 6, 0 3 ok, 0 3, 0 2 ok, 0 1",
  ],
  "a clock that was set back costs one window at most": [
    5,
    "10000000 5 ok, 0 1, 11800 1, 12000 1 ok",
  ],
};
for (const [what, [limit, takes]] of Object.entries(scripts))
  test(what, () => {
    const take = createBucket(limit);
    for (const [atMs, messages, allowed] of takes.split(", ").map((text) => text.split(" ")))
      expect(take(Number(atMs), Number(messages)), `${atMs}`).toBe(allowed === "ok");
  });

test("the remaining messages and the waiting time are right", () => {
  const debts = [0, WINDOW_MS, 500, 510];
  expect(debts.map((debtMs) => remainingTokens(debtMs, 120))).toEqual([120, 0, 119, 118]);
  for (const [debtMs, messages, limit, seconds] of [
    [WINDOW_MS, 1, 120, 1],
    [WINDOW_MS, 1, 5, 12],
    [WINDOW_MS, 3, 5, 36],
    [WINDOW_MS - 5_000, 1, 5, 7],
    [WINDOW_MS, 8, 5, 60],
    [0, 1, 5, 1],
  ] as const)
    expect(waitSeconds(debtMs, messages, limit)).toBe(seconds);
});

const limits = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 }));

test("no period gives more than the limit and its refill", () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 8 }));
  const steps = fc.array(step, { maxLength: 60 });
  const property = fc.property(fc.integer({ min: 1, max: 500 }), steps, (limit, calls) => {
    const take = createBucket(limit);
    const given: { atMs: number; messages: number }[] = [];
    let nowMs = 0;
    for (const [waitMs, messages] of calls) {
      nowMs += waitMs;
      if (take(nowMs, messages)) given.push({ atMs: nowMs, messages });
    }
    for (const [from, { atMs }] of given.entries()) {
      let sum = 0;
      for (const { atMs: untilMs, messages } of given.slice(from)) {
        sum += messages;
        const excess = sum - limit - ((untilMs - atMs) * limit) / WINDOW_MS;
        if (excess > 0.1) throw new Error(`${excess} more from ${atMs} to ${untilMs}`);
      }
    }
  });
  fc.assert(property);
});

test("after the stated waiting time, the messages fit", () => {
  const spent = fc.double({ min: 0, max: WINDOW_MS, noNaN: true });
  const property = fc.property(
    limits,
    spent,
    fc.integer({ min: 1, max: 8 }),
    (limit, debtMs, n) => {
      const messages = Math.min(n, limit);
      const laterMs = waitSeconds(debtMs, messages, limit) * 1000;
      expect(takeMessages(debtMs, laterMs, messages, limit).allowed).toBe(true);
    },
  );
  fc.assert(property);
});

test("each client has its own bucket, and the number of buckets is bounded", () => {
  const buckets = createBuckets(() => 1, 2);
  const limiter = createMemoryLimiter(1, () => 1, buckets);
  const taken = (clients: string) => [...clients].map((client) => limiter.take(client, 1).allowed);
  expect(taken("aabb")).toEqual([true, false, true, false]);
  expect(taken("ccba")).toEqual([true, false, false, true]);
});

test("a client is forgotten a minute after its last message, without further requests", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const clock = { nowMs: 1 };
    const buckets = createBuckets(() => clock.nowMs);
    const limiter = createMemoryLimiter(2, () => clock.nowMs, buckets);
    const pass = (seconds: number) => {
      clock.nowMs += seconds * 1000;
      mock.timers.tick(seconds * 1000);
      return buckets.size;
    };
    limiter.take("203.0.113.1", 1);
    expect(pass(59)).toBe(1);
    limiter.take("203.0.113.1", 1);
    expect([pass(59), pass(2)]).toEqual([1, 0]);
  } finally {
    mock.timers.reset();
  }
});
