// Failover: which failures another provider is asked after, how few retries a full outage makes, and who leads afterwards.
import { expect, test } from "@playwright/test";
import { firstOf, getWithRetry } from "../../../lib/protocol/upstream/client.ts";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import type { Limits, Provider } from "../../../lib/protocol/upstream/provider.ts";
import {
  broken,
  createNode,
  createScript,
  empty,
  errorOf,
  failed,
  faultOf,
  json,
  POOLS,
  type Reply,
  refused,
} from "./client-scripts.ts";

const unlimited = { breakerFailures: Number.POSITIVE_INFINITY };
/** Providers on scripts, with one clock. */
function createProviders(scripts: readonly (readonly Reply[])[], limits: Partial<Limits> = {}) {
  const clock = { ms: 0 };
  const transports = scripts.map((replies) => createScript(...replies));
  const nodes = transports.map((transport, index) =>
    createNode("http://upstream.invalid", { transport, index, now: () => clock.ms, limits }),
  );
  const pools = (path = POOLS) => firstOf(nodes, path, Pools);
  const leader = async () => (await pools()).provider.index;
  return { clock, nodes, pools, leader, counts: () => transports.map(({ count }) => count()) };
}

const reset = () => broken("ECONNRESET");
const html = () => new Response("<p>", { headers: { "content-type": "text/html" } });
const cut = () => new Response("[{", { headers: { "content-type": "application/json" } });
for (const [what, reply] of [
  ["a host that is down", refused],
  ["a reset", reset],
  ["429", () => failed(429)],
  ["502", () => failed(502)],
  ["503", () => failed(503)],
  ["504", () => failed(504)],
  ["HTML", html],
  ["truncated JSON", cut],
  ["a redirect", () => failed(302)],
  ["too large a body", () => json(" ".repeat(400_000))],
  ["a wrong shape", () => json({ wrong: "shape" })],
  ["what a gateway lacks", () => json({ message: "no" }, { status: 404 })],
] satisfies [string, Reply][])
  test(`after ${what} the second provider is asked`, async () => {
    const { leader, counts } = createProviders([[reply], [empty]]);
    expect([await leader(), counts()]).toEqual([1, [1, 1]]);
  });

test("a refusal is an answer: the second provider is not asked", async () => {
  const { pools, counts } = createProviders([
    [() => json({ error: "no" }, { status: 400 })],
    [empty],
  ]);
  const refusal = { fault: "status", status: 400, refusal: "no" };
  expect([await errorOf(pools()), counts()]).toMatchObject([refusal, [1, 0]]);
});

test("at most one retry, to another provider", async () => {
  const { pools, counts } = createProviders([[reset], [reset], [empty]]);
  expect([await faultOf(pools()), counts()]).toEqual(["reset", [1, 1, 0]]);
});

test("a skipped provider costs nothing: no call, no retry", async () => {
  const { nodes, pools, counts } = createProviders([[refused], [refused, empty], [empty]]);
  for (let count = 0; count < 3; count += 1)
    await errorOf((nodes[0] as Provider).get(POOLS, Pools));
  // Skips the first, fails on the second, and still has its one retry for the third.
  expect([(await pools()).provider.index, counts()]).toEqual([2, [3, 1, 1]]);
});

test("after an answer of no use another provider is asked, however often", async () => {
  const { leader } = createProviders([[() => json({ wrong: "shape" })], [empty]]);
  for (let count = 0; count < 50; count += 1) expect(await leader()).toBe(1);
});

for (const [what, reply, isRetried] of [
  ["a reset", reset, true],
  ["cut JSON", cut, true],
  ["500", () => failed(500), true],
  ["502", () => failed(502), true],
  ["504", () => failed(504), true],
  ["no connection", refused, false],
  ["503", () => failed(503), false],
  ["a wrong shape", () => json({}), false],
  ["HTML", html, false],
] satisfies [string, Reply, boolean][])
  test(`a fact that broke by ${what} is ${isRetried ? "asked for once more" : "not asked for again"}`, async () => {
    const { nodes, counts } = createProviders([[reply, empty]], unlimited);
    const read = await faultOf(getWithRetry(nodes[0] as Provider, POOLS, Pools));
    expect([read === "none", counts()]).toEqual([isRetried, [isRetried ? 2 : 1]]);
  });

