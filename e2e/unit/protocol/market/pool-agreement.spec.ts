// Status and trading_halted of a pool are safety facts: two nodes are compared, and no verdict outlives the limit of flags.
import { expect, test } from "@playwright/test";
import {
  agreePools,
  findDisputed,
  findDoubtedAssets,
  findOutvoted,
} from "../../../../lib/protocol/market/pool-agreement.ts";
import { poolReasons } from "../../../../lib/protocol/safety/reasons.ts";
import type { Pool } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { poolBody } from "../../../support/wire.ts";
import { createWorld, down, type World } from "../../../support/world.ts";

const poolOf = (asset: string, more: object = {}) =>
  poolBody("thorchain", asset, ["100", "100", "1"], more);
/** As deep as the world's own pools, of which its quotes are made. */
const depths = {
  btc: { balance_asset: "10000000000", balance_rune: "5000000000000000" },
  eth: { balance_asset: "145520480984", balance_rune: "4000000000000000" },
};
const [btc, eth] = [poolOf("BTC.BTC", depths.btc), poolOf("ETH.ETH", depths.eth)];
const halted = poolOf("BTC.BTC", { trading_halted: true });
const [staged, suspended] = ["Staged", "Suspended"].map((status) =>
  poolOf("BTC.BTC", { status }),
) as [object, object];

async function verdictOf(world: World, asset = "BTC.BTC") {
  const { pools } = await world.network.getPools();
  return pools.find((pool) => pool.asset === asset)?.trading;
}

test("of two lists that differ the third decides, where it says what one of them says", () => {
  const told = (balance_asset: bigint, more: object = {}) =>
    ({
      ...poolOf("BTC.BTC"),
      balance_asset,
      balance_rune: 100n,
      asset_tor_price: 1n,
      ...more,
    }) as unknown as Pool;
  const [one, near, far, farther] = [told(1_000n), told(995n), told(2_000n), told(3_000n)];
  const depthOf = (...given: Parameters<typeof agreePools>) =>
    agreePools(...given)?.map(({ assetDepth: base }) => base);
  expect(depthOf([[one], [one]], 2, [near]), "two that agree need no third").toEqual([1_000n]);
  expect(depthOf([[one], [far]], 2, [near])).toEqual([995n]);
  expect(depthOf([[one], [far]], 2, [farther])).toEqual([null]);
  expect(findOutvoted([[one], [far]], [near])).toEqual(["BTC.BTC"]);
  expect(findOutvoted([[one], [far]], [farther])).toEqual([]);
  expect(findDoubtedAssets([[one], []], [near])).toEqual([]);
  expect(findDoubtedAssets([[one], []], [])).toEqual([]);
  expect(findDoubtedAssets([[one], [], [one]], [one]), "three lists").toEqual(["BTC.BTC"]);
  for (const rest of [[one], []])
    expect(findDisputed([[one, one], rest]), "one lists it twice").toEqual(["BTC.BTC"]);
  expect(
    findDisputed([[one], [told(1_000n, { asset_tor_price: undefined })]]),
    "without a price",
  ).toEqual(["BTC.BTC"]);
});

const APART = ["unknown", "providers_disagree"] as const;
const withBtc = (more: object) => [poolOf("BTC.BTC", more), eth];
const pairs: [
  name: string,
  first: object[],
  second: unknown,
  verdict: string,
  why: string | undefined,
][] = [
  ["both say open", [btc, eth], [btc, eth], "open", undefined],
  ["the second is halted", [btc, eth], [halted, eth], ...APART],
  ["the first is halted", [halted, eth], [btc, eth], ...APART],
  ["both are halted", [halted, eth], [halted, eth], "halted", "trading_halted"],
  ["the second is suspended", [btc, eth], [suspended, eth], ...APART],
  ["the first is staged", [staged, eth], [btc, eth], ...APART],
  ["one is staged, the other suspended", [staged, eth], [suspended, eth], "halted", "pool_status"],
  ["one lacks the flag", [btc, eth], withBtc({ trading_halted: undefined }), ...APART],
  [
    "depths are 1 % apart",
    [btc, eth],
    withBtc({ ...depths.btc, balance_asset: "9900000000" }),
    "open",
    undefined,
  ],
  ["depths differ", [btc, eth], withBtc({ ...depths.btc, balance_asset: "9899999999" }), ...APART],
  [
    "native depths differ",
    [btc, eth],
    withBtc({ ...depths.btc, balance_rune: "5060000000000000" }),
    ...APART,
  ],
];
for (const [name, first, second, verdict, why] of pairs) {
  test(`two nodes: ${name} → ${verdict}`, async () => {
    const world = createWorld({ nodes: 2 });
    world.scripts = { node0: { pools: first }, node1: { pools: second } };
    const trading = await verdictOf(world);
    expect(trading?.verdict).toBe(verdict);
    if (verdict === "halted") expect(trading?.haltedBy).toEqual([why]);
    else expect(trading?.reason?.code).toBe(why);
    const quote = await world.network.getQuote({
      from: "BTC",
      to: "ETH",
      amount: "1",
      destination: `0x${"1".repeat(40)}`,
      liquidityToleranceBps: 0,
    });
    expect(quote.trading.verdict, "the pair follows its pools").toBe(verdict);
    expect(quote.inboundAddress === null).toBe(verdict !== "open");
  });
}

