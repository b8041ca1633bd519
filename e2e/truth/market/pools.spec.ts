// Pools and prices of several nodes: the smaller of two depths, and no price that nobody bears out.
import { expect, test } from "@playwright/test";
import { changeQuote, scriptNodes } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import { poolBody } from "../../support/wire.ts";
import { createWorld, type World } from "../../support/world.ts";
import { holds, type Members, type Tell, tellBody } from "./told.ts";

const sides = ["1000", "7000", "50"] as const;
const other = poolBody("thorchain", "ETH.ETH", sides);
/** The pool of Bitcoin, beside one of Ether, as often as the node lists it. */
const tellPool: Tell = tellBody("pools", (_, { times = 1, ...members }: Members) => [
  ...Array.from({ length: Number(times) }, (_, at) => ({
    ...poolBody("thorchain", "BTC.BTC", sides),
    ...(at === 0 ? members : { ...members, balance_asset: "5" }),
  })),
  other,
]);
const readPool = async ({ network }: World) => {
  const { pools, warnings, doubtedAssets } = await network.getPools();
  const pool = pools.find(({ asset }) => asset === "BTC.BTC");
  const { verdict, haltedBy = [], reason } = pool?.trading ?? {};
  const { trading } = await network.getQuote({ from: "ETH.ETH", to: "THOR.RUNE", amount: "1" });
  if (pools.length > 0) expect(trading.verdict, "another pool").toBe("open");
  return {
    trading: [verdict ?? "none", ...haltedBy, ...(reason ? [reason.code] : [])].join(" "),
    asset: pool?.assetDepth,
    native: pool?.nativeDepth,
    price: pool?.priceUsd,
    doubted: doubtedAssets.join() || null,
    outvoted: warnings.some(({ code }) => code === "outvoted"),
  };
};
const apart = "trading=unknown providers_disagree";
const none = "trading=none, asset=-, native=-, price=-";
for (const isFirst of [true, false]) {
  const order = (table: string) =>
    table.replaceAll(/\| 2 \| ([^;|]*)\|/g, (_, told) => `| 2 |${isFirst ? "" : "; "}${told}|`);
  holds(
    `a pool as the ${isFirst ? "first" : "second"} of two tells it`,
    tellPool,
    readPool,
    order(`
    alike | 2 | | trading=open, asset=1000, native=7000, price=50, doubted=-, outvoted=false
    a name and a status in small letters | 2 | asset=btc.btc status=available |
    another status | 2 | status=Staged | ${apart}
    a halt | 2 | trading_halted=true | ${apart}
    no mark of a halt | 2 | trading_halted= | ${apart}
    a smaller depth, up to 1 % | 2 | balance_asset=990 | asset=990
    depths further apart | 2 | balance_asset=989 | ${apart}, asset=-
    a smaller native depth | 2 | balance_rune=6930 | native=6930
    native depths further apart | 2 | balance_rune=6929 | ${apart}, native=-
    prices further apart | 2 | asset_tor_price=49 | price=-
    a price that is left out | 2 | asset_tor_price= | price=-
    two rows | 2 | times=2 | trading=unknown unreadable
    no row | 2 | times=0 | ${none}, doubted=BTC.BTC`),
  );
}
holds(
  "a pool as all tell it",
  tellPool,
  readPool,
  `
  one node | 1 | | trading=open, asset=1000, native=7000, price=50, doubted=-, outvoted=false
  halted | 2 | trading_halted=true; trading_halted=true | trading=halted trading_halted
  closed in two ways | 2 | status=Staged; status=Suspended | trading=halted pool_status
  two rows of one node | 1 | times=2 | trading=unknown unreadable
  two closed rows of one node | 1 | times=2 trading_halted=true | trading=halted trading_halted
  one list of two is not read | 2 | silent | ${none}
  a third in place of it | 3 | silent;; |
  a third decides between depths | 3 | balance_asset=2000;; balance_asset=995 | asset=995, outvoted=true
  a third decides against a status | 3 | status=Staged;; | outvoted=true
  a third decides against a halt | 3 | trading_halted=true;; | outvoted=true
  a third decides for a halt | 3 | trading_halted=true;; trading_halted=true | trading=halted trading_halted, outvoted=true
  a third decides between prices | 3 | asset_tor_price=99;; | outvoted=true
  a third without a price | 3 | asset_tor_price=;; asset_tor_price= | price=-, outvoted=true
  a third against a second row | 3 | times=2;; | outvoted=true
  a third that lacks it | 3 | times=0;; times=0 | ${none}
  a third that has it | 3 | times=0;; | outvoted=true
  three that differ | 3 | balance_asset=2000;; balance_asset=3000 | ${apart}, asset=-`,
);

