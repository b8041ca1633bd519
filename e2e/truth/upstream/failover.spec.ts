// Failover: how few retries an outage makes, and who leads afterwards. After which fault: see calls.spec.ts.
import { expect, test } from "@playwright/test";
import { firstOf, getWithRetry } from "../../../lib/protocol/upstream/client.ts";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import type { Provider } from "../../../lib/protocol/upstream/provider.ts";
import type { Limits } from "../../../lib/protocol/upstream/upstream.ts";
import {
  broken,
  createScripted,
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
  const scripted = scripts.map((replies, index) =>
    createScripted(replies, { index, now: () => clock.ms, limits }),
  );
  const nodes = scripted.map(({ node }) => node);
  const pools = (path = POOLS) => firstOf(nodes, path, Pools);
  const leader = async () => (await pools()).provider.index;
  return { clock, nodes, pools, leader, counts: () => scripted.map(({ count }) => count()) };
}
const reset = () => broken("ECONNRESET");

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

test("questions spend no retries of facts", async () => {
  const script = [...Array(12).fill(reset), empty];
  const { nodes, counts } = createProviders([script, [refused]], unlimited);
  for (let count = 0; count < 11; count += 1)
    await errorOf(firstOf(nodes, `${POOLS}?${count}`, Pools, { isClientCall: true }));
  expect(counts()).toEqual([11, 10]);
  expect(await faultOf(getWithRetry(nodes[0] as Provider, POOLS, Pools))).toBe("none");
  expect(counts()[0]).toBe(13);
});

test("ten retries are spent, then eleven answers earn one more, and nine none", async () => {
  const replies = (count: number, reply: Reply) => Array<Reply>(count).fill(reply);
  const spent = [...replies(11, refused), ...replies(9, empty), refused];
  const script = [...spent, ...replies(2, empty), refused];
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
  const busy = [() => failed(429, "30"), empty];
  const { clock, pools } = createProviders([[refused], busy], unlimited);
  for (let count = 0; count < 51; count += 1) await errorOf(pools());
  clock.ms += 30_000;
  expect(await faultOf(pools())).toBe("none");
});

test("when all are skipped the shortest wait is named; without providers too it is skipped", async () => {
  for (const waits of [
    ["20", "10"],
    ["10", "20"],
  ]) {
    const { pools } = createProviders(waits.map((seconds) => [() => failed(429, seconds)]));
    expect(await faultOf(pools())).toBe("status 429");
    const skipped = { fault: "skipped", retryAfterMs: 10_000, path: POOLS };
    expect(await errorOf(pools(`${POOLS}?x=1`))).toMatchObject(skipped);
  }
  expect(await faultOf(firstOf([], POOLS, Pools))).toBe("skipped");
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
    expect(counts().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_100);
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
