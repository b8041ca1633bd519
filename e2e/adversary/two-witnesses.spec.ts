// What was shown in an attack with one malicious node, each finding by name: none may come back.
import { expect, test } from "@playwright/test";
import { inboundOf, verdictOf } from "../unit/protocol/network-checks.ts";
import { createWorld, status, toBlock, toRows, type World } from "../unit/protocol/network-world.ts";

const readings = 12;
const stepMs = 6_000;

/** A node that two machines serve: each second answer is two blocks old. */
function alternate(world: World) {
  let count = 0;
  return () => {
    count += 1;
    const back = count % 2 === 0 ? 2 : 0;
    return [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - back }];
  };
}

const otherVault = (world: World) => toRows({ ...world, rows: { BTC: { address: "btcvaultthief" } } });

test("a node whose height alternates by two blocks keeps its word against another vault", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node0 = { lastblock: alternate(world) };
  world.scripts.node1 = { inbound_addresses: () => otherVault(world) };
  for (let count = 0; count < readings; count++) {
    expect((await inboundOf(world)).address, `reading ${count}`).toBeNull();
    world.nowMs += stepMs;
  }
});

test("a node whose height alternates by two blocks is heard when it says halted", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node0 = { lastblock: alternate(world), mimir: { ...world.mimir, HALTBTCCHAIN: 1 } };
  for (let count = 0; count < readings; count++) {
    expect(await verdictOf(world), `reading ${count}`).toBe("halted");
    world.nowMs += stepMs;
  }
});

const quote = { from: "BTC", to: "ETH.ETH", amount: "1" };

for (const [name, answer] of [
  ["403 of a firewall", () => status(403, "<html>denied</html>")],
  ["500", () => status(500, "no")],
] as const) {
  test(`questions of clients that a node answers by ${name} do not take it from the judgement`, async () => {
    const world = createWorld({ nodes: 2 });
    world.scripts.node0 = { swap: answer };
    world.scripts.node1 = { inbound_addresses: () => otherVault(world) };
    for (let count = 0; count < readings; count++) {
      expect((await inboundOf(world)).address, `reading ${count}`).toBeNull();
      // What was read for safety grows old while a breaker that questions opened would still be open.
      world.nowMs += 3_000;
      for (let asked = 0; asked < 4; asked++) await world.network.getQuote(quote);
      world.nowMs += 2_500;
    }
  });
}

test("a pool's short code cannot turn a memo to another asset", async () => {
  const world = createWorld();
  const thief = "ETH.FIXT-0XBAD";
  const destination = `0x${"ab".repeat(20)}`;
  world.rewrite = (body, path) => {
    if (path.endsWith("/quote/swap")) return { ...(body as object), memo: `=:${thief}:${destination}:1700000000` };
    if (!path.endsWith("/pools")) return body;
    const pools = body as { asset: string }[];
    return pools.map((pool) => (pool.asset === "ETH.ETH" ? { ...pool, short_code: thief } : pool));
  };
  const reading = await world.network.getQuote({ ...quote, destination, toleranceBps: 300 });
  expect(reading.memo).toBeNull();
});
