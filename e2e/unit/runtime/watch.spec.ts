// The minute's check, and the platform's call.
import { expect, test } from "@playwright/test";
import { answerCron, CHECK_MS, checkEachMinute } from "../../../lib/runtime/timers.ts";

/** Runs a check on a clock of its own, and returns the seconds at which it began. */
async function runFor(seconds: number, check: () => Promise<void>) {
  const due: { atMs: number; work: () => void }[] = [];
  const began: number[] = [];
  let nowMs = 0;
  checkEachMinute(
    () => {
      began.push(nowMs / 1000);
      return check();
    },
    (work, delayMs) => due.push({ atMs: nowMs + delayMs, work }),
  );
  for (let next = due.shift(); next && next.atMs <= seconds * 1000; next = due.shift()) {
    nowMs = next.atMs;
    next.work();
    await new Promise(setImmediate);
  }
  return began;
}

test("the network is checked each minute, also after a check that failed", async () => {
  expect(CHECK_MS).toBe(60_000);
  expect(await runFor(200, async () => {})).toEqual([60, 120, 180]);
  expect(await runFor(200, () => Promise.reject(new Error("no node")))).toEqual([60, 120, 180]);
});

test("a check that does not end is not made twice at once", async () => {
  expect(await runFor(600, () => new Promise(() => {}))).toEqual([60]);
});

test("by itself it waits a minute on a timer that keeps no process alive", () => {
  const real = globalThis.setTimeout;
  const timers: { delayMs: number | undefined; isHeld: boolean }[] = [];
  const fake = (_work: () => void, delayMs?: number) => {
    const timer = { delayMs, isHeld: true };
    timers.push(timer);
    return { unref: () => Object.assign(timer, { isHeld: false }) };
  };
  globalThis.setTimeout = fake as unknown as typeof setTimeout;
  try {
    checkEachMinute(async () => {});
  } finally {
    globalThis.setTimeout = real;
  }
  expect(timers).toEqual([{ delayMs: 60_000, isHeld: false }]);
});

const SECRET = "a-secret-of-the-platform";
const call = async (secret: string | null, authorization?: string) => {
  let checks = 0;
  const request = new Request("http://localhost/cron/check", { headers: authorization ? { authorization } : {} });
  const check = async () => {
    checks += 1;
  };
  const response = await answerCron(request, { secret, check });
  return [response.status, response.headers.get("cache-control"), checks];
};

test("only the platform's secret makes a check", async () => {
  expect(await call(SECRET, `Bearer ${SECRET}`)).toEqual([204, "no-store", 1]);
  for (const wrong of [
    undefined,
    "Bearer",
    SECRET,
    `Basic ${SECRET}`,
    `bearer ${SECRET}`,
    `Bearer ${SECRET}x`,
    `Bearer ${SECRET.slice(1)}`,
  ])
    expect(await call(SECRET, wrong), wrong).toEqual([401, "no-store", 0]);
});

test("without a secret nobody can call, and the address is as unknown as any other", async () => {
  for (const authorization of [undefined, "Bearer ", "Bearer null", "Bearer undefined"])
    expect(await call(null, authorization)).toEqual([404, "no-store", 0]);
});
