// What is judged and made of one reading is made once for all who ask within its second, and never outlives it.
import { expect, test } from "@playwright/test";
import { createWorld, status } from "./network-world.ts";

for (const nodes of [1, 2]) {
  test(`${nodes} configured: the pools are ranked once until the reading expires, then anew`, async () => {
    const world = createWorld({ nodes });
    const first = await world.network.getPools();
    const untilMs = first.cacheUntilMs ?? 0;
    const callsBefore = world.calls.length;
    world.nowMs = untilMs - 1;
    expect((await world.network.getPools()).pools).toBe(first.pools);
    expect(world.calls).toHaveLength(callsBefore);
    world.nowMs = untilMs;
    const second = await world.network.getPools();
    expect(second.pools).not.toBe(first.pools);
    expect(second.pools).toEqual(first.pools);
  });
}

test("a halt is judged as soon as the facts are due, however often was asked before", async () => {
  const world = createWorld({ nodes: 2 });
  const startMs = world.nowMs;
  const ask = async (afterMs: number) => {
    world.nowMs = startMs + afterMs;
    const [status, { pools }] = [await world.network.getStatus(), await world.network.getPools()];
    return [status.trading.verdict, pools.some(({ trading }) => trading.verdict === "open")];
  };
  expect(await ask(0)).toEqual(["open", true]);
  world.mimir.HALTTRADING = 1;
  for (let afterMs = 100; afterMs < 5_000; afterMs += 100) expect(await ask(afterMs)).toEqual(["open", true]);
  expect(await ask(5_000)).toEqual(["halted", false]);
});

test("what could not be judged is judged again at once", async () => {
  const world = createWorld({ nodes: 2 });
  world.intercept = (name, _url, reply) => (name === "node1" ? { $down: true } : reply);
  expect((await world.network.getStatus()).trading.verdict).toBe("unknown");
  world.intercept = (_name, _url, reply) => reply;
  world.nowMs += 1;
  expect((await world.network.getStatus()).trading.verdict).toBe("open");
});

test("many who wait for the same answers are told one judgement, in doubt too", async () => {
  const world = createWorld({ nodes: 2 });
  world.intercept = (name, _url, reply) => (name === "node1" ? { $down: true } : reply);
  const all = await Promise.all(Array.from({ length: 5 }, () => world.network.getStatus()));
  const judged = new Set(all.map(({ chains }) => chains[0]?.trading));
  expect([...judged].map((one) => one?.verdict)).toEqual(["unknown"]);
});

test("a part that one node did not answer is asked for again, and once it is there it is kept", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node1 = { network: status(404) };
  const countCalls = async () => {
    const before = world.calls.length;
    const { nativePriceUsd } = await world.network.getPools();
    return [nativePriceUsd === null, world.calls.slice(before).filter((call) => call.includes("network")).length > 0];
  };
  expect([await countCalls(), await countCalls()]).toEqual([
    [true, true],
    [true, true],
  ]);
  world.scripts = {};
  expect([await countCalls(), await countCalls()]).toEqual([
    [false, true],
    [false, false],
  ]);
});
