// Nodes that fail or disagree, asked of the whole reader: a broken one alone opens nothing, whole ones decide without it, and what two disagree on is not open.
import { expect, test } from "@playwright/test";
import { expectNothingOpen, inboundOf, verdictOf } from "./reader-checks.ts";
import { createWorld, down, type Script, status, toBlock, toRows, type World } from "./reader-world.ts";

const unsafe: [name: string, script: Record<string, unknown>, code: string][] = [
  ["no answer", { "*": down }, "upstream_unavailable"],
  ["mimir refused", { mimir: status(500) }, "unreadable"],
  ["an empty mimir", { mimir: {} }, "unreadable"],
  ["mimir of another shape", { mimir: { HALTTRADING: "0" } }, "unreadable"],
  ["rows refused", { inbound_addresses: status(503) }, "unreadable"],
  ["an empty list of rows", { inbound_addresses: [] }, "unreadable"],
  [
    "flags of another type",
    { inbound_addresses: [{ chain: "BTC", address: "btcvault1", halted: "false" }] },
    "unreadable",
  ],
  ["no lastblock", { lastblock: down }, "unreadable"],
  ["an error with status 200", { mimir: { error: "rate limited" } }, "unreadable"],
];
for (const [name, script, code] of unsafe) {
  test(`one node with ${name}: nothing is open, and the failure says so`, async () => {
    const world = createWorld();
    world.scripts.node0 = script;
    await expectNothingOpen(world, code);
  });
  test(`two nodes, one with ${name}: the other decides`, async () => {
    for (const broken of ["node0", "node1"]) {
      const world = createWorld({ nodes: 2 });
      world.scripts[broken] = script;
      const reading = await world.network.getStatus();
      expect(reading.failure).toBeNull();
      expect(reading.chains.every((chain) => chain.trading.verdict === "open")).toBe(true);
      expect(reading.providers.filter((one) => one.kind === "node").map((one) => one.ok)).toEqual(
        broken === "node0" ? [false, true] : [true, false],
      );
      expect((await inboundOf(world)).address).toBe("btcvault1");
    }
  });
}

test("two nodes that disagree: halted if one says so, unknown with the mismatch named, addresses withheld", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node1 = { mimir: { HALTETHCHAIN: 1 } };
  expect(await verdictOf(world, "ETH")).toBe("halted");
  expect((await inboundOf(world, "ETH")).reason).toBe("halted: HALTETHCHAIN");
  expect((await inboundOf(world, "BTC")).address).toBe("btcvault1");

  world.nowMs += 10_000;
  world.scripts.node1 = { inbound_addresses: toRows({ ...world, rows: { BTC: { address: "btcvault2" } } }) };
  expect(await inboundOf(world)).toMatchObject({
    address: null,
    router: null,
    reason: "providers_disagree: address",
    validUntilMs: null,
  });
  expect((await inboundOf(world, "ETH")).address).toBe("ethvault1");

  world.nowMs += 10_000;
  const { height } = toBlock(world);
  world.scripts.node1 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: height + 6 }] };
  await expectNothingOpen(world, "providers_disagree");
  world.nowMs += 10_000;
  world.scripts.node1 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height + 5 }] };
  expect(await verdictOf(world)).toBe("open");
});

test("of three nodes a third takes the place of one that is down, behind or of another shape", async () => {
  for (const script of [
    { "*": down },
    { mimir: {} },
    { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 24_999_000 }] },
  ]) {
    for (const broken of ["node0", "node1"]) {
      const world = createWorld({ nodes: 3 });
      world.scripts[broken] = script;
      const reading = await world.network.getStatus();
      expect(reading.trading.verdict).toBe("open");
      expect(reading.providers.filter((one) => one.kind === "node")).toHaveLength(3);
      world.nowMs += 10_000;
      world.scripts.node2 = { mimir: { HALTTRADING: 1 } };
      expect((await world.network.getStatus()).trading, "it is compared like the others").toMatchObject({
        verdict: "halted",
      });
    }
  }
  const world = createWorld({ nodes: 3 });
  await world.network.getStatus();
  expect(
    world.calls.filter((call) => call.startsWith("node2")),
    "no need, no call",
  ).toEqual([]);
});

