// The timer of the safety readings: its beat while somebody asks, and its end when nobody does.
import { expect, test } from "@playwright/test";
import { ASKED_MS, createSafetyTimer, TIMER_MS } from "../../../lib/runtime/timers.ts";

/** A timer on a clock of its own. `pass` runs what is due, in order. */
function createWorld(read: () => Promise<void> = async () => {}) {
  const world = { clockMs: 1_000_000, passedMs: 0, reads: [] as number[] };
  let due: { atMs: number; work: () => void }[] = [];
  const timer = createSafetyTimer({
    now: () => world.clockMs + world.passedMs,
    schedule: (work, delayMs) => due.push({ atMs: world.passedMs + delayMs, work }),
    read: () => {
      world.reads.push(world.passedMs);
      return read();
    },
  });
  const pass = async (ms: number) => {
    const endMs = world.passedMs + ms;
    for (let next = due[0]; next && next.atMs <= endMs; next = due[0]) {
      due = due.slice(1);
      world.passedMs = next.atMs;
      next.work();
      await new Promise(setImmediate);
    }
    world.passedMs = endMs;
  };
  return { world, timer, pass };
}

const beats = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * TIMER_MS);

test("nothing is read before somebody asks", async () => {
  const { world, pass } = createWorld();
  await pass(10 * ASKED_MS);
  expect(world.reads).toEqual([]);
});

test("one question keeps the readings going for a minute, and many make no more of them", async () => {
  const { world, timer, pass } = createWorld();
  for (let index = 0; index < 100; index += 1) timer.noteQuestion();
  await pass(10 * ASKED_MS);
  expect(world.reads).toEqual(beats(Math.floor(ASKED_MS / TIMER_MS)));
});

test("while questions come, readings go on; after a pause a question starts them again", async () => {
  const { world, timer, pass } = createWorld();
  for (let index = 0; index < 5; index += 1) {
    timer.noteQuestion();
    await pass(ASKED_MS - 1);
  }
  expect(world.reads).toEqual(beats(Math.floor((5 * (ASKED_MS - 1)) / TIMER_MS)));
  await pass(10 * ASKED_MS);
  const before = world.reads.length;
  timer.noteQuestion();
  await pass(TIMER_MS);
  expect(world.reads).toHaveLength(before + 1);
});

test("a reading that fails or is slow delays the next one, and ends none", async () => {
  let isFirst = true;
  const { world, timer, pass } = createWorld(async () => {
    if (!isFirst) return;
    isFirst = false;
    throw new Error("no node");
  });
  timer.noteQuestion();
  await pass(3 * TIMER_MS);
  expect(world.reads).toEqual(beats(3));
});

test("a clock that was set back does not read for ever", async () => {
  const { world, timer, pass } = createWorld();
  timer.noteQuestion();
  world.clockMs -= 10 * ASKED_MS;
  await pass(20 * ASKED_MS);
  expect(world.reads).toEqual([]);
  timer.noteQuestion();
  await pass(TIMER_MS);
  expect(world.reads).toHaveLength(1);
});