test("the deepest pool is first, then by name, and one of disputed depth last", async () => {
  const world = createWorld({ nodes: 2 });
  const list = (depths: string) =>
    rowsOf(depths).map(([asset = "", depth = ""]) => poolBody("thorchain", asset, ["9", depth]));
  const same = "BASE.ETH|9\nETH.ETH|100\nBSC.BNB|100\nAVAX.AVAX|7";
  scriptNodes(world, { pools: list(`LTC.LTC|200\n${same}`) }, ["node0"]);
  scriptNodes(world, { pools: list(`${same}\nLTC.LTC|300`) }, ["node1"]);
  const { pools } = await world.network.getPools();
  const order = "BSC.BNB ETH.ETH BASE.ETH AVAX.AVAX LTC.LTC";
  expect(pools.map(({ asset }) => asset).join(" ")).toBe(order);
});

test("a halt of a pool is visible within 6 s, however slow a call or the quote is", async () => {
  const slow = [
    { callMs: 0, quoteMs: 0 },
    { callMs: 900, quoteMs: 0 },
    { callMs: 2_000, quoteMs: 0 },
    { callMs: 0, quoteMs: 2_400 },
  ];
  for (const { callMs, quoteMs } of slow)
    for (const agoMs of [0, 2_000, 3_500, 4_900, 5_000, 5_900]) {
      const world = createWorld();
      const pool = { ...poolBody("thorchain", "BTC.BTC", sides), trading_halted: false };
      scriptNodes(world, { pools: () => [pool, other] });
      const tellVerdict = async () => (await world.network.getPools()).pools[0]?.trading.verdict;
      expect(await tellVerdict()).toBe("open");
      pool.trading_halted = true;
      const haltedMs = world.nowMs;
      world.nowMs += agoMs;
      world.callMs = callMs;
      changeQuote(world, (quote) => {
        world.nowMs += quoteMs;
        return quote;
      });
      const { trading } = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
      const isDue = () => world.nowMs - haltedMs > 6_000;
      const after = `${callMs} ${quoteMs} ${agoMs}`;
      if (isDue()) expect(trading.verdict, after).not.toBe("open");
      const verdict = await tellVerdict();
      if (isDue()) expect(verdict, after).not.toBe("open");
    }
});

/** What the nodes of MAYAChain and an indexer list: `ASSET depth nativeDepth price`, each in a row. */
function createPricedWorld(nodes: number, listed: string, indexed = listed): World {
  const world = createWorld({ network: "mayachain", nodes });
  const split = (rows: string) => rows.split(";").map((row) => row.trim().split(" "));
  const pools = split(listed).map(([asset = "", depth = "", native = ""]) =>
    poolBody("mayachain", asset, [depth, native]),
  );
  scriptNodes(world, { pools });
  const indexerPools = split(indexed).map(([asset, assetDepth, runeDepth, ...price]) => {
    const assetPriceUSD = price.length === 0 ? undefined : price.join(" ");
    return { asset, status: "available", assetDepth, runeDepth, assetPriceUSD };
  });
  scriptNodes(world, { "v2/pools": indexerPools }, ["indexer0"]);
  return world;
}
const pricesOf = async ({ network }: World) => {
  const { pools, nativePriceUsd } = await network.getPools();
  const priceOf = (code: string) => pools.find((pool) => pool.asset.startsWith(code))?.priceUsd;
  return [nativePriceUsd, priceOf("BTC"), priceOf("ETH.USD")]
    .map((price) => price ?? "-")
    .join(" ");
};