test("questions spend no retries of facts", async () => {
  const { nodes, counts } = createProviders(
    [[...Array(12).fill(reset), empty], [refused]],
    unlimited,
  );
  for (let count = 0; count < 11; count += 1)
    await errorOf(firstOf(nodes, `${POOLS}?${count}`, Pools, { isQuestion: true }));
  expect(counts()).toEqual([11, 10]);
  expect(await faultOf(getWithRetry(nodes[0] as Provider, POOLS, Pools))).toBe("none");
  expect(counts()[0]).toBe(13);
});

test("ten retries are spent, then eleven answers earn one more, and nine none", async () => {
  const answers = (count: number) => Array<Reply>(count).fill(empty);
  const script = [
    ...Array<Reply>(11).fill(refused),
    ...answers(9),
    refused,
    ...answers(2),
    refused,
  ];
  const { pools, counts } = createProviders([script, [refused]], unlimited);
  for (const [calls, first, second] of [
    [11, 11, 10],
    [10, 21, 10],
    [3, 24, 11],
  ] as const) {
    for (let count = 0; count < calls; count += 1) await errorOf(pools());
    expect(counts()).toEqual([first, second]);
  }
});

test("a retry that made no call is given back to the budget", async () => {
  const { clock, pools, counts } = createProviders(
    [[refused], [() => failed(429, "30"), empty]],
    unlimited,
  );
  expect(await faultOf(pools())).toBe("status 429");
  for (let count = 0; count < 50; count += 1) expect(await faultOf(pools())).toBe("connect");
  expect(counts()[1]).toBe(1);
  clock.ms += 30_000;
  expect(await faultOf(pools())).toBe("none");
});

test("when all are skipped the shortest wait is named; without providers too it is skipped", async () => {
  for (const [seconds, waitMs] of [
    [["20", "10"], 10_000],
    [["10", "20"], 10_000],
  ] as const) {
    const { pools } = createProviders(seconds.map((wait) => [() => failed(429, wait)]));
    expect(await faultOf(pools())).toBe("status 429");
    const skipped = { fault: "skipped", retryAfterMs: waitMs, path: POOLS };
    expect(await errorOf(pools(`${POOLS}?x=1`))).toMatchObject(skipped);
  }
  const none = await errorOf(firstOf([], `${POOLS}?x=1`, Pools));
  expect(none).toMatchObject({ fault: "skipped", path: POOLS });
});

for (const limits of [{}, unlimited])
  test(`in a full outage retries add at most a tenth to 1,000 calls, ${JSON.stringify(limits)}`, async () => {
    const { clock, pools, counts } = createProviders([[refused], [refused], [refused]], limits);
    const faults = new Set<string>();
    for (let count = 0; count < 1_000; count += 1) {
      clock.ms += 100;
      faults.add(await faultOf(pools()));
    }
    faults.delete("skipped");
    expect(faults).toEqual(new Set(["connect"]));
    const calls = counts().reduce((sum, count) => sum + count, 0);
    expect([calls > 0, calls <= 1_100]).toEqual([true, true]);
  });

test("with one node dead the other goes on answering, and the dead one is left alone", async () => {
  const { clock, leader, counts } = createProviders([[refused], [empty]]);
  for (let count = 0; count < 1_000; count += 1) {
    clock.ms += 1_000;
    expect(await leader()).toBe(1);
  }
  expect(counts()[0]).toBe(3);
});

test("a provider that came back is asked when the other fails, and leads again after its first good answer", async () => {
  const isUp = [false, true];
  const replyOf = (index: number) => () => (isUp[index] ? empty() : refused());
  const { clock, leader } = createProviders([[replyOf(0)], [replyOf(1)]]);
  for (let count = 0; count < 4; count += 1) expect(await leader()).toBe(1);
  clock.ms += 5_000;
  isUp[0] = true;
  expect(await leader()).toBe(1);
  isUp[1] = false;
  expect(await leader()).toBe(0);
  isUp[1] = true;
  expect(await leader()).toBe(0);
});
