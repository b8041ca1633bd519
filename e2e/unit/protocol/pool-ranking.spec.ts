// The order of pools and their marks: odd names last, and no depth that the others contradict.
import { expect, test } from "@playwright/test";
import type { PoolReading } from "../../../lib/protocol/model/pools.ts";
import { rankPools } from "../../../lib/protocol/network-rows.ts";
import { agreed } from "../../support/agreed.ts";
import { createWorld, toPools } from "../../support/world.ts";
import { pools } from "../mcp/fake-network.ts";

const poolOf = (asset: string, depthUsd: bigint | null): PoolReading => ({
  ...(pools[0] as PoolReading),
  asset,
  depthUsd,
  assetDepth: agreed(5n),
  nativeDepth: agreed(7n),
});
const rank = (...rows: PoolReading[]) =>
  rankPools(rows).map(({ asset, reason }) => [asset, reason?.code ?? null]);

test("names that follow the grammar keep their order, and others come last with a mark", () => {
  const good = [
    "BTC.BTC",
    "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48",
    "SOL.USDC-EPJFWDD5AUFQSSQEM2QN1XZYBAPC8G4WEGGKZWYTDT1V",
    "XRD.XRD",
    "ETH.SIXTEENLETTERSOK-0X1",
  ];
  const odd = [
    "ETH.SEND-ALL-TO-0X1",
    "ETH.USDC.SAFE",
    "ETH.THIS/IS/NO/ASSET",
    "ETH.SEVENTEENLETTERSX",
    "ETH/USDC-0X1",
  ];
  const rows = odd.flatMap((asset, index) => [
    poolOf(asset, 1n),
    poolOf(good[index] as string, 1n),
  ]);
  expect(rank(...rows)).toEqual([
    ...good.map((asset) => [asset, null]),
    ...odd.map((asset) => [asset, "odd_asset_name"]),
  ]);
});

test("a depth of more than ten times all others is null, with its reason", () => {
  const others = [poolOf("ETH.ETH", 60n), poolOf("LTC.LTC", 40n), poolOf("DOGE.DOGE", null)];
  expect(rank(poolOf("BTC.BTC", 1_000n), ...others)[0]).toEqual(["BTC.BTC", null]);
  const [deep] = rankPools([poolOf("BTC.BTC", 1_001n), ...others]);
  expect(deep).toMatchObject({
    assetDepth: null,
    nativeDepth: null,
    depthUsd: null,
    reason: {
      code: "depth_implausible",
      text: "the depth would be worth more than ten times all other pools",
    },
  });
  const [odd] = rankPools([poolOf("ETH.USDC.SAFE", 1n)]);
  expect(odd).toMatchObject({
    assetDepth: 5n,
    nativeDepth: 7n,
    depthUsd: 1n,
    reason: { text: "the name does not follow the asset grammar" },
  });
  expect(rank(poolOf("BTC.BTC", 1_001n)), "with nothing to compare it to").toEqual([
    ["BTC.BTC", null],
  ]);
});

test("one bad character in the name of one pool leaves all others readable", async () => {
  const world = createWorld({ nodes: 2 });
  const [first, ...rest] = toPools(world);
  const names = async () => {
    const { pools, failure } = await world.network.getPools();
    expect(failure).toBeNull();
    return pools.map(({ asset }) => asset).sort();
  };
  const all = await names();
  for (const asset of ["ETH.US\u202eD-0X1", "ETH.US D", "ETH.<B>", ""]) {
    world.nowMs += 6_000;
    for (const node of ["node0", "node1"])
      world.scripts[node] = { pools: [first, ...rest, { ...first, asset }] };
    expect(await names(), JSON.stringify(asset)).toEqual(expect.arrayContaining(all));
  }
});
