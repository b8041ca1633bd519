// Nodes that fail or disagree, asked of the whole reader: a broken one alone opens nothing, whole ones decide without it, and what two disagree on is not open.
import { expect, test } from "@playwright/test";
import { chainReasons, nodeReasons } from "../../../lib/protocol/safety/reasons.ts";
import { chainHalt, tradingHalt } from "../../support/halt-key.ts";
import {
  createWorld,
  down,
  hang,
  type Script,
  status,
  toBlock,
  toRows,
  type World,
} from "../../support/world.ts";
import { expectNothingOpen, inboundOf, verdictOf } from "./network-checks.ts";

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
  test(`two nodes, one with ${name}: nothing is open`, async () => {
    for (const broken of ["node0", "node1"]) {
      const world = createWorld({ nodes: 2 });
      world.scripts[broken] = script;
      await expectNothingOpen(world, "one_source");
      const reading = await world.network.getStatus();
      expect(reading.providers.filter((one) => one.kind === "node").map((one) => one.ok)).toEqual(
        broken === "node0" ? [false, true] : [true, false],
      );
    }
  });
}

test("two nodes that disagree: unknown with the mismatch named, also where one says halted, addresses withheld", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node1 = { mimir: { [chainHalt("ETH")]: 1 } };
  expect(await verdictOf(world, "ETH")).toBe("unknown");
  expect((await inboundOf(world, "ETH")).reason).toEqual(nodeReasons.haltDisputed);
  expect((await inboundOf(world, "BTC")).address).toBe("btcvault1");

  world.nowMs += 10_000;
  world.scripts.node1 = {
    inbound_addresses: toRows({ ...world, rows: { BTC: { address: "btcvault2" } } }),
  };
  expect(await inboundOf(world)).toMatchObject({
    address: null,
    router: null,
    reason: chainReasons.differs("address"),
    sendBeforeMs: null,
  });
  expect((await inboundOf(world, "ETH")).address).toBe("ethvault1");

  world.nowMs += 10_000;
  const { height } = toBlock(world);
  world.scripts.node1 = {
    lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: height + 6 }],
  };
  await expectNothingOpen(world, "providers_disagree");
  world.nowMs += 10_000;
  world.scripts.node1 = {
    lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height + 5 }],
  };
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
      expect(
        (await world.network.getStatus()).trading,
        "it is compared like the others",
      ).toMatchObject({
        verdict: "unknown",
        reason: { code: "providers_disagree" },
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

const callsOf = (world: World, name: string) =>
  world.calls.filter((call) => call.startsWith(`${name} `)).length;
const nodesOf = async (world: World) =>
  (await world.network.getStatus()).providers
    .filter((one) => one.kind === "node")
    .map((one) => one.ok);

test("the third keeps its place however long the other is out, and is compared in every reading", async () => {
  const behind = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 24_999_000 }] };
  const outages: [script: Script, isRead: boolean][] = [
    [{ "*": down }, false],
    [behind, true],
  ];
  for (const [script, isRead] of outages) {
    const world = createWorld({ nodes: 3 });
    world.scripts.node1 = script;
    for (let reading = 0; reading < 40; reading += 1) {
      world.nowMs += 6_000;
      expect((await world.network.getStatus()).trading.verdict).toBe("open");
      expect(await nodesOf(world), "what stands back is told as it was when last read").toEqual([
        true,
        isRead,
        true,
      ]);
    }
    expect(callsOf(world, "node1"), "asked about twice a minute").toBeLessThan(
      callsOf(world, "node0") / 4,
    );
    world.scripts.node2 = { mimir: { [tradingHalt("BTC")]: 1 } };
    world.nowMs += 6_000;
    const { chains } = await world.network.getInbounds({ chain: "BTC" });
    expect(chains[0]).toMatchObject({
      address: null,
      trading: { reason: { code: "providers_disagree" } },
    });
    // And the second is back about a minute after its return.
    world.scripts = {};
    for (let reading = 0; reading < 12; reading += 1) {
      world.nowMs += 6_000;
      await world.network.getStatus();
    }
    expect(await nodesOf(world)).toEqual([true, true]);
  }
});

test("where the other two are out, they are asked seldom, and compared again once one is back", async () => {
  const world = createWorld({ nodes: 3 });
  world.scripts = { node1: { "*": down }, node2: { "*": down } };
  const read = async (times: number, verdict: string, reason: object | null) => {
    for (let reading = 0; reading < times; reading += 1) {
      world.nowMs += 6_000;
      expect((await world.network.getStatus()).trading).toMatchObject({ verdict, reason });
    }
  };
  await read(300, "unknown", { code: "one_source" });
  expect(callsOf(world, "node1") + callsOf(world, "node2")).toBeLessThan(
    1.3 * callsOf(world, "node0"),
  );
  world.scripts = { node1: { "*": down } };
  await read(1, "unknown", { code: "one_source" });
  // One call tries whether the node is back, the next reading has it whole.
  for (let reading = 0; reading < 4; reading += 1) {
    world.nowMs += 6_000;
    await world.network.getStatus();
  }
  await read(4, "open", null);
  expect(await nodesOf(world)).toEqual([true, false, true]);
});

test("a caller who leaves says nothing about a node", async () => {
  const world = createWorld({ nodes: 3 });
  world.scripts.node1 = { lastblock: hang };
  const caller = new AbortController();
  const left = world.network.getStatus({ signal: caller.signal });
  await expect.poll(() => callsOf(world, "node1")).toBe(3);
  caller.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  world.scripts = {};
  world.nowMs += 6_000;
  expect(await nodesOf(world)).toEqual([true, true]);
  expect(callsOf(world, "node2")).toBe(0);
});

