// Who is a witness: nodes of one operator are one source, and of three operators two that agree decide.

import { expect, test } from "@playwright/test";
import { type Warning, warnOf } from "../../lib/protocol/model/envelope.ts";
import { type MessageId, message } from "../../lib/protocol/model/messages.ts";
import { lastBlock } from "../support/changes.ts";
import { tradingHalt } from "../support/halt-key.ts";
import { inboundOf } from "../support/network-checks.ts";
import { playScene } from "../support/scene.ts";
import { sceneOf } from "../support/scene-text.ts";
import { createWorld, down, type Script, toBlock, toPools, type World } from "../support/world.ts";

/** What one node says, each in place of the truth. */
const lies: readonly [name: string, words: string, told: MessageId][] = [
  ["another vault", "BTC.address=thiefvault1", "outvoted"],
  ["another router", "BTC.router=0xthief", "outvoted"],
  ["no vault", "-BTC", "outvoted"],
  ["a halted chain", "HALTBTCTRADING=1", "outvoted_halt"],
  ["a halted row", "BTC.halted=true", "outvoted_halt"],
  ["a halted network", "HALTTRADING=1", "outvoted_halt"],
  ["halted payouts", "HALTSIGNING=1", "outvoted"],
  ["a halt ahead", "HALTBTCTRADING=H+50", "outvoted"],
  ["a halt in one part", "HALTTRADING=1 no-height", "outvoted"],
];
const lie = (world: World, words: string, ...liars: readonly number[]) =>
  playScene(world, sceneOf(liars.map((liar) => `node${liar} ${words}`).join("; ")));

const listOutvoted = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.filter(({ code }) => code === "outvoted");

test("what one of three says is told of the chains alone that the two others call open", async () => {
  const world = createWorld({ nodes: 3, indexers: 1 });
  world.mimir[tradingHalt("BTC")] = 1;
  world.scripts.node1 = { mimir: { ...world.mimir, [tradingHalt("ETH")]: 1 } };
  const { chains, warnings } = await world.network.getStatus();
  const halted = chains.filter(({ trading }) => trading.verdict === "halted");
  expect(halted.map(({ chain }) => chain)).toEqual(["BTC"]);
  expect(listOutvoted({ warnings })).toEqual([
    warnOf("outvoted")(message("outvoted_halt", { chains: ["Ethereum"] })),
  ]);
});

const aheadOf = (world: World, blocks: number) => {
  const { height, timeMs } = toBlock(world);
  return { height: height + blocks, timestamp: Math.floor(timeMs / 1_000) };
};

/** Each is alike the truth within 30 s, and too old or too young for an `open`. */
for (const [name, words] of [
  ["a block of 26 s ago", "clock-26000"],
  ["a block of 30 s ago", "clock-30000"],
  ["a block 10 s ahead", "clock+10000"],
  ["a block 29 s ahead", "clock+29000"],
] as const)
  for (const liar of [0, 1, 2])
    test(`of three operators, node ${liar} alone tells ${name}: two decide at every second`, async () => {
      const world = createWorld({ nodes: 3, indexers: 1 });
      lie(world, words, liar);
      for (let reading = 0; reading < 60; reading++) {
        world.nowMs += 1_700;
        const { clock, sign } = await world.network.getStatus();
        expect({ reading, told: [sign.state, clock.freshness] }).toEqual({
          reading,
          told: ["open", "fresh"],
        });
      }
    });

for (const ahead of [7, 50])
  test(`an operator's node and indexer are ${ahead} blocks ahead: two other operators decide`, async () => {
    const world = createWorld({ nodes: 3, indexers: 2 });
    lie(world, `+${ahead} block+${ahead}`, 0);
    world.intercept = (name, url, reply) =>
      name === "indexer0" && url.pathname.endsWith("/health")
        ? { ...(reply as object), lastThorNode: aheadOf(world, ahead) }
        : reply;
    for (let reading = 0; reading < 10; reading++) {
      world.nowMs += 6_000;
      expect((await world.network.getStatus()).sign.state).toBe("open");
    }
  });

