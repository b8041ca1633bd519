// Who shares a judged reading, and for how long.
import { expect, test } from "@playwright/test";
import { shareReadings } from "../../../lib/runtime/shared-readings.ts";
import { createWorld } from "../protocol/network-world.ts";

const LASTS_MS = 1_000;

function createShared() {
  const world = createWorld({ nodes: 2, indexers: 1 });
  const asked: string[] = [];
  const counted = new Proxy(world.network, {
    get: (network, name) => {
      asked.push(String(name));
      return Reflect.get(network, name);
    },
  });
  return { world, asked, shared: shareReadings(counted, LASTS_MS, () => world.nowMs) };
}

test("who asks within the moment gets the reading of the first, and it is as old as a page", async () => {
  const { world, shared } = createShared();
  const first = shared.getStatus();
  expect(await shared.getStatus()).toBe(await first);
  world.nowMs += LASTS_MS - 1;
  expect(await shared.getStatus({ signal: AbortSignal.abort() })).toBe(await first);
  world.nowMs += 1;
  expect(await shared.getStatus()).not.toBe(await first);
});

test("a halt is told to whoever asks when the moment is over", async () => {
  const { world, shared } = createShared();
  const tradingOf = async () => (await shared.getStatus()).trading.verdict;
  expect(await tradingOf()).toBe("open");
  world.mimir.HALTTRADING = 1;
  world.nowMs += 7_000;
  expect(await tradingOf()).toBe("halted");
});

test("what names a chain, asks for a swap or a price is read for each caller", async () => {
  const { asked, shared } = createShared();
  asked.length = 0;
  for (let times = 0; times < 2; times += 1) {
    await shared.getStatus({ chain: "BTC" });
    await shared.getInbounds({ chain: "BTC" });
    await shared.getPools();
    await shared.getInbounds();
  }
  const counts = (name: string) => asked.filter((one) => one === name).length;
  expect([counts("getStatus"), counts("getInbounds"), counts("getPools")]).toEqual([2, 3, 1]);
});