test("a pool that one of two nodes lacks is in doubt", async () => {
  for (const [first, second] of [
    [[btc, eth], [eth]],
    [[eth], [btc, eth]],
  ]) {
    const world = createWorld({ nodes: 2 });
    world.scripts = { node0: { pools: first }, node1: { pools: second } };
    expect(await verdictOf(world)).toBeUndefined();
    await expect(
      world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" }),
    ).rejects.toMatchObject({
      code: "sources_disagree",
      candidates: [],
    });
  }
});

test("where one of two lists is not read, no pool is told", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts = { node1: { pools: down } };
  expect(await world.network.getPools()).toMatchObject({
    pools: [],
    failure: { code: "upstream_unavailable" },
  });
});

test("the smaller of two depths is told", () => {
  const row = (depth: string) =>
    poolOf("BTC.BTC", {
      balance_asset: BigInt(depth),
      balance_rune: 7n,
      asset_tor_price: 1n,
    }) as unknown as Pool;
  expect(agreePools([[row("1000")], [row("995")]], 2)).toMatchObject([
    { assetDepth: 995n, nativeDepth: 7n, doubt: null },
  ]);
  expect(agreePools([[row("1000")], [row("980")]], 2)).toMatchObject([
    { assetDepth: null, nativeDepth: 7n, doubt: poolReasons.differs("depth") },
  ]);
});

test("a pool that is listed twice supports no open, and is halted where every row is", () => {
  const row = (more: object = {}) =>
    poolOf("BTC.BTC", {
      balance_asset: 1n,
      balance_rune: 1n,
      asset_tor_price: 1n,
      ...more,
    }) as unknown as Pool;
  expect(agreePools([[row(), row()]], 1)).toMatchObject([{ doubt: { code: "unreadable" } }]);
  const closed = row({ trading_halted: true });
  expect(agreePools([[row(), closed]], 1)).toMatchObject([{ doubt: { code: "unreadable" } }]);
  expect(agreePools([[closed, closed]], 1)).toMatchObject([{ trading_halted: true, doubt: null }]);
  expect(agreePools([[row()], [row()]], 2)).toMatchObject([{ doubt: null }]);
});

const rowOf = (more: Partial<Pool> = {}): Pool => ({
  asset: "BTC.BTC",
  status: "Available",
  balance_asset: 1_000n,
  balance_rune: 7_000n,
  asset_tor_price: 50n,
  trading_halted: false,
  ...more,
});

test.describe("one pool of two nodes", () => {
  const figures = { assetDepth: 1_000n, nativeDepth: 7_000n, decimals: null, priceUsd: 50n };
  const agreedPool = { asset: "BTC.BTC", status: "Available", ...figures };
  const differs = poolReasons.differs("trading_halted");
  const depths = poolReasons.differs("depth");
  const rows: [what: string, second: Partial<Pool>, told: object][] = [
    ["equal rows", {}, { doubt: null }],
    ["a name in small letters is the same", { asset: "btc.btc" }, { doubt: null }],
    [
      "a status in small letters",
      { status: "available" },
      { status: expect.stringMatching(/^available$/i), doubt: null },
    ],
    ["one status that is another", { status: "Staged" }, { status: null, doubt: differs }],
    ["one that says halted", { trading_halted: true }, { trading_halted: true, doubt: differs }],
    ["one that leaves the flag out", { trading_halted: undefined }, { doubt: differs }],
    ["the smaller asset depth", { balance_asset: 990n }, { assetDepth: 990n, doubt: null }],
    ["asset depths too far apart", { balance_asset: 989n }, { assetDepth: null, doubt: depths }],
    ["the smaller native depth", { balance_rune: 6_930n }, { nativeDepth: 6_930n, doubt: null }],
    ["native depths too far apart", { balance_rune: 6_929n }, { nativeDepth: null, doubt: depths }],
    ["CACAO in place of RUNE", { balance_rune: undefined, balance_cacao: 7_000n }, { doubt: null }],
    [
      "prices too far apart are no doubt",
      { asset_tor_price: 49n },
      { priceUsd: null, doubt: null },
    ],
    [
      "a price that one leaves out is none",
      { asset_tor_price: null },
      { priceUsd: null, doubt: null },
    ],
    ["decimals that one leaves out are none", { decimals: 6 }, { decimals: null, doubt: null }],
  ];
  for (const [what, second, told] of rows) {
    for (const order of ["first", "second"]) {
      test(`${what}, at the ${order} node`, () => {
        const lists = [[rowOf()], [rowOf(second)]];
        expect(agreePools(order === "first" ? lists.reverse() : lists, 2)).toEqual([
          { ...agreedPool, ...told },
        ]);
      });
    }
  }
});