for (const [nodes, isHalt] of [
  [2, true],
  [3, true],
  [3, false],
] as const)
  test(`of ${nodes} operators, one alone says ${isHalt ? "halted" : "open"} at a height far ahead: it is not remembered`, async () => {
    const world = createWorld({ nodes, indexers: 2 });
    const states: string[] = [];
    const readAfter = async (passMs: number) => {
      world.nowMs += passMs;
      const { trading, clock } = await world.network.getStatus();
      states.push(`${trading.verdict} ${clock.freshness}`);
    };
    await readAfter(6_000);
    lie(world, `+100000000 block+100000000${isHalt ? " HALTTRADING=1" : ""}`, 0);
    for (const name of ["node1", "node2"]) world.scripts[name] = { "*": down };
    await readAfter(6_000);
    world.scripts = {};
    if (!isHalt) Object.assign(world.mimir, { HALTTRADING: 1 });
    for (const passMs of [30_000, 6_000]) await readAfter(passMs);
    // After ten minutes a node may be at a lower height than it told before.
    await readAfter(isHalt ? 600_000 : 6_000);
    for (const name of ["node0", "node1", "node2"]) world.scripts[name] = { "*": down };
    await readAfter(60_000);
    const [first, second, third, last] = states.slice(2);
    const truth = isHalt ? "open fresh" : "halted fresh";
    // In the first reading other nodes have just failed. One of two has just told another height.
    expect(["unknown unknown", "halted unknown", truth]).toContain(first);
    if (isHalt) expect(first).not.toContain("halted");
    expect([second, third]).toEqual([nodes === 3 ? truth : "unknown unknown", truth]);
    expect(last).toBe(isHalt ? "unknown unknown" : "halted unknown");
  });

for (const [name, words] of [
  ["half the height", "block-12500000"],
  ["a height far ahead", "block+1000000"],
  ["a block of two minutes ago", "clock-120000"],
  ["a block of tomorrow", "clock+86400000"],
] as const) {
  for (const liar of [0, 1, 2]) {
    test(`of three operators, node ${liar} alone tells ${name}: two decide, also after a quiet time`, async () => {
      const world = createWorld({ nodes: 3, indexers: 1 });
      lie(world, words, liar);
      for (const passMs of [0, 6_000, 120_000]) {
        world.nowMs += passMs;
        const { clock, sign } = await world.network.getStatus();
        expect([sign.state, clock.freshness]).toEqual(["open", "fresh"]);
        // A block is read again once it is 22 s old.
        const newest = toBlock(world).height;
        expect([newest, newest - 1, newest - 2, newest - 3]).toContain(clock.height);
      }
    });
  }

  test(`of two operators, one tells ${name}: its height is not told, and nothing is open`, async () => {
    for (const liar of [0, 1]) {
      const world = createWorld({ nodes: 2, indexers: 1 });
      lie(world, words, liar);
      const { clock, sign } = await world.network.getStatus();
      expect(sign.state).toBe("not_checked");
      expect([null, toBlock(world).height]).toContain(clock.height);
    }
  });
}

/** What closes a deposit to Bitcoin where nobody outvotes it. */
const isClosing = (name: string) => name !== "halted payouts";

for (const [name, words, told] of lies) {
  for (const liar of [0, 1, 2]) {
    test(`of three operators, node ${liar} alone says ${name}: two decide, and it is told`, async () => {
      const world = createWorld({ nodes: 3, indexers: 1 });
      lie(world, words, liar);
      for (let reading = 0; reading < 8; reading++) {
        world.calls = [];
        const { chains, warnings, clock } = await world.network.getInbounds({ chain: "BTC" });
        expect(clock.freshness).toBe("fresh");
        const shown = { address: "btcvault1", sourcesAgreeing: 2 };
        expect(chains[0], `reading ${reading}`).toMatchObject(shown);
        const messageIds = warnings.map(({ message }) => message.id);
        // Two that agree from the start need no third, and a node that failed is left alone for a while.
        const isAsked = liar < 2 && (reading === 0 || name !== "a halt in one part");
        if (messageIds.length > 0 || isAsked) expect(messageIds).toEqual([told]);
        const { sign } = await world.network.getStatus();
        expect(sign.state).toBe("open");
        world.nowMs += 6_000;
      }
    });
  }

  test(`of two operators, one alone says ${name}: nothing is given`, async () => {
    for (const liar of [0, 1]) {
      const world = createWorld({ nodes: 2 });
      lie(world, words, liar);
      if (isClosing(name)) expect((await inboundOf(world)).address).toBeNull();
      expect((await world.network.getStatus()).sign.state).not.toBe("open");
    }
  });

  for (const [one, other, honest] of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 2, 0],
  ] as const) {
    test(`nodes ${one} and ${other} of one operator say ${name}: they are one source`, async () => {
      const world = createWorld({ nodes: 3, urls: gateway(one, other) });
      lie(world, words, one, other);
      for (let reading = 0; reading < 8; reading++) {
        if (reading === 4) world.scripts[`node${honest}`] = { "*": down };
        const { address, trading } = await inboundOf(world);
        if (isClosing(name) || reading >= 4) expect(address, `reading ${reading}`).toBeNull();
        if (reading >= 4) expect(trading?.verdict).not.toBe("open");
        world.nowMs += 6_000;
      }
    });
  }
}

