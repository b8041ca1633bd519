// Many callers, few calls: equal ones are joined, answers are kept for their age, and the rest wait in a bounded line.
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { LastBlock, Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import type { GetOptions, Transport } from "../../../../lib/protocol/upstream/provider.ts";
import { createNode, createScript, faultOf, json, POOLS, refused, withUpstream } from "./client-scripts.ts";

test.describe("single flight and kept answers", () => {
  test("200 equal calls at once are one upstream call", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "latency", ms: 50 } });
      const node = createNode(upstream.nodeUrl(0));
      const answers = await Promise.all(Array.from({ length: 200 }, () => node.get(POOLS, Pools, { keepMs: 6_000 })));
      expect(upstream.calls()).toHaveLength(1);
      expect(new Set(answers).size).toBe(1);
    }));

  test("share joins calls under way and keeps nothing; without it each call is its own", () =>
    withUpstream(async (upstream) => {
      const node = createNode(upstream.nodeUrl(0));
      const three = (options: GetOptions) => Promise.all([1, 2, 3].map(() => node.get(POOLS, Pools, options)));
      await three({ share: true });
      expect(upstream.calls()).toHaveLength(1);
      await three({ share: true });
      expect(upstream.calls()).toHaveLength(2);
      await three({});
      expect(upstream.calls()).toHaveLength(5);
    }));

  test("one waiter's abort rejects only that waiter; the last one's aborts the call", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "latency", ms: 100 } });
      const node = createNode(upstream.nodeUrl(0));
      const [first, second] = [new AbortController(), new AbortController()];
      const leaving = node.get(POOLS, Pools, { keepMs: 1_000, signal: first.signal });
      const staying = node.get(POOLS, Pools, { keepMs: 1_000, signal: second.signal });
      first.abort(new Error("first left"));
      await expect(leaving).rejects.toThrow("first left");
      expect((await staying).value.length).toBeGreaterThan(0);

      upstream.set({ fault: { kind: "hang" } });
      const controllers = [new AbortController(), new AbortController()];
      const both = controllers.map(({ signal }) =>
        node.get("/thorchain/lastblock", LastBlock, { keepMs: 1_000, signal }),
      );
      await expect.poll(() => upstream.calls().length).toBe(2);
      for (const controller of controllers) controller.abort(new Error("left"));
      for (const reading of both) await expect(reading).rejects.toThrow("left");
      await expect.poll(() => upstream.calls()[1]?.state).toBe("aborted");

      // Who comes after an aborted call starts another.
      upstream.set({ fault: null });
      expect(await faultOf(node.get("/thorchain/lastblock", LastBlock, { keepMs: 1_000 }))).toBe("none");
    }));

  test("an answer is kept for less than keepMs of age, counted from the asking", async () => {
    let nowMs = 1_000_000;
    const transport = createScript(() => {
      nowMs += 700;
      return json([]);
    });
    const node = createNode("http://upstream.invalid", { transport, now: () => nowMs });
    const get = (keepMs: number) => node.get(POOLS, Pools, { keepMs });
    const first = await get(5_000);
    expect(first.receivedAtMs).toBe(1_000_700);
    nowMs = 1_004_999;
    expect(await get(5_000)).toBe(first);
    expect(transport.count()).toBe(1);
    // A caller who asks for a younger answer gets one.
    await get(4_000);
    expect(transport.count()).toBe(2);
    nowMs = 1_009_999;
    await get(5_000);
    expect(transport.count()).toBe(3);
    // A clock set back tells no age.
    nowMs = 1_000_000;
    await get(5_000);
    expect(transport.count()).toBe(4);
    await node.get(POOLS, Pools);
    expect(transport.count()).toBe(5);
  });

  test.describe("an answer that was given again", () => {
    /** A provider that asks 500 ms ahead, on a clock of its own. `goTo` runs what is due. */
    function createAged(...answers: Parameters<typeof createScript>) {
      const world = { nowMs: 0 };
      let timers: { atMs: number; work: () => void }[] = [];
      const transport = createScript(...answers);
      const node = createNode("http://upstream.invalid", {
        transport,
        now: () => world.nowMs,
        renewAheadMs: 500,
        schedule: (work, delayMs) => timers.push({ atMs: world.nowMs + delayMs, work }),
      });
      const goTo = async (ms: number) => {
        world.nowMs = ms;
        const due = timers.filter(({ atMs }) => atMs <= ms);
        timers = timers.filter(({ atMs }) => atMs > ms);
        for (const { work } of due) work();
        await new Promise(setImmediate);
      };
      const get = () => node.get(POOLS, Pools, { keepMs: 5_000 });
      return { goTo, transport, node, get, countTimers: () => timers.length };
    }

    test("is asked for anew once before its end, and given until the next one is there", async () => {
      let answer = (_: Response) => {};
      const { goTo, transport, get, countTimers } = createAged(
        () => json([]),
        () => new Promise((resolve) => (answer = resolve)),
      );
      const first = await get();
      for (let index = 0; index < 3; index += 1) await get();
      expect(countTimers()).toBe(1);
      await goTo(4_499);
      expect(transport.count()).toBe(1);
      await goTo(4_500);
      expect(await get()).toBe(first);
      await goTo(4_999);
      expect(await get()).toBe(first);
      answer(json([]));
      await goTo(4_999);
      expect((await get()).askedAtMs).toBe(4_500);
      expect(transport.count()).toBe(2);
    });

    test("is waited for once it is too old", async () => {
      let answer = (_: Response) => {};
      const { goTo, transport, get } = createAged(
        () => json([]),
        () => new Promise((resolve) => (answer = resolve)),
      );
      const first = await get();
      await get();
      await goTo(5_000);
      const next = get();
      answer(json([]));
      expect(await next).not.toBe(first);
      expect(transport.count()).toBe(2);
    });

    test("is not given any more after the next one failed", async () => {
      const { goTo, transport, get } = createAged(() => json([]), refused);
      await get();
      await get();
      await goTo(4_500);
      expect(await faultOf(get())).toBe("connect");
      expect(transport.count()).toBe(3);
    });

    test("is left alone where nobody asks again, and where another one took its place", async () => {
      const { goTo, transport, node, get } = createAged(() => json([]));
      await get();
      await goTo(4_500);
      expect(transport.count()).toBe(1);
      await get();
      await node.get(POOLS, Pools, { keepMs: 1 });
      expect(transport.count()).toBe(2);
      await goTo(9_000);
      expect(transport.count()).toBe(2);
    });

    test("is asked for anew by readings of safety only, and only where this is wanted", async () => {
      const { goTo, transport, node } = createAged(() => json([]));
      const scheduled: number[] = [];
      const plain = createNode("http://upstream.invalid", {
        transport,
        now: () => 0,
        schedule: (_, delayMs) => scheduled.push(delayMs),
      });
      for (const one of [node.questions, plain, node.questions, plain]) await one.get(POOLS, Pools, { keepMs: 5_000 });
      await goTo(4_999);
      expect(transport.count()).toBe(2);
      expect(scheduled).toEqual([]);
    });
  });

  test("a failure is not kept, and no kept answer outlives its age because of one", async () => {
    let nowMs = 0;
    const transport = createScript(
      () => json([]),
      refused,
      () => json([]),
    );
    const node = createNode("http://upstream.invalid", { transport, now: () => nowMs });
    await node.get(POOLS, Pools, { keepMs: 5_000 });
    nowMs = 5_000;
    expect(await faultOf(node.get(POOLS, Pools, { keepMs: 5_000 }))).toBe("connect");
    expect(await faultOf(node.get(POOLS, Pools, { keepMs: 5_000 }))).toBe("none");
  });

  test("the same path in another shape is another reading", async () => {
    const transport = createScript(() => json([]));
    const node = createNode("http://upstream.invalid", { transport });
    const other = z.array(z.unknown()).transform((list) => list.length);
    const [pools, count] = await Promise.all([
      node.get(POOLS, Pools, { keepMs: 1_000 }),
      node.get(POOLS, other, { keepMs: 1_000 }),
    ]);
    expect(pools.value).toEqual([]);
    expect(count.value).toBe(0);
  });

  test("calls at once are bounded; the rest wait in line, and a long line is refused", async () => {
    let running = 0;
    let most = 0;
    const transport: Transport = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return json([]);
    };
    const node = createNode("http://upstream.invalid", { transport, limits: { inFlight: 3, waiting: 10 } });
    const faults = await Promise.all(Array.from({ length: 20 }, (_, index) => faultOf(node.get(`/p/${index}`, Pools))));
    expect(most).toBe(3);
    expect(faults.filter((fault) => fault === "none")).toHaveLength(13);
    expect(faults.filter((fault) => fault === "skipped")).toHaveLength(7);
  });

  test("waiting in line counts towards the attempt, and ends without a call", async () => {
    const transport = createScript(() => json([]));
    const node = createNode("http://upstream.invalid", { transport, limits: { inFlight: 0, attemptMs: 30 } });
    expect(await faultOf(node.get(POOLS, Pools))).toBe("skipped");
    expect(transport.count()).toBe(0);
  });

  test("a caller who leaves the line rejects with his reason, and the others keep their places", async () => {
    let finish: (response: Response) => void = () => {};
    const first = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    const transport = createScript(
      () => first,
      () => json([]),
    );
    const node = createNode("http://upstream.invalid", { transport, limits: { inFlight: 1 } });
    const controller = new AbortController();
    const readings = [
      node.get("/a", Pools),
      node.get("/b", Pools, { signal: controller.signal }),
      node.get("/c", Pools),
    ];
    controller.abort(new Error("left"));
    await expect(readings[1]).rejects.toThrow("left");
    finish(json([]));
    expect(await Promise.all([readings[0], readings[2]].map((one) => faultOf(one ?? Promise.resolve())))).toEqual([
      "none",
      "none",
    ]);
    expect(transport.count()).toBe(2);
  });
});