const callsOf = (world: World, name: string) => world.calls.filter((call) => call.startsWith(`${name} `)).length;

test("the third keeps its place however long the other is out, and is compared in every reading", async () => {
  const outages: Script[] = [
    { "*": down },
    { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 24_999_000 }] },
  ];
  for (const script of outages) {
    const world = createWorld({ nodes: 3 });
    world.scripts.node1 = script;
    for (let reading = 0; reading < 40; reading += 1) {
      world.nowMs += 6_000;
      expect((await world.network.getStatus()).trading.verdict).toBe("open");
    }
    expect(callsOf(world, "node1"), "what was replaced costs nothing").toBeLessThan(10);
    world.scripts.node2 = { mimir: { HALTBTCTRADING: 1 } };
    world.nowMs += 6_000;
    const { chains } = await world.network.getInbounds({ chain: "BTC" });
    expect(chains[0]).toMatchObject({ address: null, trading: { verdict: "halted" } });
    // And the first comes back when the third goes.
    world.scripts = { node2: { "*": down } };
    for (let reading = 0; reading < 3; reading += 1) {
      world.nowMs += 6_000;
      expect((await world.network.getStatus()).trading.verdict).toBe("open");
    }
    expect((await world.network.getStatus()).providers.filter((one) => one.kind === "node" && one.ok)).toHaveLength(2);
  }
});

test("a node that stands by is asked for again after a while, and seldom, while one of the two is out", async () => {
  const world = createWorld({ nodes: 3 });
  world.scripts = { node1: { "*": down }, node2: { "*": down } };
  const read = async (times: number) => {
    for (let reading = 0; reading < times; reading += 1) {
      world.nowMs += 6_000;
      await world.network.getStatus();
    }
  };
  await read(300);
  world.scripts = { node1: { "*": down } };
  await read(60);
  expect((await world.network.getStatus()).providers.filter((one) => one.kind === "node" && one.ok)).toHaveLength(2);
});

test("what a node that is replaced still said of now is heard: halted in one part of it is halted", async () => {
  const parts: [toScript: (world: World) => Script, verdict: string][] = [
    [(world) => ({ mimir: down, inbound_addresses: toRows({ ...world, rows: { BTC: { halted: true } } }) }), "halted"],
    [({ mimir }) => ({ lastblock: down, mimir: { ...mimir, HALTBTCTRADING: 1 } }), "unknown"],
  ];
  for (const [toScript, verdict] of parts) {
    const world = createWorld({ nodes: 3 });
    world.scripts.node1 = toScript(world);
    const { chains } = await world.network.getInbounds({ chain: "BTC" });
    expect(chains[0]).toMatchObject({ address: null, trading: { verdict } });
  }
});

test("a halt stands until a node is as far as the block at which it was read", async () => {
  for (const key of ["HALTBTCTRADING", "HALTTRADING"]) {
    const world = createWorld({ nodes: 2 });
    world.nowMs += 60_000;
    const behind = () => [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 4 }];
    world.scripts = { node0: { lastblock: behind }, node1: { mimir: { ...world.mimir, [key]: 1 } } };
    const read = async () => (await world.network.getInbounds({ chain: "BTC" })).chains[0];
    expect(await read()).toMatchObject({ trading: { verdict: "halted", reason: null } });
    world.scripts.node1 = { "*": down };
    for (const blocks of [1, 2, 3]) {
      world.nowMs += 6_000;
      expect(await read(), `${key}, ${4 - blocks} blocks behind it`).toMatchObject({
        address: null,
        trading: { verdict: "halted", reason: expect.stringMatching(/^stale: .*node_lag/) },
      });
    }
    world.nowMs += 6_000;
    expect(await read(), "as far as that block").toMatchObject({ address: "btcvault1", trading: { verdict: "open" } });
  }
});
