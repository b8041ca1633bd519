// Many callers, few calls: equal ones are joined, answers are kept for their age, and the rest wait in a bounded line.
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { LastBlock, Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import type { GetOptions, Transport } from "../../../../lib/protocol/upstream/provider.ts";
import {
  createNode,
  createScript,
  faultOf,
  json,
  POOLS,
  refused,
  withUpstream,
} from "./client-scripts.ts";

test.describe("single flight and kept answers", () => {
  test("200 equal calls at once are one upstream call", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "latency", ms: 50 } });
      const node = createNode(upstream.nodeUrl(0));
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => node.get(POOLS, Pools, { keepMs: 6_000 })),
      );
      expect(upstream.calls()).toHaveLength(1);
      expect(new Set(answers).size).toBe(1);
    }));

  test("share joins calls under way and keeps nothing; without it each call is its own", () =>
    withUpstream(async (upstream) => {
      const node = createNode(upstream.nodeUrl(0));
      const three = (options: GetOptions) =>
        Promise.all([1, 2, 3].map(() => node.get(POOLS, Pools, options)));
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
      expect(await faultOf(node.get("/thorchain/lastblock", LastBlock, { keepMs: 1_000 }))).toBe(
        "none",
      );
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
    const node = createNode("http://upstream.invalid", {
      transport,
      limits: { inFlight: 3, waiting: 10 },
    });
    const faults = await Promise.all(
      Array.from({ length: 20 }, (_, index) => faultOf(node.get(`/p/${index}`, Pools))),
    );
    expect(most).toBe(3);
    expect(faults.filter((fault) => fault === "none")).toHaveLength(13);
    expect(faults.filter((fault) => fault === "skipped")).toHaveLength(7);
  });

  test("questions have slots, a line and kept answers of their own: clients take none from facts", async () => {
    const waiting: (() => void)[] = [];
    const asked: string[] = [];
    const transport: Transport = async ({ pathname, search }) => {
      asked.push(pathname + search);
      if (search !== "") await new Promise<void>((resolve) => waiting.push(resolve));
      return json([]);
    };
    const limits = { questionsInFlight: 2, questionsWaiting: 1, keptAnswers: 1 };
    const node = createNode("http://upstream.invalid", { transport, limits });
    const askFact = () => node.get(POOLS, Pools, { keepMs: 60_000 });
    const first = await askFact();
    const questions = [1, 2, 3, 4].map((id) =>
      faultOf(node.get(`${POOLS}?id=${id}`, Pools, { isQuestion: true, keepMs: 60_000 })),
    );
    expect(await questions[3]).toBe("skipped");
    expect(asked).toEqual([POOLS, `${POOLS}?id=1`, `${POOLS}?id=2`]);
    // What was kept of a fact is there still, and another fact finds a slot.
    expect(await faultOf(node.get("/thorchain/other", Pools))).toBe("none");
    for (let ended = 0; ended < 3; ended += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    }
    expect(await Promise.all(questions)).toEqual(["none", "none", "none", "skipped"]);
    expect(await askFact()).toBe(first);
  });

  test("waiting in line counts towards the attempt, and ends without a call", async () => {
    const transport = createScript(() => json([]));
    const node = createNode("http://upstream.invalid", {
      transport,
      limits: { inFlight: 0, attemptMs: 30 },
    });
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
    expect(
      await Promise.all([readings[0], readings[2]].map((one) => faultOf(one ?? Promise.resolve()))),
    ).toEqual(["none", "none"]);
    expect(transport.count()).toBe(2);
  });
});