test("a third that is far behind takes nobody's place", async () => {
  const world = createWorld({ nodes: 3 });
  world.scripts.node1 = { "*": down };
  world.scripts.node2 = {
    lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 24_999_000 }],
  };
  for (let reading = 0; reading < 40; reading += 1) {
    world.nowMs += 6_000;
    await world.network.getStatus();
  }
  expect((await world.network.getStatus()).trading.verdict).toBe("unknown");
});

function createLater() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("two readings at once hear the third alike", async () => {
  const world = createWorld({ nodes: 3 });
  const [third, second] = [createLater(), createLater()];
  let asked = 0;
  world.scripts = {
    node1: { lastblock: () => (++asked === 1 ? down : second.promise) },
    node2: { mimir: () => third.promise },
  };
  const ask = async () => (await world.network.getInbounds({ chain: "BTC" })).chains[0];
  const one = ask();
  await expect.poll(() => callsOf(world, "node2")).toBeGreaterThan(0);
  const other = ask();
  third.resolve({ ...world.mimir, [tradingHalt("BTC")]: 1 });
  const disputed = { address: null, trading: { reason: { code: "providers_disagree" } } };
  expect(await one).toMatchObject(disputed);
  second.resolve(down);
  expect(await other).toMatchObject(disputed);
});

test("what a node that is replaced still said of now is heard: halted in one part of it opens nothing, unless two others agree", async () => {
  const parts: ((world: World) => Script)[] = [
    (world) => ({
      mimir: down,
      inbound_addresses: toRows({ ...world, rows: { BTC: { halted: true } } }),
    }),
    ({ mimir }) => ({ lastblock: down, mimir: { ...mimir, [tradingHalt("BTC")]: 1 } }),
  ];
  const urls = { node1: "https://a.gateway.test", node2: "https://b.gateway.test" };
  for (const toScript of parts) {
    const ask = async (world: World) => {
      world.scripts.node1 = toScript(world);
      return world.network.getInbounds({ chain: "BTC" });
    };
    const replaced = await ask(createWorld({ nodes: 3, urls }));
    expect(replaced.chains[0]).toMatchObject({ address: null, trading: { verdict: "unknown" } });
    const outvoted = await ask(createWorld({ nodes: 3 }));
    expect(outvoted.chains[0]).toMatchObject({
      address: "btcvault1",
      trading: { verdict: "open" },
    });
    expect(outvoted.warnings.map(({ code }) => code)).toEqual(["outvoted"]);
  }
});

test("a halt stands until a node is as far as the block at which it was read", async () => {
  for (const key of [tradingHalt("BTC"), "HALTTRADING"]) {
    const world = createWorld({ nodes: 2 });
    world.nowMs += 60_000;
    const behind = () => [
      { chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 4 },
    ];
    const mimir = { ...world.mimir, [key]: 1 };
    world.scripts = { node0: { lastblock: behind, mimir }, node1: { mimir } };
    const read = async () => (await world.network.getInbounds({ chain: "BTC" })).chains[0];
    expect(await read()).toMatchObject({ trading: { verdict: "halted", reason: null } });
    world.scripts = { node0: { lastblock: behind }, node1: { "*": down } };
    for (const blocks of [1, 2, 3]) {
      world.nowMs += 6_000;
      expect(await read(), `${key}, ${4 - blocks} blocks behind it`).toMatchObject({
        address: null,
        trading: { verdict: "halted", reason: { code: "stale", cause: { code: "node_lag" } } },
      });
    }
    world.nowMs += 6_000;
    expect(await read(), "as far as that block, and alone").toMatchObject({
      address: null,
      trading: { verdict: "unknown", reason: { code: "one_source" } },
    });
    world.scripts.node1 = {};
    // One call tries whether the node is back, the next reading has it whole.
    for (let reading = 0; reading < 2; reading += 1) {
      world.nowMs += 12_000;
      await read();
    }
    expect(await read(), "both without it").toMatchObject({
      address: "btcvault1",
      trading: { verdict: "open" },
    });
  }
});

test("a height that no clock bears out ends no halt late, and keeps none from being remembered", async () => {
  const absurd = [{ chain: "BTC", last_observed_in: 1, thorchain: 99_999_999 }];
  const lifted = createWorld({ nodes: 2 });
  lifted.mimir.HALTTRADING = 1;
  lifted.scripts.node1 = { lastblock: absurd };
  expect(await verdictOf(lifted)).toBe("halted");
  lifted.scripts = {};
  delete lifted.mimir.HALTTRADING;
  // The height of one node went back: it supports no open for ten minutes.
  lifted.nowMs += 12_000;
  expect(await verdictOf(lifted)).toBe("unknown");
  lifted.nowMs += 600_000;
  expect(await verdictOf(lifted)).toBe("open");

  const later = createWorld({ nodes: 2 });
  later.scripts.node1 = { lastblock: absurd };
  await later.network.getStatus();
  later.scripts = {};
  later.mimir.HALTTRADING = 1;
  later.nowMs += 12_000;
  expect(await verdictOf(later)).toBe("halted");
  later.scripts = { node0: { "*": down }, node1: { "*": down } };
  later.nowMs += 12_000;
  expect(await verdictOf(later), "what was read last is repeated").toBe("halted");
});