test("a price that an indexer prints is a number above zero, or none", async () => {
  const nines = "9".repeat(30);
  const rows = rowsOf(`
    0.38 | 38000000
    1.2e-05 | 1200
    1.2E-05 | 1200
    12e+2 | 120000000000
    0.123456789 | 12345678
    0.00000001 | 1
    1e-8 | 1
    1.${"0".repeat(40)} | 100000000
    ${nines} | ${nines}00000000`);
  const odd = "0.000000009 9e-9 0 0.0 NaN +Inf -1 1. .5 x1 1x 1,5 1e 1e100".split(" ");
  odd.push(`${nines}9`, `1.${"0".repeat(41)}`, "");
  for (const [text = "", price] of [...rows, ...odd.map((text) => [text, "-"])]) {
    const world = createPricedWorld(1, `BTC.BTC 1 0 ${text}`, `btc.btc 1 0 ${text}`.trim());
    expect(await pricesOf(world), text).toBe(`- ${price} -`);
  }
});

// CACAO has ten decimals: 1,000,000 of them at $0.10 are worth 100,000 USDC, and 2 BTC of $50,000.
const bitcoin = "BTC.BTC 200000000 10000000000000000";
const dollars = "ETH.USDC-0XA0 10000000000000 10000000000000000";
const ether = "ETH.ETH 1000000000 1000000000000000 2000";
const cheap = "ETH.ETH 1000000000 2000000000000000 2000";
const maya = "MAYA.MAYA 100000 10000000000000 20";
const priced = `${bitcoin} 50000`;
const both = `${priced}; ${dollars}`;
const withDollars = (depth: string) => both.replace(" 10000000000000 ", ` ${depth} `);
const calm = "10000000 5000000000000 -";
/** The prices of the native asset, of Bitcoin and of a dollar coin that are told of a list, and of another of the indexer. */
const prices = rowsOf(`
  one node: the deepest pool tells the native price | 1 | ${priced}; ${ether} | ${calm}
  in whichever order | 1 | ${ether}; ${priced} | ${calm}
  a pool without a price tells nothing | 1 | ${bitcoin} NaN; ${ether} | 20000000 - -
  nor does an empty one | 1 | BTC.BTC 200000000 0 50000 | - 5000000000000 -
  four decimals of MAYA | 1 | ${maya} | 20000000 - -
  depths of two nodes bear out both | 2 | ${both} | ${calm}
  and the price of dollars | 2 | ${priced}; ${dollars} 1 | 10000000 5000000000000 100000000
  another dollar coin does as well | 2 | ${both.replace("USDC", "USDT")} | ${calm}
  a coin of another name does not | 2 | ${both.replace("USDC", "DAI")} | - - -
  no pool of dollars | 2 | ${priced} | - - -
  no price of the native asset | 2 | ${both} | - - - | ${bitcoin.replace(/\d+$/, "0")} 50000
  no list of the indexer | 2 | ${both} | - - - | ${bitcoin} NaN
  5 % off | 2 | ${both} | 10000000 4750000000000 - | ${cheap}; BTC.BTC 1 1 47500; ${dollars}
  more off | 2 | ${both} | 10000000 - - | ${cheap}; BTC.BTC 1 1 47499.99999999; ${dollars}
  dollars 5 % off | 2 | ${withDollars("9500000000000")} | ${calm} | ${priced}
  dollars more off | 2 | ${withDollars("9490000000000")} | - - -
  the deepest pool of dollars decides | 2 | ${both}; ETH.USDT-0XDA 1 10000000000000001 | - - -`);
for (const [danger, nodes, listed = "", told, indexed] of prices)
  test(`prices of an indexer: ${danger}: ${told}`, async () =>
    expect(await pricesOf(createPricedWorld(Number(nodes), listed, indexed))).toBe(told));
