// The block clock, asked of the whole reader: a network, a node or an indexer that stands still, goes back or runs ahead opens nothing.
import { expect, test } from "@playwright/test";
import { createWorld, down, toBlock } from "../../support/world.ts";
import { expectNothingOpen, verdictOf } from "./network-checks.ts";

for (const indexer of ["up", "down"] as const) {
  test(`a consensus halt with the indexer ${indexer}: unknown within one call after 60 s`, async () => {
    const world = createWorld({ nodes: 2 });
    if (indexer === "down") world.scripts.indexer0 = { "*": down };
    world.mimir.HALTLTCTRADING = 1;
    expect(await verdictOf(world)).toBe("open");
    const startMs = world.nowMs;
    world.frozenAtMs = startMs;
    const at = async (afterMs: number) => {
      world.nowMs = startMs + afterMs;
      return [
        (await world.network.getStatus()).clock.freshness,
        await verdictOf(world),
        await verdictOf(world, "LTC"),
      ];
    };
    expect(await at(30_000)).toEqual(["fresh", "open", "halted"]);
    expect(await at(30_001)).toEqual(["stale", "unknown", "halted"]);
    expect(await at(60_000)).toEqual(["stale", "unknown", "halted"]);
    expect(await at(60_001)).toEqual(["unknown", "unknown", "halted"]);
    expect((await world.network.getStatus()).failure?.code).toBe("stale");
    expect(await at(600_000)).toEqual(["unknown", "unknown", "halted"]);
    expect(await at(600_001)).toEqual(["unknown", "unknown", "unknown"]);
    await expectNothingOpen(world, "stale");
  });
}

test("a halted that was read is repeated while no node answers, for 600 s; figures are not", async () => {
  const world = createWorld();
  world.mimir.HALTLTCTRADING = 1;
  expect(await verdictOf(world, "LTC")).toBe("halted");
  world.scripts.node0 = { "*": down };
  for (const afterMs of [10_000, 300_000, 289_000]) {
    world.nowMs += afterMs;
    const reading = await world.network.getStatus();
    expect(reading.failure?.code).toBe("upstream_unavailable");
    expect(reading.chains.find((one) => one.chain === "LTC")?.trading).toMatchObject({
      verdict: "halted",
      haltedBy: ["HALTLTCTRADING"],
      reason: {
        code: "stale",
        text: expect.stringMatching(/^halted when last read, \d+ (seconds|minutes) ago$/),
      },
    });
    expect(reading.chains.find((one) => one.chain === "BTC")?.trading.verdict).toBe("unknown");
  }
  world.nowMs += 10_000;
  expect(await verdictOf(world, "LTC")).toBe("unknown");
  const frozen = createWorld();
  frozen.frozenAtMs = frozen.nowMs;
  frozen.nowMs += 45_000;
  for (const chain of (await frozen.network.getStatus()).chains) {
    expect(chain).toMatchObject({
      outboundFee: null,
      dustThreshold: null,
      gasRate: null,
      lastObservedHeight: null,
    });
  }
});

test("a consensus halt is seen by the first call too, without anything remembered", async () => {
  const world = createWorld();
  world.frozenAtMs = world.nowMs;
  world.nowMs += 60_001;
  await expectNothingOpen(world, "stale");
});

test("an indexer that is stuck or out of the way is no halt: the node's own block tells the time", async () => {
  const world = createWorld();
  world.nowMs += 600_000;
  world.scripts.indexer0 = {
    health: { inSync: true, lastThorNode: { height: 25_000_000, timestamp: 1_800_000_000 } },
  };
  expect(await verdictOf(world)).toBe("open");
  const second = createWorld({ indexers: 2 });
  second.scripts.indexer0 = { "*": down };
  second.scripts.node0 = { block: down };
  expect(await verdictOf(second)).toBe("open");
  second.scripts.indexer1 = { "*": down };
  second.nowMs += 10_000;
  await expectNothingOpen(second, "no_clock");
});

test("a clock that runs on while the node's height stands still proves nothing", async () => {
  const world = createWorld();
  world.scripts.node0 = {
    lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 25_000_000 }],
  };
  world.scripts.indexer0 = {
    health: () => ({
      inSync: true,
      lastThorNode: { height: 25_000_000, timestamp: Math.floor(world.nowMs / 1000) },
    }),
  };
  expect(await verdictOf(world)).toBe("open");
  world.nowMs += 60_000;
  expect(await verdictOf(world)).toBe("open");
  world.nowMs += 5_000;
  await expectNothingOpen(world, "stale");
});

test("a node whose height went back by more than the lag bound leaves nothing open, alone or beside another", async () => {
  for (const nodes of [1, 2]) {
    const world = createWorld({ nodes });
    world.nowMs += 60_000;
    expect(await verdictOf(world)).toBe("open");
    world.nowMs += 6_000;
    world.scripts.node0 = {
      lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 10 }],
    };
    await expectNothingOpen(world, nodes === 1 ? "height_rollback" : "providers_disagree");
    expect((await world.network.getStatus()).providers[0]).toMatchObject({
      kind: "node",
      ok: false,
    });
    world.scripts.node0 = {};
    world.nowMs += 6_000;
    expect(await verdictOf(world), "once it is past the height, it is heard again").toBe("open");
  }
});

test("an indexer whose height went back is no clock", async () => {
  const world = createWorld();
  world.scripts.node0 = { block: down };
  world.nowMs += 60_000;
  expect(await verdictOf(world)).toBe("open");
  world.nowMs += 6_000;
  const { height, timeMs } = toBlock(world);
  world.scripts.indexer0 = {
    health: { inSync: true, lastThorNode: { height: height - 10, timestamp: timeMs / 1000 } },
  };
  await expectNothingOpen(world, "height_rollback");
});

test("a block more than 5 s in the future is a skew, where no other source has a clock that is right", async () => {
  const world = createWorld();
  const at = (aheadMs: number) => ({
    inSync: true,
    lastThorNode: { height: 25_000_000, timestamp: (world.nowMs + aheadMs) / 1000 },
  });
  world.scripts.indexer0 = { health: at(5_000) };
  expect(await verdictOf(world)).toBe("open");
  const skewed = createWorld();
  skewed.scripts = { indexer0: { health: at(6_000) }, node0: { block: down } };
  await expectNothingOpen(skewed, "clock_skew");
});

test("a node far behind the block clock is not believed", async () => {
  const world = createWorld();
  world.nowMs += 60_000;
  world.scripts.node0 = {
    lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 6 }],
  };
  await expectNothingOpen(world, "node_lag");
});

test("a node that moves on alone does not hide that the network stands still", async () => {
  const world = createWorld({ nodes: 2, indexers: 0 });
  const { height } = toBlock(world);
  const startMs = world.nowMs;
  const rows = (told: number) => [{ chain: "BTC", last_observed_in: 1, thorchain: told }];
  const creeping = () => height + Math.floor((world.nowMs - startMs) / 25_000);
  world.scripts = {
    node0: {
      lastblock: () => rows(creeping()),
      block: () => ({ header: { height: creeping(), time: new Date(world.nowMs).toISOString() } }),
    },
    node1: { lastblock: rows(height) },
  };
  expect(await verdictOf(world)).toBe("open");
  for (let reading = 0; reading < 12; reading += 1) {
    world.nowMs += 6_000;
    await world.network.getStatus();
  }
  expect(await verdictOf(world)).not.toBe("open");
});
