// Many callers, few calls: equal ones are joined, answers are kept for their age, and the rest wait in a bounded line.
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import type { GetOptions } from "../../../lib/protocol/upstream/provider.ts";
import type { Transport } from "../../../lib/protocol/upstream/transport.ts";
import { createScripted, empty, faultOf, POOLS, times } from "./client-scripts.ts";

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

for (const [what, options, calls] of [
  ["kept", { keepMs: 6_000 }, [1, 1]],
  ["kept questions", { keepMs: 6_000, isClientCall: true }, [1, 1]],
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

test("one waiter's abort rejects only that waiter; the last one's ends the call, and the next starts another", async () => {
  const { held, transport } = createHeld();
  const { node } = createScripted(transport);
  const ask = (signal?: AbortSignal) => node.get(POOLS, Pools, { keepMs: 1_000, signal });
  const [first, last] = [new AbortController(), new AbortController()];
  const readings = [ask(first.signal), ask(last.signal)];
  await expect.poll(() => held.length).toBe(1);
  first.abort(new Error("first left"));
  await expect(readings[0]).rejects.toThrow("first left");
  expect(held[0]?.signal.aborted).toBe(false);
  const joined = ask(last.signal);
  expect(held).toHaveLength(1);
  last.abort(new Error("left"));
  for (const reading of [readings[1], joined]) await expect(reading).rejects.toThrow("left");
  expect(held[0]?.signal.aborted).toBe(true);
  await expect(ask(AbortSignal.abort(new Error("early")))).rejects.toThrow("early");
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

test("the same path in another shape is another reading", async () => {
  const { node } = createScripted([empty]);
  const count = z.array(z.unknown()).transform((list) => list.length);
  const readings = [Pools, count].map((schema) => node.get(POOLS, schema, { keepMs: 1_000 }));
  expect((await Promise.all(readings)).map(({ value }) => value)).toEqual([[], 0]);
});

test("calls at once are bounded; the rest wait in line, a long line is refused, and who leaves costs no place", async () => {
  const { held, transport } = createHeld();
  const { node } = createScripted(transport, { limits: { maxInFlight: 2, maxWaiting: 3 } });
  const get = (path: string, signal?: AbortSignal) => node.get(path, Pools, { signal });
  const controller = new AbortController();
  const served = [get("/a"), get("/b")];
  const left = get("/c", controller.signal);
  served.push(get("/d"), get("/e"));
  expect(await faultOf(get("/f"))).toBe("skipped");
  controller.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  for (const [ended, begun] of [2, 3, 4, 4].entries()) {
    await expect.poll(() => held.length).toBe(begun);
    held[ended]?.end();
  }
  expect(new Set(await Promise.all(served.map(faultOf)))).toEqual(new Set(["none"]));
  expect(held.map(({ url }) => url)).toEqual(["/a", "/b", "/d", "/e"]);
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
  const counts = [];
  for (const path of ["/a", "/a", "/b", "/a"]) {
    await node.get(path, Pools, { keepMs: 60_000 });
    counts.push(count());
  }
  expect(counts).toEqual([1, 1, 2, 3]);
});

test("waiting in line counts towards the attempt, and ends without a call", async () => {
  const { node, count } = createScripted([empty], { limits: { maxInFlight: 0, attemptMs: 30 } });
  expect([await faultOf(node.get(POOLS, Pools)), count()]).toEqual(["skipped", 0]);
});
