// Failover: which failures another provider is asked after, how few retries a full outage makes, and who leads afterwards.
import { expect, test } from "@playwright/test";
import { firstOf, getWithRetry } from "../../../../lib/protocol/upstream/client.ts";
import { Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import type { Limits, Provider } from "../../../../lib/protocol/upstream/provider.ts";
import { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import type { Fault } from "../../../support/upstream/faults.ts";
import type { Upstream } from "../../../support/upstream/server.ts";
import {
  createNode,
  createScript,
  faultOf,
  json,
  POOLS,
  refused,
  withUpstream,
} from "./client-scripts.ts";

/** For the first node, where it hangs; a good answer may take longer on a busy machine. */
const QUICK: Partial<Limits> = { attemptMs: 400 };

test.describe("failover", () => {
  const pair = (upstream: Upstream, first: Partial<Limits> = {}) =>
    [first, {}].map((limits, index) => createNode(upstream.nodeUrl(index), { index, limits }));

  const followed: Fault[] = [
    { kind: "hang" },
    { kind: "reset" },
    { kind: "status", status: 429 },
    { kind: "status", status: 502 },
    { kind: "status", status: 503 },
    { kind: "status", status: 504 },
    { kind: "html" },
    { kind: "truncated" },
    { kind: "redirect" },
    { kind: "huge" },
    { kind: "status", status: 200, body: { wrong: "shape" } },
  ];
  for (const fault of followed) {
    test(`${JSON.stringify(fault)} on the first node: the second answers`, () =>
      withUpstream(async (upstream) => {
        upstream.set({ provider: "node0", fault });
        const answer = await firstOf(
          pair(upstream, fault.kind === "hang" ? QUICK : {}),
          POOLS,
          Pools,
        );
        expect(answer.provider.index).toBe(1);
        expect(answer.value.length).toBeGreaterThan(0);
        expect(upstream.calls()).toHaveLength(2);
      }));
  }

  test("a refusal is an answer: the second node is not asked", () =>
    withUpstream(async (upstream) => {
      const path = "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=NO.PE&amount=1";
      const error = await firstOf(pair(upstream), path, QuoteSwap).catch(
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({
        fault: "status",
        status: 400,
        refusal: "bad to asset: pool does not exist",
      });
      expect(upstream.calls()).toHaveLength(1);
    }));

  test("at most one retry, to another provider", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "reset" } });
      const nodes = [0, 1, 2, 3].map((index) => createNode(upstream.nodeUrl(index), { index }));
      expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("reset");
      expect(upstream.calls().map((call) => call.provider)).toEqual(["node0", "node1"]);
    }, 4));

  test("a skipped provider costs nothing: no call, no retry", async () => {
    const dead = createScript(refused);
    const flaky = createScript(refused, () => json([]));
    const good = createScript(() => json([]));
    const nodes = [dead, flaky, good].map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index, now: () => 0 }),
    );
    for (let count = 0; count < 3; count += 1)
      await faultOf(nodes[0]?.get(POOLS, Pools) ?? Promise.resolve());
    // Skips the first, fails on the second, and still has its one retry for the third.
    const answer = await firstOf(nodes, POOLS, Pools);
    expect(answer.provider.index).toBe(2);
    expect([dead.count(), flaky.count(), good.count()]).toEqual([3, 1, 1]);
  });

  test("after an answer of no use another provider is asked, however often: none of them is out of reach", async () => {
    const useless = createScript(() => json({ wrong: "shape" }));
    const nodes = [useless, createScript(() => json([]))].map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index }),
    );
    for (let count = 0; count < 50; count += 1)
      expect((await firstOf(nodes, POOLS, Pools)).provider.index).toBe(1);
  });

  test("a fact that broke is asked for once more, also after questions have spent their retries", async () => {
    const broken = () => Promise.reject(new TypeError("terminated"));
    const transport = createScript(...Array<typeof broken>(12).fill(broken), () => json([]));
    const limits = { breakerFailures: Number.POSITIVE_INFINITY };
    const [node, other] = [transport, createScript(refused)].map((one, index) =>
      createNode("http://upstream.invalid", { transport: one, index, limits }),
    ) as [Provider, Provider];
    for (let count = 0; count < 11; count += 1)
      await faultOf(firstOf([node, other], `${POOLS}?${count}`, Pools, { isQuestion: true }));
    expect(transport.count()).toBe(11);
    expect(await faultOf(getWithRetry(node, POOLS, Pools))).toBe("none");
    expect(transport.count()).toBe(13);
  });

  test("a retry that made no call is given back to the budget", async () => {
    const first = createScript(refused);
    const paused = createScript(
      () => new Response("", { status: 429, headers: { "retry-after": "30" } }),
      () => json([]),
    );
    let nowMs = 0;
    const nodes = [first, paused].map((transport, index) =>
      createNode("http://upstream.invalid", {
        transport,
        index,
        now: () => nowMs,
        limits: { breakerFailures: Number.POSITIVE_INFINITY },
      }),
    );
    expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("status 429");
    for (let count = 0; count < 50; count += 1)
      expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("connect");
    expect(paused.count()).toBe(1);
    nowMs += 30_000;
    expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("none");
  });

  test("when all are skipped the shortest wait is named; without providers too it is skipped", async () => {
    const transport = (seconds: string) =>
      createScript(() => new Response("", { status: 429, headers: { "retry-after": seconds } }));
    const nodes = ["20", "10"].map((seconds, index) =>
      createNode("http://upstream.invalid", { transport: transport(seconds), index, now: () => 0 }),
    );
    expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("status 429");
    const error = await firstOf(nodes, `${POOLS}?x=1`, Pools).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fault: "skipped", retryAfterMs: 10_000, path: POOLS });
    expect(await faultOf(firstOf([], POOLS, Pools))).toBe("skipped");
  });

  test("retry amplification stays at or below 1.1 over 1,000 calls in a full outage, breakers or none", async () => {
    for (const breakerFailures of [3, Number.POSITIVE_INFINITY]) {
      const scripts = [createScript(refused), createScript(refused), createScript(refused)];
      let nowMs = 0;
      const nodes = scripts.map((transport, index) =>
        createNode("http://upstream.invalid", {
          transport,
          index,
          now: () => nowMs,
          limits: { breakerFailures },
        }),
      );
      const faults = new Set<string>();
      for (let count = 0; count < 1_000; count += 1) {
        nowMs += 100;
        faults.add(await faultOf(firstOf(nodes, POOLS, Pools)));
      }
      expect([...faults].filter((fault) => !/connect|skipped/.test(fault))).toEqual([]);
      const calls = scripts.reduce((sum, script) => sum + script.count(), 0);
      expect(calls).toBeGreaterThan(0);
      expect(calls).toBeLessThanOrEqual(1_100);
    }
  });

  test("with one node dead the other goes on answering", async () => {
    let nowMs = 0;
    const dead = createScript(refused);
    const good = createScript(() => json([]));
    const nodes = [dead, good].map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index, now: () => nowMs }),
    );
    const faults = new Set<string>();
    for (let count = 0; count < 1_000; count += 1) {
      nowMs += 1_000;
      faults.add(await faultOf(firstOf(nodes, POOLS, Pools)));
    }
    expect([...faults]).toEqual(["none"]);
    expect(dead.count()).toBe(3);
  });

  test("a provider that came back is asked when the other fails, and leads again after its first good answer", async () => {
    let nowMs = 0;
    let firstAnswers = false;
    let secondAnswers = true;
    const transports = [
      createScript(() => (firstAnswers ? json([]) : refused())),
      createScript(() => (secondAnswers ? json([]) : refused())),
    ];
    const nodes = transports.map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index, now: () => nowMs }),
    );
    const leader = async () => (await firstOf(nodes, POOLS, Pools)).provider.index;
    for (let count = 0; count < 4; count += 1) expect(await leader()).toBe(1);
    nowMs += 5_000;
    firstAnswers = true;
    expect(await leader()).toBe(1);
    secondAnswers = false;
    expect(await leader()).toBe(0);
    secondAnswers = true;
    expect(await leader()).toBe(0);
  });
});
