// Which calls a reading makes, when they are made anew, and what many readers share of it.
import { expect, test } from "@playwright/test";
import { tools } from "../../../lib/mcp/tools/all.ts";
import { goodInput, runTool } from "../../mcp/run-tool.ts";
import { tradingHalt } from "../../support/halt-key.ts";
import { createWorld, down, hang, type World } from "../../support/world.ts";
import { inboundOf, verdictOf } from "./network-checks.ts";

test("safety is judged as of the answer: a flip while the rest is read slowly is seen", async () => {
  const world = createWorld();
  world.scripts.node0 = {
    pools: () => {
      world.nowMs += 7_000;
      world.mimir[tradingHalt("BTC")] = 1;
      return [];
    },
  };
  expect(await verdictOf(world)).toBe("halted");
});

test("a flip is visible within 6 s, and no old address is given later", async () => {
  for (const callMs of [0, 40]) await seeEachFlip(createWorld({ nodes: 2 }), callMs);
});

async function seeEachFlip(world: World, callMs: number): Promise<void> {
  world.callMs = callMs;
  const startMs = world.nowMs;
  const flips: [atMs: number, apply: () => void, holds: () => Promise<boolean>][] = [
    [
      20_000,
      () => (world.rows.BTC = { address: "btcvault2" }),
      async () => (await inboundOf(world)).address !== "btcvault1",
    ],
    [
      40_000,
      () => (world.mimir[tradingHalt("BTC")] = 1),
      async () =>
        (await verdictOf(world)) === "halted" && (await inboundOf(world)).address === null,
    ],
    [
      60_000,
      () => delete world.mimir[tradingHalt("BTC")],
      async () => (await inboundOf(world)).address === "btcvault2",
    ],
    [
      80_000,
      () => (world.rows.BTC = { address: "btcvault2", chain_trading_paused: true }),
      async () => (await inboundOf(world)).address === null,
    ],
  ];
  const late: string[] = [];
  for (const [atMs, apply, holds] of flips) {
    while (world.nowMs < startMs + atMs) {
      await inboundOf(world);
      await verdictOf(world);
      world.nowMs += 700;
    }
    const flippedMs = world.nowMs;
    apply();
    while (world.nowMs <= flippedMs + 15_000) {
      const isRight = await holds();
      if (!isRight && world.nowMs - flippedMs >= 6_000)
        late.push(`${atMs} after ${world.nowMs - flippedMs} ms`);
      world.nowMs += 250;
    }
  }
  expect(late).toEqual([]);
}

test("facts that took too long to read are read again, or withheld", async () => {
  const world = createWorld();
  world.callMs = 2_100;
  const reading = await world.network.getInbounds();
  for (const chain of reading.chains) expect(chain.address).toBeNull();
  expect(reading.failure?.code).toBe("upstream_unavailable");
});

test("the caller's abort rejects with its own reason and ends the upstream calls", async () => {
  const world = createWorld();
  world.scripts.node0 = { "*": hang };
  const gone = new Error("gone");
  for (const call of [
    (signal: AbortSignal) => world.network.getStatus({ signal }),
    (signal: AbortSignal) => world.network.getSwap("A".repeat(64), null, { signal }),
  ]) {
    const controller = new AbortController();
    const pending = call(controller.signal);
    setTimeout(() => controller.abort(gone), 20);
    await expect(pending).rejects.toBe(gone);
  }
  await expect(world.network.getStatus({ signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
});

test.describe("the deadline of a reading, which calls outlast", () => {
  const limits = { deadlineMs: 30, attemptMs: 3_600_000 };

  test("ends each reading of nodes that never answer as a failure", async () => {
    const world = createWorld(limits);
    const { network } = world;
    world.scripts = { node0: { "*": hang }, indexer0: { "*": hang } };
    for (const read of [
      () => network.getStatus(),
      () => network.getPools(),
      () => network.getInbounds(),
      () => network.getQuote({ from: "BTC.BTC", to: "ETH.ETH", amount: "1" }),
      () => network.getSwap("A".repeat(64), null),
    ])
      expect((await read()).failure?.code).toBe("upstream_unavailable");
  });

  test("keeps what was read before it", async () => {
    const world = createWorld(limits);
    world.scripts.node0 = { queue: hang };
    const { failure, trading, queue } = await world.network.getStatus();
    expect([failure, trading.verdict, queue]).toEqual([null, "open", null]);
  });

  test("tells a tool the same", async () => {
    const world = createWorld(limits);
    world.scripts.node0 = { "*": hang };
    for (const { name } of tools) {
      const { structured } = await runTool(name, goodInput[name], world.network);
      expect(structured.error, name).toMatchObject({ code: "upstream_unavailable" });
    }
  });
});

test("200 equal calls at once make one upstream call per endpoint and provider", async () => {
  const world = createWorld({ nodes: 2 });
  await Promise.all(Array.from({ length: 200 }, () => world.network.getStatus()));
  expect(new Set(world.calls).size).toBe(world.calls.length);
});

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
  for (let afterMs = 100; afterMs < 5_000; afterMs += 100)
    expect(await ask(afterMs)).toEqual(["open", true]);
  expect(await ask(5_000)).toEqual(["halted", false]);
});

test("what could not be judged is judged again at once", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node1 = { mimir: down };
  expect((await world.network.getStatus()).trading.verdict).toBe("unknown");
  world.scripts = {};
  world.nowMs += 1;
  expect((await world.network.getStatus()).trading.verdict).toBe("open");
});

test("a part that one node did not answer is asked for again, and once it is there it is kept", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node1 = { network: down };
  const countCalls = async () => {
    const before = world.calls.length;
    const { nativePriceUsd } = await world.network.getPools();
    return [
      nativePriceUsd === null,
      world.calls.slice(before).filter((call) => call.includes("network")).length > 0,
    ];
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
