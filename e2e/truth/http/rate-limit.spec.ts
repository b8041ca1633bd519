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

/** `at messages ok`, where that many fit. */
const scripts: Readonly<Record<string, readonly [limit: number, takes: string]>> = {
  "a new bucket gives its limit at once, then one message per refill": [
    120,
    "1000 120 ok, 1000 1, 1490 1, 1500 1 ok, 1500 1, 2000 1 ok",
  ],
  "a clock that was set back costs one window at most": [
    5,
    "10000000 5 ok, 0 1, 11800 1, 12000 1 ok",
  ],
};
for (const [what, [limit, takes]] of Object.entries(scripts))
  test(what, () => {
    let fullAtMs = 0;
    for (const [at, messages, ok] of takes.split(", ").map((text) => text.split(" "))) {
      const verdict = takeMessages(fullAtMs, Number(at), Number(messages), limit);
      fullAtMs = Number(at) + verdict.debtMs;
      expect(verdict.allowed, at).toBe(ok === "ok");
    }
  });

test("the remaining messages are whole, and the waiting time is at least a second", () => {
  const debts = [0, WINDOW_MS, 500, 510];
  expect(debts.map((debtMs) => remainingTokens(debtMs, 120))).toEqual([120, 0, 119, 118]);
  expect(waitSeconds(0, 1, 5)).toBe(1);
});

test("after the stated waiting time, the messages fit", () => {
  const spent = fc.double({ min: 0, max: WINDOW_MS, noNaN: true });
  const limits = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 }));
  const counts = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(limits, spent, counts, (limit, debtMs, count) => {
      const messages = Math.min(count, limit);
      const laterMs = waitSeconds(debtMs, messages, limit) * 1000;
      expect(takeMessages(debtMs, laterMs, messages, limit).allowed).toBe(true);
    }),
  );
});

test("each client has its own bucket, and the number of buckets is bounded", () => {
  const limiter = createMemoryLimiter(
    1,
    () => 1,
    createBuckets(() => 1, 2),
  );
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