const gateway = (one: number, other: number) => ({
  [`node${one}`]: "https://a.gateway.test/1",
  [`node${other}`]: "https://b.gateway.test/2",
});
test("two nodes of the only operator are one source in each address", async () => {
  const urls = gateway(0, 1);
  expect(await inboundOf(createWorld({ nodes: 2, urls }))).toMatchObject({
    address: "btcvault1",
    sourcesAgreeing: 1,
  });
});

test("a node that is slow for long is read in the background, and waited for again once it is quick", async () => {
  const world = createWorld({ nodes: 3 });
  let slowMs = 1_500;
  world.scripts.node0 = {
    mimir: async () => {
      // Whoever does not wait for it has long answered.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      world.nowMs += slowMs;
      return world.mimir;
    },
  };
  const took = async () => {
    world.nowMs += 6_000;
    const startMs = world.nowMs;
    expect((await world.network.getStatus()).trading.verdict).toBe("open");
    const tookMs = world.nowMs - startMs;
    for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);
    return tookMs;
  };
  const times = async (count: number) => {
    const all: number[] = [];
    while (all.length < count) all.push(await took());
    return all;
  };
  expect(await times(6)).toEqual([1_500, 1_500, 1_500, 0, 0, 0]);
  world.scripts.node2 = { mimir: down };
  expect(await took(), "where another fails, it is waited for").toBe(1_500);
  world.scripts.node2 = {};
  slowMs = 0;
  await times(12);
  world.calls = [];
  await took();
  const asked = world.calls
    .filter((call) => call.endsWith("/mimir"))
    .map((call) => call.split(" ")[0]);
  expect(asked).toEqual(["node0", "node1"]);
});

/** Members of the pool of Bitcoin. Null: no pool. */
const poolLies: Readonly<Record<string, object | null>> = {
  "no pool": null,
  "a staged pool": { status: "Staged" },
  "a halted pool": { trading_halted: true },
  "a pool twice as deep": { balance_asset: "999999999999" },
  "another price": { asset_tor_price: "1" },
};

for (const [name, change] of Object.entries(poolLies)) {
  const scriptOf = (world: World): Script => ({
    pools: toPools(world).flatMap((pool) => {
      if (pool.asset !== "BTC.BTC") return pool;
      return change === null ? [] : { ...pool, ...change };
    }),
  });
  for (const liar of [0, 1, 2]) {
    test(`of three operators, node ${liar} alone lists ${name}: two decide, and it is told`, async () => {
      const world = createWorld({ nodes: 3, indexers: 1 });
      const honest = await world.network.getPools();
      world.scripts[`node${liar}`] = scriptOf(world);
      world.nowMs += 6_000;
      const told = await world.network.getPools();
      expect(told.pools).toEqual(honest.pools);
      expect(told.doubtedAssets).toEqual([]);
      const outvoted =
        liar === 2 ? [] : [warnOf("outvoted")(message("outvoted_pool", { asset: "BTC.BTC" }))];
      expect(listOutvoted(told)).toEqual(outvoted);
      const quote = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
      expect(quote.trading.verdict).toBe("open");
      expect(listOutvoted(quote)).toEqual(outvoted);
      expect(listOutvoted(await world.network.getStatus())).toEqual(outvoted);
    });
  }

  test(`of three operators one lists ${name}, and the third is far behind: it does not decide`, async () => {
    const world = createWorld({ nodes: 3, indexers: 1 });
    world.scripts.node0 = scriptOf(world);
    world.scripts.node2 = { lastblock: lastBlock(24_000_000) };
    const { pools, warnings } = await world.network.getPools();
    const known = pools.find(({ asset }) => asset === "BTC.BTC");
    if (name === "another price") expect(known?.priceUsd).toBeNull();
    else expect(known?.trading.verdict).not.toBe("open");
    expect(listOutvoted({ warnings })).toEqual([]);
  });
}

test("what no node of two answers is not asked of a third", async () => {
  const world = createWorld({ network: "mayachain", nodes: 3, indexers: 1 });
  await world.network.getStatus();
  expect(world.calls.filter((call) => call.startsWith("node2"))).toEqual([]);
});

test("a third operator's list takes the place of one that was not read", async () => {
  const world = createWorld({ nodes: 3, indexers: 1 });
  world.scripts.node1 = { pools: down };
  expect((await world.network.getPools()).pools.map(({ trading }) => trading.verdict)).toContain(
    "open",
  );
  world.scripts.node2 = { pools: down };
  world.nowMs += 6_000;
  expect((await world.network.getPools()).pools).toEqual([]);
});
