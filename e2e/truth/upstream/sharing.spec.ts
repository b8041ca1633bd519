// Many callers, few calls: equal ones are joined, answers are kept for their age, and the rest wait in a bounded line.
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import type { GetOptions } from "../../../lib/protocol/upstream/provider.ts";
import type { Transport } from "../../../lib/protocol/upstream/transport.ts";
import { createScripted, empty, faultOf, POOLS, refused, times } from "./client-scripts.ts";

/** A transport whose calls end when the spec lets them, and at their signal. */
function createHeld() {
  const held: { url: string; end: () => void; signal: AbortSignal }[] = [];
  const transport: Transport = ({ pathname, search }, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      held.push({ url: pathname + search, end: () => resolve(empty()), signal });
    });
  return { held, transport };
}
const faultsOfAll = (readings: readonly Promise<unknown>[]) => Promise.all(readings.map(faultOf));

for (const [what, options, calls] of [
  ["kept", { keepMs: 6_000 }, [1, 1]],
  ["shared", { isShared: true }, [1, 2]],
  ["neither kept nor shared", {}, [3, 6]],
] satisfies [string, GetOptions, number[]][])
  test(`of three equal calls at once, twice, that are ${what}, ${calls} are made`, async () => {
    const { node, count } = createScripted([empty]);
    for (const made of calls) {
      const answers = await Promise.all(times(3, () => node.get(POOLS, Pools, options)));
      expect([count(), new Set(answers).size]).toEqual([made, calls[0]]);
    }
  });

type Controllers = [AbortController, AbortController, AbortController];
test("one waiter's abort rejects only that waiter; the last one's ends the call, and the next starts another", async () => {
  const { held, transport } = createHeld();
  const { node } = createScripted(transport);
  const ask = (signal?: AbortSignal) => node.get(POOLS, Pools, { keepMs: 1_000, signal });
  const [first, second, last] = [1, 2, 3].map(() => new AbortController()) as Controllers;
  const readings = [first, second].map(({ signal }) => ask(signal));
  await expect.poll(() => held.length).toBe(1);
  first.abort(new Error("first left"));
  await expect(readings[0]).rejects.toThrow("first left");
  expect(held[0]?.signal.aborted).toBe(false);
  const joined = ask(last.signal);
  expect(held).toHaveLength(1);
  for (const controller of [second, last]) controller.abort(new Error("left"));
  for (const reading of [readings[1], joined]) await expect(reading).rejects.toThrow("left");
  expect(held[0]?.signal.aborted).toBe(true);
  const next = ask();
  await expect.poll(() => held.length).toBe(2);
  held[1]?.end();
  expect(await faultOf(next)).toBe("none");
});

test("an answer is kept for less than keepMs of age, counted from the asking", async () => {
  const slow = () => {
    clock.ms += 700;
    return empty();
  };
  const { clock, node, count } = createScripted([slow]);
  const startMs = clock.ms;
  const get = (keepMs?: number) => node.get(POOLS, Pools, { keepMs });
  const first = await get(5_000);
  expect([first.askedAtMs - startMs, first.receivedAtMs - startMs]).toEqual([0, 700]);
  for (const [atMs, keepMs, calls] of [
    [4_999, 5_000, 1],
    // A caller who asks for a younger answer gets one.
    [4_999, 4_000, 2],
    [9_999, 5_000, 3],
    // A clock set back tells no age.
    [0, 5_000, 4],
    [700, undefined, 5],
  ] as const) {
    clock.ms = startMs + atMs;
    await get(keepMs);
    expect(count()).toBe(calls);
  }
});

test("a failure is not kept, and no kept answer outlives its age because of one", async () => {
  const { clock, node } = createScripted([empty, refused, empty]);
  const get = () => faultOf(node.get(POOLS, Pools, { keepMs: 5_000 }));
  expect(await get()).toBe("none");
  clock.ms += 5_000;
  expect([await get(), await get()]).toEqual(["connect", "none"]);
});

test("the same path in another shape is another reading", async () => {
  const { node } = createScripted([empty]);
  const count = z.array(z.unknown()).transform((list) => list.length);
  const answers = await Promise.all(
    [Pools, count].map((schema) => node.get(POOLS, schema, { keepMs: 1_000 })),
  );
  expect(answers.map(({ value }) => value)).toEqual([[], 0]);
});

test("calls at once are bounded; the rest wait in line, and a long line is refused", async () => {
  const { held, transport } = createHeld();
  const { node } = createScripted(transport, { limits: { maxInFlight: 3, maxWaiting: 10 } });
  const readings = times(20, (index) => node.get(`/p/${index}`, Pools));
  expect(await faultsOfAll(readings.slice(13))).toEqual(Array(7).fill("skipped"));
  for (let ended = 0; ended < 13; ended += 1) {
    await expect.poll(() => held.length).toBe(Math.min(13, ended + 3));
    held[ended]?.end();
  }
  expect(await faultsOfAll(readings.slice(0, 13))).toEqual(Array(13).fill("none"));
  expect(held.map(({ url }) => url)).toEqual(times(13, (index) => `/p/${index}`));
});

test("questions have slots, a line and kept answers of their own: clients take none from facts", async () => {
  const { held, transport } = createHeld();
  const limits = { maxClientCallsInFlight: 2, maxClientCallsWaiting: 1, maxKeptAnswers: 1 };
  const mixed: Transport = (url, init) =>
    url.search === "" ? Promise.resolve(empty()) : transport(url, init);
  const { node } = createScripted(mixed, { limits });
  const askFact = () => node.get(POOLS, Pools, { keepMs: 60_000 });
  const first = await askFact();
  const options = { isClientCall: true, keepMs: 60_000 };
  const questions = times(4, (id) => faultOf(node.get(`${POOLS}?id=${id}`, Pools, options)));
  expect([await questions[3], held.length]).toEqual(["skipped", 2]);
  expect(await faultOf(node.get("/thorchain/other", Pools))).toBe("none");
  for (let ended = 0; ended < 3; ended += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(ended);
    held[ended]?.end();
  }
  expect(await Promise.all(questions)).toEqual(["none", "none", "none", "skipped"]);
  expect(await askFact()).toBe(first);
});

test("answers are kept up to a number of bytes in all", async () => {
  const { node, count } = createScripted([empty], { limits: { maxKeptBytes: 5 } });
  const ask = (path: string) => node.get(path, Pools, { keepMs: 60_000 });
  for (const [path, calls] of [
    ["/a", 1],
    ["/a", 1],
    ["/b", 2],
    ["/a", 3],
  ] as const) {
    await ask(path);
    expect(count(), path).toBe(calls);
  }
});

test("waiting in line counts towards the attempt, and ends without a call", async () => {
  const { node, count } = createScripted([empty], { limits: { maxInFlight: 0, attemptMs: 30 } });
  expect([await faultOf(node.get(POOLS, Pools)), count()]).toEqual(["skipped", 0]);
});

test("a caller who leaves the line rejects with his reason, and the others keep their places", async () => {
  const { held, transport } = createHeld();
  const { node } = createScripted(transport, { limits: { maxInFlight: 1 } });
  const controller = new AbortController();
  const [first, left, last] = [
    node.get("/a", Pools),
    node.get("/b", Pools, { signal: controller.signal }),
    node.get("/c", Pools),
  ];
  controller.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  for (const at of [0, 1]) {
    await expect.poll(() => held.length).toBe(at + 1);
    held[at]?.end();
  }
  expect(await faultsOfAll([first, last] as Promise<unknown>[])).toEqual(["none", "none"]);
  expect(held.map(({ url }) => url)).toEqual(["/a", "/c"]);
});
