// Nodes that fail or disagree, asked of the whole reader: a broken one alone opens nothing, whole ones decide without it, and what two disagree on is not open.
import { expect, test } from "@playwright/test";
import { expectNothingOpen, inboundOf, verdictOf } from "./reader-checks.ts";
import { createWorld, down, status, toBlock, toRows } from "./reader-world.ts";

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