test("a list of another node in small letters names the same pools, and what one list lacks is doubted", () => {
  const lists = [
    [rowOf({ asset: "BTC.BTC" }), rowOf({ asset: "eth.eth" })],
    [rowOf({ asset: "LTC.LTC" }), rowOf({ asset: "btc.btc" })],
  ];
  expect(findDoubtedAssets(lists)).toEqual(["ETH.ETH", "LTC.LTC"]);
  expect(agreePools(lists, 2)?.map(({ asset }) => asset)).toEqual(["BTC.BTC"]);
  expect(findDoubtedAssets([[rowOf()]])).toEqual([]);
});

test("one list of two is none", () => {
  expect(agreePools([[rowOf()]], 2)).toBeNull();
  expect(agreePools([[rowOf()]], 1)).toHaveLength(1);
});

test("a pool that one node lists twice counts by its first row, and supports no open", () => {
  const twice = [rowOf(), rowOf({ balance_asset: 5n, asset_tor_price: 5n })];
  expect(agreePools([twice, [rowOf()]], 2)).toMatchObject([
    { assetDepth: 1_000n, priceUsd: 50n, doubt: poolReasons.manyRows },
  ]);
});

test("the deepest pool comes first, in whichever order a node lists them", () => {
  const pools = [3n, 2n, 1n].map((balance_rune, index) =>
    rowOf({ asset: `A.${"ABC"[index]}`, balance_rune }),
  );
  const [a, b, c] = pools as [Pool, Pool, Pool];
  for (const list of [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ]) {
    expect(agreePools([list], 1)?.map(({ nativeDepth }) => nativeDepth)).toEqual([3n, 2n, 1n]);
  }
});

test("pools whose depths nobody knows come last, by name", () => {
  const lists = [
    ["A.A", "B.B", "C.C"],
    ["C.C", "B.B", "A.A"],
  ].map((names, node) =>
    names.map((asset) =>
      rowOf({ asset, ...(asset !== "C.C" && { balance_rune: node === 0 ? 1n : 100n }) }),
    ),
  );
  expect(agreePools(lists, 2)?.map(({ asset }) => asset)).toEqual(["C.C", "A.A", "B.B"]);
});

test("a flip of a pool is visible within 6 s, also where the quote alone is slow", async () => {
  for (const agoMs of [0, 2_000, 3_500, 4_000, 4_900, 5_900]) {
    const world = createWorld();
    let isHalted = false;
    world.scripts.node0 = {
      pools: () => [poolOf("BTC.BTC", { trading_halted: isHalted }), eth],
      swap: () => {
        world.nowMs += 2_400;
        return { expected_amount_out: "5", fees: { asset: "ETH.ETH" } };
      },
    };
    await world.network.getPools();
    isHalted = true;
    const flippedMs = world.nowMs;
    world.nowMs += agoMs;
    const { trading } = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
    const lateMs = world.nowMs - flippedMs;
    if (lateMs > 6_000) expect(trading.verdict, `${lateMs} ms after the flip`).toBe("halted");
  }
});

test("a flip of a pool is visible within 6 s, also inside a slow call", async () => {
  for (const callMs of [0, 900, 2_000]) {
    for (const agoMs of [0, 3_000, 4_900, 5_000, 5_900]) {
      const world = createWorld();
      let isHalted = false;
      world.scripts.node0 = { pools: () => [poolOf("BTC.BTC", { trading_halted: isHalted }), eth] };
      expect((await verdictOf(world))?.verdict).toBe("open");
      isHalted = true;
      const flippedMs = world.nowMs;
      world.nowMs += agoMs;
      world.callMs = callMs;
      const quote = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
      const lateMs = world.nowMs - flippedMs;
      if (lateMs > 6_000)
        expect(quote.trading.verdict, `${lateMs} ms after the flip`).not.toBe("open");
      const list = await verdictOf(world);
      if (world.nowMs - flippedMs > 6_000) expect(list?.verdict).not.toBe("open");
    }
  }
});

test("the deepest first, on the page and where a quote names candidates", async () => {
  const world = createWorld();
  const chains = ["AVAX", "BASE", "ETH", "BSC"];
  const depths = ["7", "9", "100", "100"];
  const rows = chains.map((chain, index) =>
    poolOf(`${chain}.USDC-0X1`, { balance_rune: depths[index] }),
  );
  world.scripts = { node0: { pools: [poolOf("BTC.BTC", { balance_rune: "5" }), ...rows] } };
  const deepestFirst = ["BSC", "ETH", "BASE", "AVAX"].map((chain) => `${chain}.USDC-0X1`);
  expect((await world.network.getPools()).pools.map((pool) => pool.asset)).toEqual([
    ...deepestFirst,
    "BTC.BTC",
  ]);
  const asked = world.network.getQuote({ from: "USDC", to: "BTC", amount: "1" });
  await expect(asked).rejects.toMatchObject({ code: "ambiguous_asset", candidates: deepestFirst });
});
